import { collectTwice, FieldCollector, mergeFields } from './collect-postings.js';
import type { CollectedField } from './collect-postings.js';
import { LexicalIndexError } from './errors.js';
import { GrowableArray } from './growable-array.js';
import { segmentName, segmentStarts } from './lexical-arrays.js';
import type { LexicalFieldMeta } from './lexical-arrays.js';
import { lexicalIndexFromArrays } from './lexical-index.js';
import type { LexicalIndex } from './lexical-index.js';
import { encodeTerms } from './sorted-terms.js';
import { TermCounter } from './term-counter.js';
import { Vocabulary } from './vocabulary.js';

/** The texts of one document by field name. A field that is absent, or has no term, is masked for the document. */
export type LexicalDocument = Readonly<Record<string, string | undefined>>;

/** For each document others: those of document d are `targets[offsets[d] … offsets[d + 1])`. */
export interface DocumentLinks {
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
}

/** A field whose text in a document is a text of each document that it is linked to, one after another. */
export interface LinkedField {
  readonly name: string;
  /** Which text of theirs, by its name in {@link LexicalDocument}; it need not be a field of the index. */
  readonly of: string;
  /** Several are taken together. */
  readonly links: readonly DocumentLinks[];
}

/** Options of {@link buildLexicalIndex}. */
export interface BuildLexicalIndexOptions {
  /** The fields to index, at least one; others in the documents are ignored. */
  readonly fields: readonly string[];
  /**
   * More fields, such as the names of a node's neighbours. Each text is split into terms once, however many documents are
   * linked to its own. Default: none.
   */
  readonly linkedFields?: readonly LinkedField[] | undefined;
  /**
   * Name of one more field, which holds all terms of the others: the document as a whole. Default: none. Its terms are
   * not split from text again, so this is cheaper than a field with all texts joined.
   */
  readonly documentField?: string | undefined;
  /**
   * Longest array of the index in bytes: postings that need more are parted, and an index with more documents or terms is
   * refused. Default: 2,147,418,112, the longest that `@grasp/skb` stores.
   */
  readonly maxArrayBytes?: number | undefined;
  /** Called now and then with the number of documents read so far. */
  readonly onProgress?: ((documents: number) => void) | undefined;
  /** Called now and then while linked fields are gathered: how much of that is done, and what there is to do in all. */
  readonly onLinkProgress?: ((done: number, total: number) => void) | undefined;
  /** Stops the work; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const MAX_ARRAY_BYTES = 0x7fff_0000;
const DOCUMENTS_PER_TURN = 2048;
const uint32 = (length: number): Uint32Array => new Uint32Array(length);
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Builds the index of all `documents`; the first is document 0, the next 1 and so on. Takes 5 bytes a posting (a term in
 * one field of one document), and as much again for those of the own fields until they are sorted.
 *
 * @throws LexicalIndexError with the code `invalid_options` or `too_large`
 */
export async function buildLexicalIndex(
  documents: Iterable<LexicalDocument> | AsyncIterable<LexicalDocument>,
  options: BuildLexicalIndexOptions,
): Promise<LexicalIndex> {
  const { documentField, linkedFields = [], maxArrayBytes = MAX_ARRAY_BYTES, signal } = options;
  const { onProgress, onLinkProgress } = options;
  const names = [...options.fields, ...linkedFields.map(({ name }) => name)];
  if (documentField !== undefined) names.push(documentField);
  if (options.fields.length === 0 || new Set(names).size !== names.length) {
    throw new LexicalIndexError('invalid_options', `expected distinct fields, at least one, got [${names.join(', ')}]`);
  }
  const pause = async (): Promise<void> => {
    await nextTurn();
    signal?.throwIfAborted();
  };
  const vocabulary = new Vocabulary();
  const counter = new TermCounter();
  const collectors = options.fields.map(() => new FieldCollector());
  const linkedTexts = new Map(linkedFields.map(({ of }) => [of, new TermLists()]));
  let documentCount = 0;
  signal?.throwIfAborted();
  for await (const document of documents) {
    options.fields.forEach((field, position) => {
      for (const term of vocabulary.numbersOf(document[field] ?? '')) counter.add(term);
      collectors[position]!.add(counter);
      counter.clear();
    });
    for (const [name, lists] of linkedTexts) lists.add(vocabulary.numbersOf(document[name] ?? ''));
    documentCount += 1;
    if (documentCount % DOCUMENTS_PER_TURN === 0) {
      onProgress?.(documentCount);
      checkLength('documents', 4 * documentCount, maxArrayBytes);
      await pause();
    }
  }
  onProgress?.(documentCount);
  checkLinks(linkedFields, documentCount);

  const { terms, rankOf } = vocabulary.finish();
  const collected: CollectedField[] = [];
  for (let collector = collectors.shift(); collector !== undefined; collector = collectors.shift()) {
    collected.push(collector.finish(rankOf));
    await pause();
  }
  for (const lists of linkedTexts.values()) lists.renumber(rankOf);
  const asksOfField = 2 * documentCount;
  for (const [position, { of, links }] of linkedFields.entries()) {
    const lists = linkedTexts.get(of)!;
    const count = (document: number): TermCounter => {
      counter.clear();
      for (const { offsets, targets } of links) {
        const end = offsets[document + 1]!;
        for (let link = offsets[document]!; link < end; link += 1) lists.count(targets[link]!, counter);
      }
      return counter;
    };
    const pauseAt = (asked: number): Promise<void> => {
      onLinkProgress?.(position * asksOfField + asked, linkedFields.length * asksOfField);
      return pause();
    };
    collected.push(await collectTwice(documentCount, terms.length, count, pauseAt, DOCUMENTS_PER_TURN));
  }
  if (documentField !== undefined) collected.push(mergeFields(collected, documentCount));

  const arrays: Record<string, Uint8Array | Uint32Array> = encodeTerms(terms);
  const fields = collected.map(({ postings, documentCount: holders, totalLength }, position): LexicalFieldMeta => {
    const { offsets, documents, frequencies, exact, lengths } = postings;
    arrays[`${position}.offsets`] = offsets;
    const starts = segmentStarts(offsets, Math.floor(maxArrayBytes / 4)) ?? [0];
    starts.forEach((first, segment) => {
      const end = starts[segment + 1];
      arrays[segmentName(`${position}.documents`, segment)] = documents.subarray(first, end);
      arrays[segmentName(`${position}.frequencies`, segment)] = frequencies.subarray(first, end);
    });
    arrays[`${position}.exactPostings`] = exact.postings;
    arrays[`${position}.exactCounts`] = exact.counts;
    arrays[`${position}.lengths`] = lengths;
    const counts = { documentCount: holders, totalLength, postingCount: documents.length };
    return { name: names[position]!, ...counts, ...(starts.length > 1 && { segmentStarts: starts }) };
  });
  for (const [name, { byteLength }] of Object.entries(arrays)) checkLength(name, byteLength, maxArrayBytes);
  const meta = { format: 'grasp-lexical-2', documentCount, termCount: terms.length, fields } as const;
  return lexicalIndexFromArrays(meta, (name) => arrays[name]);
}

function checkLength(what: string, bytes: number, maxArrayBytes: number): void {
  if (bytes <= maxArrayBytes) return;
  const expected = `expected at most ${maxArrayBytes} bytes for an array of the index`;
  throw new LexicalIndexError(
    'too_large',
    `${expected}, got ${bytes} for "${what}"; index fewer documents, or split them over several indexes`,
  );
}

function checkLinks(linkedFields: readonly LinkedField[], documentCount: number): void {
  for (const { name, links } of linkedFields) {
    for (const { offsets } of links) {
      if (offsets.length === documentCount + 1) continue;
      const expected = `expected ${documentCount + 1} offsets in the links of "${name}", one a document and one more`;
      throw new LexicalIndexError('invalid_options', `${expected}, got ${offsets.length}`);
    }
  }
}

/** Numbers of terms for each document. */
class TermLists {
  private readonly terms = new GrowableArray(uint32);
  private readonly ends = new GrowableArray(uint32);
  private ranks = new Uint32Array(0);
  private offsets = new Uint32Array(1);

  add(terms: readonly number[]): void {
    for (const term of terms) this.terms.push(term);
    this.ends.push(this.terms.length);
  }

  /** Ends adding. */
  renumber(rankOf: Uint32Array): void {
    this.ranks = this.terms.view().map((term) => rankOf[term]!);
    this.offsets = new Uint32Array(this.ends.length + 1);
    this.offsets.set(this.ends.view(), 1);
  }

  /** Adds the terms of a document. */
  count(document: number, counter: TermCounter): void {
    const { ranks } = this;
    const end = this.offsets[document + 1]!;
    for (let position = this.offsets[document]!; position < end; position += 1) counter.add(ranks[position]!);
  }
}
