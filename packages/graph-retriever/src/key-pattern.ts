import type { Split } from './compiled-scope.js';
import { edgeKey } from './frontier.js';
import { isInRanges } from './index-ranges.js';

/** Some bits of an edge key. */
export interface KeyPattern {
  readonly mask: number;
  readonly value: number;
}

const ALL_BITS = 0xffffffff;

/** Whether a key has the pattern's value in the bits of its mask. */
export const matches = ({ mask, value }: KeyPattern, key: number): boolean => (key & mask) >>> 0 === value;

/**
 * The patterns to try so that the split's one hop differs from the others at a node. Each edge as a pattern of its own
 * always does. Two edges differ in some bit, so for a single other hop each bit, both ways round, does too, and is
 * fewer where the node has many edges.
 */
export function keyPatterns({ one, atChild, farRanges, others }: Split, node: number): KeyPattern[] {
  const keys = new Set<number>();
  let first: number | undefined;
  let varying = 0;
  for (const isInward of [false, true]) {
    const isAllowed = isInward === atChild ? one.outward : one.inward;
    const { offsets, targets } = isInward ? one.in : one.out;
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
      const key = edgeKey(targets[i]!, isInward, node);
      first ??= key;
      varying |= first ^ key;
      if ((isAllowed || targets[i] === node) && isInRanges(farRanges, targets[i]!)) keys.add(key);
    }
  }
  const bits = Array.from({ length: 32 }, (_, bit) => (1 << bit) >>> 0).filter((bit) => (varying & bit) !== 0);
  if (others > 1 || keys.size <= 2 * bits.length) return [...keys].map((value) => ({ mask: ALL_BITS, value }));
  return bits.flatMap((mask) => [
    { mask, value: 0 },
    { mask, value: mask },
  ]);
}
