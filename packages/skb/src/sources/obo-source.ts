import type { Endpoints, Relation, Schema } from '@grasp/plan';

import type { ImportProblem, KnowledgeBaseSource, NodeRecord, RelationRecord } from '../source.js';
import { filesOfFolder } from './files-of-folder.js';
import { bareOboId, oboStanzas, unescapeObo } from './obo-stanzas.js';
import type { OboStanza } from './obo-stanzas.js';
import { oboTermOf } from './obo-terms.js';
import type { DescriptionFault } from './read-description.js';
import { ReadMeter } from './read-meter.js';
import { withSchemaWords } from './schema-words.js';
import type { OboDescription } from './source-description.js';
import { SourceError } from './source-error.js';

type SourceRecord = NodeRecord | RelationRecord | ImportProblem;

const DEFAULT_TYPE = 'term';
const FIELDS = [
  { name: 'definition', kind: 'text' },
  { name: 'comment', kind: 'text' },
  { name: 'subset', kind: 'keyword' },
] as const;

const oboFiles = (folder: string): Promise<string[]> =>
  filesOfFolder(folder, (name) => /\.obo(?:\.gz)?$/iu.test(name), 'a file that ends in .obo or .obo.gz');

const valueOf = (stanza: OboStanza, tag: string): string | undefined =>
  stanza.tags.find((entry) => entry.tag === tag)?.value;

/** What the first pass finds out: the type of each term by any of its ids, and what the relations connect. */
interface OboSurvey {
  readonly types: readonly string[];
  /** Primary ids of terms by the ids that others replaced. */
  readonly primaryIds: ReadonlyMap<string, string>;
  readonly relationNames: ReadonlyMap<string, string>;
  readonly relations: readonly Relation[];
}

/** The relations that a term states: id of the relation, id of the other term, line. */
function* statedRelations(stanza: OboStanza): Generator<readonly [relation: string, id: string, line: number]> {
  for (const { tag, value, line } of stanza.tags) {
    if (tag === 'is_a') yield ['is_a', bareOboId(value), line];
    if (tag !== 'relationship') continue;
    const [relation, id] = bareOboId(value).split(/\s+/u);
    if (relation !== undefined && id !== undefined) yield [relation, id, line];
  }
}

/**
 * An ontology in OBO 1.2 or 1.4 as a knowledge base: terms are nodes, and so are the namespaces node types unless
 * grasp.json gives one `type` for all. `is_a` leads from the wider term to the narrower one under the name of
 * `parentRelation`; each `relationship` is a relation with the name that its `[Typedef]` gives. Synonyms are aliases.
 * Obsolete terms are left out, and ids that were replaced (`alt_id`) lead to the term that has them. Opening reads the
 * files once; memory is one entry for each id.
 *
 * @throws {SourceError} when a file cannot be read; the signal's reason.
 */
