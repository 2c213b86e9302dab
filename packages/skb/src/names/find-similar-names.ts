import { normalizeName } from '../normalize-name.js';
import type { NameSegment } from './name-segment.js';
import { MOST_EDITS } from './similar-texts.js';

/** A text of more code units than this is no name, and normalising it would take long. */
const LONGEST_TEXT = 1 << 16;

/** Options of {@link findSimilarNames}. */
export interface SimilarNameOptions {
  /** Most edits between the normalised text and name, 0 to 2. Default 2. */
  readonly maxEdits?: number;
  /** How many names at most, from 0; Infinity for all. Default 10. */
  readonly count?: number;
}

/** The default numbers of {@link SimilarNameOptions}. */
export const SIMILAR_NAME_DEFAULTS = Object.freeze({ maxEdits: MOST_EDITS, count: 10 });

/** A name that is near a text, and whose it is. */
export interface SimilarName {
  /** As `normalizeName` gives it. */
  readonly name: string;
  /** Insertions, deletions, replacements and swaps of neighbours that make it of the text, 0 to 2. */
  readonly edits: number;
  /** The nodes that have it as name or alias; ascending indexes, at least one. */
  readonly nodes: readonly number[];
}

/**
 * The names nearest to a text: fewer edits first, then code-unit order. Names without a node in the range are left out.
 *
 * @throws RangeError for options outside their range.
 */
export function findSimilarNames(
  segments: readonly NameSegment[],
  text: string,
  range: { readonly start: number; readonly end: number },
  options: SimilarNameOptions = {},
): SimilarName[] {
  const { maxEdits, count } = { ...SIMILAR_NAME_DEFAULTS, ...options };
  if (!Number.isInteger(maxEdits) || maxEdits < 0 || maxEdits > MOST_EDITS) {
    throw new RangeError(`@grasp/skb: expected maxEdits to be 0, 1 or ${MOST_EDITS}, got ${maxEdits}`);
  }
  if (!(Number.isInteger(count) || count === Infinity) || count < 0) {
    throw new RangeError(`@grasp/skb: expected count to be a whole number from 0 or Infinity, got ${count}`);
  }
  if (text.length > LONGEST_TEXT) return [];
  const name = normalizeName(text);
  const found: SimilarName[] = [];
  for (let edits = 0; edits <= maxEdits && found.length < count; edits++) {
    found.push(...namesAt(segments, name, edits, range));
  }
  return found.slice(0, count);
}

/** The names at exactly `edits` edits, in code-unit order. */
function namesAt(
  segments: readonly NameSegment[],
  text: string,
  edits: number,
  { start, end }: { readonly start: number; readonly end: number },
): SimilarName[] {
  const nodesByName = new Map<string, Set<number>>();
  for (const { keys, nodesOf, similar } of segments) {
    let rows: number[];
    if (edits === 0) rows = [keys.search(text)].filter((row) => row >= 0);
    else
      rows = similar()
        .search(text, edits)
        .flatMap((hit) => (hit.edits === edits ? [hit.row] : []));
    for (const row of rows) {
      const nodes = [...nodesOf(row)].filter((node) => node >= start && node < end);
      if (nodes.length === 0) continue;
      const name = keys.at(row);
      const known = nodesByName.get(name);
      if (known === undefined) nodesByName.set(name, new Set(nodes));
      else for (const node of nodes) known.add(node);
    }
  }
  return Array.from(nodesByName, ([name, nodes]) => ({ name, edits, nodes: [...nodes].sort((a, b) => a - b) })).sort(
    (a, b) => (a.name < b.name ? -1 : 1),
  );
}
