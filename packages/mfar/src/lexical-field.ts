import { BestDocuments } from './best-documents.js';
import type { ScoredDocument } from './best-documents.js';
import { exactCount } from './exact-counts.js';
import type { FieldPostings, LexicalFieldMeta } from './lexical-arrays.js';
import { firstAtLeast } from './sorted-search.js';
import { tokenizeEnglish } from './tokenize-english.js';

/** A range of documents. */
export interface DocumentRange {
  /** First document. Default 0. */
  readonly start?: number | undefined;
  /** Document behind the last. Default: all. */
  readonly end?: number | undefined;
}

/** BM25's parameters. */
export interface Bm25Parameters {
  /** How much a repeated term adds, from 0. Default 1.2. */
  readonly k1?: number | undefined;
  /** How much a long field costs, 0 to 1. Default 0.75. */
  readonly b?: number | undefined;
}

/** Defaults of {@link Bm25Parameters}. */
export const BM25_DEFAULTS = Object.freeze({ k1: 1.2, b: 0.75 });

/** One question put to one field. */
export interface LexicalQuery {
  /**
   * The least number that no document's score reaches, however often it repeats the question's terms: the sum of their
   * idf. 0 for a question without terms.
   */
  readonly bound: number;
  /** The best documents of the range that share a term with the question: score descending, then index ascending. */
  search(options: DocumentRange & { readonly count: number }): ScoredDocument[];
  /** The score of one document: 0 if it shares no term, `undefined` if it lacks the field. */
  score(document: number): number | undefined;
}

/** A sum for each document that is used again for each search, and the documents that it was used for. */
export interface Accumulator {
  readonly sums: Float64Array;
  readonly touched: Uint32Array;
}

/** The documents of a term: those from `start` up to `end`, exclusive, of an array. */
interface TermRange {
  readonly documents: Uint32Array;
  readonly start: number;
  readonly end: number;
}

/** The postings of a term, in two arrays. */
interface TermPlace extends TermRange {
  readonly frequencies: Uint8Array;
}

/** A place in postings that may be parted. */
export interface StoredPlace extends TermPlace {
  /** Postings of the field before the first of the two arrays. */
  readonly first: number;
}

interface QueryTerm extends TermPlace {
  readonly weight: number;
  /** The first posting of the document that was scored last, or of a later one. */
  reached: number;
}

/**
 * BM25 over one field, in Lucene's form: the sum over the question's terms of
 * `idf * tf / (tf + k1 * (1 - b + b * length / averageLength))` with
 * `idf = ln(1 + (N - df + 0.5) / (df + 0.5))`. N, df and the average length are taken over the documents that have the
 * field; the others are neither scored nor counted. A term that the question repeats counts as often.
 */
export interface LexicalField {
  readonly name: string;
  /** N: the documents that have the field. */
  readonly documentCount: number;
  /** Terms of the field over all documents, repeats included. */
  readonly totalLength: number;
  /** Terms a document, over the documents that have the field. */
  readonly averageLength: number;
  /** Looks up the terms of `question` once, for any number of searches and scores. */
  prepare(question: string): LexicalQuery;
  /** How often a document's field has a term, as `tokenizeEnglish` gives it. Scores count it 255 times at most. */
  frequency(term: string, document: number): number;
  /** Number of terms of a document's field; 0 if it lacks it. */
  length(document: number): number;
  /** Number of documents whose field has a term. */
  documentFrequency(term: string): number;
}

/** The weight of a term that `documentFrequency` of `documentCount` documents have. */
export const inverseDocumentFrequency = (documentCount: number, documentFrequency: number): number =>
  Math.log(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));

/** The first posting of a term whose document is `document` or higher. */
export const firstPosting = ({ documents, start, end }: TermRange, document: number): number =>
  firstAtLeast(documents, document, start, end);

/** The same, from a posting on that is not behind it: near ones are found in few steps. */
export function nextPosting({ documents, end }: TermRange, from: number, document: number): number {
  let start = from;
  let next = from;
  for (let step = 1; next < end && documents[next]! < document; step *= 2) {
    start = next + 1;
    next += step;
  }
  return firstPosting({ documents, start, end: Math.min(next, end) }, document);
}

/** {@link LexicalField} over stored postings. */
export class StoredLexicalField implements LexicalField {
  readonly name: string;
  readonly documentCount: number;
  readonly totalLength: number;
  readonly averageLength: number;
  private readonly k1: number;
  private readonly b: number;

