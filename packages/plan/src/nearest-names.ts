/** Levenshtein distance of two strings, by code units. O(|a|·|b|) time, O(|b|) space. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      current[j] = Math.min(substitution, previous[j]! + 1, current[j - 1]! + 1);
    }
    previous = current;
  }
  return previous[b.length]!;
}

const fold = (text: string): string => text.toLowerCase().replace(/[\s_-]+/gu, ' ');

/**
 * The names closest to `wanted` by edit distance, ignoring case and the difference of space, hyphen and underscore.
 * Ties keep the order of `names`. At most three.
 */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  const folded = fold(wanted.slice(0, 256));
  return names
    .map((name, index) => ({ name, index, distance: editDistance(folded, fold(name)) }))
    .sort((a, b) => a.distance - b.distance || a.index - b.index)
    .slice(0, 3)
    .map(({ name }) => name);
}
