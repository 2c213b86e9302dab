import { createVectorIndex, encodeAll, TEXT_KEY_BYTES } from '@grasp/encoders';
import type { Encoder, VectorCache, VectorIndex, VectorJournal } from '@grasp/encoders';
import { buildLexicalIndex, fitScorerScales, lexicalIndexFromArrays, onePlusN, reviseLexicalIndex } from '@grasp/mfar';
import type {
  FieldScorer,
  LexicalDocument,
  LexicalFields,
  LinkedField,
  ScorerScales,
  StoredLexicalIndex,
} from '@grasp/mfar';
import { starkDocuments } from '@grasp/skb';
import type { KnowledgeBase, NodeView, SectionWriter } from '@grasp/skb';

import { openNameGraphs, writeNameGraphs } from './name-graphs.js';
import { PipelineError } from './pipeline-error.js';
import { updatedVectors } from './updated-vectors.js';
import type { NodeVectors } from './updated-vectors.js';

/** Names of the scored fields. Own fields and relations are prefixed, so that none can be mistaken for another. */
export const DOCUMENT = 'document';
export const NAME = 'name';
export const ownField = (name: string): string => `field ${name}`;
export const relationField = (name: string): string => `relation ${name}`;
/** What neighbours are called: a text that is no field of its own. */
const NAME_ALONE = 'name without aliases';

export const LEXICAL = 'lexical';
const SCALES = 'scorer-scales';
export const TEXT_INDEX = 'text-index';
/** How many names and how many texts stand in for questions when scorers are brought to one scale. */
const SCALE_TEXTS = 32;
export const VERSION = 1;

/** Which texts of a file have vectors: all, names and aliases only, or none. Words are indexed always. */
export const VECTOR_CHOICES = Object.freeze(['all', 'names', 'none'] as const);

/** One of {@link VECTOR_CHOICES}. */
export type VectorChoice = (typeof VECTOR_CHOICES)[number];

/** What the file says about its text indexes. */
export interface TextIndexMeta {
  readonly version: typeof VERSION;
  readonly encoder: { readonly id: string; readonly dimensions: number };
  /** Which texts have vectors; absent for all. */
  readonly vectors?: VectorChoice;
  /** Fewest names of a type that got a graph; absent for the default. */
  readonly approximateFrom?: number;
  /** Names of the fields that have vectors, apart from names and documents. */
  readonly fields: readonly string[];
}

/** How far indexing is. */
interface IndexProgress {
  readonly phase: 'encoding names' | 'indexing names' | 'encoding texts' | 'indexing words' | 'indexing neighbours';
  readonly done: number;
  readonly total: number;
}

/** The text indexes of an opened knowledge base. */
export interface TextIndex {
  /** Names and aliases; row order is a node's name, then its aliases. */
  readonly names: VectorIndex;
  /** The same names; in files with very many of a type, a search finds most of the nearest, and fast. */
  readonly nearestNames: VectorIndex;
  /** A node's own text: name, aliases and fields. */
  readonly documents: VectorIndex;
  /** What the text retriever scores. */
  readonly scorers: readonly FieldScorer[];
  /** The words of all fields. */
  readonly lexical: LexicalFields;
  /** What brings their scores to one scale. */
  readonly scales: ScorerScales;
  /** First row of each node in `names`: 0 is its name, n its nth alias. */
  firstNameRow(index: number): number;
  /** A row of `names`. */
  nameVector(row: number): Float32Array;
}

export const textOf = (value: string | number | readonly string[] | undefined): string =>
  value === undefined ? '' : typeof value === 'object' ? value.join('. ') : String(value);

/** Names of all fields of kind `text`, over all types, in the schema's order. */
export function textFields(knowledgeBase: KnowledgeBase): string[] {
  const fields = knowledgeBase.schema.nodeTypes.flatMap((type) => type.fields);
  return [...new Set(fields.filter(({ kind }) => kind === 'text').map(({ name }) => name))];
}

