import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { parquetWriteBuffer } from 'hyparquet-writer';

import { importKnowledgeBase, openKnowledgeBase, openSource } from '../src/index.js';
import type { ImportReport, KnowledgeBase, SourceFormat } from '../src/index.js';
import { folderWith } from './stark-folder.js';

const folders: string[] = [];
const opened: KnowledgeBase[] = [];
afterEach(() => {
  for (const knowledgeBase of opened.splice(0)) knowledgeBase.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

type Content = string | Uint8Array;

/** Two nodes, `a` (or 0) and `b` (or 1), in each format, and how further lines are written into the file of nodes. */
interface Format {
  readonly format?: SourceFormat;
  /** The file of nodes. */
  readonly file: string;
  /** Its lines, with others before the last node. */
  readonly nodes: (between?: readonly string[]) => string;
  /** Number of the first line between. */
  readonly line: number;
  /** A line with so much text that it is too long. */
  readonly long: (text: string) => string;
  /** A node like the first. */
  readonly again: string;
  /** What else there is, with a relation from each of `from` to that of `to`. */
  readonly rest: (edges: readonly (readonly [number, number])[]) => Readonly<Record<string, Content>>;
}

const letters = ['a', 'b'];
const edgesAs = (write: (from: string, to: string) => string, edges: readonly (readonly [number, number])[]): string =>
  edges.map(([from, to]) => `${write(letters[from]!, letters[to]!)}\n`).join('');
const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

const tables =
  (file: string): Format['rest'] =>
  (edges) => ({
    'grasp.json': JSON.stringify({
      nodes: [{ type: 'thing', file, fields: {} }],
      relations: [{ relation: 'parent', file: 'edges.tsv', fromType: 'thing', toType: 'thing' }],
    }),
    'edges.tsv': `from\tto\n${edgesAs((from, to) => `${from}\t${to}`, edges)}`,
  });
const starkNode = (id: number, name: string): string =>
  JSON.stringify({ node_id: id, node_type: 'disease', info: { name } });

const FORMATS: Readonly<Record<string, Format>> = {
  CSV: {
    file: 'nodes.csv',
    nodes: (between = []) => lines('id,name', 'a,One', ...between, 'b,Two'),
    line: 3,
    long: (text) => `c,"${text}"`,
    again: 'a,Again',
    rest: tables('nodes.csv'),
  },
  TSV: {
    file: 'nodes.tsv',
    nodes: (between = []) => lines('id\tname', 'a\tOne', ...between, 'b\tTwo'),
    line: 3,
    long: (text) => `c\t${text}`,
    again: 'a\tAgain',
    rest: tables('nodes.tsv'),
  },
  JSONL: {
    file: 'nodes.jsonl',
    nodes: (between = []) => lines('{"id":"a","name":"One"}', ...between, '{"id":"b","name":"Two"}'),
    line: 2,
    long: (text) => JSON.stringify({ id: 'c', name: text }),
    again: '{"id":"a","name":"Again"}',
    rest: tables('nodes.jsonl'),
  },
  STaRK: {
    format: 'stark',
    file: 'nodes/0.jsonl',
    nodes: (between = []) => lines(starkNode(0, 'One'), ...between, starkNode(1, 'Two')),
    line: 2,
    long: (text) => starkNode(2, text),
    again: starkNode(0, 'Again'),
    rest: (edges) => ({
      'schema.json': '{"node_types":["disease","gene/protein"],"edge_types":["parent-child"]}',
      'edges/0.tsv': lines('source_id\ttarget_id', ...edges.map((edge) => edge.join('\t'))),
    }),
  },
  'N-Triples': {
    format: 'rdf',
    file: 'a.nt',
    nodes: (between = []) =>
      lines(
        '<u:a> <http://www.w3.org/2000/01/rdf-schema#label> "One" .',
        ...between,
        '<u:b> <http://www.w3.org/2000/01/rdf-schema#label> "Two" .',
      ),
    line: 2,
    long: (text) => `<u:c> <http://www.w3.org/2000/01/rdf-schema#label> "${text}" .`,
    again: '<u:a> <http://www.w3.org/2000/01/rdf-schema#label> "One" .',
    rest: (edges) => ({ 'b.nt': edgesAs((from, to) => `<u:${from}> <u:parent> <u:${to}> .`, edges) }),
  },
};

/** Imports a folder over nothing, and gives the report or the error; never leaves anything but the file itself. */
async function importOf(
  { format }: Pick<Format, 'format'>,
  files: Readonly<Record<string, Content>>,
): Promise<{ readonly report?: ImportReport; readonly error?: unknown; readonly knowledgeBase?: KnowledgeBase }> {
  const [folder, out] = [folderWith(files), folderWith({})];
  folders.push(folder, out);
  const settings = format === 'stark' ? { edges: 'stored' } : {};
  try {
    const source = await openSource(folder, format === undefined ? {} : { format, settings });
    const report = await importKnowledgeBase(source, join(out, 'a.skb'));
    expect(readdirSync(out)).toEqual(['a.skb']);
    const knowledgeBase = openKnowledgeBase(join(out, 'a.skb'));
    opened.push(knowledgeBase);
    return { report, knowledgeBase };
  } catch (error) {
    expect(readdirSync(out)).toEqual([]);
    return { error };
  }
}

const placesOf = ({ problems }: ImportReport): string[] =>
  problems.flatMap(({ code, examples }) => examples.map(({ origin }) => `${code} ${origin?.file}:${origin?.line}`));

describe.each(Object.entries(FORMATS))('%s', (name, format) => {
  const { file, nodes, line, long, again, rest } = format;

  test('a line over 16 MiB is skipped, with file and line', async () => {
    const { report } = await importOf(format, { ...rest([[0, 1]]), [file]: nodes([long('x'.repeat(17 << 20))]) });
    expect(report).toMatchObject({ nodeCount: 2, relationCount: 1 });
    expect(placesOf(report!)).toEqual([`malformed_row ${file}:${line}`]);
  });

  test('a .gz that was cut off is refused', async () => {
    const packed = gzipSync(nodes(Array.from({ length: 500 }, () => again)));
    const files = Object.entries(rest([[0, 1]])).map(([key, text]) => [
      key,
      typeof text === 'string' ? text.replaceAll(file, `${file}.gz`) : text,
    ]);
    const { error } = await importOf(format, { ...Object.fromEntries(files), [`${file}.gz`]: packed.subarray(0, -9) });
    expect(error).toMatchObject({
      name: 'SourceError',
      code: 'corrupt_file',
      file: `${file}.gz`,
      line: expect.any(Number),
    });
  });

  test('an id twice, relations to itself and in a circle', async () => {
    const edges = [
      [0, 0],
      [0, 1],
      [1, 0],
    ] as const;
    const { report, knowledgeBase } = await importOf(format, { ...rest(edges), [file]: nodes([again]) });
    expect(report).toMatchObject({ nodeCount: 2, relationCount: 3 });
    // In RDF it is one more statement on the same subject.
    expect(placesOf(report!)).toEqual(name === 'N-Triples' ? [] : [`duplicate_node ${file}:${line}`]);
    expect(knowledgeBase!.findByName('one')).toEqual([0]);
  });

  test('bytes that are not UTF-8 cost their line', async () => {
    const bytes = Buffer.from(nodes([long('\u00ff')]), 'latin1');
    const { report } = await importOf(format, { ...rest([]), [file]: bytes });
    expect(report?.nodeCount).toBe(2);
    expect(placesOf(report!)).toEqual([`malformed_row ${file}:${line}`]);
  });
});

const isKept: readonly (readonly [string, string, string])[] = [
  ['CSV', 'c,a\0b', 'a\0b'],
  ['TSV', 'c\ta\0b', 'a\0b'],
  ['JSONL', '{"id":"c","name":"a\\u0000b \\ud800 c"}', 'a\0b \ud800 c'],
  ['STaRK', '{"node_id":2,"node_type":"disease","info":{"name":"a\\u0000b \\ud800 c"}}', 'a\0b \ud800 c'],
  ['N-Triples', '<u:c> <http://www.w3.org/2000/01/rdf-schema#label> "a\\u0000b" .', 'a\0b'],
];
test.each(isKept)('%s keeps NUL, and lone surrogates where it can write them', async (name, row, expected) => {
  const format = FORMATS[name]!;
  const { report, knowledgeBase } = await importOf(format, { ...format.rest([]), [format.file]: format.nodes([row]) });
  expect(report!.problems).toEqual([]);
  const names = Array.from({ length: 3 }, (_, index) => knowledgeBase!.nameOf(index));
  expect(names).toContain(expected);
});

test.each([
  ['STaRK', starkNode(2, 'n'.repeat(10_000_000)), 3],
  ['JSONL', JSON.stringify({ id: 'c', name: 'n'.repeat(10_000_000) }), 2],
])('a name of 10 MB in %s', async (name, row, nodeCount) => {
  const format = FORMATS[name]!;
  const { report } = await importOf(format, { ...format.rest([]), [format.file]: format.nodes([row]) });
  expect(report!.nodeCount).toBe(nodeCount);
  expect(placesOf(report!)).toEqual(nodeCount === 3 ? [] : [`invalid_value ${format.file}:${format.line}`]);
});

test('STaRK: edges of a wrong form are skipped, with file and line, and too long ones', async () => {
  const format = FORMATS['STaRK']!;
  const edges = lines('source_id\ttarget_id', '0\t1', '0', '0\t1\t2', `0\t${'1'.repeat(17 << 20)}`, '1\t0', '1\t99');
  const { report } = await importOf(format, {
    ...format.rest([]),
    [format.file]: format.nodes(),
    'edges/0.tsv': edges,
  });
  expect(report?.relationCount).toBe(2);
  expect(placesOf(report!)).toEqual([
    ...[3, 4, 5].map((line) => `malformed_row edges/0.tsv:${line}`),
    'dangling_relation edges/0.tsv:7',
  ]);
});

describe('OBO', () => {
  const obo = { format: 'obo' } as const;
  const term = (id: string, ...tags: readonly string[]): string =>
    lines('[Term]', `id: X:${id}`, `name: ${id}`, ...tags, '');

  test('a line over 16 MiB and one that is not UTF-8 are skipped', async () => {
    const long = `comment: ${'x'.repeat(17 << 20)}`;
    const text = Buffer.from(term('a', long) + term('b', 'comment: \u00ff', 'is_a: X:a'), 'latin1');
    const { report } = await importOf(obo, { 'a.obo': text });
    expect(report).toMatchObject({ nodeCount: 2, relationCount: 1 });
    expect(placesOf(report!)).toEqual(['malformed_row a.obo:4', 'malformed_row a.obo:9']);
  });

  test('an id twice, and NUL', async () => {
    const { report, knowledgeBase } = await importOf(obo, { 'a.obo': term('a\0b') + term('c') + term('c') });
    expect(placesOf(report!)).toEqual(['duplicate_node a.obo:9']);
    expect(knowledgeBase!.nameOf(0)).toBe('a\0b');
  });

  test('a .gz that was cut off is refused', async () => {
    const packed = gzipSync(term('a').repeat(500));
    const { error } = await importOf(obo, { 'a.obo.gz': packed.subarray(0, -9) });
    expect(error).toMatchObject({
      name: 'SourceError',
      code: 'corrupt_file',
      file: 'a.obo.gz',
      line: expect.any(Number),
    });
  });
});

test('Turtle with a line over 16 MiB is refused with its line: nothing after a fault can be read', async () => {
  const text = lines(
    '<u:a> <http://www.w3.org/2000/01/rdf-schema#label> "One" .',
    `<u:b> <http://www.w3.org/2000/01/rdf-schema#label> "${'x'.repeat(17 << 20)}" .`,
  );
  const { error } = await importOf({ format: 'rdf' }, { 'a.ttl': text });
  expect(error).toMatchObject({ name: 'SourceError', code: 'invalid_file', file: 'a.ttl', line: 2 });
});

test('Parquet with an id twice, NUL, a relation to itself and a cell of 10 MB', async () => {
  const file = new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'id', data: ['a', 'a', 'b', 'c'], type: 'STRING' },
        { name: 'name', data: ['One', 'Again', 'a\0b', 'n'.repeat(10_000_000)], type: 'STRING' },
      ],
    }),
  );
  const { report, knowledgeBase } = await importOf({}, { ...tables('nodes.parquet')([[0, 0]]), 'nodes.parquet': file });
  expect(report).toMatchObject({ nodeCount: 2, relationCount: 1 });
  expect(placesOf(report!).sort()).toEqual(['duplicate_node nodes.parquet:2', 'invalid_value nodes.parquet:4']);
  expect(knowledgeBase!.nameOf(1)).toBe('a\0b');
});
