/** Optimal string alignment distance straight from its recurrence over prefixes; for short texts. */
export function editsByDefinition(one: string, other: string): number {
  const known = new Map<string, number>();
  const edits = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const choices = [
      edits(i - 1, j) + 1,
      edits(i, j - 1) + 1,
      edits(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1),
    ];
    if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
      choices.push(edits(i - 2, j - 2) + 1);
    }
    const least = Math.min(...choices);
    known.set(key, least);
    return least;
  };
  return edits(one.length, other.length);
}

/** A text as the comparison takes it. */
export const unitsOf = (text: string): { units: Uint16Array; length: number } => ({
  units: Uint16Array.from(text, (_, position) => text.charCodeAt(position)),
  length: text.length,
});