/** The text that stands for a node when it is compared with a description: its name, aliases and fields. */
function documentText(node: Pick<NodeView, 'name' | 'aliases' | 'fields'>): string {
  return [node.name, ...node.aliases, ...Object.values(node.fields).map(textOf)].join('. ');
}

/** Writes documents: those of STaRK for one of its graphs, else {@link documentText}. */
export const documentWriter = (knowledgeBase: KnowledgeBase): ((node: NodeView) => string) =>
  starkDocuments(knowledgeBase) ?? documentText;

/** Fields of a node's own that are indexed as words: those with its names, and those of the schema. */
function ownFields({ schema }: KnowledgeBase): string[] {
  return [NAME, ...new Set(schema.nodeTypes.flatMap((type) => type.fields.map(({ name }) => ownField(name))))];
}

/** A field for each relation, with the names of the nodes at the other ends. */
const linkedFields = (knowledgeBase: KnowledgeBase): LinkedField[] =>
  knowledgeBase.schema.relations.map(({ name }) => ({
    name: relationField(name),
    of: NAME_ALONE,
    links: [knowledgeBase.adjacency(name, 'out'), knowledgeBase.adjacency(name, 'in')],
  }));

function* lexicalDocuments(knowledgeBase: KnowledgeBase): Generator<LexicalDocument> {
  for (const { name, aliases, fields } of knowledgeBase.nodes()) {
    const document: Record<string, string> = { [NAME]: [name, ...aliases].join('\n'), [NAME_ALONE]: name };
    for (const [field, value] of Object.entries(fields)) document[ownField(field)] = textOf(value);
    yield document;
  }
}

function* namesOf(knowledgeBase: KnowledgeBase): Generator<string> {
  for (const { name, aliases } of knowledgeBase.nodes()) {
    yield name;
    yield* aliases;
  }
}

/** The nodes behind the rows of {@link namesOf}. */
function nameOwners(knowledgeBase: KnowledgeBase): Uint32Array {
  const owners: number[] = [];
  for (const { index, aliases } of knowledgeBase.nodes())
    for (let row = 0; row <= aliases.length; row++) owners.push(index);
  return Uint32Array.from(owners);
}

/** Options of {@link writeTextIndex}. */
export interface TextIndexOptions {
  /** Which texts get vectors. Default: all. */
  readonly vectors?: VectorChoice;
  /** Fewest names of a type among which the nearest are not searched exactly. Default 200,000; Infinity for never. */
  readonly approximateFrom?: number;
  /** Vectors that need not be made again; see {@link addStoredVectors}. */
  readonly cache?: VectorCache;
  /** Keeps vectors that took long. */
  readonly journal?: VectorJournal;
  readonly onProgress?: (progress: IndexProgress) => void;
  readonly signal?: AbortSignal;
}

/** The longest value that a file holds. */
const MAX_SECTION_BYTES = 0x7fff_0000;

/** So that nothing is encoded for an hour that cannot be stored. */
function checkVectorBytes(phase: string, count: number, dimensions: number): void {
  const most = Math.floor(MAX_SECTION_BYTES / (4 * dimensions));
  if (count <= most) return;
  const expected = `${phase}: expected at most ${most} texts with vectors of ${dimensions} numbers in one file, got ${count}`;
  throw new PipelineError(
    'invalid_input',
    `${expected}; build with vectors of names only, or none, or with a shorter encoder`,
  );
}

