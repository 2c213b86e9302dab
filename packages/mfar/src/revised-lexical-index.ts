import { BestDocuments } from './best-documents.js';
import type { ScoredDocument } from './best-documents.js';
import { firstPosting, inverseDocumentFrequency } from './lexical-field.js';
import type {
  Accumulator,
  Bm25Parameters,
  DocumentRange,
  LexicalField,
  LexicalQuery,
  StoredLexicalField,
} from './lexical-field.js';
import { ArrayLexicalIndex, checkedParameters, checkExact, fieldPosition } from './lexical-index.js';
import type { LexicalFields, LexicalIndex } from './lexical-index.js';
import { LexicalRevision, lengthsAfter } from './lexical-revision.js';
import type { RevisedFieldMeta } from './lexical-revision.js';
import { LexicalIndexError } from './errors.js';
import { MAX_FREQUENCY } from './exact-counts.js';
import { positionOf } from './sorted-search.js';
import { RevisedPostings } from './revised-postings.js';
import type { RevisedTerm } from './revised-postings.js';
import { tokenizeEnglish } from './tokenize-english.js';
import type { StoredArray } from './stored-arrays.js';

/**
 * Where documents stand by now. A document's slot is its number in the stored index, or one that was given to it when it
 * was added; its index is the number by which it is searched. Documents of the stored index keep their order.
 */
export interface DocumentNumbering {
  /** By slot; 2³² − 1 for a document that is no more. */
  readonly indexes: Uint32Array;
  /** By index. */
  readonly slots: Uint32Array;
  /** Slots below this are documents of the stored index. */
  readonly importedCount: number;
}

/** A revision as it was stored. */
export interface StoredRevision {
  readonly meta: unknown;
  readonly array: (name: string) => StoredArray | undefined;
}

/**
 * A stored index with later changes, each of which `createLexicalRevision` made from the state before it. Scores and
 * rankings are those of an index that is built from all documents as they are now.
 *
 * @param index what `lexicalIndexFromArrays` gave
 * @param revisions oldest first
 * @throws LexicalIndexError if something is missing or of another form
 */
export function reviseLexicalIndex(
  index: LexicalIndex,
  revisions: readonly StoredRevision[],
  numbering: DocumentNumbering,
): LexicalFields {
  if (!(index instanceof ArrayLexicalIndex)) {
    throw new LexicalIndexError('invalid_options', 'expected an index that lexicalIndexFromArrays gave');
  }
  if (index.documentCount !== numbering.importedCount) {
    const expected = `a numbering over the ${index.documentCount} documents of the index`;
    throw new LexicalIndexError('invalid_options', `expected ${expected}, got one over ${numbering.importedCount}`);
  }
  checkExact(index.toArrays().meta);
  const { fields } = index;
  const opened = revisions.map(({ meta, array }) => new LexicalRevision(meta, array, fields.length));
  const documentCount = numbering.slots.length;
  let scratch: Accumulator | undefined;
  const accumulator = (): Accumulator =>
    (scratch ??= { sums: new Float64Array(documentCount), touched: new Uint32Array(documentCount) });
  const lengths: Uint32Array[] = [];
  const postings = fields.map((name, position) => new RevisedPostings(index.field(name), opened, position));
  const isInVocabulary = (term: string): boolean => postings.some((each) => each.of(term).documentFrequency > 0);
  const field = (name: string, parameters: Bm25Parameters = {}): RevisedLexicalField => {
    const position = fieldPosition(fields, name);
    const checked = checkedParameters(parameters);
    const stored = index.field(name, checked);
    return new RevisedLexicalField({
      stored,
      counts: opened.at(-1)?.meta.fields[position],
      postings: postings[position]!,
      lengths: (lengths[position] ??= lengthsAfter(
        stored.postings.lengths,
        opened.map((revision) => revision.fields[position]!),
      )),
      numbering,
      accumulator,
      isInVocabulary,
      parameters: checked,
    });
  };
  return { fields, documentCount, field };
}

interface RevisedFieldParts {
  readonly stored: StoredLexicalField;
  /** After the last revision, if there is one. */
  readonly counts: RevisedFieldMeta | undefined;
  readonly postings: RevisedPostings;
  /** By slot. */
  readonly lengths: Uint32Array;
  readonly numbering: DocumentNumbering;
  readonly accumulator: () => Accumulator;
  readonly isInVocabulary: (term: string) => boolean;
  readonly parameters: { readonly k1: number; readonly b: number };
}

interface QueryTerm extends RevisedTerm {
  readonly weight: number;
}

class RevisedLexicalField implements LexicalField {
  readonly name: string;
  readonly documentCount: number;
  readonly totalLength: number;
  readonly averageLength: number;
  private readonly parts: RevisedFieldParts;

