import { SortedPairs } from './sorted-pairs.js';

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

/** The position of `value` in ascending values; −1 when it is not there. */
export function positionOf(values: Uint32Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return values[low] === value ? low : -1;
}

/** How often a term comes, by its posting and the frequency that is stored for it. */
export function exactCount({ postings, counts }: ExactCounts, posting: number, frequency: number): number {
  const position = frequency < MAX_FREQUENCY ? -1 : positionOf(postings, posting);
  return position < 0 ? frequency : counts[position]!;
}