/** Encodes and indexes all text of a knowledge base and stores the result in the file that is being written. */
export async function writeTextIndex(
  writer: SectionWriter,
  knowledgeBase: KnowledgeBase,
  encoder: Encoder,
  options: TextIndexOptions = {},
): Promise<void> {
  const { vectors = 'all', approximateFrom, cache, journal, onProgress, signal } = options;
  const putVectors = async (
    name: string,
    phase: IndexProgress['phase'],
    texts: Iterable<string>,
    count: number,
  ): Promise<void> => {
    checkVectorBytes(phase, count, encoder.dimensions);
    const keys = new Uint8Array(count * TEXT_KEY_BYTES);
    let keyed = 0;
    const rows = await encodeAll(encoder, texts, {
      count,
      cache,
      journal,
      signal,
      onKey: (key) => keys.set(key, TEXT_KEY_BYTES * keyed++),
      onProgress: (done) => onProgress?.({ phase, done, total: count }),
    });
    writer.putArray(`${name}.vectors`, rows);
    writer.putArray(`${name}.keys`, keys);
  };

  if (vectors !== 'none') {
    const owners = nameOwners(knowledgeBase);
    writer.putArray('names.owners', owners);
    await putVectors('names', 'encoding names', namesOf(knowledgeBase), owners.length);
    await writeNameGraphs(writer, knowledgeBase, {
      dimensions: encoder.dimensions,
      ...(approximateFrom === undefined ? {} : { approximateFrom }),
      onProgress: (done, total) => onProgress?.({ phase: 'indexing names', done, total }),
      signal,
    });
  }
  const fields = vectors === 'all' ? textFields(knowledgeBase) : [];
  if (vectors === 'all') {
    const write = documentWriter(knowledgeBase);
    const documents = function* (): Generator<string> {
      for (const node of knowledgeBase.nodes()) yield write(node);
    };
    await putVectors('documents', 'encoding texts', documents(), knowledgeBase.nodeCount);
    for (const [position, field] of fields.entries()) {
      const holders: number[] = [];
      for (const node of knowledgeBase.nodes()) if (textOf(node.fields[field]) !== '') holders.push(node.index);
      const texts = function* (): Generator<string> {
        for (const index of holders) yield textOf(knowledgeBase.node(index).fields[field]);
      };
      writer.putArray(`fields.${position}.owners`, Uint32Array.from(holders));
      await putVectors(`fields.${position}`, 'encoding texts', texts(), holders.length);
    }
  }

  const total = knowledgeBase.nodeCount;
  const lexical = await buildLexicalIndex(lexicalDocuments(knowledgeBase), {
    fields: ownFields(knowledgeBase),
    linkedFields: linkedFields(knowledgeBase),
    documentField: DOCUMENT,
    signal,
    onProgress: (done) => onProgress?.({ phase: 'indexing words', done, total }),
    onLinkProgress: (done, of) => onProgress?.({ phase: 'indexing neighbours', done, total: of }),
  });
  const { meta, arrays } = lexical.toArrays();
  writer.putJson(LEXICAL, meta);
  for (const [name, array] of Object.entries(arrays)) writer.putArray(`${LEXICAL}.${name}`, array);

  const { id, dimensions } = encoder;
  const stored: TextIndexMeta = {
    version: VERSION,
    encoder: { id, dimensions },
    ...(vectors === 'all' ? {} : { vectors }),
    // JSON has no Infinity.
    ...(approximateFrom === undefined ? {} : { approximateFrom: Math.min(approximateFrom, Number.MAX_SAFE_INTEGER) }),
    fields,
  };
  const { scorers } = openVectorsAndWords(knowledgeBase, stored);
  const scales = await fitScorerScales(scorers, scaleTexts(knowledgeBase), { nodeCount: total, encoder, signal });
  writer.putJson(SCALES, scales);
  writer.putJson(TEXT_INDEX, stored);
}

/**
 * Adds to a cache the vectors that a file was built with, if it was by this encoder. They are read when they are needed, so
 * the file has to stay open.
 *
 * @returns how many there are
 */
