import { LexicalIndexError } from './errors.js';
import type { LexicalField } from './lexical-field.js';
import type { LexicalFields } from './lexical-index.js';
import type { LexicalRevisionArrays, RevisedFieldMeta } from './lexical-revision.js';
import { Vocabulary } from './vocabulary.js';

/** What a field of a document lost and got. */
export interface LexicalFieldChange {
  /** Texts that the field had. Terms do not run from one text into the next. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** What became of one document. */
export interface LexicalDocumentChange {
  /** See `DocumentNumbering`; a new document gets a new one. */
  readonly slot: number;
  /** Its index before the change; `undefined` for a new document. */
  readonly document: number | undefined;
  /** Whether it is no more; then `removed` is all that it had. */
  readonly isDeleted: boolean;
  /** By name of the field, without that of the whole document. */
  readonly fields: Readonly<Record<string, LexicalFieldChange>>;
  /** All texts of a field after the change. Asked for only when a term was counted more than 255 times. */
  readonly textsAfter: (field: string) => Iterable<string>;
}

/** Options of {@link createLexicalRevision}. */
export interface LexicalRevisionOptions {
  /** The field with all terms of the others, if the index has one. */
  readonly documentField?: string | undefined;
}

const MAX_FREQUENCY = 255;

/**
 * Describes changes of documents, to be stored beside an index and searched by `reviseLexicalIndex`. Costs time by the
 * texts that changed, not by the size of the index.
 *
 * @param before the index as it is, with all earlier revisions
 * @throws LexicalIndexError `inconsistent_change` if a text is removed that the index does not have
 */
export function createLexicalRevision(
  before: LexicalFields,
  changes: Iterable<LexicalDocumentChange>,
  { documentField }: LexicalRevisionOptions = {},
): LexicalRevisionArrays {
  const terms = new ChangedTerms();
  const ownFields = before.fields.filter((name) => name !== documentField);
  const revisions = new Map(
    before.fields.map((name) => [name, new FieldRevision(before.field(name), terms.vocabulary)]),
  );
  // In this order the postings of each term ascend.
  for (const change of [...changes].sort((one, other) => one.slot - other.slot)) {
    const whole = new Map<number, number>();
    /** By field: the frequencies of its changed terms. */
    const changed = new Map<string, ReadonlyMap<number, number>>();
    for (const name of ownFields) {
      const field = change.fields[name];
      if (field === undefined) continue;
      const counts = new Map<number, number>();
      for (const [texts, sign] of [[field.removed, -1] as const, [field.added, 1] as const]) {
        for (const text of texts) for (const term of terms.of(text)) add(counts, term, sign);
      }
      for (const [term, count] of counts) add(whole, term, count);
      const recount = (wanted: Set<number>): ReadonlyMap<number, number> =>
        countUpTo(change.textsAfter(name), terms.vocabulary, wanted);
      changed.set(name, revisions.get(name)!.apply(change, counts, recount));
    }
    if (documentField === undefined) continue;
    // What one field has more than 255 times, the whole document has, too.
    revisions.get(documentField)!.apply(change, whole, (wanted) => {
      const ofField = (name: string, term: number): number =>
        changed.get(name)?.get(term) ?? revisions.get(name)!.frequencyBefore(term, change.document);
      const sum = (term: number): number => ownFields.reduce((total, name) => total + ofField(name, term), 0);
      return new Map(Array.from(wanted, (term) => [term, sum(term)]));
    });
  }
  return encodeRevision([...revisions.values()], terms.vocabulary);
}

const add = (counts: Map<number, number>, term: number, count: number): void => {
  counts.set(term, (counts.get(term) ?? 0) + count);
};

/** The numbers of the terms of texts. */
class ChangedTerms {
  readonly vocabulary = new Vocabulary();
  private readonly terms = new Map<string, readonly number[]>();

  /** For texts that come again and again, such as the name of a node with many neighbours. */
  of(text: string): readonly number[] {
    let terms = this.terms.get(text);
    if (terms === undefined) this.terms.set(text, (terms = this.vocabulary.numbersOf(text)));
    return terms;
  }
}

interface TermRevision {
  change: number;
  /** Ascending. */
  readonly slots: number[];
  readonly frequencies: number[];
}

/** Gathers what changes in one field. */
class FieldRevision {
  readonly terms = new Map<number, TermRevision>();
  readonly lengths = new Map<number, number>();
  documentCount: number;
  totalLength: number;

  constructor(
    private readonly field: LexicalField,
    private readonly vocabulary: Vocabulary,
  ) {
    this.documentCount = field.documentCount;
    this.totalLength = field.totalLength;
  }

