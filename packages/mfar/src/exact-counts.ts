import { SortedPairs } from './sorted-pairs.js';
import { positionOf } from './sorted-search.js';

/** A frequency is stored and scored in one byte; BM25 hardly tells 255 from more. */
export const MAX_FREQUENCY = 255;

/** How often terms come that come more than {@link MAX_FREQUENCY} times in a document, by posting; ascending. */
export interface ExactCounts {
  readonly postings: Uint32Array;
  readonly counts: Uint32Array;
}

/** Gathers {@link ExactCounts} in any order. */
export class ExactCountsBuilder {
  private readonly pairs = new SortedPairs();

  /** Gives the frequency of a posting as it is stored, and notes what it leaves out. */
  store(posting: number, count: number): number {
    if (count <= MAX_FREQUENCY) return count;
    this.pairs.push(posting, count);
    return MAX_FREQUENCY;
  }

  finish(): ExactCounts {
    const { keys, values } = this.pairs.finish();
    return { postings: keys, counts: values };
  }
}

/** How often a term comes, by its posting and the frequency that is stored for it. */
export function exactCount({ postings, counts }: ExactCounts, posting: number, frequency: number): number {
  const position = frequency < MAX_FREQUENCY ? -1 : positionOf(postings, posting);
  return position < 0 ? frequency : counts[position]!;
}
