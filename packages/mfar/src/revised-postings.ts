import { firstPosting, nextPosting } from './lexical-field.js';
import type { StoredLexicalField, StoredPlace } from './lexical-field.js';
import { inconsistentChange } from './lexical-revision.js';
import type { ChangedPostings, LexicalRevision } from './lexical-revision.js';
import { SortedPairs } from './sorted-pairs.js';
import { positionOf } from './sorted-search.js';

/** The postings of one term after all revisions. */
export interface RevisedTerm {
  readonly stored: StoredPlace;
  /** Slots whose stored posting, if any, does not count; ascending. */
  readonly slots: Uint32Array;
  /** How often their documents have the term. */
  readonly frequencies: Uint32Array;
  readonly documentFrequency: number;
}

const NONE = new Uint32Array(0);

/** Terms of a field that are remembered. */
const REMEMBERED_TERMS = 50_000;

/** The postings of one field after all revisions. */
export class RevisedPostings {
  private readonly terms = new Map<string, RevisedTerm>();

  constructor(
    private readonly stored: StoredLexicalField,
    private readonly revisions: readonly LexicalRevision[],
    /** Of the field in the index. */
    private readonly position: number,
  ) {}

  /** @throws LexicalIndexError `inconsistent_change` when revisions take away what is not there */
  of(term: string): RevisedTerm {
    let found = this.terms.get(term);
    if (found === undefined) {
      found = this.revise(term);
      if (this.terms.size === REMEMBERED_TERMS) this.terms.clear();
      this.terms.set(term, found);
    }
    return found;
  }

  /** How often the document in a slot has a term. */
  frequency(term: string, slot: number): number {
    const { stored, slots, frequencies } = this.of(term);
    const position = positionOf(slots, slot);
    return position >= 0 ? frequencies[position]! : this.stored.frequencyAt(stored, firstPosting(stored, slot), slot);
  }

  private revise(term: string): RevisedTerm {
    const stored = this.stored.place(term);
    let documentFrequency = stored.end - stored.start;
    const changed = this.revisions.flatMap((revision) => revision.postings(this.position, term));
    if (changed.length === 0) return { stored, slots: NONE, frequencies: NONE, documentFrequency };
    const { slots, changes } = sumChanges(changed);
    let posting = stored.start;
    const frequencies = Uint32Array.from(slots, (slot, place) => {
      posting = nextPosting(stored, posting, slot);
      const before = this.stored.frequencyAt(stored, posting, slot);
      const after = before + changes[place]!;
      if (after < 0) throw inconsistentChange(this.stored.name, term);
      documentFrequency += Number(after > 0) - Number(before > 0);
      return after;
    });
    return { stored, slots, frequencies, documentFrequency };
  }
}

/** Several lists of changed postings as one. */
function sumChanges(changed: readonly ChangedPostings[]): ChangedPostings {
  if (changed.length === 1) return changed[0]!;
  const pairs = new SortedPairs();
  for (const { slots, changes } of changed) {
    for (let place = 0; place < slots.length; place += 1) pairs.push(slots[place]!, changes[place]!);
  }
  const { keys, values } = pairs.finish();
  const changes = new Int32Array(keys.length);
  let end = 0;
  for (let place = 0; place < keys.length; place += 1) {
    if (end === 0 || keys[end - 1] !== keys[place]) {
      keys[end] = keys[place]!;
      end += 1;
    }
    changes[end - 1]! += values[place]! | 0;
  }
  return { slots: keys.subarray(0, end), changes: changes.subarray(0, end) };
}