export async function oboSource(
  folder: string,
  name: string,
  description: OboDescription,
  fault: DescriptionFault,
  signal?: AbortSignal,
): Promise<KnowledgeBaseSource> {
  const files = description.files ?? (await oboFiles(folder));

  const meter = new ReadMeter();

  /** The stanzas of all files, with the type that a term without a namespace has. */
  async function* stanzas(
    stop?: AbortSignal,
  ): AsyncGenerator<{ readonly stanza: OboStanza | ImportProblem; readonly file: string; readonly type: string }> {
    for (const file of files) {
      let defaultType = DEFAULT_TYPE;
      for await (const stanza of oboStanzas(meter.file(folder, file), stop)) {
        const isStanza = stanza.kind !== 'problem';
        if (stanza.kind === '') defaultType = valueOf(stanza as OboStanza, 'default-namespace') ?? DEFAULT_TYPE;
        const namespace = isStanza ? valueOf(stanza as OboStanza, 'namespace') : undefined;
        yield { stanza, file, type: description.type ?? namespace ?? defaultType };
      }
    }
  }

  const ignore = (): void => undefined;
  const typeOfId = new Map<string, string>();
  const primaryIds = new Map<string, string>();
  const relationNames = new Map([['is_a', description.parentRelation]]);
  const stated = new Map<string, [from: string, relation: string][]>();
  for await (const { stanza, type } of stanzas(signal)) {
    const { kind } = stanza;
    if (kind === 'Typedef') {
      const id = valueOf(stanza as OboStanza, 'id');
      const typedefName = valueOf(stanza as OboStanza, 'name');
      if (id !== undefined && typedefName !== undefined) relationNames.set(bareOboId(id), unescapeObo(typedefName));
    }
    const term = kind === 'Term' ? oboTermOf(stanza as OboStanza, ignore) : undefined;
    if (term === undefined) continue;
    if (!typeOfId.has(term.id)) typeOfId.set(term.id, type);
    for (const id of term.alternativeIds) primaryIds.set(id, term.id);
    for (const [relation, id] of statedRelations(stanza as OboStanza)) {
      // One entry for each pair of type and relation at each id would be large: kept by id, each once.
      const known = stated.get(id);
      if (known === undefined) stated.set(id, [[type, relation]]);
      else if (!known.some((pair) => pair[0] === type && pair[1] === relation)) known.push([type, relation]);
    }
  }
  for (const id of typeOfId.keys()) primaryIds.delete(id);
  const survey = surveyOf(typeOfId, primaryIds, relationNames, stated);
  stated.clear();
  typeOfId.clear();
  if (survey.types.length === 0) {
    throw new SourceError('invalid_file', files[0]!, 'expected [Term] stanzas with an id and a name, got none');
  }
  const schema: Schema = {
    nodeTypes: survey.types.map((type) => ({ name: type, fields: FIELDS })),
    relations: survey.relations,
  };

  return {
    name,
    schema: withSchemaWords(schema, description.schema, fault),
    position: () => meter.position(),
    async *records(options = {}): AsyncGenerator<SourceRecord> {
      await meter.start(folder, files);
      for await (const { stanza, file, type } of stanzas(options.signal)) {
        if (stanza.kind === 'problem') {
          yield stanza as ImportProblem;
          continue;
        }
        if (stanza.kind !== 'Term') continue;
        const problems: ImportProblem[] = [];
        const term = oboTermOf(stanza as OboStanza, (line, message) =>
          problems.push({ kind: 'problem', code: 'malformed_row', message, origin: { file, line } }),
        );
        yield* problems;
        if (term === undefined) continue;
        const { id, name: termName, definition, comment, synonyms, line } = term;
        const aliases = synonyms.filter((synonym) => synonym !== termName);
        const subsets = (stanza as OboStanza).tags
          .filter(({ tag }) => tag === 'subset')
          .map(({ value }) => bareOboId(value));
        const fields = {
          ...(definition === undefined ? {} : { definition }),
          ...(comment === undefined ? {} : { comment }),
          ...(subsets.length === 0 ? {} : { subset: subsets }),
        };
        yield {
          kind: 'node',
          type,
          id,
          name: termName,
          ...(aliases.length > 0 && { aliases }),
          ...(Object.keys(fields).length > 0 && { fields }),
          origin: { file, line },
        };
        for (const [relation, other, at] of statedRelations(stanza as OboStanza)) {
          const to = survey.primaryIds.get(other) ?? other;
          const ends = relation === 'is_a' ? { from: to, to: id } : { from: id, to };
          const relationName = survey.relationNames.get(relation) ?? relation;
          yield { kind: 'relation', relation: relationName, ...ends, origin: { file, line: at } };
        }
      }
    },
  };
}

function surveyOf(
  typeOfId: ReadonlyMap<string, string>,
  primaryIds: ReadonlyMap<string, string>,
  relationNames: ReadonlyMap<string, string>,
  stated: ReadonlyMap<string, readonly (readonly [from: string, relation: string])[]>,
): OboSurvey {
  const endpoints = new Map<string, Map<string, Endpoints>>();
  for (const [id, pairs] of stated) {
    const to = typeOfId.get(primaryIds.get(id) ?? id);
    for (const [from, relation] of to === undefined ? [] : pairs) {
      const relationName = relationNames.get(relation) ?? relation;
      const known = endpoints.get(relationName) ?? new Map<string, Endpoints>();
      const pair = relation === 'is_a' ? { from: to!, to: from } : { from, to: to! };
      endpoints.set(relationName, known.set(`${pair.from}\n${pair.to}`, pair));
    }
  }
  return {
    types: [...new Set(typeOfId.values())].sort(),
    primaryIds,
    relationNames,
    relations: [...endpoints].map(([name, pairs]) => ({ name, endpoints: [...pairs.values()] })),
  };
}
