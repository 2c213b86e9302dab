import { compareKeys } from './run.js';
import type { DocumentKey } from './run.js';

/** Scores that differ by no more than this share of the larger one tie. A double has 16 digits; the last two are left to rounding. */
export const TIE_TOLERANCE = 1e-14;

/**
 * The order of documents by score, best first, ties by key: positions into `scores` and `keys`.
 *
 * Neighbours in the order of scores tie when they lie within {@link TIE_TOLERANCE} of each other, and a chain of such
 * neighbours is one tie; so the order is a function of scores and keys alone. Scores must be finite.
 */
export function orderByScore(scores: Float64Array, keys: readonly DocumentKey[]): Uint32Array {
  const order = roughOrder(scores);
  for (let place = 1; place < order.length; place += 1) {
    const document = order[place]!;
    const score = scores[document]!;
    let hole = place;
    while (hole > 0 && scores[order[hole - 1]!]! < score) {
      order[hole] = order[hole - 1]!;
      hole -= 1;
    }
    order[hole] = document;
  }
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && ties(scores[order[end - 1]!]!, scores[order[end]!]!)) end += 1;
    if (end - start > 1) order.subarray(start, end).sort((left, right) => compareKeys(keys[left]!, keys[right]!));
    start = end;
  }
  return order;
}

/**
 * Positions sorted by score, best first, but for the last digits of the scores: the position takes the place of a double's
 * low bits, and the engine sorts the doubles without calling back. Several times faster than sorting with a comparator.
 */
function roughOrder(scores: Float64Array): Uint32Array {
  const count = scores.length;
  const tagged = new Float64Array(count);
  const words = new Uint32Array(tagged.buffer);
  const mask = 2 ** Math.max(1, Math.ceil(Math.log2(count))) - 1;
  // Negated, so that the engine's ascending order has the best first; and then the first position first.
  for (let position = 0; position < count; position += 1) {
    tagged[position] = -scores[position]!;
    words[2 * position + LOW_WORD] = ((words[2 * position + LOW_WORD]! & ~mask) | (mask - position)) >>> 0;
  }
  tagged.sort();
  const order = new Uint32Array(count);
  for (let place = 0; place < count; place += 1) order[place] = mask - ((words[2 * place + LOW_WORD]! & mask) >>> 0);
  return order;
}

/** Which 32-bit half of a double holds its low bits on this machine. */
const LOW_WORD = new Uint32Array(new Float64Array([1]).buffer)[0] === 0 ? 0 : 1;

function ties(higher: number, lower: number): boolean {
  return higher - lower <= TIE_TOLERANCE * Math.max(Math.abs(higher), Math.abs(lower));
}
