import type { TextEncoder, VectorSearch } from '../src/index.js';

/** Looks vectors up by text; an unknown text is all zeros. Counts calls. */
export function tableEncoder(table: Readonly<Record<string, readonly number[]>>): TextEncoder & { calls: string[][] } {
  const calls: string[][] = [];
  const zeros = Object.values(table)[0]!.map(() => 0);
  return {
    calls,
    encode: async (texts) => {
      calls.push([...texts]);
      return texts.map((text) => Float32Array.from(table[text] ?? zeros));
    },
  };
}

/** Exact search over a list of vectors, each of a node and one of its surfaces. */
export const vectorList = (
  rows: readonly { readonly index: number; readonly surface?: number; readonly vector: readonly number[] }[],
): VectorSearch => ({
  search: (vector, { start, end, count, atLeast = -Infinity }) => {
    const best = new Map<number, { index: number; score: number; surface: number }>();
    for (const { index, surface = 0, vector: row } of rows) {
      if (index < start || index >= end) continue;
      const score = row.reduce((sum, value, i) => sum + value * vector[i]!, 0);
      if (score >= atLeast && score > (best.get(index)?.score ?? -Infinity)) best.set(index, { index, score, surface });
    }
    return [...best.values()].sort((a, b) => b.score - a.score || a.index - b.index).slice(0, count);
  },
});
