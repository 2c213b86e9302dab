/** The sum of products of `dimensions` numbers of each array, from the two offsets on. */
export function dotProduct(
  one: Float32Array,
  oneOffset: number,
  other: Float32Array,
  otherOffset: number,
  dimensions: number,
): number {
  const unrolled = dimensions - (dimensions % 4);
  let sum0 = 0;
  let sum1 = 0;
  let sum2 = 0;
  let sum3 = 0;
  for (let index = 0; index < unrolled; index += 4) {
    sum0 += one[oneOffset + index]! * other[otherOffset + index]!;
    sum1 += one[oneOffset + index + 1]! * other[otherOffset + index + 1]!;
    sum2 += one[oneOffset + index + 2]! * other[otherOffset + index + 2]!;
    sum3 += one[oneOffset + index + 3]! * other[otherOffset + index + 3]!;
  }
  for (let index = unrolled; index < dimensions; index += 1) {
    sum0 += one[oneOffset + index]! * other[otherOffset + index]!;
  }
  return sum0 + sum1 + (sum2 + sum3);
}
