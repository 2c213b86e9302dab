import { LexicalIndexError } from './errors.js';
import { exactCount, ExactCountsBuilder, MAX_FREQUENCY } from './exact-counts.js';
import type { ExactCounts } from './exact-counts.js';
import { GrowableArray } from './growable-array.js';
import { firstPosting } from './lexical-field.js';
import type { TermCounter } from './term-counter.js';

/** The postings of a field in one piece. */
interface CollectedPostings {
  readonly offsets: Uint32Array;
  readonly documents: Uint32Array;
  readonly frequencies: Uint8Array;
  readonly exact: ExactCounts;
  readonly lengths: Uint32Array;
}

/** The postings of a field with what the index says about it. */
export interface CollectedField {
  readonly postings: CollectedPostings;
  readonly documentCount: number;
  readonly totalLength: number;
}

const uint32 = (length: number): Uint32Array => new Uint32Array(length);
const uint8 = (length: number): Uint8Array => new Uint8Array(length);

function describeLengths(lengths: Uint32Array): { readonly documentCount: number; readonly totalLength: number } {
  let documentCount = 0;
  let totalLength = 0;
  for (let document = 0; document < lengths.length; document += 1) {
    if (lengths[document]! > 0) documentCount += 1;
    totalLength += lengths[document]!;
  }
  return { documentCount, totalLength };
}

/** Offsets are of 32 bits. */
const MAX_POSTINGS = 2 ** 32 - 1;

/**
 * Where each term's postings begin, and at the end how many there are, when `offsets[t + 1]` counts those of term t.
 *
 * @throws LexicalIndexError `too_large` when offsets cannot hold the sum
 */
export function sumUp(offsets: Uint32Array): void {
  let sum = 0;
  for (let term = 1; term < offsets.length; term += 1) {
    sum += offsets[term]!;
    offsets[term] = sum;
  }
  if (sum > MAX_POSTINGS) throw tooManyPostings();
}

const tooManyPostings = (): LexicalIndexError =>
  new LexicalIndexError(
    'too_large',
    `expected at most ${MAX_POSTINGS} terms and documents in a field, got more; index less text, or split the documents`,
  );

/** Collects the postings of one field document by document, while terms have no order yet. */
export class FieldCollector {
  private readonly terms = new GrowableArray(uint32);
  private readonly frequencies = new GrowableArray(uint8);
  /** By the place in `terms`: counts that a byte does not hold. */
  private readonly counts = new Map<number, number>();
  private readonly ends = new GrowableArray(uint32);
  private readonly lengths = new GrowableArray(uint32);

  /** Takes the terms of the next document. */
  add(counter: TermCounter): void {
    for (let position = 0; position < counter.distinct; position += 1) {
      const term = counter.touched[position]!;
      const count = counter.count(term);
      if (count > MAX_FREQUENCY) this.counts.set(this.terms.length, count);
      this.terms.push(term);
      this.frequencies.push(Math.min(count, MAX_FREQUENCY));
    }
    this.ends.push(this.terms.length);
    this.lengths.push(counter.total);
  }

  /** A counting sort: stable, so the documents of a term stay ascending. */
  finish(rankOf: Uint32Array): CollectedField {
    const terms = this.terms.view();
    const counted = this.frequencies.view();
    const ends = this.ends.view();
    const offsets = new Uint32Array(rankOf.length + 1);
    for (let posting = 0; posting < terms.length; posting += 1) offsets[rankOf[terms[posting]!]! + 1]! += 1;
    sumUp(offsets);
    const next = offsets.slice(0, -1);
    const documents = new Uint32Array(terms.length);
    const frequencies = new Uint8Array(terms.length);
    const exact = new ExactCountsBuilder();
    let posting = 0;
    for (let document = 0; document < ends.length; document += 1) {
      for (const end = ends[document]!; posting < end; posting += 1) {
        const rank = rankOf[terms[posting]!]!;
        const place = next[rank]!;
        const frequency = counted[posting]!;
        documents[place] = document;
        frequencies[place] = frequency;
        if (frequency === MAX_FREQUENCY) exact.store(place, this.counts.get(posting) ?? frequency);
        next[rank] = place + 1;
      }
    }
    const lengths = this.lengths.view().slice();
    const postings = { offsets, documents, frequencies, exact: exact.finish(), lengths };
    return { postings, ...describeLengths(lengths) };
  }
}

/**
 * The postings of a field whose terms `count` can give for any document, as ranks, as often as asked. It is asked twice
 * for each, so that nothing but the result is kept.
 *
 * @param pause - Called now and then with the number of times that it was asked so far.
 */
export async function collectTwice(
  documentCount: number,
  termCount: number,
  count: (document: number) => TermCounter,
  pause: (asked: number) => Promise<void>,
  documentsPerTurn: number,
): Promise<CollectedField> {
  const offsets = new Uint32Array(termCount + 1);
  const lengths = new Uint32Array(documentCount);
  for (let document = 0; document < documentCount; document += 1) {
    const counter = count(document);
    for (let position = 0; position < counter.distinct; position += 1) offsets[counter.touched[position]! + 1]! += 1;
    lengths[document] = counter.total;
    if (document % documentsPerTurn === 0) await pause(document);
  }
  sumUp(offsets);
  const next = offsets.slice(0, -1);
  const documents = new Uint32Array(offsets[termCount]!);
  const frequencies = new Uint8Array(documents.length);
  const exact = new ExactCountsBuilder();
  for (let document = 0; document < documentCount; document += 1) {
    const counter = count(document);
    for (let position = 0; position < counter.distinct; position += 1) {
      const term = counter.touched[position]!;
      const place = next[term]!;
      documents[place] = document;
      frequencies[place] = exact.store(place, counter.count(term));
      next[term] = place + 1;
    }
    if (document % documentsPerTurn === 0) await pause(documentCount + document);
  }
  const postings = { offsets, documents, frequencies, exact: exact.finish(), lengths };
  return { postings, ...describeLengths(lengths) };
}