export function addStoredVectors(
  cache: VectorCache,
  knowledgeBase: KnowledgeBase,
  encoder: Pick<Encoder, 'id' | 'dimensions'>,
): number {
  const meta = knowledgeBase.json(TEXT_INDEX) as TextIndexMeta | undefined;
  const { id, dimensions } = encoder;
  if (meta?.version !== VERSION || meta.encoder.id !== id || meta.encoder.dimensions !== dimensions) return 0;
  let count = 0;
  for (const name of ['names', 'documents', ...meta.fields.map((_, position) => `fields.${position}`)]) {
    const [vectors, keys] = [knowledgeBase.array(`${name}.vectors`), knowledgeBase.array(`${name}.keys`)];
    if (!(vectors instanceof Float32Array) || !(keys instanceof Uint8Array)) continue;
    if (vectors.length / dimensions !== keys.length / TEXT_KEY_BYTES) continue;
    cache.add({ keys, vector: (row) => vectors.subarray(row * dimensions, (row + 1) * dimensions) });
    count += vectors.length / dimensions;
  }
  return count;
}

/** Names and texts of nodes spread over the whole knowledge base, instead of questions that nobody has asked yet. */
function scaleTexts(knowledgeBase: KnowledgeBase): string[] {
  const texts: string[] = [];
  const write = documentWriter(knowledgeBase);
  for (let step = 0; step < SCALE_TEXTS; step++) {
    const index = Math.floor(((step + 0.5) * knowledgeBase.nodeCount) / SCALE_TEXTS);
    if (index >= knowledgeBase.nodeCount) break;
    const node = knowledgeBase.node(index);
    texts.push(node.name, write(node));
  }
  return texts.length > 0 ? texts : [''];
}

/**
 * mFAR's "1+n": BM25 over the whole document counts as much as all fields together. Half of the latter is lexical, one
 * scorer a field, and half dense.
 */
function arrangeScorers(
  lexical: LexicalFields,
  dense: readonly { readonly field: string; readonly vectors: VectorIndex }[],
): FieldScorer[] {
  const lexicalScorer = (field: string): FieldScorer => ({ field, kind: 'lexical', lexicon: lexical.field(field) });
  return onePlusN(
    [lexicalScorer(DOCUMENT)],
    [
      ...lexical.fields.filter((field) => field !== DOCUMENT).map(lexicalScorer),
      ...dense.map(({ field, vectors }): FieldScorer => ({ field, kind: 'dense', vectors })),
    ],
  );
}

function openVectorsAndWords(
  knowledgeBase: KnowledgeBase,
  { encoder: { dimensions }, vectors: choice = 'all', fields }: TextIndexMeta,
): Omit<TextIndex, 'scales'> {
  const array = <Kind extends Float32Array | Uint32Array>(
    name: string,
    kind: { new (length: number): Kind; readonly name: string },
  ): Kind => {
    const found = knowledgeBase.array(name);
    if (found instanceof kind) return found;
    throw new PipelineError('not_indexed', `expected the array "${name}" (${kind.name}) in the file; build it again`);
  };
  const owned = (name: string, graphs?: ReturnType<typeof openNameGraphs>): NodeVectors =>
    updatedVectors(knowledgeBase, name, {
      ...(graphs === undefined ? {} : { graphs }),
      vectors: array(`${name}.vectors`, Float32Array),
      owners: array(`${name}.owners`, Uint32Array),
      dimensions,
    });
  for (const [number, update] of knowledgeBase.updates.entries()) {
    if ((update.json(TEXT_INDEX) as { readonly version?: number } | undefined)?.version === VERSION) continue;
    const expected = `expected text indexes in update ${number + 1} of the file`;
    throw new PipelineError('not_indexed', `${expected}, got none; compact it with its text indexes`);
  }
  const hasNames = choice !== 'none';
  const names = hasNames ? owned('names', openNameGraphs(knowledgeBase)) : noVectors(dimensions);
  const hasDocuments = choice === 'all';
  const documents = hasDocuments
    ? updatedVectors(knowledgeBase, 'documents', { vectors: array('documents.vectors', Float32Array), dimensions })
        .index
    : noVectors(dimensions).index;
  const lexical = openLexicalFields(knowledgeBase);
  return {
    names: names.index,
    nearestNames: names.nearest,
    documents,
    lexical,
    scorers: arrangeScorers(lexical, [
      ...(hasNames ? [{ field: NAME, vectors: names.index }] : []),
      ...(hasDocuments ? [{ field: DOCUMENT, vectors: documents }] : []),
      ...fields.map((field, position) => ({ field: ownField(field), vectors: owned(`fields.${position}`).index })),
    ]),
    firstNameRow: (index) => names.firstRow(index),
    nameVector: (row) => names.vector(row),
  };
}

