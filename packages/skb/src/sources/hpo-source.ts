import type { Schema } from '@grasp/plan';

import type { ImportProblem, KnowledgeBaseSource, NodeRecord, Origin, RelationRecord } from '../source.js';
import { oboTerms } from './obo-terms.js';
import type { OboTerm } from './obo-terms.js';
import type { DescriptionFault } from './read-description.js';
import type { SourceFile } from './read-lines.js';
import { ReadMeter } from './read-meter.js';
import { readTable } from './read-table.js';
import type { TableFormat } from './read-table.js';
import { withSchemaWords } from './schema-words.js';
import type { HpoDescription } from './source-description.js';
import { SourceError } from './source-error.js';

type SourceRecord = NodeRecord | RelationRecord | ImportProblem;
type Branch = 'phenotype' | 'inheritance' | 'onset';

/** The term at the root of each branch; a term that is in two takes the first. */
const ROOTS: readonly (readonly [Branch, string])[] = [
  ['phenotype', 'HP:0000118'],
  ['inheritance', 'HP:0000005'],
  ['onset', 'HP:0003674'],
];

const TERM_FIELDS = [
  { name: 'definition', kind: 'text' },
  { name: 'comment', kind: 'text' },
] as const;

const HPO_SCHEMA: Schema = {
  nodeTypes: [
    { name: 'phenotype', fields: TERM_FIELDS },
    { name: 'inheritance', fields: TERM_FIELDS },
    { name: 'onset', fields: TERM_FIELDS },
    { name: 'disease', fields: [] },
    { name: 'gene', fields: [] },
  ],
  relations: [
    { name: 'parent-child', endpoints: ROOTS.map(([branch]) => ({ from: branch, to: branch })) },
    { name: 'phenotype present', endpoints: [{ from: 'disease', to: 'phenotype' }] },
    { name: 'phenotype absent', endpoints: [{ from: 'disease', to: 'phenotype' }] },
    { name: 'inherited as', endpoints: [{ from: 'disease', to: 'inheritance' }] },
    { name: 'has onset', endpoints: [{ from: 'disease', to: 'onset' }] },
    { name: 'associated with', endpoints: [{ from: 'gene', to: 'disease' }] },
  ],
};

/** The release's tables are separated by tabs, and a quote is an ordinary character. */
const TABLE: TableFormat = { format: 'tsv', delimiter: '\t', quote: false, comment: '#' };
const ANNOTATION_COLUMNS = ['database_id', 'disease_name', 'qualifier', 'hpo_id'];
const GENE_COLUMNS = ['ncbi_gene_id', 'gene_symbol', 'disease_id'];

interface Ontology {
  /** Id of a term by any of its ids. */
  readonly primaryIds: ReadonlyMap<string, string>;
  readonly branches: ReadonlyMap<string, Branch>;
}

function ontologyOf(terms: readonly OboTerm[], file: string): Ontology {
  const primaryIds = new Map<string, string>();
  for (const { id, alternativeIds } of terms) for (const other of alternativeIds) primaryIds.set(other, id);
  for (const { id } of terms) primaryIds.set(id, id);
  const children = new Map<string, string[]>();
  for (const { id, parents } of terms) {
    for (const parent of parents) {
      const siblings = children.get(parent.id);
      if (siblings === undefined) children.set(parent.id, [id]);
      else siblings.push(id);
    }
  }
  const branches = new Map<string, Branch>();
  for (const [branch, root] of ROOTS) {
    if (!primaryIds.has(root)) {
      throw new SourceError(
        'invalid_file',
        file,
        `expected the HPO with its term ${root}, got none; is this another ontology?`,
      );
    }
    const open = [root];
    const reached = new Set(open);
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (!branches.has(id)) branches.set(id, branch);
      for (const child of children.get(id) ?? []) {
        if (!reached.has(child)) open.push(child);
        reached.add(child);
      }
    }
  }
  return { primaryIds, branches };
}

interface TableLine {
  readonly cells: readonly string[];
  readonly origin: Origin;
}

