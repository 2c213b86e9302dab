import { LexicalIndexError } from './errors.js';
import { GrowableArray } from './growable-array.js';
import type { FieldPostings, LexicalFieldMeta } from './lexical-arrays.js';
import { lexicalIndexFromArrays } from './lexical-index.js';
import type { LexicalIndex } from './lexical-index.js';
import { tokenizeEnglish } from './tokenize-english.js';

/** The texts of one document by field name. A field that is absent, or has no term, is masked for the document. */
export type LexicalDocument = Readonly<Record<string, string | undefined>>;

/** Options of {@link buildLexicalIndex}. */
export interface BuildLexicalIndexOptions {
  /** The fields to index, at least one; others in the documents are ignored. */
  readonly fields: readonly string[];
  /**
   * Name of one more field, which holds all terms of the others: the document as a whole. Default: none. Its terms are
   * not split from text again, so this is cheaper than a field with all texts joined.
   */
  readonly documentField?: string | undefined;
  /** Called now and then with the number of documents read so far. */
  readonly onProgress?: ((documents: number) => void) | undefined;
  /** Stops the work; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A frequency is stored in one byte; BM25 hardly tells 255 from more. */
const MAX_FREQUENCY = 255;
const DOCUMENTS_PER_TURN = 2048;

const uint32 = (length: number): Uint32Array => new Uint32Array(length);
const uint8 = (length: number): Uint8Array => new Uint8Array(length);
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Builds the index of all `documents`; the first is document 0, the next 1 and so on. Takes about 10 bytes a posting (a
 * term in one field of one document) while it is built, and 5 afterwards.
 *
 * @throws LexicalIndexError with the code `invalid_options`
 */
export async function buildLexicalIndex(
  documents: Iterable<LexicalDocument> | AsyncIterable<LexicalDocument>,
  options: BuildLexicalIndexOptions,
): Promise<LexicalIndex> {
  const { onProgress, signal } = options;
  const fields = options.documentField === undefined ? options.fields : [...options.fields, options.documentField];
  if (options.fields.length === 0 || new Set(fields).size !== fields.length) {
    throw new LexicalIndexError(
      'invalid_options',
      `expected distinct fields, at least one, got [${fields.join(', ')}]`,
    );
  }
  const vocabulary = new Map<string, number>();
  const builders = fields.map(() => new FieldBuilder());
  let documentCount = 0;
  signal?.throwIfAborted();
  for await (const document of documents) {
    const termsOfFields = options.fields.map((field) => termNumbers(document[field] ?? '', vocabulary));
    termsOfFields.forEach((terms, position) => builders[position]!.add([terms]));
    if (options.documentField !== undefined) builders.at(-1)!.add(termsOfFields);
    documentCount += 1;
    if (documentCount % DOCUMENTS_PER_TURN === 0) {
      onProgress?.(documentCount);
      await nextTurn();
      signal?.throwIfAborted();
    }
  }
  onProgress?.(documentCount);

  const terms = [...vocabulary.keys()].sort();
  const rankOf = new Uint32Array(terms.length);
  terms.forEach((term, rank) => {
    rankOf[vocabulary.get(term)!] = rank;
  });
  const arrays: Record<string, Uint8Array | Uint32Array> = encodeTerms(terms);
  const fieldMetas: LexicalFieldMeta[] = [];
  for (const [position, builder] of builders.entries()) {
    const postings = builder.finish(rankOf);
    for (const [name, array] of Object.entries(postings)) arrays[`${position}.${name}`] = array;
    fieldMetas.push({
      name: fields[position]!,
      documentCount: builder.documentCount,
      totalLength: builder.totalLength,
      postingCount: postings.documents.length,
    });
    await nextTurn();
    signal?.throwIfAborted();
  }
  const meta = { format: 'grasp-lexical-1', documentCount, termCount: terms.length, fields: fieldMetas } as const;
  return lexicalIndexFromArrays(meta, (name) => arrays[name]);
}

/** The terms of a text as numbers; a new term gets the next one. */
function termNumbers(text: string, vocabulary: Map<string, number>): number[] {
  if (text === '') return [];
  return tokenizeEnglish(text).map((term) => {
    const known = vocabulary.get(term);
    if (known !== undefined) return known;
    vocabulary.set(term, vocabulary.size);
    return vocabulary.size - 1;
  });
}

function encodeTerms(terms: readonly string[]): { 'terms.bytes': Uint8Array; 'terms.offsets': Uint32Array } {
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(terms.reduce((sum, term) => sum + 3 * term.length, 0));
  const offsets = new Uint32Array(terms.length + 1);
  terms.forEach((term, rank) => {
    offsets[rank + 1] = offsets[rank]! + encoder.encodeInto(term, bytes.subarray(offsets[rank])).written;
  });
  return { 'terms.bytes': bytes.slice(0, offsets[terms.length]), 'terms.offsets': offsets };
}

/** Collects the postings of one field document by document, and sorts them by term at the end. */
class FieldBuilder {
  documentCount = 0;
  totalLength = 0;
  private readonly terms = new GrowableArray(uint32);
  private readonly frequencies = new GrowableArray(uint8);
  private readonly ends = new GrowableArray(uint32);
  private readonly lengths = new GrowableArray(uint32);
  private readonly counts = new Map<number, number>();

  /** Takes the field of the next document: its terms, in any number of parts. */
  add(parts: readonly (readonly number[])[]): void {
    const { counts } = this;
    let length = 0;
    for (const part of parts) {
      length += part.length;
      for (const term of part) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    for (const [term, count] of counts) {
      this.terms.push(term);
      this.frequencies.push(Math.min(count, MAX_FREQUENCY));
    }
    counts.clear();
    this.ends.push(this.terms.length);
    this.lengths.push(length);
    this.totalLength += length;
    if (length > 0) this.documentCount += 1;
  }

  /** A counting sort: stable, so the documents of a term stay ascending. */
  finish(rankOf: Uint32Array): FieldPostings {
    const terms = this.terms.view();
    const counted = this.frequencies.view();
    const offsets = new Uint32Array(rankOf.length + 1);
    for (const term of terms) offsets[rankOf[term]! + 1]! += 1;
    for (let rank = 0; rank < rankOf.length; rank += 1) offsets[rank + 1]! += offsets[rank]!;
    const next = offsets.slice(0, -1);
    const documents = new Uint32Array(terms.length);
    const frequencies = new Uint8Array(terms.length);
    let posting = 0;
    this.ends.view().forEach((end, document) => {
      for (; posting < end; posting += 1) {
        const rank = rankOf[terms[posting]!]!;
        const place = next[rank]!;
        documents[place] = document;
        frequencies[place] = counted[posting]!;
        next[rank] = place + 1;
      }
    });
    return { offsets, documents, frequencies, lengths: this.lengths.view().slice() };
  }
}