  constructor(
    meta: LexicalFieldMeta,
    readonly postings: FieldPostings,
    /** A term as a number, −1 for one outside the vocabulary. */
    private readonly termNumber: (term: string) => number,
    private readonly accumulator: () => Accumulator,
    parameters: Required<Bm25Parameters>,
  ) {
    this.name = meta.name;
    this.documentCount = meta.documentCount;
    this.totalLength = meta.totalLength;
    this.averageLength = meta.documentCount === 0 ? 0 : meta.totalLength / meta.documentCount;
    this.k1 = parameters.k1 ?? BM25_DEFAULTS.k1;
    this.b = parameters.b ?? BM25_DEFAULTS.b;
  }

  prepare(question: string): LexicalQuery {
    const repeats = new Map<number, number>();
    let unknown = 0;
    for (const word of tokenizeEnglish(question)) {
      const term = this.termNumber(word);
      if (term < 0) unknown += 1;
      else repeats.set(term, (repeats.get(term) ?? 0) + 1);
    }
    let bound = unknown * this.idf(0);
    const terms: QueryTerm[] = [];
    for (const [term, count] of repeats) {
      const place = this.placeOf(term);
      const weight = count * this.idf(place.end - place.start);
      bound += weight;
      if (place.end > place.start) terms.push({ weight, ...place, reached: place.start });
    }
    let last = 0;
    return {
      bound,
      search: (options) => this.search(terms, options),
      score: (document) => {
        const length = this.length(document);
        if (length === 0) return undefined;
        const goesOn = document >= last;
        last = document;
        return this.score(terms, document, length, goesOn);
      },
    };
  }

  frequency(term: string, document: number): number {
    const place = this.place(term);
    return this.frequencyAt(place, firstPosting(place, document), document);
  }

  /** How often a document has a term, by the first of the term's postings whose document is that one or higher. */
  frequencyAt({ documents, frequencies, first, end }: StoredPlace, posting: number, document: number): number {
    if (posting >= end || documents[posting] !== document) return 0;
    return exactCount(this.postings.exact, first + posting, frequencies[posting]!);
  }

  length(document: number): number {
    return this.postings.lengths[document] ?? 0;
  }

  documentFrequency(term: string): number {
    const { start, end } = this.place(term);
    return end - start;
  }

  /** Where the postings of a term stand. */
  place(term: string): StoredPlace {
    return this.placeOf(this.termNumber(term));
  }

  private placeOf(term: number): StoredPlace {
    const { offsets, segments } = this.postings;
    if (term < 0) return { ...segments[0]!, start: 0, end: 0 };
    const start = offsets[term]!;
    let segment = segments.length - 1;
    while (segments[segment]!.first > start) segment -= 1;
    const { first, documents, frequencies } = segments[segment]!;
    return { documents, frequencies, first, start: start - first, end: offsets[term + 1]! - first };
  }

  private idf(documentFrequency: number): number {
    return inverseDocumentFrequency(this.documentCount, documentFrequency);
  }

  private termScore(weight: number, frequency: number, length: number): number {
    return (weight * frequency) / (frequency + this.k1 * (1 - this.b + (this.b * length) / this.averageLength));
  }

  private search(
    terms: readonly QueryTerm[],
    { start = 0, end = this.postings.lengths.length, count }: DocumentRange & { readonly count: number },
  ): ScoredDocument[] {
    const { lengths } = this.postings;
    const { sums, touched } = this.accumulator();
    let touchedCount = 0;
    for (const term of terms) {
      const { documents, frequencies } = term;
      const first = start === 0 ? term.start : firstPosting(term, start);
      for (let posting = first; posting < term.end; posting += 1) {
        const document = documents[posting]!;
        if (document >= end) break;
        if (sums[document] === 0) {
          touched[touchedCount] = document;
          touchedCount += 1;
        }
        sums[document]! += this.termScore(term.weight, frequencies[posting]!, lengths[document]!);
      }
    }
    const best = new BestDocuments(count);
    for (let position = 0; position < touchedCount; position += 1) {
      const document = touched[position]!;
      best.offer(document, sums[document]!);
      sums[document] = 0;
    }
    return best.sorted();
  }

  /** @param goesOn - Whether the document is not before the one that was scored last. */
  private score(terms: readonly QueryTerm[], document: number, length: number, goesOn: boolean): number {
    let sum = 0;
    for (const term of terms) {
      const posting = goesOn ? nextPosting(term, term.reached, document) : firstPosting(term, document);
      term.reached = posting;
      if (posting < term.end && term.documents[posting] === document) {
        sum += this.termScore(term.weight, term.frequencies[posting]!, length);
      }
    }
    return sum;
  }
}
