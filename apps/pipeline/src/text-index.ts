import { encodeAll } from '@grasp/encoders';
import type { Encoder, VectorIndex } from '@grasp/encoders';
import { buildLexicalIndex, fitScorerScales, lexicalIndexFromArrays, onePlusN, reviseLexicalIndex } from '@grasp/mfar';
import type { FieldScorer, LexicalDocument, LexicalFields, ScorerScales } from '@grasp/mfar';
import { starkDocuments } from '@grasp/skb';
import type { KnowledgeBase, NodeView, SectionWriter } from '@grasp/skb';

import { PipelineError } from './pipeline-error.js';
import { updatedVectors } from './updated-vectors.js';
import type { NodeVectors } from './updated-vectors.js';

/** Names of the scored fields. Own fields and relations are prefixed, so that none can be mistaken for another. */
export const DOCUMENT = 'document';
export const NAME = 'name';
export const ownField = (name: string): string => `field ${name}`;
export const relationField = (name: string): string => `relation ${name}`;

export const LEXICAL = 'lexical';
const SCALES = 'scorer-scales';
export const TEXT_INDEX = 'text-index';
/** How many names and how many texts stand in for questions when scorers are brought to one scale. */
const SCALE_TEXTS = 32;
export const VERSION = 1;

/** What the file says about its text indexes. */
export interface TextIndexMeta {
  readonly version: typeof VERSION;
  readonly encoder: { readonly id: string; readonly dimensions: number };
  /** Names of the fields that have vectors, apart from names and documents. */
  readonly fields: readonly string[];
}

/** How far indexing is. */
export interface IndexProgress {
  readonly phase: 'encoding names' | 'encoding texts' | 'indexing words';
  readonly done: number;
  readonly total: number;
}

