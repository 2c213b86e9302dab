import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { schemaSchema, validatePlan } from '@grasp/plan';

import type { ImportProblem, KnowledgeBaseSource, NodeRecord } from '../source.js';
import { openSource } from './open-source.js';

const folder = fileURLToPath(new URL('../../../../datasets/hpo', import.meta.url));

interface Graph {
  readonly nodes: Map<string, NodeRecord>;
  readonly edges: Map<string, string[]>;
  readonly problems: ImportProblem[];
}

async function load(source: KnowledgeBaseSource): Promise<Graph> {
  const graph: Graph = { nodes: new Map(), edges: new Map(), problems: [] };
  for await (const record of source.records()) {
    if (record.kind === 'node') {
      if (graph.nodes.has(record.id)) throw new Error(`expected one node ${record.id}, got two`);
      graph.nodes.set(record.id, record);
    } else if (record.kind === 'problem') graph.problems.push(record);
    else {
      const pairs = graph.edges.get(record.relation);
      const pair = `${record.from} ${record.to}`;
      if (pairs === undefined) graph.edges.set(record.relation, [pair]);
      else pairs.push(pair);
    }
  }
  return graph;
}

const countBy = <Item>(items: Iterable<Item>, key: (item: Item) => string): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
};

describe('datasets/hpo', () => {
  let source: KnowledgeBaseSource;
  let graph: Graph;
  beforeAll(async () => {
    source = await openSource(folder);
    graph = await load(source);
  }, 60_000);

  it('says that it was read whole', () => {
    const { done, total } = source.position!();
    expect(done).toBe(total);
    expect(total).toBeGreaterThan(1_000_000);
  });

  it('is unaltered', async () => {
    const sums = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n');
    expect(sums).toHaveLength(4);
    for (const line of sums) {
      const [sum, file] = line.split('  ') as [string, string];
      expect([
        file,
        createHash('sha256')
          .update(await readFile(join(folder, file)))
          .digest('hex'),
      ]).toEqual([file, sum]);
    }
  });

  // The numbers of datasets/hpo/README.md, which two programs written apart agree on.
  it('has the nodes that its README counts', () => {
    expect(countBy(graph.nodes.values(), ({ type }) => type)).toEqual({
      phenotype: 18_387,
      inheritance: 41,
      onset: 23,
      disease: 12_687,
      gene: 5_132,
    });
    const diseases = [...graph.nodes.values()].filter(({ type }) => type === 'disease');
    expect(countBy(diseases, ({ id }) => id.split(':')[0]!)).toEqual({ OMIM: 8_359, ORPHA: 4_281, DECIPHER: 47 });
    expect(diseases.filter(({ aliases }) => aliases !== undefined)).toHaveLength(80);
    const names = countBy(diseases, ({ name }) => name.toLowerCase());
    expect(Object.values(names).filter((count) => count > 1)).toHaveLength(526);
    const phenotypes = [...graph.nodes.values()].filter(({ type }) => type === 'phenotype');
    expect(phenotypes.filter(({ fields }) => fields?.['definition'] !== undefined)).toHaveLength(15_818);
    expect([...graph.nodes.values()].filter(({ name }) => name === '-')).toHaveLength(6);
  });

  it('has the relations that its README counts, each pair once', () => {
    const counts = Object.fromEntries([...graph.edges].map(([relation, pairs]) => [relation, pairs.length]));
    expect(counts).toEqual({
      'parent-child': 22_803,
      'phenotype present': 253_328,
      'phenotype absent': 704,
      'inherited as': 8_854,
      'has onset': 6_831,
      'associated with': 12_302,
    });
    for (const [relation, pairs] of graph.edges) {
      expect(new Set(pairs).size).toBe(pairs.length);
      const { endpoints } = source.schema.relations.find(({ name }) => name === relation)!;
      const ends = countBy(pairs, (pair) =>
        pair
          .split(' ')
          .map((id) => graph.nodes.get(id)!.type)
          .join(' '),
      );
      expect(Object.keys(ends).sort()).toEqual(endpoints.map(({ from, to }) => `${from} ${to}`).sort());
      if (relation === 'parent-child') expect(Object.values(ends)).toEqual([22_741, 40, 22]);
    }
  });

  it('reports the annotations that are out of scope, and nothing else', () => {
    expect(countBy(graph.problems, ({ code }) => code)).toEqual({ out_of_scope: 1_394 });
    expect(graph.problems[0]!.origin).toMatchObject({ file: 'data/phenotype.hpoa.gz', line: expect.any(Number) });
  });

  it('reads names, synonyms, definitions and comments', () => {
    expect(graph.nodes.get('HP:0000003')).toEqual({
      kind: 'node',
      type: 'phenotype',
      id: 'HP:0000003',
      name: 'Multicystic kidney dysplasia',
      aliases: ['Multicystic dysplastic kidney', 'Multicystic kidneys', 'Multicystic renal dysplasia'],
      fields: {
        definition: expect.stringMatching(/^Multicystic dysplasia of the kidney is .* is nonfunctional\.$/u),
        comment: expect.stringMatching(/^Multicystic kidney dysplasia is the result .* prenatal ultrasound\.$/u),
      },
      origin: { file: 'data/hp.obo.gz', line: 46 },
    });
    const texts = [...graph.nodes.values()].flatMap(({ name, fields = {} }) => [
      name,
      ...Object.values(fields).map(String),
    ]);
    expect(texts.filter((text) => text.includes('\\'))).toEqual([]);
  });

  it('fits the gold plans of its questions', async () => {
    expect(schemaSchema.safeParse(source.schema)).toMatchObject({ success: true });
    const lines = (await readFile(join(folder, 'questions.jsonl'), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(70);
    for (const line of lines) {
      const question = JSON.parse(line) as {
        plan: { anchors: { var: string; label: string }[]; target: { labels: string[] } };
        anchors: Record<string, string>;
        answer_ids: string[];
      };
      expect(validatePlan(question.plan, source.schema)).toMatchObject({ ok: true });
      for (const anchor of question.plan.anchors) {
        expect(graph.nodes.get(question.anchors[anchor.var]!)?.type).toBe(anchor.label);
      }
      for (const id of question.answer_ids) expect(question.plan.target.labels).toContain(graph.nodes.get(id)?.type);
    }
  });
});

describe('an HPO release with faults', () => {
  let small: string;
  beforeAll(async () => {
    small = await mkdtemp(join(tmpdir(), 'hpo-source-'));
  });
  afterAll(() => rm(small, { recursive: true }));

  const files = { ontology: 'hp.obo', annotations: 'phenotype.hpoa', genes: 'genes.txt' };
  const ontology = [
    ...['[Term]', 'id: HP:0000118', 'name: Phenotypic abnormality', ''],
    ...['[Term]', 'id: HP:0000005', 'name: Mode of inheritance', ''],
    ...['[Term]', 'id: HP:0003674', 'name: Onset', ''],
    ...[
      '[Term]',
      'id: HP:1',
      'name: Say \\"ah\\"',
      'alt_id: HP:9',
      'def: "A \\"sound\\"." [x]',
      'synonym: "Ah" EXACT []',
    ],
    ...['synonym: "Ah" RELATED []', 'synonym: none', 'is_a: HP:0000118 {x="y"} ! Phenotypic abnormality', ''],
    ...['[Term]', 'id: HP:2', 'is_a: HP:0000118', ''],
    ...['[Term]', 'id: HP:3', 'name: Gone', 'is_obsolete: true', ''],
    ...['[Term]', 'id: HP:4', 'name: Elsewhere', '', '[Typedef]', 'id: part_of', 'name: part of'],
  ].join('\n');

  it('skips and reports them', async () => {
    await writeFile(join(small, 'grasp.json'), JSON.stringify({ format: 'hpo', name: 'small', files }));
    await writeFile(join(small, 'hp.obo'), ontology);
    const rows = [
      '#version',
      'database_id\tdisease_name\tqualifier\thpo_id',
      'D:1\tOne\t\tHP:9',
      'D:1\tUne\tNOT\tHP:1',
    ];
    const faulty = ['D:1\tOne\t\tHP:3', 'D:1\tOne\tMAYBE\tHP:1', 'D:1\tOne', 'D:1\tOne\t\tHP:4', '\tNone\t\tHP:1'];
    await writeFile(join(small, 'phenotype.hpoa'), [...rows, ...faulty].join('\n'));
    await writeFile(
      join(small, 'genes.txt'),
      'ncbi_gene_id\tgene_symbol\tdisease_id\n7\tABC\tD:1\n7\tABC\tD:1\n\tX\tD:1\n',
    );
    const graph = await load(await openSource(small));
    expect(graph.nodes.get('HP:1')).toMatchObject({
      name: 'Say "ah"',
      aliases: ['Ah'],
      fields: { definition: 'A "sound".' },
    });
    expect(graph.nodes.get('D:1')).toMatchObject({ name: 'One', aliases: ['Une'] });
    expect(Object.fromEntries(graph.edges)).toEqual({
      'parent-child': ['HP:0000118 HP:1'],
      'phenotype present': ['D:1 HP:1'],
      'phenotype absent': ['D:1 HP:1'],
      'associated with': ['NCBIGene:7 D:1'],
    });
    expect(graph.problems.map(({ code, origin }) => `${code} ${origin!.file}:${origin!.line}`)).toEqual([
      'malformed_row hp.obo:20',
      'malformed_row hp.obo:23',
      'dangling_relation phenotype.hpoa:5',
      'invalid_value phenotype.hpoa:6',
      'malformed_row phenotype.hpoa:7',
      'out_of_scope phenotype.hpoa:8',
      'malformed_row phenotype.hpoa:9',
      'malformed_row genes.txt:4',
    ]);
  });

  it('refuses another ontology, a table without its columns, and a missing file', async () => {
    const attempt = async (change: Readonly<Record<string, string>>): Promise<unknown> => {
      const copy = await mkdtemp(join(small, 'copy-'));
      for (const file of ['grasp.json', 'hp.obo', 'phenotype.hpoa']) await cp(join(small, file), join(copy, file));
      for (const [file, text] of Object.entries(change)) await writeFile(join(copy, file), text);
      return load(await openSource(copy));
    };
    await expect(attempt({ 'hp.obo': '[Term]\nid: GO:1\nname: x\n' })).rejects.toMatchObject({ code: 'invalid_file' });
    await expect(attempt({ 'phenotype.hpoa': 'a\tb\n1\t2\n' })).rejects.toMatchObject({ code: 'missing_column' });
    await expect(attempt({})).rejects.toMatchObject({ code: 'missing_file', file: 'genes.txt' });
  });
});
