import { LexicalIndexError } from './errors.js';
import type { LexicalField } from './lexical-field.js';
import type { LexicalFields } from './lexical-index.js';
import type { LexicalRevisionArrays, RevisedFieldMeta } from './lexical-revision.js';
import { tokenizeEnglish } from './tokenize-english.js';

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
  const terms = new TermCache();
  const ownFields = before.fields.filter((name) => name !== documentField);
  const revisions = new Map(before.fields.map((name) => [name, new FieldRevision(before.field(name))]));
  // In this order the postings of each term ascend.
  for (const change of [...changes].sort((one, other) => one.slot - other.slot)) {
    const whole = new Map<string, number>();
    /** By field: the frequencies of its changed terms. */
    const changed = new Map<string, ReadonlyMap<string, number>>();
    for (const name of ownFields) {
      const field = change.fields[name];
      if (field === undefined) continue;
      const counts = new Map<string, number>();
      for (const [texts, sign] of [[field.removed, -1] as const, [field.added, 1] as const]) {
        for (const text of texts) for (const term of terms.of(text)) add(counts, term, sign);
      }
      for (const [term, count] of counts) add(whole, term, count);
      let recounted: ReadonlyMap<string, number> | undefined;
      const recount = (term: string): number => {
        recounted ??= countUpTo(change.textsAfter(name), terms, fewerOf(counts));
        return recounted.get(term) ?? 0;
      };
      changed.set(name, revisions.get(name)!.apply(change, counts, recount));
    }
    if (documentField === undefined) continue;
    // What one field has more than 255 times, the whole document has, too.
    revisions.get(documentField)!.apply(change, whole, (term) => {
      const ofField = (name: string): number =>
        changed.get(name)?.get(term) ?? revisions.get(name)!.frequencyBefore(term, change.document);
      return ownFields.reduce((sum, name) => sum + ofField(name), 0);
    });
  }
  return encodeRevision([...revisions.values()]);
}

const add = (counts: Map<string, number>, term: string, count: number): void => {
  counts.set(term, (counts.get(term) ?? 0) + count);
};

/** The terms of texts that come again and again, such as the name of a node with many neighbours. */
class TermCache {
  private readonly terms = new Map<string, readonly string[]>();

  of(text: string): readonly string[] {
    let terms = this.terms.get(text);
    if (terms === undefined) this.terms.set(text, (terms = tokenizeEnglish(text)));
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
  readonly terms = new Map<string, TermRevision>();
  readonly lengths = new Map<number, number>();
  documentCount: number;
  totalLength: number;

  constructor(private readonly field: LexicalField) {
    this.documentCount = field.documentCount;
    this.totalLength = field.totalLength;
  }

  /**
   * @param recount what is left of a term that was counted up to the highest frequency and is fewer now
   * @returns the frequencies of the changed terms
   */
  apply(
    { slot, document, isDeleted }: LexicalDocumentChange,
    counts: ReadonlyMap<string, number>,
    recount: (term: string) => number,
  ): ReadonlyMap<string, number> {
    const lengthBefore = document === undefined ? 0 : this.field.length(document);
    let length = lengthBefore;
    const after = new Map<string, number>();
    for (const [term, count] of counts) {
      length += count;
      if (isDeleted) {
        this.revision(term).change -= 1;
        continue;
      }
      if (count === 0) continue;
      const frequencyBefore = this.frequencyBefore(term, document);
      const isUnknown = frequencyBefore === MAX_FREQUENCY && count < 0;
      const frequency = Math.min(isUnknown ? recount(term) : frequencyBefore + count, MAX_FREQUENCY);
      after.set(term, frequency);
      if (frequency < 0) throw inconsistent(this.field.name, term);
      if (frequency === frequencyBefore) continue;
      const revision = this.revision(term);
      revision.change += Number(frequency > 0) - Number(frequencyBefore > 0);
      revision.slots.push(slot);
      revision.frequencies.push(frequency);
    }
    if (length < 0 || (isDeleted && length !== 0)) throw inconsistent(this.field.name, `${length} terms`);
    this.totalLength += length - lengthBefore;
    this.documentCount += Number(length > 0) - Number(lengthBefore > 0);
    if (length !== lengthBefore && !isDeleted) this.lengths.set(slot, length);
    return after;
  }

  frequencyBefore(term: string, document: number | undefined): number {
    return document === undefined ? 0 : this.field.frequency(term, document);
  }

  private revision(term: string): TermRevision {
    let revision = this.terms.get(term);
    if (revision === undefined) this.terms.set(term, (revision = { change: 0, slots: [], frequencies: [] }));
    return revision;
  }
}

/** The terms of which there are fewer. */
const fewerOf = (counts: ReadonlyMap<string, number>): Set<string> =>
  new Set([...counts].filter(([, count]) => count < 0).map(([term]) => term));

/** Counts the wanted terms, each up to the highest frequency; stops when all have reached it. */
function countUpTo(texts: Iterable<string>, terms: TermCache, wanted: Set<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const term of terms.of(text)) {
      if (!wanted.has(term)) continue;
      const count = (counts.get(term) ?? 0) + 1;
      counts.set(term, count);
      if (count < MAX_FREQUENCY) continue;
      wanted.delete(term);
      if (wanted.size === 0) return counts;
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

function encodeRevision(fields: readonly FieldRevision[]): LexicalRevisionArrays {
  const words = [...new Set(fields.flatMap(({ terms }) => [...terms.keys()]))].sort();
  const numbers = new Map(words.map((word, number) => [word, number]));
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
    const revised = [...terms].map(([word, revision]) => ({ number: numbers.get(word)!, ...revision }));
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
