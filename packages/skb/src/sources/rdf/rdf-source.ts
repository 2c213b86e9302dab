import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import type {
  FieldValue,
  ImportProblem,
  KnowledgeBaseSource,
  NodeRecord,
  Origin,
  RelationRecord,
} from '../../source.js';
import { fieldValue, VALUE_LIMITS } from '../cell-value.js';
import { filesOfFolder } from '../files-of-folder.js';
import type { DescriptionFault } from '../read-description.js';
import { oneByOne } from '../one-by-one.js';
import { ReadMeter } from '../read-meter.js';
import { withSchemaWords } from '../schema-words.js';
import type { RdfDescription } from '../source-description.js';
import { localName } from './iri-names.js';
import { RDF_TYPE, RdfMapping } from './rdf-mapping.js';
import { surveyRdf } from './rdf-survey.js';
import type { RdfSurvey } from './rdf-survey.js';
import { isRdfFile, RDF_ENDINGS, readTriples } from './read-triples.js';
import type { Triple } from './read-triples.js';
import { SubjectGroups } from './subject-groups.js';
import type { FiledTriple } from './subject-groups.js';

type SourceRecord = NodeRecord | RelationRecord | ImportProblem;

/** Statements of files up to this size together are grouped in memory. */
const BYTES_PER_PART = 64 * 1024 * 1024;
const UNPACKING = 10;
const RECORDS_PER_BATCH = 1_000;

function rdfFiles(folder: string): Promise<string[]> {
  const endings = RDF_ENDINGS.map((ending) => `.${ending}`).join(', ');
  return filesOfFolder(folder, isRdfFile, `a file that ends in ${endings} (or these with .gz)`);
}

async function partCount(folder: string, files: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const file of files) {
    const size = await stat(join(folder, file)).then(
      (found) => found.size,
      () => 0,
    );
    bytes += file.endsWith('.gz') ? UNPACKING * size : size;
  }
  return Math.max(1, Math.ceil(bytes / BYTES_PER_PART));
}

