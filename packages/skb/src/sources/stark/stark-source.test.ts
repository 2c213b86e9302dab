import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import fc from 'fast-check';

import { edgeLines, folderWith, lines } from '../../../test/stark-folder.js';
import { importKnowledgeBase } from '../../import-knowledge-base.js';
import type { ImportReport } from '../../import-report.js';
import { openKnowledgeBase } from '../../knowledge-base.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { compactKnowledgeBase } from '../../updates/compact-knowledge-base.js';
import { updateKnowledgeBase } from '../../updates/update-knowledge-base.js';
import { openSource } from '../open-source.js';
import { starkDocuments } from './stark-document.js';
import { candidatesOf, starkSectionOf } from './stark-sections.js';

const folders: string[] = [];
const opened: KnowledgeBase[] = [];
afterEach(() => {
  for (const knowledgeBase of opened.splice(0)) knowledgeBase.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = folderWith(files);
  folders.push(folder);
  return folder;
}

async function build(
  files: Readonly<Record<string, string | Uint8Array>>,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly knowledgeBase: KnowledgeBase; readonly report: ImportReport }> {
  const folder = folderOf(files);
  const source = await openSource(folder, { format: 'stark', settings });
  const file = join(folder, 'built.skb');
  const report = await importKnowledgeBase(source, file);
  const knowledgeBase = openKnowledgeBase(file);
  opened.push(knowledgeBase);
  return { knowledgeBase, report };
}

const MAG = {
  'schema.json': JSON.stringify({
    node_types: { 0: 'author', 1: 'institution', 2: 'field_of_study', 3: 'paper' },
    edge_types: {
      0: 'author___affiliated_with___institution',
      1: 'paper___cites___paper',
      2: 'paper___has_topic___field_of_study',
      3: 'author___writes___paper',
    },
  }),
  'nodes/0000.jsonl': lines(
    { node_id: 0, node_type: 'author', info: { DisplayName: 'Ada', PaperCount: 2, CitationCount: -1 } },
    { node_id: 1, node_type: 'institution', info: { DisplayName: 'Home' } },
    { node_id: 2, node_type: 2, attributes: { DisplayName: 'Engines' } },
  ),
  'nodes/0001.jsonl.gz': gzipSync(
    lines(
      { id: 3, type: 'paper', title: 'Notes', abstract: 'On engines.', Date: '1843-09-01' },
      { id: '4', type: 'paper', title: 'Letters', abstract: '' },
    ),
  ),
  'edges/00.tsv': edgeLines([[0, 1]]),
  'edges/01.tsv': edgeLines([
    [3, 4],
    [4, 3],
  ]),
  'edges/02.tsv': edgeLines([[3, 2]]),
  'edges/03.tsv.gz': gzipSync(
    edgeLines([
      [0, 3],
      [0, 4],
    ]),
  ),
  'candidate_ids.txt': '3\n4\n',
};

const PRIME = {
  'schema.json': JSON.stringify({
    node_types: ['disease', 'gene/protein', 'drug'],
    edge_types: { ppi: 0, indication: 6, x: 1, a: 2, b: 3, c: 4, d: 5 },
  }),
  'nodes/0.jsonl': lines(
    { node_id: 0, node_type: 'drug', info: { id: 'DB1', type: 'drug', name: 'aspirin', source: 'DrugBank' } },
    { node_id: 1, node_type: 'disease', info: { name: 'pain', source: 'MONDO' } },
    { node_id: 2, node_type: 'gene/protein', info: { name: 'G2', source: 'NCBI' } },
    { node_id: 10, node_type: 'gene/protein', info: { name: 'G10', source: 'NCBI' } },
  ),
  'edges/00.tsv': edgeLines([
    [2, 10],
    [10, 2],
  ]),
  'edges/06.tsv': edgeLines([
    [0, 1],
    [1, 0],
  ]),
};

const pairsOf = (knowledgeBase: KnowledgeBase, relation: string): string[] => {
  const { offsets, targets } = knowledgeBase.adjacency(relation, 'out');
  const pairs: string[] = [];
  for (let index = 0; index < knowledgeBase.nodeCount; index++) {
    for (let edge = offsets[index]!; edge < offsets[index + 1]!; edge++) {
      pairs.push(`${knowledgeBase.idOf(index)}>${knowledgeBase.idOf(targets[edge]!)}`);
    }
  }
  return pairs;
};

describe('a folder of the layout', () => {
  test('of MAG, packed in part', async () => {
    const { knowledgeBase, report } = await build(MAG);
    expect(report).toMatchObject({
      nodes: { author: 1, institution: 1, field_of_study: 1, paper: 2 },
      relations: { affiliated_with: 1, cites: 2, has_topic: 1, writes: 2 },
      problems: [],
    });
    expect(knowledgeBase.schema.relations[3]).toMatchObject({
      name: 'writes',
      aliases: ['author___writes___paper'],
      endpoints: [{ from: 'author', to: 'paper' }],
    });
    expect(knowledgeBase.node(knowledgeBase.indexOf('3')!)).toMatchObject({
      name: 'Notes',
      fields: { abstract: 'On engines.', 'publication date': '1843-09-01' },
    });
    expect(Array.from(candidatesOf(knowledgeBase)!, (index) => knowledgeBase.idOf(index))).toEqual(['3', '4']);
    expect(starkSectionOf(knowledgeBase)).toMatchObject({
      dataSet: 'mag',
      textFormat: 1,
      edges: 'once',
      isStoredInBothDirections: false,
      candidateCount: 2,
      relations: { cites: { rows: 2, reversed: 0, merged: 0, leftOut: 0 } },
    });
    const paper = knowledgeBase.node(knowledgeBase.indexOf('3')!);
    expect(starkDocuments(knowledgeBase, { relations: true })!(paper)).toBe(
      ' - paper title: Notes\n - abstract: On engines.\n - publication date: 1843-09-01\n' +
        '- relations:\n\npaper cites paper: ("Letters"),\npaper has_topic field_of_study: (Engines),' +
        '\nauthor writes paper: (Ada (Home)),',
    );
    expect(starkDocuments(knowledgeBase, { compact: true })!(paper)).toBe(
      ' paper title: Notes. abstract: On engines. publication date: 1843-09-01. ',
    );
  });

  test('of Prime: each edge that stands in both directions once', async () => {
    const { knowledgeBase } = await build(PRIME);
    expect(pairsOf(knowledgeBase, 'indication')).toEqual(['1>0']);
    expect(pairsOf(knowledgeBase, 'ppi')).toEqual(['2>10']);
    expect(knowledgeBase.schema.relations.map(({ name, endpoints }) => [name, endpoints])).toEqual([
      ['ppi', [{ from: 'gene/protein', to: 'gene/protein' }]],
      ['indication', [{ from: 'disease', to: 'drug' }]],
    ]);
    expect(candidatesOf(knowledgeBase)).toHaveLength(4);
    expect(starkSectionOf(knowledgeBase)).toMatchObject({
      dataSet: 'prime',
      isStoredInBothDirections: true,
      relations: { indication: { rows: 2, leftOut: 1 } },
    });
    const drug = knowledgeBase.node(knowledgeBase.indexOf('0')!);
    expect(starkDocuments(knowledgeBase, { relations: true })!(drug)).toBe(
      '- name: aspirin\n- type: drug\n- source: DrugBank\n- relations:\n  indication: {disease: (pain),}\n',
    );
  });

  test.each(['both', 'stored'])('of Prime with edges %s: as it stands', async (edges) => {
    const { knowledgeBase } = await build(PRIME, { edges });
    expect(pairsOf(knowledgeBase, 'ppi')).toEqual(['2>10', '10>2'].sort());
    expect(starkSectionOf(knowledgeBase)?.relations['ppi']).toEqual({ rows: 2, reversed: 0, merged: 0, leftOut: 0 });
  });

  test('what schema.json says saves the look at all edges', async () => {
    const schema = JSON.parse(PRIME['schema.json']) as object;
    const tuples = [
      ['gene/protein', 'ppi', 'gene/protein'],
      ['drug', 'indication', 'disease'],
    ];
    const files = { ...PRIME, 'schema.json': JSON.stringify({ ...schema, tuples, is_undirected: true }) };
    const { knowledgeBase } = await build(files);
    expect(pairsOf(knowledgeBase, 'indication')).toEqual(['1>0']);
  });

  test('rows at fault are skipped, with file and line', async () => {
    const { report } = await build({
      ...MAG,
      'nodes/0002.jsonl': lines('{"node_id": -1, "node_type": 0}', '{"node_id": 9', '[]', {
        node_id: 9,
        node_type: 'book',
      }),
      'edges/02.tsv': 'source_id\ttarget_id\n3\t2\n3\n3\t2\t1\n3\tx\n3\t77\n',
      'candidate_ids.txt': '3\nfour\n99\n',
    });
    const at = (code: string): string[] =>
      (report.problems.find((problem) => problem.code === code)?.examples ?? []).map(
        ({ origin }) => `${origin?.file}:${origin?.line}`,
      );
    expect(at('malformed_row')).toEqual([
      'nodes/0002.jsonl:1',
      'nodes/0002.jsonl:2',
      'nodes/0002.jsonl:3',
      'nodes/0002.jsonl:4',
      'edges/02.tsv:3',
      'edges/02.tsv:4',
      'edges/02.tsv:5',
    ]);
    expect(at('invalid_value')).toEqual(['candidate_ids.txt:2', 'candidate_ids.txt:3']);
    expect(at('dangling_relation')).toEqual(['edges/02.tsv:6']);
  });

  test.each([
    ['missing_file', { 'nodes/0.jsonl': '' }],
    ['missing_file', { 'schema.json': MAG['schema.json'] }],
    ['invalid_file', { ...MAG, 'schema.json': '{"node_types": {"0": "author", "2": "paper"}, "edge_types": ["x"]}' }],
    ['invalid_file', { ...MAG, 'schema.json': '{"node_types": ["author"]}' }],
    ['invalid_file', { ...MAG, 'schema.json': '{"node_types": ["author"], "edge_types": ["x", "y", "z", "w"]}' }],
    ['invalid_file', { ...MAG, 'schema.json': 'no' }],
    ['invalid_file', { ...MAG, 'edges/7.tsv': '' }],
    ['invalid_description', { ...MAG, 'grasp.json': '{"format": "tables"}' }],
    ['invalid_description', { ...MAG, 'grasp.json': '{"edges": "all"}' }],
  ])('%s', async (code, files: Readonly<Record<string, string | Uint8Array>>) => {
    await expect(openSource(folderOf(files), { format: 'stark' })).rejects.toMatchObject({ name: 'SourceError', code });
  });
});

describe('the undirected step', () => {
  /** As torch_geometric does it: both directions, equal pairs merged, the mean of their types cut to an integer. */
  function toUndirected(edges: readonly (readonly [number, number, number])[]): Map<number, Set<string>> {
    const types = new Map<string, number[]>();
    for (const [source, target, type] of edges) {
      for (const key of [`${source}>${target}`, `${target}>${source}`]) {
        types.set(key, [...(types.get(key) ?? []), type]);
      }
    }
    const byType = new Map<number, Set<string>>();
    for (const [key, found] of types) {
      const type = Math.trunc(found.reduce((sum, each) => sum + each, 0) / found.length);
      byType.set(type, (byType.get(type) ?? new Set()).add(key));
    }
    return byType;
  }

  const bothWays = (pairs: readonly string[]): Set<string> =>
    new Set(pairs.flatMap((pair) => [pair, pair.split('>').reverse().join('>')]));

  test('with mergeAlsoView is that of STaRK', async () => {
    const product = fc.integer({ min: 0, max: 5 });
    const edge = fc.tuple(product, product, fc.constantFrom(0, 1)).filter(([from, to]) => from !== to);
    const brand = fc.tuple(product, fc.integer({ min: 6, max: 7 }), fc.constant(2));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.oneof(edge, brand), { selector: String, minLength: 1, maxLength: 12 }),
        async (edges) => {
          const of = (type: number): string =>
            edgeLines(edges.filter((each) => each[2] === type).map(([from, to]) => [from, to] as const));
          const files = {
            'schema.json': '{"node_types": ["product", "brand"], "edge_types": ["also_buy", "also_view", "has_brand"]}',
            'nodes/0.jsonl': lines(
              ...Array.from({ length: 8 }, (_, id) => ({
                node_id: id,
                node_type: id < 6 ? 'product' : 'brand',
                info: { title: `p${id}`, brand_name: `b${id}` },
              })),
            ),
            'edges/00.tsv': of(0),
            'edges/01.tsv': of(1),
            'edges/02.tsv': of(2),
          };
          // STaRK does nothing to a graph that is stored in both directions.
          const keys = new Set(edges.map(([from, to]) => `${from}>${to}`));
          fc.pre(edges.some(([from, to]) => !keys.has(`${to}>${from}`)));
          const expected = toUndirected(edges);
          for (const form of ['both', 'once'] as const) {
            const { knowledgeBase } = await build(files, { edges: form, mergeAlsoView: true });
            for (const [type, relation] of ['also_buy', 'also_view', 'has_brand'].entries()) {
              const known = knowledgeBase.schema.relations.some(({ name }) => name === relation);
              const pairs = known ? pairsOf(knowledgeBase, relation) : [];
              expect(form === 'both' ? new Set(pairs) : bothWays(pairs)).toEqual(expected.get(type) ?? new Set());
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

test('an updated graph keeps its candidates, and a compacted one what it is', async () => {
  const folder = folderOf(MAG);
  const file = join(folder, 'built.skb');
  await importKnowledgeBase(await openSource(folder, { format: 'stark' }), file);
  await updateKnowledgeBase(file, [
    { kind: 'node', type: 'author', id: '0x', name: 'New' },
    { kind: 'delete-node', id: '4' },
  ]);
  const candidates = (): unknown => {
    const knowledgeBase = openKnowledgeBase(file);
    opened.push(knowledgeBase);
    const ids = Array.from(candidatesOf(knowledgeBase)!, (index) => knowledgeBase.idOf(index));
    return [ids, starkSectionOf(knowledgeBase)!.dataSet];
  };
  expect(candidates()).toEqual([['3'], 'mag']);
  await compactKnowledgeBase(file);
  expect(candidates()).toEqual([['3'], 'mag']);
  // All papers may be answers, so a new one may, too; no author may.
  await updateKnowledgeBase(file, [
    { kind: 'node', type: 'paper', id: '1', name: 'New' },
    { kind: 'node', type: 'author', id: '2', name: 'New' },
  ]);
  expect(candidates()).toEqual([['1', '3'], 'mag']);
});

test('where not all nodes of a type may be answers, new ones may not', async () => {
  const folder = folderOf({ ...MAG, 'candidate_ids.txt': '3\n' });
  const file = join(folder, 'built.skb');
  await importKnowledgeBase(await openSource(folder, { format: 'stark' }), file);
  await updateKnowledgeBase(file, [{ kind: 'node', type: 'paper', id: '1', name: 'New' }]);
  const knowledgeBase = openKnowledgeBase(file);
  opened.push(knowledgeBase);
  expect(Array.from(candidatesOf(knowledgeBase)!, (index) => knowledgeBase.idOf(index))).toEqual(['3']);
});
