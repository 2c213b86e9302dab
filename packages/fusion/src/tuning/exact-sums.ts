/**
 * A power of two to scale values by before they are rounded to integers, such that any sum of `count` of them is exact in a
 * double. Sums then do not depend on the order of addition, and grid points that are equally good compare as equal.
 */
export function exactScale(values: Float64Array, count: number): number {
  let largest = 1;
  for (let index = 0; index < values.length; index += 1) largest = Math.max(largest, Math.abs(values[index]!));
  return 2 ** (52 - Math.ceil(Math.log2(largest)) - Math.ceil(Math.log2(count)));
}

/** Values times `scale`, rounded to integers. */
export function toExact(values: Float64Array, scale: number): Float64Array {
  return values.map((value) => Math.round(value * scale));
}