/** Turns the statements on one subject into a node and its relations. */
class SubjectReader {
  readonly #mapping: RdfMapping;
  readonly #survey: RdfSurvey;
  /** Node types that a relation leaves, by relation. */
  readonly #sources: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(mapping: RdfMapping, survey: RdfSurvey) {
    this.#mapping = mapping;
    this.#survey = survey;
    this.#sources = new Map(
      survey.schema.relations.map(({ name, endpoints }) => [name, new Set(endpoints.map(({ from }) => from))]),
    );
  }

  *read(triples: readonly FiledTriple[]): Generator<SourceRecord> {
    const first = triples[0]!;
    const origin: Origin = { file: first.file, line: first.line };
    const problem = (code: ImportProblem['code'], message: string, at = origin): ImportProblem => ({
      kind: 'problem',
      code,
      message,
      origin: at,
    });
    const classes = new Set<string>();
    for (const { predicate, object } of triples)
      if (predicate === RDF_TYPE && object.kind === 'iri') classes.add(object.value);
    const mainClass = this.#mapping.mainClass(classes, this.#survey.instances);
    const type = mainClass === undefined ? undefined : this.#survey.typeNames.get(mainClass);
    if (type === undefined) {
      yield problem('out_of_scope', `<${first.subject}> is of none of the classes that grasp.json lists`);
      return;
    }
    const id = this.#mapping.prefixes.shorten(first.subject);
    if (id.length > VALUE_LIMITS.id) {
      yield problem('invalid_value', `expected an IRI of at most ${VALUE_LIMITS.id} characters, got ${id.length}`);
      return;
    }
    const { fields, problems } = this.#fields(triples, type);
    yield* problems;
    const [name, ...aliases] = this.#names(triples);
    const known = name ?? localName(first.subject).replaceAll('_', ' ');
    yield {
      kind: 'node',
      type,
      id,
      name: known,
      ...(aliases.length > 0 && { aliases }),
      ...(Object.keys(fields).length > 0 && { fields }),
      origin,
    };
    yield* this.#relations(triples, id, type);
  }

  /** The name and then the aliases, each once. Names in the language come before those in none, others are no aliases. */
  #names(triples: readonly Triple[]): string[] {
    const named: { readonly text: string; readonly language: string; readonly place: number }[] = [];
    const aliases: string[] = [];
    for (const { predicate, object } of triples) {
      const said = this.#mapping.use(predicate);
      if (object.kind !== 'literal' || object.value.trim() === '' || object.value.length > VALUE_LIMITS.name) continue;
      const text = object.value.trim();
      if (said.use === 'name') named.push({ text, language: object.language, place: said.place });
      if (said.use === 'alias' && this.#mapping.reads(object.language)) aliases.push(text);
    }
    const rank = (language: string): number => {
      if (language === this.#mapping.language) return 0;
      if (language === '') return 1;
      return this.#mapping.reads(language) ? 2 : 3;
    };
    named.sort(
      (a, b) => rank(a.language) - rank(b.language) || a.place - b.place || (a.language < b.language ? -1 : 1),
    );
    const [main, ...others] = named;
    if (main === undefined) return aliases.length > 0 ? [...new Set(aliases)] : [];
    const readable = others.filter(({ language }) => this.#mapping.reads(language)).map(({ text }) => text);
    return [...new Set([main.text, ...readable, ...aliases])];
  }

  #fields(
    triples: readonly FiledTriple[],
    type: string,
  ): { readonly fields: Record<string, FieldValue>; readonly problems: readonly ImportProblem[] } {
    const values = new Map<string, string[]>();
    const numbers = new Map<string, number>();
    const problems: ImportProblem[] = [];
    for (const { predicate, object, file, line } of triples) {
      const plan = this.#survey.predicates.get(predicate);
      const field = plan?.fields.get(type);
      if (field === undefined || plan === undefined) continue;
      if (object.kind === 'iri' ? plan.relation !== undefined : !this.#mapping.reads(object.language)) continue;
      const text = object.kind === 'iri' ? this.#mapping.prefixes.shorten(object.value) : object.value.trim();
      if (text === '') continue;
      const checked = fieldValue(text, field.kind);
      const known = values.get(field.name);
      if ('fault' in checked || (field.kind === 'number' && numbers.has(field.name))) {
        const fault = 'fault' in checked ? checked.fault : 'expected one number, got a second one';
        const origin = { file, line };
        problems.push({ kind: 'problem', code: 'invalid_value', message: `"${field.name}": ${fault}`, origin });
      } else if (field.kind === 'number') numbers.set(field.name, Number(text));
      else if (known === undefined) values.set(field.name, [text]);
      else if (!known.includes(text)) known.push(text);
    }
    const fields: Record<string, FieldValue> = Object.fromEntries(numbers);
    for (const [field, texts] of values) fields[field] = texts.length === 1 ? texts[0]! : texts;
    return { fields, problems };
  }

  *#relations(triples: readonly FiledTriple[], id: string, type: string): Generator<RelationRecord> {
    for (const { predicate, object, file, line } of triples) {
      const plan = this.#survey.predicates.get(predicate);
      if (object.kind !== 'iri' || plan?.relation === undefined) continue;
      if (this.#sources.get(plan.relation)?.has(type) !== true) continue;
      const to = this.#mapping.prefixes.shorten(object.value);
      yield { kind: 'relation', relation: plan.relation, from: id, to, origin: { file, line } };
    }
  }
}

/**
 * RDF as a knowledge base: subjects are nodes, their classes node types, statements between nodes relations, others
 * fields. `datasets/README.md` has the mapping of grasp.json and what is done without one. Opening reads all statements
 * twice; `records` reads them once more, in order of subjects.
 *
 * @throws SourceError when a file cannot be read; the signal's reason.
 */
export async function rdfSource(
  folder: string,
  name: string,
  description: RdfDescription,
  fault: DescriptionFault,
  signal?: AbortSignal,
): Promise<KnowledgeBaseSource> {
  const files = description.files ?? (await rdfFiles(folder));
  const wrong = files.findIndex((file) => !isRdfFile(file));
  if (wrong >= 0) {
    throw fault(
      ['files', wrong],
      `expected a name that ends in ${RDF_ENDINGS.map((ending) => `.${ending}`).join(', ')}`,
    );
  }
  const mapping = new RdfMapping(description);
  async function* triples(): AsyncGenerator<readonly Triple[]> {
    for (const file of files) {
      for await (const batch of readTriples({ folder, file }, description.base, signal)) {
        yield batch.filter((item) => item.kind === 'triple');
      }
    }
  }
  const survey = await surveyRdf(mapping, triples);
  const reader = new SubjectReader(mapping, survey);
  const parts = await partCount(folder, files);
  const meter = new ReadMeter();

  async function* batches(options: { readonly signal?: AbortSignal } = {}): AsyncGenerator<SourceRecord[]> {
    const groups = new SubjectGroups(parts);
    // To bring statements together counts as much as to read them.
    await meter.start(folder, files, 2);
    const bytes = meter.position().total / 2;
    let triples = 0;
    try {
      for (const file of files) {
        for await (const batch of readTriples(meter.file(folder, file), description.base, options.signal)) {
          const problems: SourceRecord[] = [];
          for (const item of batch) {
            if (item.kind === 'problem') problems.push(item);
            else if (mapping.use(item.predicate).use !== 'skip') groups.add({ ...item, file });
          }
          triples += batch.length;
          yield problems;
        }
      }
      let records: SourceRecord[] = [];
      let grouped = 0;
      for await (const group of groups.groups(options.signal)) {
        options.signal?.throwIfAborted();
        for (const record of reader.read(group)) records.push(record);
        grouped += group.length;
        if (records.length < RECORDS_PER_BATCH) continue;
        meter.add(Math.floor((bytes * grouped) / triples));
        grouped = 0;
        yield records;
        records = [];
      }
      meter.add(bytes);
      yield records;
    } finally {
      groups.close();
    }
  }

  return {
    name,
    schema: withSchemaWords(survey.schema, description.schema, fault),
    batches,
    records: (options) => oneByOne(batches(options)),
    position: () => meter.position(),
  };
}
