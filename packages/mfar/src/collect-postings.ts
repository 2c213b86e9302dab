import { LexicalIndexError } from './errors.js';
import { GrowableArray } from './growable-array.js';
import type { TermCounter } from './term-counter.js';

/** A frequency is stored in one byte; BM25 hardly tells 255 from more. */
const MAX_FREQUENCY = 255;

/** The postings of a field in one piece. */
interface CollectedPostings {
  readonly offsets: Uint32Array;
  readonly documents: Uint32Array;
  readonly frequencies: Uint8Array;
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
  private readonly ends = new GrowableArray(uint32);
  private readonly lengths = new GrowableArray(uint32);

  /** Takes the terms of the next document. */
  add(counter: TermCounter): void {
    for (let position = 0; position < counter.distinct; position += 1) {
      const term = counter.touched[position]!;
      this.terms.push(term);
      this.frequencies.push(Math.min(counter.count(term), MAX_FREQUENCY));
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
    let posting = 0;
    for (let document = 0; document < ends.length; document += 1) {
      for (const end = ends[document]!; posting < end; posting += 1) {
        const rank = rankOf[terms[posting]!]!;
        const place = next[rank]!;
        documents[place] = document;
        frequencies[place] = counted[posting]!;
        next[rank] = place + 1;
      }
    }
    const lengths = this.lengths.view().slice();
    return { postings: { offsets, documents, frequencies, lengths }, ...describeLengths(lengths) };
  }
}

/**
 * The postings of a field whose terms `count` can give for any document, as ranks, as often as asked. It is asked twice
 * for each, so that nothing but the result is kept.
 *
 * @param pause - Called now and then.
 */
export async function collectTwice(
  documentCount: number,
  termCount: number,
  count: (document: number) => TermCounter,
  pause: () => Promise<void>,
  documentsPerTurn: number,
): Promise<CollectedField> {
  const offsets = new Uint32Array(termCount + 1);
  const lengths = new Uint32Array(documentCount);
  for (let document = 0; document < documentCount; document += 1) {
    const counter = count(document);
    for (let position = 0; position < counter.distinct; position += 1) offsets[counter.touched[position]! + 1]! += 1;
    lengths[document] = counter.total;
    if (document % documentsPerTurn === 0) await pause();
  }
  sumUp(offsets);
  const next = offsets.slice(0, -1);
  const documents = new Uint32Array(offsets[termCount]!);
  const frequencies = new Uint8Array(documents.length);
  for (let document = 0; document < documentCount; document += 1) {
    const counter = count(document);
    for (let position = 0; position < counter.distinct; position += 1) {
      const term = counter.touched[position]!;
      const place = next[term]!;
      documents[place] = document;
      frequencies[place] = Math.min(counter.count(term), MAX_FREQUENCY);
      next[term] = place + 1;
    }
    if (document % documentsPerTurn === 0) await pause();
  }
  return { postings: { offsets, documents, frequencies, lengths }, ...describeLengths(lengths) };
}

/** One field with all terms of the others: their postings merged, term by term. */
export function mergeFields(fields: readonly CollectedField[], documentCount: number): CollectedField {
  const termCount = fields[0]!.postings.offsets.length - 1;
  const most = Math.min(
    MAX_POSTINGS,
    fields.reduce((sum, { postings }) => sum + postings.documents.length, 0),
  );
  // Pages of memory that are never written take no room.
  const documents = new Uint32Array(most);
  const frequencies = new Uint8Array(most);
  const offsets = new Uint32Array(termCount + 1);
  const places = new Uint32Array(fields.length);
  const ends = new Uint32Array(fields.length);
  const active: CollectedPostings[] = [];
  let count = 0;
  for (let term = 0; term < termCount; term += 1) {
    active.length = 0;
    for (const { postings } of fields) {
      const start = postings.offsets[term]!;
      const end = postings.offsets[term + 1]!;
      if (start === end) continue;
      places[active.length] = start;
      ends[active.length] = end;
      active.push(postings);
    }
    for (;;) {
      let document = documentCount;
      for (let field = 0; field < active.length; field += 1) {
        if (places[field]! === ends[field]!) continue;
        const candidate = active[field]!.documents[places[field]!]!;
        if (candidate < document) document = candidate;
      }
      if (document === documentCount) break;
      let frequency = 0;
      for (let field = 0; field < active.length; field += 1) {
        const place = places[field]!;
        if (place === ends[field]! || active[field]!.documents[place] !== document) continue;
        frequency += active[field]!.frequencies[place]!;
        places[field] = place + 1;
      }
      documents[count] = document;
      // A frequency that a field cuts off is cut off here too, so the sum of the cut ones will do.
      frequencies[count] = Math.min(frequency, MAX_FREQUENCY);
      count += 1;
    }
    if (count > most) throw tooManyPostings();
    offsets[term + 1] = count;
  }
  const lengths = new Uint32Array(documentCount);
  for (const { postings } of fields) {
    for (let document = 0; document < documentCount; document += 1) lengths[document]! += postings.lengths[document]!;
  }
  return {
    postings: {
      offsets,
      documents: documents.subarray(0, count),
      frequencies: frequencies.subarray(0, count),
      lengths,
    },
    ...describeLengths(lengths),
  };
}
