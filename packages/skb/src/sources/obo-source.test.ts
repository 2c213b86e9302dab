import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { folderWith } from '../../test/stark-folder.js';
import type { ImportProblem, KnowledgeBaseSource, NodeRecord, RelationRecord } from '../source.js';
import { oboTerms } from './obo-terms.js';
import { openSource } from './open-source.js';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

async function gather(source: KnowledgeBaseSource): Promise<{
  readonly nodes: NodeRecord[];
  readonly relations: RelationRecord[];
  readonly problems: ImportProblem[];
}> {
  const gathered = { nodes: [] as NodeRecord[], relations: [] as RelationRecord[], problems: [] as ImportProblem[] };
  for await (const record of source.records()) {
    if (record.kind === 'node') gathered.nodes.push(record);
    else if (record.kind === 'relation') gathered.relations.push(record);
    else gathered.problems.push(record);
  }
  return gathered;
}

function open(files: Readonly<Record<string, string>>): Promise<KnowledgeBaseSource> {
  const folder = folderWith(files);
  folders.push(folder);
  return openSource(folder, { format: 'obo' });
}

const GO = `format-version: 1.2
default-namespace: process

[Term]
id: GO:1
name: growth
def: "Getting \\"larger\\"." [ref]
comment: wide
subset: slim ! a subset
synonym: "growing" EXACT []
synonym: "growth" EXACT []
alt_id: GO:01

[Term]
id: GO:2
name: cell growth
is_a: GO:01 {source="x"} ! growth
relationship: part_of GO:3 ! membrane
relationship: part_of GO:404 ! nowhere

[Term]
id: GO:3
name: membrane
namespace: component

[Term]
id: GO:4
name: old
is_obsolete: true

[Term]
name: nameless

[Typedef]
id: part_of
name: part of
`;

test('namespaces are types, is_a and relationships relations', async () => {
  const source = await open({ 'go.obo': GO });
  expect(source.schema.nodeTypes.map(({ name }) => name)).toEqual(['component', 'process']);
  expect(source.schema.relations).toEqual([
    { name: 'parent-child', endpoints: [{ from: 'process', to: 'process' }] },
    { name: 'part of', endpoints: [{ from: 'process', to: 'component' }] },
  ]);
  const { nodes, relations, problems } = await gather(source);
  expect(nodes).toHaveLength(3);
  expect(nodes[0]).toEqual({
    kind: 'node',
    type: 'process',
    id: 'GO:1',
    name: 'growth',
    aliases: ['growing'],
    fields: { definition: 'Getting "larger".', comment: 'wide', subset: ['slim'] },
    origin: { file: 'go.obo', line: 4 },
  });
  expect(relations.map(({ from, relation, to }) => `${from} ${relation} ${to}`)).toEqual([
    'GO:1 parent-child GO:2',
    'GO:2 part of GO:3',
    'GO:2 part of GO:404',
  ]);
  expect(problems).toMatchObject([{ code: 'malformed_row', origin: { file: 'go.obo', line: 31 } }]);
});

test('one type and another name for is_a by grasp.json', async () => {
  const source = await open({
    'go.obo': GO,
    'grasp.json': '{"format":"obo","type":"term","parentRelation":"has kind"}',
  });
  expect(source.schema.nodeTypes.map(({ name }) => name)).toEqual(['term']);
  expect(source.schema.relations.map(({ name }) => name)).toEqual(['has kind', 'part of']);
});

test('the Human Phenotype Ontology has the terms and parents that its own reader finds', async () => {
  const folder = join(__dirname, '../../../../datasets/hpo/data');
  const { terms } = await oboTerms({ folder, file: 'hp.obo.gz' });
  const { nodes, relations, problems } = await gather(await openSource(folder, { format: 'obo' }));
  expect(nodes.map(({ id }) => id)).toEqual(terms.map(({ id }) => id));
  expect(relations).toHaveLength(terms.reduce((sum, { parents }) => sum + parents.length, 0));
  expect(problems).toEqual([]);
});

test.each([
  ['missing_file', { 'a.txt': '' }],
  ['invalid_file', { 'a.obo': 'format-version: 1.2\n' }],
  ['invalid_file', { 'a.obo': '' }],
])('%s', async (code, files: Readonly<Record<string, string>>) => {
  await expect(open(files)).rejects.toMatchObject({ name: 'SourceError', code });
});