  constructor(parts: RevisedFieldParts) {
    this.parts = parts;
    const counts = parts.counts ?? parts.stored;
    this.name = parts.stored.name;
    this.documentCount = counts.documentCount;
    this.totalLength = counts.totalLength;
    this.averageLength = counts.documentCount === 0 ? 0 : counts.totalLength / counts.documentCount;
  }

  prepare(question: string): LexicalQuery {
    const repeats = new Map<string, number>();
    let unknown = 0;
    for (const term of tokenizeEnglish(question)) {
      if (repeats.has(term) || this.parts.isInVocabulary(term)) repeats.set(term, (repeats.get(term) ?? 0) + 1);
      else unknown += 1;
    }
    let bound = unknown * inverseDocumentFrequency(this.documentCount, 0);
    const terms: QueryTerm[] = [];
    for (const [term, count] of repeats) {
      const found = this.parts.postings.of(term);
      const weight = count * inverseDocumentFrequency(this.documentCount, found.documentFrequency);
      bound += weight;
      if (found.documentFrequency > 0) terms.push({ ...found, weight });
    }
    return {
      bound,
      search: (options) => this.search(terms, options),
      score: (document) => this.score(terms, document),
    };
  }

  frequency(term: string, document: number): number {
    const slot = this.parts.numbering.slots[document];
    return slot === undefined ? 0 : this.parts.postings.frequency(term, slot);
  }

  length(document: number): number {
    const slot = this.parts.numbering.slots[document];
    return slot === undefined ? 0 : this.lengthOf(slot);
  }

  documentFrequency(term: string): number {
    return this.parts.postings.of(term).documentFrequency;
  }

  private search(
    terms: readonly QueryTerm[],
    { start = 0, end = this.parts.numbering.slots.length, count }: DocumentRange & { readonly count: number },
  ): ScoredDocument[] {
    const { numbering, lengths } = this.parts;
    const { indexes } = numbering;
    const { sums, touched } = this.parts.accumulator();
    const firstSlot = this.storedSlotFrom(start);
    let touchedCount = 0;
    const add = (index: number, weight: number, frequency: number, length: number): void => {
      if (sums[index] === 0) {
        touched[touchedCount] = index;
        touchedCount += 1;
      }
      sums[index]! += this.termScore(weight, frequency, length);
    };
    for (const term of terms) {
      const { slots } = term;
      const { documents, frequencies } = term.stored;
      let change = 0;
      for (let posting = firstPosting(term.stored, firstSlot); posting < term.stored.end; posting += 1) {
        const slot = documents[posting]!;
        const index = indexes[slot]!;
        if (index >= end) {
          // Either the range ends here, or the document is no more.
          if (index < indexes.length) break;
          continue;
        }
        while (change < slots.length && slots[change]! < slot) change += 1;
        if (slots[change] === slot) continue;
        add(index, term.weight, frequencies[posting]!, lengths[slot]!);
      }
      for (let position = 0; position < slots.length; position += 1) {
        const slot = slots[position]!;
        const index = indexes[slot]!;
        const frequency = Math.min(term.frequencies[position]!, MAX_FREQUENCY);
        if (index >= start && index < end && frequency > 0) add(index, term.weight, frequency, this.lengthOf(slot));
      }
    }
    const best = new BestDocuments(count);
    for (let position = 0; position < touchedCount; position += 1) {
      const index = touched[position]!;
      best.offer(index, sums[index]!);
      sums[index] = 0;
    }
    return best.sorted();
  }

  private score(terms: readonly QueryTerm[], document: number): number | undefined {
    const slot = this.parts.numbering.slots[document];
    const length = slot === undefined ? 0 : this.lengthOf(slot);
    if (slot === undefined || length === 0) return undefined;
    let sum = 0;
    for (const term of terms) {
      const frequency = this.frequencyIn(term, slot);
      if (frequency > 0) sum += this.termScore(term.weight, frequency, length);
    }
    return sum;
  }

  /** As scores count it. */
  private frequencyIn({ stored, slots, frequencies }: RevisedTerm, slot: number): number {
    const position = positionOf(slots, slot);
    if (position >= 0) return Math.min(frequencies[position]!, MAX_FREQUENCY);
    const posting = firstPosting(stored, slot);
    return posting < stored.end && stored.documents[posting] === slot ? stored.frequencies[posting]! : 0;
  }

  private lengthOf(slot: number): number {
    return this.parts.lengths[slot] ?? 0;
  }

  /** The first document of the stored index, by slot, that stands at `index` or behind it. */
  private storedSlotFrom(index: number): number {
    const { slots, importedCount } = this.parts.numbering;
    if (index === 0) return 0;
    for (let at = index; at < slots.length; at += 1) if (slots[at]! < importedCount) return slots[at]!;
    return importedCount;
  }

  private termScore(weight: number, frequency: number, length: number): number {
    const { k1, b } = this.parts.parameters;
    return (weight * frequency) / (frequency + k1 * (1 - b + (b * length) / this.averageLength));
  }
}
