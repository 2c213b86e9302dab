import { GrowableArray } from './growable-array.js';
import { checkExact, checkIndexMeta } from './lexical-index.js';
import { checkRevisionMeta, inconsistentChange, lengthsAfter, takeLengths } from './lexical-revision.js';
import type { LexicalRevisionArrays, RevisedFieldMeta } from './lexical-revision.js';
import type { StoredRevision } from './revised-lexical-index.js';
import { encodeTerms } from './sorted-terms.js';
import { TermCounter } from './term-counter.js';
import { takeArray } from './stored-arrays.js';
import type { StoredArray } from './stored-arrays.js';
import { Vocabulary } from './vocabulary.js';

/** What a field of a document lost and got. */
export interface LexicalFieldChange {
  /** Texts that the field had. Terms do not run from one text into the next. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** What became of one document. */
export interface LexicalDocumentChange {
  /** See `DocumentNumbering`; a new document gets a new one, higher than all before. */
  readonly slot: number;
  /** Whether it is no more; then `removed` is all that it had. */
  readonly isDeleted: boolean;
  /** By name of the field, without that of the whole document. */
  readonly fields: Readonly<Record<string, LexicalFieldChange>>;
}

/** A stored index with the revisions that were stored since, oldest first. */
export interface StoredLexicalIndex extends StoredRevision {
  readonly revisions: readonly StoredRevision[];
}

/** Options of {@link createLexicalRevision}. */
export interface LexicalRevisionOptions {
  /** The field with all terms of the others, if the index has one. */
  readonly documentField?: string | undefined;
}

/**
 * Describes changes of documents, to be stored beside an index and searched by `reviseLexicalIndex`. Costs time by the
 * texts that changed, not by the size of the index: what the index says of their terms is added when it is searched.
 *
 * @param before the index as it was stored, with all earlier revisions; nothing but lengths is read of it
 * @throws LexicalIndexError `inconsistent_change` if more is removed than the index has. A removed text that the index does
 *   not have is found out when one of its terms is searched. `malformed_meta` if the index was stored in a format that
 *   cannot be revised.
 */
export function createLexicalRevision(
  before: StoredLexicalIndex,
  changes: Iterable<LexicalDocumentChange>,
  { documentField }: LexicalRevisionOptions = {},
): LexicalRevisionArrays {
  const terms = new ChangedTerms();
  const revisions = openFields(before);
  const whole = documentField === undefined ? undefined : revisions.get(documentField);
  const ownFields = [...revisions].filter(([, revision]) => revision !== whole);
  const [removed, added] = [new TermCounter(), new TermCounter()];
  const count = (texts: readonly string[], counter: TermCounter): void => {
    counter.clear();
    for (const text of texts) for (const term of terms.of(text)) counter.add(term);
  };
  // In this order the postings of each term ascend.
  for (const change of [...changes].sort((one, other) => one.slot - other.slot)) {
    let longer = 0;
    for (const [name, revision] of ownFields) {
      const field = change.fields[name];
      if (field === undefined) continue;
      count(field.removed, removed);
      count(field.added, added);
      longer += added.total - removed.total;
      revision.addTerms(change.slot, removed, added);
      revision.addLength(change, added.total - removed.total);
    }
    whole?.addLength(change, longer);
  }
  const { terms: words, rankOf } = terms.vocabulary.finish();
  const arrays: Record<string, StoredArray> = encodeTerms(words);
  const fields = [...revisions.values()].map((revision, position): RevisedFieldMeta => {
    const { meta, arrays: ofField } = revision.finish(rankOf);
    for (const [name, array] of Object.entries(ofField)) arrays[`${position}.${name}`] = array;
    return meta;
  });
  const position = documentField === undefined ? -1 : [...revisions.keys()].indexOf(documentField);
  const meta = { format: 'grasp-lexical-revision-2', termCount: words.length, fields } as const;
  return { meta: position < 0 ? meta : { ...meta, documentField: position }, arrays };
}

/** @throws LexicalIndexError if something is missing or of another form */
function openFields({ meta, array, revisions }: StoredLexicalIndex): Map<string, FieldRevision> {
  const index = checkIndexMeta(meta);
  checkExact(index);
  const metas = revisions.map((revision) => checkRevisionMeta(revision.meta, index.fields.length));
  const fields = index.fields.map((field, position): [string, FieldRevision] => {
    const open = (): Uint32Array =>
      lengthsAfter(
        takeArray(array, `${position}.lengths`, Uint32Array, index.documentCount),
        metas.map(({ fields }, at) => takeLengths(revisions[at]!.array, position, fields[position]!)),
      );
    return [field.name, new FieldRevision(field.name, metas.at(-1)?.fields[position] ?? field, open)];
  });
  return new Map(fields);
}

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

const uint32 = (length: number): Uint32Array => new Uint32Array(length);

/** Gathers what changes in one field. */
class FieldRevision {
  private readonly terms = new GrowableArray(uint32);
  private readonly slots = new GrowableArray(uint32);
  private readonly changes = new GrowableArray((length) => new Int32Array(length));
  private readonly lengthSlots = new GrowableArray(uint32);
  private readonly lengths = new GrowableArray(uint32);
  /** Lengths by slot. */
  private before: Uint32Array | undefined;
  private documentCount: number;
  private totalLength: number;

