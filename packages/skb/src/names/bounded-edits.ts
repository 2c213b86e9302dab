/** Code units of a text, of which the first `length` count. */
export interface CodeUnits {
  readonly units: Uint16Array;
  readonly length: number;
}

/** No text or name longer than this is compared, so that the rows of the comparison are made once. */
export const LONGEST_COMPARED = 4096;

let beforePrevious = new Uint32Array(LONGEST_COMPARED + 2);
let previous = new Uint32Array(LONGEST_COMPARED + 2);
let current = new Uint32Array(LONGEST_COMPARED + 2);

/**
 * Number of edits between two texts of at most {@link LONGEST_COMPARED} code units, or `limit` + 1 when it is larger than
 * `limit`. An edit inserts, deletes or replaces one code unit or swaps two neighbours; nothing is edited twice (optimal
 * string alignment, the restricted form of Damerau and Levenshtein's distance). Only the diagonals within `limit` of the
 * main one are computed.
 */
export function boundedEdits(one: CodeUnits, other: CodeUnits, limit: number): number {
  const { units: a } = one;
  const { units: b } = other;
  let [aEnd, bEnd] = [one.length, other.length];
  const tooMany = limit + 1;
  if (aEnd - bEnd > limit || bEnd - aEnd > limit) return tooMany;
  while (aEnd > 0 && bEnd > 0 && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  let start = 0;
  while (start < aEnd && start < bEnd && a[start] === b[start]) start++;
  const [aLength, bLength] = [aEnd - start, bEnd - start];
  if (aLength === 0 || bLength === 0) return Math.min(tooMany, aLength + bLength);
  if (limit === 0) return tooMany;

  for (let j = 0; j <= Math.min(bLength, limit + 1); j++) previous[j] = j;
  let smallestBefore = 0;
  for (let i = 1; i <= aLength; i++) {
    const first = Math.max(1, i - limit);
    const last = Math.min(bLength, i + limit);
    current[first - 1] = first === 1 ? Math.min(i, tooMany) : tooMany;
    let smallest = current[first - 1]!;
    const unit = a[start + i - 1]!;
    for (let j = first; j <= last; j++) {
      const otherUnit = b[start + j - 1]!;
      let edits = previous[j - 1]! + (unit === otherUnit ? 0 : 1);
      if (current[j - 1]! + 1 < edits) edits = current[j - 1]! + 1;
      if (j < i + limit && previous[j]! + 1 < edits) edits = previous[j]! + 1;
      if (i > 1 && j > 1 && unit === b[start + j - 2] && otherUnit === a[start + i - 2]) {
        // Two rows up, the cell lies on the same diagonal as this one, hence within the band.
        if (beforePrevious[j - 2]! + 1 < edits) edits = beforePrevious[j - 2]! + 1;
      }
      if (edits > tooMany) edits = tooMany;
      current[j] = edits;
      if (edits < smallest) smallest = edits;
    }
    if (smallest > limit && smallestBefore > limit) return tooMany;
    smallestBefore = smallest;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return Math.min(tooMany, previous[bLength]!);
}
