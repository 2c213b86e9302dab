import type { Encoder } from '@grasp/encoders';
import { tokenizeEnglish } from '@grasp/mfar';
import type { LexicalField } from '@grasp/mfar';
import type { KnowledgeBase, NodeView } from '@grasp/skb';

import { PipelineError } from './pipeline-error.js';
import { DOCUMENT, documentWriter, LEXICAL, openTextIndex, textIndexVectors } from './text-index.js';
import type { TextIndex } from './text-index.js';
import { wordTexts } from './word-texts.js';

/** Options of {@link checkTextIndex}. */
export interface CheckOptions {
  /** Nodes whose text is indexed again, spread evenly; all when there are not more. Default 2,000. */
  readonly sampleSize?: number;
  readonly signal?: AbortSignal;
}

/** What was compared. Plain JSON. */
export interface TextIndexCheck {
  readonly nodeCount: number;
  readonly vectorCount: number;
  /** Terms of fields of nodes. */
  readonly termCount: number;
}

const damaged = (message: string): PipelineError =>
  new PipelineError('damaged_index', `${message}; build the file again`);

function* sampleOf(nodeCount: number, sampleSize: number): Generator<number> {
  const count = Math.min(nodeCount, sampleSize);
  for (let step = 0; step < count; step++) yield Math.floor((step * nodeCount) / count);
}

async function checkVectors(
  knowledgeBase: KnowledgeBase,
  index: TextIndex,
  encoder: Encoder,
  node: NodeView,
): Promise<number> {
  const choice = textIndexVectors(knowledgeBase);
  if (choice === 'none') return 0;
  const names = [node.name, ...node.aliases];
  const documents = choice === 'all' ? [documentWriter(knowledgeBase)(node)] : [];
  const vectors = await encoder.encode([...names, ...documents], { role: 'document' });
  const same = (one: Float32Array | undefined, other: Float32Array): boolean =>
    one !== undefined && one.every((value, place) => value === other[place]);
  const first = index.firstNameRow(node.index);
  names.forEach((name, place) => {
    if (same(index.nameVector(first + place), vectors[place]!)) return;
    throw damaged(`expected the vector of the name "${name}" of node "${node.id}", got another`);
  });
  if (documents.length > 0 && !same(index.documents.vector(node.index), vectors.at(-1)!)) {
    throw damaged(`expected the vector of the text of node "${node.id}", got another`);
  }
  return vectors.length;
}

function countTerms(texts: Iterable<string>, counts: Map<string, number>): void {
  for (const text of texts) for (const term of tokenizeEnglish(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
}

/** The highest count that is stored: files from before the format of now have a byte for each. */
function highestCount(knowledgeBase: KnowledgeBase): number {
  const { format } = knowledgeBase.json(LEXICAL) as { readonly format: string };
  return format === 'grasp-lexical-1' ? 255 : Infinity;
}

function checkField(field: LexicalField, node: NodeView, counts: ReadonlyMap<string, number>, highest: number): void {
  let length = 0;
  for (const [term, count] of counts) {
    length += count;
    const found = field.frequency(term, node.index);
    if (found === Math.min(count, highest)) continue;
    throw damaged(`expected "${term}" ${count} times in "${field.name}" of node "${node.id}", got ${found}`);
  }
  const found = field.length(node.index);
  if (found !== length) throw damaged(`expected ${length} terms in "${field.name}" of node "${node.id}", got ${found}`);
}

/** The counts that go into every score, against the fields of all nodes. */
function checkTotals(field: LexicalField, nodeCount: number): void {
  let [documentCount, totalLength] = [0, 0];
  for (let index = 0; index < nodeCount; index++) {
    const length = field.length(index);
    totalLength += length;
    if (length > 0) documentCount++;
  }
  if (documentCount === field.documentCount && totalLength === field.totalLength) return;
  const found = `${field.documentCount} and ${field.totalLength}`;
  throw damaged(`expected ${documentCount} nodes with ${totalLength} terms in "${field.name}", got ${found}`);
}

/**
 * Compares the text indexes of a file with its nodes: the vectors and words of a sample, made again, and the number of
 * terms of all.
 *
 * @throws {@link PipelineError} `damaged_index` at the first difference; what `openTextIndex` throws.
 */
export async function checkTextIndex(
  knowledgeBase: KnowledgeBase,
  encoder: Encoder,
  { sampleSize = 2_000, signal }: CheckOptions = {},
): Promise<TextIndexCheck> {
  const index = openTextIndex(knowledgeBase, encoder);
  const fields = index.lexical.fields.map((name) => index.lexical.field(name));
  const highest = highestCount(knowledgeBase);
  for (const field of fields) checkTotals(field, knowledgeBase.nodeCount);
  let [nodeCount, vectorCount, termCount] = [0, 0, 0];
  const seen = new Map<LexicalField, Map<string, number>>(fields.map((field) => [field, new Map()]));
  for (const place of sampleOf(knowledgeBase.nodeCount, sampleSize)) {
    signal?.throwIfAborted();
    const node = knowledgeBase.node(place);
    vectorCount += await checkVectors(knowledgeBase, index, encoder, node);
    const whole = new Map<string, number>();
    for (const field of fields) {
      const counts = field.name === DOCUMENT ? whole : new Map<string, number>();
      if (field.name !== DOCUMENT) {
        countTerms(wordTexts(knowledgeBase, node, field.name), counts);
        for (const [term, count] of counts) whole.set(term, (whole.get(term) ?? 0) + count);
      }
      checkField(field, node, counts, highest);
      termCount += counts.size;
      const nodesWith = seen.get(field)!;
      for (const term of counts.keys()) nodesWith.set(term, (nodesWith.get(term) ?? 0) + 1);
    }
    nodeCount++;
  }
  const isWhole = nodeCount === knowledgeBase.nodeCount;
  for (const [field, nodesWith] of seen) {
    for (const [term, count] of nodesWith) {
      const found = field.documentFrequency(term);
      if (isWhole ? found === count : found >= count) continue;
      throw damaged(`expected ${count} nodes with "${term}" in "${field.name}", got ${found}`);
    }
  }
  return { nodeCount, vectorCount, termCount };
}
