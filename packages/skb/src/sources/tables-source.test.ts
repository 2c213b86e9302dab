import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { schemaSchema } from '@grasp/plan';

import type { ImportProblem, KnowledgeBaseSource, NodeRecord, RelationRecord } from '../source.js';
import { openSource } from './open-source.js';

let root: string;
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tables-source-'));
});
afterAll(() => rm(root, { recursive: true }));

type Files = Readonly<Record<string, string | Buffer>>;

async function folderOf(description: unknown, files: Files): Promise<string> {
  const folder = join(root, `case-${count++}`);
  await mkdir(folder);
  const text = typeof description === 'string' ? description : JSON.stringify(description, undefined, 2);
  await writeFile(join(folder, 'grasp.json'), text);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

interface Gathered {
  readonly source: KnowledgeBaseSource;
  readonly nodes: NodeRecord[];
  readonly relations: RelationRecord[];
  readonly problems: ImportProblem[];
}

async function gather(description: unknown, files: Files): Promise<Gathered> {
  const source = await openSource(await folderOf(description, files));
  expect(schemaSchema.safeParse(source.schema)).toMatchObject({ success: true });
  const gathered: Gathered = { source, nodes: [], relations: [], problems: [] };
  for await (const record of source.records()) {
    if (record.kind === 'node') gathered.nodes.push(record);
    else if (record.kind === 'relation') gathered.relations.push(record);
    else gathered.problems.push(record);
  }
  return gathered;
}

const opening = async (description: unknown, files: Files = {}): Promise<KnowledgeBaseSource> =>
  openSource(await folderOf(description, files));

describe('tables', () => {
  it('reads the smallest description, with inferred fields and endpoints', async () => {
    const { source, nodes, relations, problems } = await gather(
      {
        nodes: [
          { type: 'product', file: 'products.jsonl' },
          { type: 'shop', file: 'shops.tsv' },
        ],
        relations: [{ relation: 'sold by', file: 'sold.csv' }],
      },
      {
        'products.jsonl':
          '{"id":1,"name":"Tent","price":389,"made":"2024-01-02","size":{"height":3},"tags":["red","blue"],"note":null}\n\n' +
          '{"id":2,"name":"Mat","price":"12.5","made":"2024-01","about":"Keeps the cold of the ground away."}\n',
        'shops.tsv': 'id\tname\tsays\ns"1\tShop "One"\t"hello" to all\n',
        'sold.csv': 'from,to\n1,"s""1"\n2,"s""1"\n',
      },
    );
    expect(problems).toEqual([]);
    expect(source.schema).toEqual({
      nodeTypes: [
        {
          name: 'product',
          fields: [
            { name: 'price', kind: 'number' },
            { name: 'made', kind: 'date' },
            { name: 'size.height', kind: 'number' },
            { name: 'tags', kind: 'keyword' },
            { name: 'about', kind: 'text' },
          ],
        },
        { name: 'shop', fields: [{ name: 'says', kind: 'text' }] },
      ],
      relations: [{ name: 'sold by', endpoints: [{ from: 'product', to: 'shop' }] }],
    });
    expect(nodes).toEqual([
      {
        kind: 'node',
        type: 'product',
        id: '1',
        name: 'Tent',
        fields: { price: 389, made: '2024-01-02', 'size.height': 3, tags: ['red', 'blue'] },
        origin: { file: 'products.jsonl', line: 1 },
      },
      {
        kind: 'node',
        type: 'product',
        id: '2',
        name: 'Mat',
        fields: { price: 12.5, made: '2024-01', about: 'Keeps the cold of the ground away.' },
        origin: { file: 'products.jsonl', line: 3 },
      },
      {
        kind: 'node',
        type: 'shop',
        id: 's"1',
        name: 'Shop "One"',
        fields: { says: '"hello" to all' },
        origin: { file: 'shops.tsv', line: 2 },
      },
    ]);
    expect(relations.map(({ from, to, origin }) => [from, to, origin?.line])).toEqual([
      ['1', 's"1', 2],
      ['2', 's"1', 3],
    ]);
  });

  it('reads declared fields, aliases and relation columns, and makes the nodes of a type without a file', async () => {
    const { source, nodes, relations } = await gather(
      {
        nodes: [
          {
            type: 'film',
            file: 'films.csv.gz',
            id: 'key',
            name: 'title',
            idPrefix: 'film:',
            aliases: ['original', { column: 'others', separator: ';' }],
            fields: { year: 'date', plot: { kind: 'text', name: 'summary', description: 'What happens.' } },
            relations: {
              genres: { relation: 'has genre', toType: 'genre', separator: '|' },
              director: { relation: 'directed by', toType: 'person' },
            },
          },
          { type: 'person', file: 'people.csv', idPrefix: 'person:' },
        ],
        relations: [
          {
            relation: 'remade as',
            file: 'remakes.txt',
            format: 'csv',
            delimiter: ';',
            columns: ['old', 'new'],
            comment: '#',
            from: 'old',
            to: 'new',
            separator: '+',
            fromType: 'film',
            toType: 'film',
            aliases: ['remake'],
          },
        ],
        schema: {
          nodeTypes: {
            genre: { description: 'A kind of film.' },
            film: { aliases: ['movie'], fields: { year: 'First shown.' } },
          },
          relations: { 'remade as': { description: 'From a film to a later version.' } },
        },
      },
      {
        'films.csv.gz': gzipSync(
          '\uFEFFkey,title,original,others,year,plot,genres,director,ignored\r\n' +
            '1,Nest,Pesä,Nid;Nest;,1999,"Birds, and\r\nmore birds.",drama | nature,1,x\r\n' +
            '2,Nest 2,,,2009,,drama,,x\r\n',
        ),
        'people.csv': 'id,name\n1,Ada\n',
        'remakes.txt': '# old;new\n1;2+3\n',
      },
    );
    expect(source.schema.nodeTypes.map(({ name }) => name)).toEqual(['film', 'person', 'genre']);
    expect(source.schema.nodeTypes[0]).toEqual({
      name: 'film',
      aliases: ['movie'],
      fields: [
        { name: 'year', kind: 'date', description: 'First shown.' },
        { name: 'summary', kind: 'text', description: 'What happens.' },
      ],
    });
    expect(source.schema.relations).toEqual([
      { name: 'has genre', endpoints: [{ from: 'film', to: 'genre' }] },
      { name: 'directed by', endpoints: [{ from: 'film', to: 'person' }] },
      {
        name: 'remade as',
        description: 'From a film to a later version.',
        aliases: ['remake'],
        endpoints: [{ from: 'film', to: 'film' }],
      },
    ]);
    expect(nodes.map(({ id, name, aliases, fields, origin }) => [id, name, aliases, fields, origin?.line])).toEqual([
      ['film:1', 'Nest', ['Pesä', 'Nid'], { year: '1999', summary: 'Birds, and\nmore birds.' }, 2],
      ['genre:drama', 'drama', undefined, undefined, 2],
      ['genre:nature', 'nature', undefined, undefined, 2],
      ['film:2', 'Nest 2', undefined, { year: '2009' }, 4],
      ['person:1', 'Ada', undefined, undefined, 2],
    ]);
    expect(relations.map(({ relation, from, to }) => [relation, from, to])).toEqual([
      ['has genre', 'film:1', 'genre:drama'],
      ['has genre', 'film:1', 'genre:nature'],
      ['directed by', 'film:1', 'person:1'],
      ['has genre', 'film:2', 'genre:drama'],
      ['remade as', 'film:1', 'film:2'],
      ['remade as', 'film:1', 'film:3'],
    ]);
  });

  it('reports each faulty row with its place and reads the others', async () => {
    const { nodes, relations, problems } = await gather(
      {
        nodes: [
          { type: 'a', file: 'a.csv', fields: { price: 'number', day: 'date' } },
          { type: 'b', file: 'b.jsonl', fields: { price: 'number', colour: 'keyword' } },
        ],
        relations: [{ relation: 'r', file: 'r.tsv', fromType: 'a', toType: 'b' }],
      },
      {
        'a.csv':
          'id,name,price,day\n1,One,1.5,2024-02-30\n2,Two,2\n,None,3,\n"4","Multi\nline",five,2024\n5,,5,\n6,Six,6,2024-02-29\n7,"a" b,7,\n8,Eight,,\n',
        'b.jsonl': [
          '{"id":"x","name":"X","price":1}',
          '{"id":"y","name":"Y",}',
          '[1]',
          '{"name":"no id"}',
          '{"id":"z","name":"Z","price":"cheap"}',
          `{"id":"${'i'.repeat(513)}","name":"long"}`,
          `{"id":"w","name":"W","${'k'.repeat(257)}":1}`,
        ].join('\n'),
        'r.tsv': 'from\tto\n1\tx\n\tx\n1\t\n1\tx\ty\n',
      },
    );
    expect(nodes.map(({ id }) => id)).toEqual(['6', '8', 'x']);
    expect(relations.map(({ from, to }) => [from, to])).toEqual([['1', 'x']]);
    const places = problems.map(({ code, origin }) => {
      const { file, line, column } = origin!;
      return `${code} ${file}:${line}${column === undefined ? '' : `:${column}`}`;
    });
    expect(places).toEqual([
      'invalid_value a.csv:2:11',
      'malformed_row a.csv:3',
      'malformed_row a.csv:4:1',
      'invalid_value a.csv:6:7',
      'malformed_row a.csv:7:3',
      'malformed_row a.csv:9',
      'malformed_row b.jsonl:2:22',
      'malformed_row b.jsonl:3',
      'malformed_row b.jsonl:4',
      'invalid_value b.jsonl:5:30',
      'invalid_value b.jsonl:6:7',
      'malformed_row b.jsonl:7',
      'unknown_field b.jsonl:1',
      'malformed_row r.tsv:3:1',
      'malformed_row r.tsv:4:3',
      'malformed_row r.tsv:5',
    ]);
    expect(problems[0]!.message).toBe('"day": expected a date such as 2024-03-31, got "2024-02-30"');
  });

  it('shares the fields of a type between its files', async () => {
    const { source, nodes } = await gather(
      { nodes: ['a.csv', 'b.csv'].map((file) => ({ type: 't', file })) },
      { 'a.csv': 'id,name,size\n1,A,5\n', 'b.csv': 'id,name,size,colour\n2,B,large,red\n' },
    );
    expect(source.schema.nodeTypes[0]!.fields).toEqual([
      { name: 'size', kind: 'keyword' },
      { name: 'colour', kind: 'keyword' },
    ]);
    expect(nodes.map(({ fields }) => fields)).toEqual([{ size: '5' }, { size: 'large', colour: 'red' }]);
  });

  it('can be read twice, and stops with the reason of the signal', async () => {
    const source = await opening({ nodes: [{ type: 't', file: 'a.csv' }] }, { 'a.csv': 'id,name\n1,A\n2,B\n' });
    for (let turn = 0; turn < 2; turn++) {
      const ids: string[] = [];
      for await (const record of source.records()) if (record.kind === 'node') ids.push(record.id);
      expect(ids).toEqual(['1', '2']);
    }
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(source.records({ signal })[Symbol.asyncIterator]().next()).rejects.toThrow('enough');
    await expect(openSource(root, { signal })).rejects.toThrow('enough');
  });
});

describe('descriptions that do not fit', () => {
  const csv = { 'a.csv': 'id,name\n1,A\n' };

  it('shows an example when there is none', async () => {
    await expect(openSource(root)).rejects.toMatchObject({ code: 'no_description', file: 'grasp.json' });
    await expect(openSource(root)).rejects.toThrow('"nodes": [');
  });

  it('reads many relations from one file, by their names or by codes that another file names', async () => {
    const nodes = [{ type: 't', file: 'nodes.tsv', name: ['label', 'id'], fields: {} }];
    const files = {
      'nodes.tsv': 'id\tlabel\nQ1\tOne\nQ2\t\nQ3\tThree\n',
      'triples.tsv': 'from\trelation\tto\nQ1\tP1\tQ2\nQ2\tP2\tQ3\nQ3\t\tQ1\nQ3\tP1\tQ1\n',
      'names.csv': 'code,says\nP1,part of\n',
    };
    const relations = { relationColumn: 'relation', file: 'triples.tsv' };
    const relationNames = { file: 'names.csv', id: 'code', name: 'says' };
    for (const types of [{}, { fromType: 't', toType: 't' }]) {
      const named = await gather({ nodes, relations: [{ ...relations, ...types, relationNames }] }, files);
      expect(named.nodes.map(({ id, name }) => [id, name])).toEqual([
        ['Q1', 'One'],
        ['Q2', 'Q2'],
        ['Q3', 'Three'],
      ]);
      expect(named.relations.map(({ from, relation, to }) => [from, relation, to])).toEqual([
        ['Q1', 'part of', 'Q2'],
        ['Q2', 'P2', 'Q3'],
        ['Q3', 'part of', 'Q1'],
      ]);
      expect(named.source.schema.relations).toEqual(
        ['part of', 'P2'].map((name) => ({ name, endpoints: [{ from: 't', to: 't' }] })),
      );
      expect(named.problems).toMatchObject([{ code: 'malformed_row', origin: { file: 'triples.tsv', line: 4 } }]);
    }
    const coded = await gather({ nodes, relations: [relations] }, files);
    expect(coded.source.schema.relations.map(({ name }) => name)).toEqual(['P1', 'P2']);
    const wrong = { nodes, relations: [{ ...relations, relationNames: { file: 'names.csv' } }] };
    await expect(opening(wrong, files)).rejects.toMatchObject({ code: 'missing_column' });
  });

  it.each<[string, unknown, (string | number)[]]>([
    ['no relation', { nodes: [{ type: 't', file: 'a.csv' }], relations: [{ file: 'a.csv' }] }, ['relations', 0]],
    [
      'a relation and a column of relations',
      { nodes: [{ type: 't', file: 'a.csv' }], relations: [{ file: 'a.csv', relation: 'r', relationColumn: 'name' }] },
      ['relations', 0],
    ],
    [
      'words for a column of relations',
      { nodes: [{ type: 't', file: 'a.csv' }], relations: [{ file: 'a.csv', relationColumn: 'name', aliases: ['x'] }] },
      ['relations', 0, 'aliases'],
    ],
    [
      'names of a single relation',
      {
        nodes: [{ type: 't', file: 'a.csv' }],
        relations: [{ file: 'a.csv', relation: 'r', relationNames: { file: 'a.csv' } }],
      },
      ['relations', 0, 'relationNames'],
    ],
    ['an unknown format', { format: 'xml' }, ['format']],
    ['no nodes', {}, ['nodes']],
    ['an empty list of nodes', { nodes: [] }, ['nodes']],
    ['an unknown key', { nodes: [{ type: 't', file: 'a.csv', idd: 'x' }] }, ['nodes', 0, 'idd']],
    [
      'a kind that is none',
      { nodes: [{ type: 't', file: 'a.csv', fields: { x: 'int' } }] },
      ['nodes', 0, 'fields', 'x'],
    ],
    ['an ending that tells no format', { nodes: [{ type: 't', file: 'a.xlsx' }] }, ['nodes', 0, 'file']],
    ['quotes for JSONL', { nodes: [{ type: 't', file: 'a.jsonl', quote: true }] }, ['nodes', 0, 'quote']],
    [
      'an unknown type of an end',
      { nodes: [{ type: 't', file: 'a.csv' }], relations: [{ relation: 'r', file: 'a.csv', fromType: 'u' }] },
      ['relations', 0, 'fromType'],
    ],
    [
      'two prefixes of one type',
      {
        nodes: [
          { type: 't', file: 'a.csv' },
          { type: 't', file: 'a.csv', idPrefix: 'x' },
        ],
      },
      ['nodes', 1, 'idPrefix'],
    ],
    [
      'two columns of one field',
      { nodes: [{ type: 't', file: 'a.csv', fields: { id: 'text', name: { kind: 'text', name: 'id' } } }] },
      ['nodes', 0, 'fields', 'name'],
    ],
    [
      'two kinds of one field',
      { nodes: ['text', 'date'].map((kind) => ({ type: 't', file: 'a.csv', fields: { name: kind } })) },
      ['nodes', 1, 'fields', 'name'],
    ],
    [
      'relations between unknown ids only',
      {
        nodes: [{ type: 't', file: 'a.csv' }],
        relations: [{ relation: 'r', file: 'a.csv', from: 'name', to: 'name' }],
      },
      ['relations', 0],
    ],
    [
      'words for an unknown type',
      { nodes: [{ type: 't', file: 'a.csv' }], schema: { nodeTypes: { u: {} } } },
      ['schema', 'nodeTypes', 'u'],
    ],
    [
      'words for an unknown field',
      { nodes: [{ type: 't', file: 'a.csv' }], schema: { nodeTypes: { t: { fields: { x: 'y' } } } } },
      ['schema', 'nodeTypes', 't', 'fields', 'x'],
    ],
    [
      'words for an unknown relation',
      { nodes: [{ type: 't', file: 'a.csv' }], schema: { relations: { r: {} } } },
      ['schema', 'relations', 'r'],
    ],
  ])('refuses %s', async (_, description, path) => {
    await expect(opening(description, csv)).rejects.toMatchObject({ code: 'invalid_description', path });
  });

  it('names line and column of a slip in the JSON, and of a wrong value', async () => {
    await expect(opening('{\n  "nodes": [,]\n}')).rejects.toMatchObject({
      code: 'invalid_description',
      line: 2,
      column: 13,
    });
    await expect(opening('[]')).rejects.toMatchObject({ code: 'invalid_description', line: 1, column: 1 });
    await expect(opening('{\n  "nodes": [{ "type": 5 }]\n}')).rejects.toMatchObject({ line: 2, column: 23 });
  });

  it('refuses files that are missing, have no header, or lack a column', async () => {
    const description = { nodes: [{ type: 't', file: 'a.csv', name: 'title' }] };
    await expect(opening(description)).rejects.toMatchObject({ code: 'missing_file', file: 'a.csv' });
    await expect(opening(description, csv)).rejects.toMatchObject({ code: 'missing_column', file: 'a.csv', line: 1 });
    await expect(opening(description, { 'a.csv': '' })).rejects.toMatchObject({ code: 'invalid_file' });
    await expect(opening(description, { 'a.csv': 'id,id\n' })).rejects.toMatchObject({ code: 'invalid_file', line: 1 });
    await expect(opening(description, { 'a.csv': 'id,"ti"tle\n' })).rejects.toMatchObject({ code: 'invalid_file' });
  });
});