  /**
   * @param recount what is left of terms that were counted up to the highest frequency and are fewer now; none for 0
   * @returns the frequencies of the changed terms
   */
  apply(
    { slot, document, isDeleted }: LexicalDocumentChange,
    counts: ReadonlyMap<number, number>,
    recount: (terms: Set<number>) => ReadonlyMap<number, number>,
  ): ReadonlyMap<number, number> {
    const lengthBefore = document === undefined ? 0 : this.field.length(document);
    let length = lengthBefore;
    const after = new Map<number, number>();
    /** Of these, what is left cannot be told from the index. */
    const unknown = new Set<number>();
    for (const [term, count] of counts) {
      length += count;
      if (isDeleted) {
        this.revision(term).change -= 1;
        continue;
      }
      if (count === 0) continue;
      const frequencyBefore = this.frequencyBefore(term, document);
      if (frequencyBefore === MAX_FREQUENCY && count < 0) unknown.add(term);
      else after.set(term, this.put(slot, term, frequencyBefore, frequencyBefore + count));
    }
    if (unknown.size > 0) {
      const terms = [...unknown];
      const left = recount(unknown);
      for (const term of terms) after.set(term, this.put(slot, term, MAX_FREQUENCY, left.get(term) ?? 0));
    }
    if (length < 0 || (isDeleted && length !== 0)) throw inconsistent(this.field.name, `${length} terms`);
    this.totalLength += length - lengthBefore;
    this.documentCount += Number(length > 0) - Number(lengthBefore > 0);
    if (length !== lengthBefore && !isDeleted) this.lengths.set(slot, length);
    return after;
  }

  frequencyBefore(term: number, document: number | undefined): number {
    return document === undefined ? 0 : this.field.frequency(this.vocabulary.termOf(term), document);
  }

  /** Notes the frequency of a term, and gives it as it is stored. */
  private put(slot: number, term: number, before: number, count: number): number {
    if (count < 0) throw inconsistent(this.field.name, this.vocabulary.termOf(term));
    const frequency = Math.min(count, MAX_FREQUENCY);
    if (frequency === before) return frequency;
    const revision = this.revision(term);
    revision.change += Number(frequency > 0) - Number(before > 0);
    revision.slots.push(slot);
    revision.frequencies.push(frequency);
    return frequency;
  }

  private revision(term: number): TermRevision {
    let revision = this.terms.get(term);
    if (revision === undefined) this.terms.set(term, (revision = { change: 0, slots: [], frequencies: [] }));
    return revision;
  }
}

/** Counts the wanted terms, each up to the highest frequency; stops when all have reached it. */
function countUpTo(texts: Iterable<string>, vocabulary: Vocabulary, wanted: Set<number>): ReadonlyMap<number, number> {
  const counts = new Map(Array.from(wanted, (term) => [term, 0]));
  let open = counts.size;
  for (const text of texts) {
    for (const term of vocabulary.numbersOf(text)) {
      const count = counts.get(term);
      if (count === undefined || count === MAX_FREQUENCY) continue;
      counts.set(term, count + 1);
      if (count + 1 === MAX_FREQUENCY && --open === 0) return counts;
    }
  }
  return counts;
}

function inconsistent(field: string, found: string): LexicalIndexError {
  return new LexicalIndexError(
    'inconsistent_change',
    `expected texts that the field "${field}" has to be removed, got others (${found}); build the index again`,
  );
}

function encodeRevision(fields: readonly FieldRevision[], vocabulary: Vocabulary): LexicalRevisionArrays {
  const used = Array.from(new Set(fields.flatMap(({ terms }) => [...terms.keys()])), (term) => ({
    term,
    word: vocabulary.termOf(term),
  })).sort((one, other) => (one.word < other.word ? -1 : 1));
  const words = used.map(({ word }) => word);
  const numbers = new Map(used.map(({ term }, number) => [term, number]));
  const encoder = new TextEncoder();
  const encoded = words.map((word) => encoder.encode(word));
  const wordOffsets = new Uint32Array(words.length + 1);
  encoded.forEach((bytes, number) => {
    wordOffsets[number + 1] = wordOffsets[number]! + bytes.length;
  });
  const wordBytes = new Uint8Array(wordOffsets[words.length]!);
  encoded.forEach((bytes, number) => wordBytes.set(bytes, wordOffsets[number]));
  const arrays: Record<string, Uint8Array | Uint32Array | Int32Array> = {
    'terms.bytes': wordBytes,
    'terms.offsets': wordOffsets,
  };
  const metas = fields.map(({ terms, lengths, documentCount, totalLength }, position): RevisedFieldMeta => {
    const revised = [...terms].map(([term, revision]) => ({ number: numbers.get(term)!, ...revision }));
    revised.sort((one, other) => one.number - other.number);
    const offsets = new Uint32Array(revised.length + 1);
    revised.forEach((term, place) => {
      offsets[place + 1] = offsets[place]! + term.slots.length;
    });
    const postingCount = offsets[revised.length]!;
    const slots = new Uint32Array(postingCount);
    const frequencies = new Uint8Array(postingCount);
    revised.forEach((term, place) => {
      slots.set(term.slots, offsets[place]);
      frequencies.set(term.frequencies, offsets[place]);
    });
    const lengthSlots = Uint32Array.from(lengths.keys()).sort();
    arrays[`${position}.terms`] = Uint32Array.from(revised, ({ number }) => number);
    arrays[`${position}.changes`] = Int32Array.from(revised, ({ change }) => change);
    arrays[`${position}.offsets`] = offsets;
    arrays[`${position}.slots`] = slots;
    arrays[`${position}.frequencies`] = frequencies;
    arrays[`${position}.lengthSlots`] = lengthSlots;
    arrays[`${position}.lengths`] = Uint32Array.from(lengthSlots, (slot) => lengths.get(slot)!);
    return {
      documentCount,
      totalLength,
      termCount: revised.length,
      postingCount,
      lengthCount: lengthSlots.length,
    };
  });
  return { meta: { format: 'grasp-lexical-revision-1', termCount: words.length, fields: metas }, arrays };
}