/** Postings of one term, ascending by document, in the first `length` places of two arrays. */
class TermPostings {
  documents = new Uint32Array(1024);
  frequencies = new Uint8Array(1024);
  length = 0;

  clear(capacity: number): void {
    this.length = 0;
    if (capacity <= this.documents.length) return;
    this.documents = new Uint32Array(2 * capacity);
    this.frequencies = new Uint8Array(2 * capacity);
  }
}

interface PostingRange {
  readonly documents: Uint32Array;
  readonly frequencies: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Appends the postings of two ranges; a document of both has the sum of its frequencies, cut off. */
function appendMerged(one: PostingRange, other: PostingRange, target: TermPostings): void {
  const { documents, frequencies } = target;
  let { length } = target;
  let left = one.start;
  let right = other.start;
  while (left < one.end && right < other.end) {
    const leftDocument = one.documents[left]!;
    const rightDocument = other.documents[right]!;
    let frequency = 0;
    if (leftDocument <= rightDocument) frequency = one.frequencies[left++]!;
    if (rightDocument <= leftDocument) frequency += other.frequencies[right++]!;
    documents[length] = leftDocument < rightDocument ? leftDocument : rightDocument;
    frequencies[length] = frequency < MAX_FREQUENCY ? frequency : MAX_FREQUENCY;
    length += 1;
  }
  target.length = length;
  appendRange(left < one.end ? { ...one, start: left } : { ...other, start: right }, target);
}

function appendRange({ documents, frequencies, start, end }: PostingRange, target: TermPostings): void {
  target.documents.set(documents.subarray(start, end), target.length);
  target.frequencies.set(frequencies.subarray(start, end), target.length);
  target.length += end - start;
}

/**
 * One field with all terms of the others: their postings merged term by term, the shortest first.
 *
 * @throws LexicalIndexError `too_large`
 */
export function mergeFields(fields: readonly CollectedField[], documentCount: number): CollectedField {
  const termCount = fields[0]!.postings.offsets.length - 1;
  const merged = new TermPostings();
  // Pages of memory that are never written take no room.
  const most = fields.reduce((sum, { postings }) => sum + postings.documents.length, 0);
  merged.documents = new Uint32Array(Math.min(MAX_POSTINGS, most));
  merged.frequencies = new Uint8Array(merged.documents.length);
  const offsets = new Uint32Array(termCount + 1);
  const between = [new TermPostings(), new TermPostings()] as const;
  const ranges: PostingRange[] = [];
  for (let term = 0; term < termCount; term += 1) {
    ranges.length = 0;
    let count = 0;
    for (const { postings } of fields) {
      const { documents, frequencies, offsets: places } = postings;
      const [start, end] = [places[term]!, places[term + 1]!];
      if (start === end) continue;
      ranges.push({ documents, frequencies, start, end });
      count += end - start;
    }
    if (merged.length + count > merged.documents.length) throw tooManyPostings();
    ranges.sort((one, other) => one.end - one.start - (other.end - other.start));
    let range = ranges[0];
    for (let next = 1; next < ranges.length; next += 1) {
      const isLast = next === ranges.length - 1;
      const target = isLast ? merged : between[next % 2]!;
      if (!isLast) target.clear(count);
      appendMerged(range!, ranges[next]!, target);
      range = { documents: target.documents, frequencies: target.frequencies, start: 0, end: target.length };
    }
    if (ranges.length === 1) appendRange(range!, merged);
    offsets[term + 1] = merged.length;
  }
  const lengths = new Uint32Array(documentCount);
  for (const { postings } of fields) {
    for (let document = 0; document < documentCount; document += 1) lengths[document]! += postings.lengths[document]!;
  }
  const documents = merged.documents.subarray(0, merged.length);
  const frequencies = merged.frequencies.subarray(0, merged.length);
  const exact = exactSums(fields, { offsets, documents, frequencies });
  return { postings: { offsets, documents, frequencies, exact, lengths }, ...describeLengths(lengths) };
}

/** What merged postings leave out, where their sums are cut off. */
function exactSums(
  fields: readonly CollectedField[],
  { offsets, documents, frequencies }: Pick<CollectedPostings, 'offsets' | 'documents' | 'frequencies'>,
): ExactCounts {
  const exact = new ExactCountsBuilder();
  let term = 0;
  for (let at = frequencies.indexOf(MAX_FREQUENCY); at >= 0; at = frequencies.indexOf(MAX_FREQUENCY, at + 1)) {
    while (offsets[term + 1]! <= at) term += 1;
    let count = 0;
    for (const { postings } of fields) {
      const [start, end] = [postings.offsets[term]!, postings.offsets[term + 1]!];
      const found = firstPosting({ ...postings, start, end }, documents[at]!);
      if (found === end || postings.documents[found] !== documents[at]) continue;
      count += exactCount(postings.exact, found, postings.frequencies[found]!);
    }
    exact.store(at, count);
  }
  return exact.finish();
}
