import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { edgeLines, folderWith, lines } from '../../../test/stark-folder.js';
import { importKnowledgeBase } from '../../import-knowledge-base.js';
import { openKnowledgeBase } from '../../knowledge-base.js';
import { openSource } from '../open-source.js';
import { starkDocuments } from './stark-document.js';

const fixture = (name: string): string =>
  readFileSync(join(__dirname, '../../../test/fixtures/stark', name), 'utf8').trimEnd();

interface SmallGraph {
  readonly nodeTypes: readonly string[];
  readonly relations: readonly string[];
  /** Node 0 is the one whose relations are printed. */
  readonly nodes: readonly { readonly type: string; readonly info: object }[];
  readonly edges: readonly { readonly relation: number; readonly to: number }[];
}

/** What is printed of the relations of node 0 of a graph that goes through the layout and the import. */
async function relationsOf({ nodeTypes, relations, nodes, edges }: SmallGraph, both: boolean): Promise<string> {
  const edgeFiles = relations.map((_, relation) => {
    const pairs = edges.filter((edge) => edge.relation === relation).map(({ to }) => [0, to] as const);
    const reversed = pairs.map(([from, to]) => [to, from] as const);
    return [
      `edges/${String(relation).padStart(2, '0')}.tsv`,
      edgeLines(both ? [...pairs, ...reversed] : pairs),
    ] as const;
  });
  const folder = folderWith({
    'schema.json': JSON.stringify({ node_types: nodeTypes, edge_types: relations }),
    'nodes/0000.jsonl': lines(...nodes.map(({ type, info }, node_id) => ({ node_id, node_type: type, info }))),
    ...Object.fromEntries(edgeFiles),
  });
  try {
    const file = join(folder, 'built.skb');
    await importKnowledgeBase(await openSource(folder, { format: 'stark' }), file, { strict: true });
    using knowledgeBase = openKnowledgeBase(file);
    const node = knowledgeBase.node(knowledgeBase.indexOf('0')!);
    const [without, whole] = [false, true].map((shown) => starkDocuments(knowledgeBase, { relations: shown })!(node));
    expect(whole!.startsWith(without!)).toBe(true);
    return whole!.slice(without!.length).trimEnd();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const PRIME_RELATIONS = [
  ...['ppi', 'carrier', 'enzyme', 'target', 'transporter', 'contraindication', 'indication', 'off-label use'],
  ...['synergistic interaction', 'associated with', 'parent-child', 'phenotype absent', 'phenotype present'],
  ...['side effect', 'interacts with', 'linked to', 'expression present', 'expression absent'],
];

test('what a drug is related to comes out as STaRK printed it', async () => {
  const expected = fixture('prime_15450_rel.txt');
  const numbers = new Map<string, number>();
  const nodes = [{ type: 'drug', info: { type: 'drug', name: 'Ivermectin', source: 'DrugBank' } }];
  const edges: { relation: number; to: number }[] = [];
  for (const [, shown, groups] of expected.matchAll(/^ {2}(\S+): \{(.*)\}$/gmu)) {
    const relation = PRIME_RELATIONS.findIndex((name) => name.replaceAll(' ', '_') === shown);
    for (const [, type, names] of groups!.matchAll(/([\w/]+): \((.*?)\),(?=[\w/]+: \(|$)/gu)) {
      for (const name of names!.split(', ')) {
        const key = `${type!} ${name}`;
        if (!numbers.has(key))
          numbers.set(key, nodes.push({ type: type!, info: { type: type!, name, source: 'x' } }) - 1);
        edges.push({ relation, to: numbers.get(key)! });
      }
    }
  }
  expect(edges.length).toBeGreaterThan(400);
  const nodeTypes = ['disease', 'gene/protein', 'drug', 'effect/phenotype'];
  expect(await relationsOf({ nodeTypes, relations: PRIME_RELATIONS, nodes, edges }, true)).toBe(expected);
});

test('what a product is related to comes out as STaRK printed it', async () => {
  const expected = fixture('amazon_rel_n5.txt');
  const nodes: { type: string; info: object }[] = [{ type: 'product', info: { title: 'Knot tool' } }];
  const edges: { relation: number; to: number }[] = [];
  const [bought, viewed] = expected.split('  products also viewed: \n');
  [bought!, viewed!].forEach((part, relation) => {
    for (const [, title] of part.matchAll(/^#\d+: (.*)$/gmu)) {
      edges.push({ relation, to: nodes.push({ type: 'product', info: { title } }) - 1 });
    }
  });
  edges.push({ relation: 2, to: nodes.push({ type: 'brand', info: { brand_name: 'Lake' } }) - 1 });
  edges.push({ relation: 3, to: nodes.push({ type: 'category', info: { category_name: 'fishing' } }) - 1 });
  edges.push({ relation: 4, to: nodes.push({ type: 'color', info: { color_name: 'navy' } }) - 1 });
  const nodeTypes = ['product', 'brand', 'category', 'color'];
  const relations = ['also_buy', 'also_view', 'has_brand', 'has_category', 'has_color'];
  expect(await relationsOf({ nodeTypes, relations, nodes, edges }, false)).toBe(expected);
});