  constructor(
    private readonly name: string,
    counts: Pick<RevisedFieldMeta, 'documentCount' | 'totalLength'>,
    private readonly open: () => Uint32Array,
  ) {
    this.documentCount = counts.documentCount;
    this.totalLength = counts.totalLength;
  }

  addTerms(slot: number, removed: TermCounter, added: TermCounter): void {
    for (const counter of [removed, added]) {
      for (let position = 0; position < counter.distinct; position += 1) {
        const term = counter.touched[position]!;
        // One that is in both was taken the first time.
        if (counter === added && removed.count(term) > 0) continue;
        const change = added.count(term) - removed.count(term);
        if (change === 0) continue;
        this.terms.push(term);
        this.slots.push(slot);
        this.changes.push(change);
      }
    }
  }

  addLength({ slot, isDeleted }: LexicalDocumentChange, longer: number): void {
    this.before ??= this.open();
    const before = this.before[slot] ?? 0;
    const length = before + longer;
    if (length < 0 || (isDeleted && length > 0)) throw inconsistentChange(this.name, `${length} terms`);
    this.totalLength += longer;
    this.documentCount += Number(length > 0) - Number(before > 0);
    if (longer === 0 || isDeleted) return;
    this.lengthSlots.push(slot);
    this.lengths.push(length);
  }

  /** A counting sort: stable, so the slots of a term stay ascending. */
  finish(rankOf: Uint32Array): { readonly meta: RevisedFieldMeta; readonly arrays: Record<string, StoredArray> } {
    const [terms, slots, changes] = [this.terms.view(), this.slots.view(), this.changes.view()];
    const next = new Uint32Array(rankOf.length);
    for (const term of terms) next[rankOf[term]!]! += 1;
    const revised = uint32(next.reduce((count, postings) => count + Number(postings > 0), 0));
    const offsets = uint32(revised.length + 1);
    let place = 0;
    next.forEach((postings, rank) => {
      if (postings === 0) return;
      revised[place] = rank;
      next[rank] = offsets[place]!;
      offsets[place + 1] = offsets[place]! + postings;
      place += 1;
    });
    const sortedSlots = uint32(terms.length);
    const sortedChanges = new Int32Array(terms.length);
    terms.forEach((term, posting) => {
      const rank = rankOf[term]!;
      const target = next[rank]!;
      sortedSlots[target] = slots[posting]!;
      sortedChanges[target] = changes[posting]!;
      next[rank] = target + 1;
    });
    return {
      meta: {
        documentCount: this.documentCount,
        totalLength: this.totalLength,
        termCount: revised.length,
        postingCount: terms.length,
        lengthCount: this.lengths.length,
      },
      arrays: {
        terms: revised,
        offsets,
        slots: sortedSlots,
        changes: sortedChanges,
        lengthSlots: this.lengthSlots.view().slice(),
        lengths: this.lengths.view().slice(),
      },
    };
  }
}
