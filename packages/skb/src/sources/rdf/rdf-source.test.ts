import { rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { folderWith } from '../../../test/stark-folder.js';
import type { ImportProblem, KnowledgeBaseSource, NodeRecord } from '../../source.js';
import { openSource } from '../open-source.js';
import { SubjectGroups } from './subject-groups.js';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

interface Gathered {
  readonly source: KnowledgeBaseSource;
  readonly nodes: Map<string, NodeRecord>;
  readonly relations: string[];
  readonly problems: ImportProblem[];
}

async function gather(files: Readonly<Record<string, string | Uint8Array>>, description?: object): Promise<Gathered> {
  const all = description === undefined ? files : { ...files, 'grasp.json': JSON.stringify(description) };
  const folder = folderWith(all);
  folders.push(folder);
  const source = await openSource(folder, { format: 'rdf' });
  const gathered: Gathered = { source, nodes: new Map(), relations: [], problems: [] };
  for await (const record of source.records()) {
    if (record.kind === 'node') gathered.nodes.set(record.id, record);
    else if (record.kind === 'relation') gathered.relations.push(`${record.from} ${record.relation} ${record.to}`);
    else gathered.problems.push(record);
  }
  return gathered;
}

const TURTLE = `@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .

ex:ada a ex:Person, owl:Thing ;
  rdfs:label "Ada Lovelace"@en, "Ada, Gräfin von Lovelace"@de ;
  skos:altLabel "Countess of Lovelace"@en-GB, "Gräfin"@de ;
  ex:born "1815-12-10"^^xsd:date ;
  ex:wrote ex:notes ;
  ex:page <http://elsewhere.example/ada> .
ex:charles a ex:Person ; rdfs:label "Charles Babbage" ; ex:born "1791-12-26"^^xsd:date .

ex:notes a ex:Work, ex:Note ;
  ex:pages 66 ;
  ex:about """An engine
that weaves algebra."""@en , "Eine Maschine"@de .
ex:Letters_to_X a ex:Work ; ex:pages "12"^^xsd:integer .
[] a ex:Person ; rdfs:label "nobody" .
`;

describe('without a mapping', () => {
  test('classes are types, statements between nodes relations, others fields', async () => {
    const { source, nodes, relations, problems } = await gather({ 'a.ttl': TURTLE });
    expect(source.schema).toEqual({
      nodeTypes: [
        {
          name: 'Person',
          fields: [
            { name: 'born', kind: 'date' },
            { name: 'page', kind: 'keyword' },
          ],
        },
        {
          name: 'Work',
          fields: [
            { name: 'pages', kind: 'number' },
            { name: 'about', kind: 'text' },
          ],
        },
      ],
      relations: [{ name: 'wrote', endpoints: [{ from: 'Person', to: 'Work' }] }],
    });
    expect(nodes.get('http://example.org/ada')).toEqual({
      kind: 'node',
      type: 'Person',
      id: 'http://example.org/ada',
      name: 'Ada Lovelace',
      aliases: ['Countess of Lovelace'],
      fields: { born: '1815-12-10', page: 'http://elsewhere.example/ada' },
      origin: { file: 'a.ttl', line: 7 },
    });
    expect(nodes.get('http://example.org/notes')).toMatchObject({
      type: 'Work',
      name: 'notes',
      fields: { pages: 66, about: 'An engine\nthat weaves algebra.' },
    });
    expect(nodes.get('http://example.org/Letters_to_X')).toMatchObject({ name: 'Letters to X', fields: { pages: 12 } });
    expect(nodes.size).toBe(4);
    expect(relations).toEqual(['http://example.org/ada wrote http://example.org/notes']);
    expect(problems.map(({ code }) => code)).toEqual(['out_of_scope', 'out_of_scope']);
  });

  test('subjects without any class are of one type', async () => {
    const { source, nodes } = await gather({ 'a.nt': '<u:a> <u:knows> <u:b> .\n<u:b> <u:age> "7" .\n' });
    expect(source.schema.nodeTypes.map(({ name }) => name)).toEqual(['resource']);
    expect([...nodes.values()].map(({ name }) => name)).toEqual(['a', 'b']);
    expect(source.schema.relations).toEqual([{ name: 'knows', endpoints: [{ from: 'resource', to: 'resource' }] }]);
  });
});

test('a mapping of classes, predicates, names, language and prefixes', async () => {
  const { source, nodes, relations, problems } = await gather(
    { 'a.ttl.gz': gzipSync(TURTLE) },
    {
      format: 'rdf',
      prefixes: { ex: 'http://example.org/' },
      language: 'de',
      classes: { 'ex:Note': 'note', 'ex:Person': 'person' },
      predicates: {
        'ex:wrote': { relation: 'is author of' },
        'ex:born': { field: 'birth', kind: 'keyword' },
        'ex:page': 'skip',
      },
      schema: { relations: { 'is author of': { description: 'From a person to what they wrote.' } } },
    },
  );
  expect(source.schema.nodeTypes).toEqual([
    {
      name: 'note',
      fields: [
        { name: 'pages', kind: 'number' },
        { name: 'about', kind: 'text' },
      ],
    },
    { name: 'person', fields: [{ name: 'birth', kind: 'keyword' }] },
  ]);
  expect(nodes.get('ex:ada')).toMatchObject({
    type: 'person',
    name: 'Ada, Gräfin von Lovelace',
    aliases: ['Gräfin'],
    fields: { birth: '1815-12-10' },
  });
  expect(nodes.get('ex:notes')).toMatchObject({ type: 'note', fields: { about: 'Eine Maschine' } });
  expect(relations).toEqual(['ex:ada is author of ex:notes']);
  expect(problems.filter(({ message }) => message.includes('Letters_to_X'))).toMatchObject([
    { code: 'out_of_scope', origin: { file: 'a.ttl.gz', line: 19 } },
  ]);
});

test('a number may come once, and what is none is a problem', async () => {
  const text = '<u:a> <u:size> "1" .\n<u:a> <u:size> "2" .\n<u:b> <u:size> "x" .\n';
  const { nodes, problems } = await gather(
    { 'a.nt': text },
    { format: 'rdf', predicates: { 'u:size': { field: 'size', kind: 'number' } } },
  );
  expect(nodes.get('u:a')?.fields).toEqual({ size: 1 });
  expect(problems.map(({ code, origin }) => [code, origin?.line])).toEqual([
    ['invalid_value', 2],
    ['invalid_value', 3],
  ]);
});

test('bad lines of N-Triples and N-Quads are skipped', async () => {
  const { nodes, problems } = await gather({
    'a.nt': '# head\n<u:a> <u:p> "1" .\n<u:a> <u:p>\n\n<u:b> <u:p> "é" . # tail\n<u:c> <u:p "x" .\n_:b <u:p> "2" .\n',
    'b.nq': '<u:d> <u:p> "4" <u:graph> .\n<u:d> <u:p> .\n',
  });
  expect([...nodes.keys()]).toEqual(['u:a', 'u:b', 'u:d']);
  expect(problems.map(({ code, origin }) => `${code} ${origin?.file}:${origin?.line}`)).toEqual([
    'malformed_row a.nt:3',
    'malformed_row a.nt:6',
    'out_of_scope a.nt:7',
    'malformed_row b.nq:2',
  ]);
});

test.each([
  ['invalid_file', { 'a.ttl': '@prefix ex: <u:> .\nex:a ex:p ex:b .\nex:a ex:p ;;] .\n' }, 3],
  ['invalid_file', { 'a.ttl': '<u:a> <u:p> "never closed .\n' }, 1],
  ['invalid_file', { 'a.ttl': Buffer.from([0x3c, 0x75, 0xff, 0x3e]) }, 1],
  ['missing_file', { 'a.rdf': '' }, undefined],
  ['corrupt_file', { 'a.nt.gz': gzipSync('<u:a> <u:p> "1" .\n').subarray(0, -5) }, undefined],
])('%s', async (code, files: Readonly<Record<string, string | Uint8Array>>, line) => {
  await expect(gather(files)).rejects.toMatchObject({
    name: 'SourceError',
    code,
    ...(line === undefined ? {} : { line }),
  });
});

test.each([1, 7])('statements of a subject come together from %d parts', async (parts) => {
  const groups = new SubjectGroups(parts);
  for (let line = 1; line <= 300; line++) {
    const object = { kind: 'literal', value: `${line}`, language: '', datatype: '' } as const;
    groups.add({ kind: 'triple', subject: `u:${line % 50}`, predicate: 'u:p', object, line, file: 'a.nt' });
  }
  const lines = new Map<string, number[]>();
  for await (const group of groups.groups()) {
    expect(lines.has(group[0]!.subject)).toBe(false);
    lines.set(
      group[0]!.subject,
      group.map(({ line }) => line),
    );
  }
  groups.close();
  expect(lines.size).toBe(50);
  expect(lines.get('u:3')).toEqual([3, 53, 103, 153, 203, 253]);
});
