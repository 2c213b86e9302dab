/** Writes the product of a symmetric matrix, positive or positive semi-definite, with `vector` into `product`. */
export type MultiplySymmetric = (vector: Float64Array, product: Float64Array) => void;

/** When to stop: residual below `tolerance` times the length of the right side, or `maxIterations`. */
export interface ConjugateGradientOptions {
  readonly tolerance: number;
  readonly maxIterations: number;
}

/**
 * Solves a symmetric linear system by conjugate gradients (Hestenes and Stiefel, 1952), started at zero. Where a
 * consistent system has many solutions, that is the shortest of them.
 */
export function conjugateGradient(
  multiply: MultiplySymmetric,
  rightSide: Float64Array,
  { tolerance, maxIterations }: ConjugateGradientOptions,
): Float64Array {
  const solution = new Float64Array(rightSide.length);
  const residual = Float64Array.from(rightSide);
  const direction = Float64Array.from(rightSide);
  const product = new Float64Array(rightSide.length);
  let square = dot(residual, residual);
  const target = square * tolerance * tolerance;
  for (let iteration = 0; iteration < maxIterations && square > target; iteration++) {
    multiply(direction, product);
    const curvature = dot(direction, product);
    if (!(curvature > 0)) break;
    const step = square / curvature;
    for (let index = 0; index < solution.length; index++) {
      solution[index] = solution[index]! + step * direction[index]!;
      residual[index] = residual[index]! - step * product[index]!;
    }
    const next = dot(residual, residual);
    const share = next / square;
    for (let index = 0; index < direction.length; index++)
      direction[index] = residual[index]! + share * direction[index]!;
    square = next;
  }
  return solution;
}

/** The inner product. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
}