/** The named columns of each row, an empty string for none; what is no row is a problem. */
async function* tableLines(
  source: SourceFile,
  names: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly (TableLine | ImportProblem)[]> {
  const { file } = source;
  for await (const { columns, rows } of readTable(source, TABLE, signal)) {
    const positions = names.map((name) => {
      const position = columns.get(name);
      if (position !== undefined) return position;
      throw new SourceError(
        'missing_column',
        file,
        `expected the column "${name}", got ${[...columns.keys()].join(', ')}`,
      );
    });
    yield rows.map((row) => {
      if (row.kind === 'problem') return row;
      const cells = positions.map((position) => (row.cells[position] as string | undefined) ?? '');
      return { cells, origin: { file, line: row.line } };
    });
  }
}

/** Yields each pair of ids once. */
class Pairs {
  readonly #seen = new Set<string>();

  isNew(relation: string, from: string, to: string): boolean {
    const { size } = this.#seen;
    return this.#seen.add(`${relation}\t${from}\t${to}`).size > size;
  }
}

function* termRecords(terms: readonly OboTerm[], { branches }: Ontology, file: string): Generator<SourceRecord> {
  for (const { id, name, definition, comment, synonyms, line } of terms) {
    const type = branches.get(id);
    if (type === undefined) continue;
    const aliases = synonyms.filter((synonym) => synonym !== name);
    const fields = { ...(definition && { definition }), ...(comment && { comment }) };
    yield {
      kind: 'node',
      type,
      id,
      name,
      ...(aliases.length > 0 && { aliases }),
      ...(Object.keys(fields).length > 0 && { fields }),
      origin: { file, line },
    };
  }
  const pairs = new Pairs();
  for (const { id, parents } of terms) {
    const type = branches.get(id);
    for (const parent of parents) {
      if (type === undefined || branches.get(parent.id) !== type || !pairs.isNew('', parent.id, id)) continue;
      yield {
        kind: 'relation',
        relation: 'parent-child',
        from: parent.id,
        to: id,
        origin: { file, line: parent.line },
      };
    }
  }
}

/** Every disease with its first name, and the other names that its rows give as aliases. */
async function* diseaseRecords(source: SourceFile, signal: AbortSignal | undefined): AsyncGenerator<NodeRecord> {
  const diseases = new Map<string, { readonly names: Set<string>; readonly origin: Origin }>();
  for await (const lines of tableLines(source, ANNOTATION_COLUMNS, signal)) {
    for (const line of lines) {
      if ('kind' in line) continue;
      const [id, name] = line.cells as [string, string];
      if (id === '' || name === '') continue;
      const known = diseases.get(id);
      if (known === undefined) diseases.set(id, { names: new Set([name]), origin: line.origin });
      else known.names.add(name);
    }
  }
  for (const [id, { names, origin }] of diseases) {
    const [name, ...aliases] = names;
    yield { kind: 'node', type: 'disease', id, name: name!, ...(aliases.length > 0 && { aliases }), origin };
  }
}

/** The relation that a row of the annotations states, or why there is none. */
function annotationRecord(line: TableLine, { primaryIds, branches }: Ontology): RelationRecord | ImportProblem {
  const [disease, name, qualifier, term] = line.cells as [string, string, string, string];
  const { origin } = line;
  const problem = (code: ImportProblem['code'], message: string): ImportProblem => ({
    kind: 'problem',
    code,
    message,
    origin,
  });
  if (disease === '' || name === '' || term === '') {
    return problem('malformed_row', 'expected a database_id, a disease_name and an hpo_id, got a row without');
  }
  if (qualifier !== '' && qualifier !== 'NOT') {
    return problem('invalid_value', `expected the qualifier NOT or none, got "${qualifier}"`);
  }
  const id = primaryIds.get(term);
  if (id === undefined) return problem('dangling_relation', `expected a term of the ontology, got "${term}"`);
  const branch = branches.get(id);
  const relation = {
    phenotype: qualifier === 'NOT' ? 'phenotype absent' : 'phenotype present',
    inheritance: qualifier === 'NOT' ? undefined : 'inherited as',
    onset: qualifier === 'NOT' ? undefined : 'has onset',
    none: undefined,
  }[branch ?? 'none'];
  if (relation !== undefined) return { kind: 'relation', relation, from: disease, to: id, origin };
  return problem(
    'out_of_scope',
    `${term} of ${disease} is ${branch === undefined ? 'no phenotype, inheritance or onset' : `a negated ${branch}`}`,
  );
}

/**
 * A release of the Human Phenotype Ontology as a knowledge base: its ontology, the annotations of diseases, and the
 * diseases of genes. `datasets/hpo/README.md` has the mapping and the counts. Nodes of a kind come before the relations
 * that need them; each pair of a relation comes once. Annotations with a term outside the three branches are problems
 * with the code `out_of_scope`.
 */
export function hpoSource(
  folder: string,
  name: string,
  description: HpoDescription,
  fault: DescriptionFault,
): KnowledgeBaseSource {
  const { ontology: ontologyFile, annotations, genes } = description.files;

  const meter = new ReadMeter();

  async function* records(options: { readonly signal?: AbortSignal } = {}): AsyncGenerator<SourceRecord> {
    const { signal } = options;
    await meter.start(folder, [ontologyFile, annotations, annotations, genes]);
    const { terms, problems } = await oboTerms(meter.file(folder, ontologyFile), signal);
    const ontology = ontologyOf(terms, ontologyFile);
    yield* problems;
    yield* termRecords(terms, ontology, ontologyFile);
    yield* diseaseRecords(meter.file(folder, annotations), signal);
    const pairs = new Pairs();
    for await (const lines of tableLines(meter.file(folder, annotations), ANNOTATION_COLUMNS, signal)) {
      for (const line of lines) {
        const record = 'kind' in line ? line : annotationRecord(line, ontology);
        if (record.kind === 'problem' || pairs.isNew(record.relation, record.from, record.to)) yield record;
      }
    }
    const known = new Set<string>();
    for await (const lines of tableLines(meter.file(folder, genes), GENE_COLUMNS, signal)) {
      for (const line of lines) {
        if ('kind' in line) {
          yield line;
          continue;
        }
        const [number, symbol, disease] = line.cells as [string, string, string];
        const { origin } = line;
        if (number === '' || symbol === '' || disease === '') {
          const message = 'expected an ncbi_gene_id, a gene_symbol and a disease_id, got a row without';
          yield { kind: 'problem', code: 'malformed_row', message, origin };
          continue;
        }
        const gene = `NCBIGene:${number}`;
        if (!known.has(gene)) yield { kind: 'node', type: 'gene', id: gene, name: symbol, origin };
        known.add(gene);
        if (pairs.isNew('associated with', gene, disease)) {
          yield { kind: 'relation', relation: 'associated with', from: gene, to: disease, origin };
        }
      }
    }
  }

  return {
    name,
    schema: withSchemaWords(HPO_SCHEMA, description.schema, fault),
    records,
    position: () => meter.position(),
  };
}
