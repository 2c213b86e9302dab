import { buildSimilarTextArrays, SimilarTexts } from './similar-texts.js';
import type { SimilarTextArrays, TextRows } from './similar-texts.js';

/** Distinct normalised names by row, in code-unit order. */
export interface NameKeys extends TextRows {
  at(row: number): string;
  /** The row of a name; -1 when it is not there. */
  search(name: string): number;
}

/** Names that are searched together, as they came in: those of the import are one segment, those of updates another. */
export interface NameSegment {
  readonly keys: NameKeys;
  /** The nodes with the name of a row, as indexes of the knowledge base as it is now; none when all were deleted. */
  nodesOf(row: number): Iterable<number>;
  /** Search of `keys`, made when it is first needed. */
  readonly similar: () => SimilarTexts;
}

/**
 * A segment over names and, where they were stored, the arrays that their search needs. Without them the arrays are made
 * at the first search, which takes about two microseconds a name.
 */
export function nameSegment(
  keys: NameKeys,
  nodesOf: (row: number) => Iterable<number>,
  arrays?: () => SimilarTextArrays | undefined,
): NameSegment {
  let similar: SimilarTexts | undefined;
  return {
    keys,
    nodesOf,
    similar: () => (similar ??= new SimilarTexts(keys, arrays?.() ?? buildSimilarTextArrays(keys))),
  };
}
