import { VectorError } from './errors.js';
import type { VectorIndex } from './vector-index.js';

/**
 * Several indexes as one, for example vectors of a file and of later additions. No index may have rows in two of them.
 * The rows of a part are numbered on from those of the parts before it. Answers are those of one index over all rows.
 *
 * @throws VectorError `dimension_mismatch` when the parts differ in their dimensions, or there is none
 */
export function joinVectorIndexes(parts: readonly VectorIndex[]): VectorIndex {
  const [first] = parts;
  if (first === undefined || parts.some(({ dimensions }) => dimensions !== first.dimensions)) {
    const found = `[${parts.map(({ dimensions }) => dimensions).join(', ')}]`;
    throw new VectorError('dimension_mismatch', `expected indexes of equal dimensions, at least one, got ${found}`);
  }
  let rowCount = 0;
  const placed = parts.map((index) => {
    const firstRow = rowCount;
    rowCount += index.rowCount;
    return { index, firstRow };
  });
  const end = Math.max(...parts.map((part) => part.end));
  return {
    dimensions: first.dimensions,
    rowCount,
    end,
    search: (query, options) =>
      placed
        .flatMap(({ index, firstRow }) =>
          index
            .search(query, { ...options, end: options.end ?? end })
            .map((hit) => ({ ...hit, row: hit.row + firstRow })),
        )
        .sort((one, other) => other.score - one.score || one.index - other.index)
        .slice(0, options.count),
    score(query, index) {
      for (const part of parts) {
        const score = part.score(query, index);
        if (score !== undefined) return score;
      }
      return undefined;
    },
    scoreAll(query, range = {}) {
      const asked = { start: range.start ?? 0, end: range.end ?? end };
      const [scores, ...others] = parts.map((part) => part.scoreAll(query, asked));
      for (const other of others) {
        other.forEach((score, position) => {
          if (!Number.isNaN(score)) scores![position] = score;
        });
      }
      return scores!;
    },
    vector(index) {
      for (const part of parts) {
        const vector = part.vector(index);
        if (vector !== undefined) return vector;
      }
      return undefined;
    },
  };
}
