import { schemaSchema } from './schema.js';

const paper = { name: 'paper', fields: [{ name: 'abstract', kind: 'text' }] };
const cites = { name: 'cites', endpoints: [{ from: 'paper', to: 'paper' }] };

describe('schemaSchema', () => {
  it('accepts a schema', () => {
    expect(schemaSchema.safeParse({ nodeTypes: [paper], relations: [cites] }).success).toBe(true);
  });

  it.each([
    ['no node type', { nodeTypes: [], relations: [] }, ['nodeTypes']],
    ['a type twice', { nodeTypes: [paper, paper], relations: [] }, ['nodeTypes', 1, 'name']],
    [
      'a field twice',
      { nodeTypes: [{ ...paper, fields: [paper.fields[0], paper.fields[0]] }], relations: [] },
      ['nodeTypes', 0, 'fields', 1, 'name'],
    ],
    ['a relation twice', { nodeTypes: [paper], relations: [cites, cites] }, ['relations', 1, 'name']],
    [
      'an endpoint of no type',
      { nodeTypes: [paper], relations: [{ ...cites, endpoints: [{ from: 'paper', to: 'author' }] }] },
      ['relations', 0, 'endpoints', 0, 'to'],
    ],
    [
      'an unknown kind',
      { nodeTypes: [{ name: 'paper', fields: [{ name: 'x', kind: 'blob' }] }], relations: [] },
      ['nodeTypes', 0, 'fields', 0, 'kind'],
    ],
  ])('refuses %s and says where', (_, schema, path) => {
    expect(schemaSchema.safeParse(schema).error?.issues.map((issue) => issue.path)).toContainEqual(path);
  });
});