/** The text indexes of an opened knowledge base. */
export interface TextIndex {
  /** Names and aliases; row order is a node's name, then its aliases. */
  readonly names: VectorIndex;
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

function* neighbourNames(knowledgeBase: KnowledgeBase, index: number, relation: string): Generator<string> {
  for (const direction of ['out', 'in'] as const) {
    for (const neighbour of knowledgeBase.neighbours(index, relation, direction)) yield knowledgeBase.nameOf(neighbour);
  }
}

export function lexicalFields({ schema }: KnowledgeBase): string[] {
  const own = schema.nodeTypes.flatMap((type) => type.fields.map(({ name }) => ownField(name)));
  return [NAME, ...new Set(own), ...schema.relations.map(({ name }) => relationField(name))];
}

function* lexicalDocuments(knowledgeBase: KnowledgeBase): Generator<LexicalDocument> {
  const relations = knowledgeBase.schema.relations.map(({ name }) => name);
  for (const { index, name, aliases, fields } of knowledgeBase.nodes()) {
    const document: Record<string, string> = { [NAME]: [name, ...aliases].join('\n') };
    for (const [field, value] of Object.entries(fields)) document[ownField(field)] = textOf(value);
    for (const relation of relations) {
      document[relationField(relation)] = [...neighbourNames(knowledgeBase, index, relation)].join('\n');
    }
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

/** Encodes and indexes all text of a knowledge base and stores the result in the file that is being written. */
export async function writeTextIndex(
  writer: SectionWriter,
  knowledgeBase: KnowledgeBase,
  encoder: Encoder,
  options: { readonly onProgress?: (progress: IndexProgress) => void; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const { onProgress, signal } = options;
  const encode = (phase: IndexProgress['phase'], texts: Iterable<string>, count: number): Promise<Float32Array> =>
    encodeAll(encoder, texts, { count, signal, onProgress: (done) => onProgress?.({ phase, done, total: count }) });

  const owners = nameOwners(knowledgeBase);
  writer.putArray('names.owners', owners);
  writer.putArray('names.vectors', await encode('encoding names', namesOf(knowledgeBase), owners.length));

  const write = documentWriter(knowledgeBase);
  function* documents(): Generator<string> {
    for (const node of knowledgeBase.nodes()) yield write(node);
  }
  writer.putArray('documents.vectors', await encode('encoding texts', documents(), knowledgeBase.nodeCount));

  const fields = textFields(knowledgeBase);
  for (const [position, field] of fields.entries()) {
    const holders: number[] = [];
    for (const node of knowledgeBase.nodes()) if (textOf(node.fields[field]) !== '') holders.push(node.index);
    const texts = function* (): Generator<string> {
      for (const index of holders) yield textOf(knowledgeBase.node(index).fields[field]);
    };
    writer.putArray(`fields.${position}.owners`, Uint32Array.from(holders));
    writer.putArray(`fields.${position}.vectors`, await encode('encoding texts', texts(), holders.length));
  }

  const total = knowledgeBase.nodeCount;
  const lexical = await buildLexicalIndex(lexicalDocuments(knowledgeBase), {
    fields: lexicalFields(knowledgeBase),
    documentField: DOCUMENT,
    signal,
    onProgress: (done) => onProgress?.({ phase: 'indexing words', done, total }),
  });
  const { meta, arrays } = lexical.toArrays();
  writer.putJson(LEXICAL, meta);
  for (const [name, array] of Object.entries(arrays)) writer.putArray(`${LEXICAL}.${name}`, array);

  const { scorers } = openVectorsAndWords(knowledgeBase, encoder, fields);
  const scales = await fitScorerScales(scorers, scaleTexts(knowledgeBase), { nodeCount: total, encoder, signal });
  writer.putJson(SCALES, scales);
  const { id, dimensions } = encoder;
  writer.putJson(TEXT_INDEX, { version: VERSION, encoder: { id, dimensions }, fields } satisfies TextIndexMeta);
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
  { dimensions }: Pick<Encoder, 'dimensions'>,
  fields: readonly string[],
): Omit<TextIndex, 'scales'> {
  const array = <Kind extends Float32Array | Uint32Array>(
    name: string,
    kind: { new (length: number): Kind; readonly name: string },
  ): Kind => {
    const found = knowledgeBase.array(name);
    if (found instanceof kind) return found;
    throw new PipelineError('not_indexed', `expected the array "${name}" (${kind.name}) in the file; build it again`);
  };
  const owned = (name: string): NodeVectors =>
    updatedVectors(knowledgeBase, name, {
      vectors: array(`${name}.vectors`, Float32Array),
      owners: array(`${name}.owners`, Uint32Array),
      dimensions,
    });
  for (const [number, update] of knowledgeBase.updates.entries()) {
    if ((update.json(TEXT_INDEX) as { readonly version?: number } | undefined)?.version === VERSION) continue;
    const expected = `expected text indexes in update ${number + 1} of the file`;
    throw new PipelineError('not_indexed', `${expected}, got none; compact it with its text indexes`);
  }
  const names = owned('names');
  const documents = updatedVectors(knowledgeBase, 'documents', {
    vectors: array('documents.vectors', Float32Array),
    dimensions,
  }).index;
  const lexical = openLexicalFields(knowledgeBase);
  return {
    names: names.index,
    documents,
    lexical,
    scorers: arrangeScorers(lexical, [
      { field: NAME, vectors: names.index },
      { field: DOCUMENT, vectors: documents },
      ...fields.map((field, position) => ({ field: ownField(field), vectors: owned(`fields.${position}`).index })),
    ]),
    firstNameRow: (index) => names.firstRow(index),
    nameVector: (row) => names.vector(row),
  };
}

/** The words of a file with those of its updates. */
export function openLexicalFields(knowledgeBase: KnowledgeBase): LexicalFields {
  const stored = lexicalIndexFromArrays(knowledgeBase.json(LEXICAL), (name) =>
    knowledgeBase.array(`${LEXICAL}.${name}`),
  );
  const { updates, numbering } = knowledgeBase;
  if (updates.length === 0) return stored;
  const revisions = updates.map((update) => ({
    meta: update.json(LEXICAL),
    array: (name: string) => update.array(`${LEXICAL}.${name}`),
  }));
  return reviseLexicalIndex(stored, revisions, numbering);
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
    ...openVectorsAndWords(knowledgeBase, encoder, meta.fields),
    scales: knowledgeBase.json(SCALES) as ScorerScales,
  };
}