function noVectors(dimensions: number): NodeVectors {
  const index = createVectorIndex({ vectors: new Float32Array(0), owners: new Uint32Array(0), dimensions });
  return { index, nearest: index, firstRow: () => -1, vector: () => new Float32Array(dimensions) };
}

/** How the texts of a file were indexed; undefined for a file without text indexes. */
export function textIndexChoices(
  knowledgeBase: KnowledgeBase,
): Pick<TextIndexOptions, 'vectors' | 'approximateFrom'> | undefined {
  const meta = knowledgeBase.json(TEXT_INDEX) as TextIndexMeta | undefined;
  if (meta?.version !== VERSION) return undefined;
  const { vectors = 'all', approximateFrom } = meta;
  return { vectors, ...(approximateFrom === undefined ? {} : { approximateFrom }) };
}

/** Which texts of a file have vectors; undefined for a file without text indexes. */
export const textIndexVectors = (knowledgeBase: KnowledgeBase): VectorChoice | undefined =>
  textIndexChoices(knowledgeBase)?.vectors;

/** The words of a file as they are stored, with those of its updates. */
export const storedWords = (knowledgeBase: KnowledgeBase): StoredLexicalIndex => ({
  meta: knowledgeBase.json(LEXICAL),
  array: (name) => knowledgeBase.array(`${LEXICAL}.${name}`),
  revisions: knowledgeBase.updates.map((update) => ({
    meta: update.json(LEXICAL),
    array: (name: string) => update.array(`${LEXICAL}.${name}`),
  })),
});

function openLexicalFields(knowledgeBase: KnowledgeBase): LexicalFields {
  const { meta, array, revisions } = storedWords(knowledgeBase);
  const stored = lexicalIndexFromArrays(meta, array);
  return revisions.length === 0 ? stored : reviseLexicalIndex(stored, revisions, knowledgeBase.numbering);
}

/** The encoder with which a file's text was indexed; undefined for a file without text indexes. */
export function textIndexEncoder(knowledgeBase: KnowledgeBase): Pick<Encoder, 'id' | 'dimensions'> | undefined {
  const meta = knowledgeBase.json(TEXT_INDEX) as TextIndexMeta | undefined;
  return meta?.version === VERSION ? meta.encoder : undefined;
}

/**
 * Opens the text indexes that {@link writeTextIndex} stored; nothing is read before it is searched.
 *
 * @throws {@link PipelineError} `not_indexed` or `encoder_mismatch`
 */
export function openTextIndex(knowledgeBase: KnowledgeBase, encoder: Pick<Encoder, 'id' | 'dimensions'>): TextIndex {
  const meta = knowledgeBase.json(TEXT_INDEX) as TextIndexMeta | undefined;
  if (meta?.version !== VERSION) {
    const found = meta === undefined ? 'a file without them' : `version ${String(meta.version)}`;
    const expected = `expected text indexes of version ${VERSION}`;
    throw new PipelineError('not_indexed', `${expected}, got ${found}; build the file again`);
  }
  if (meta.encoder.id !== encoder.id || meta.encoder.dimensions !== encoder.dimensions) {
    const expected = `the encoder ${meta.encoder.id} with ${meta.encoder.dimensions} dimensions, with which the file was built`;
    const found = `${encoder.id} with ${encoder.dimensions}; build the file again to change the encoder`;
    throw new PipelineError('encoder_mismatch', `expected ${expected}, got ${found}`);
  }
  return {
    ...openVectorsAndWords(knowledgeBase, meta),
    scales: knowledgeBase.json(SCALES) as ScorerScales,
  };
}
