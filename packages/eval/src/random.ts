/** Random numbers from a seed. */
export interface Random {
  /** 32 random bits, as a signed integer. */
  bits(): number;
  /** Uniform in 0 ≤ x < 1, with 32 random bits. */
  next(): number;
  /** Uniform integer in 0 ≤ i < count, count up to 2^32. */
  integer(count: number): number;
}

/**
 * A small, fast generator with 128 bits of state (sfc32, Chris Doty-Humphrey, PractRand). The same seed gives the same
 * numbers on every machine; not for secrets.
 *
 * @param seed - Any number that JavaScript can hold as a safe integer.
 */
export function createRandom(seed: number): Random {
  // A typed array keeps the words as plain 32-bit integers, which closed-over variables would not be.
  const state = Int32Array.of(seed | 0, Math.floor(seed / 0x1_0000_0000) | 0, 0x9e3779b9, 1);
  const bits = (): number => {
    const b = state[1]!;
    const c = state[2]!;
    const counter = state[3]!;
    const sum = (state[0]! + b + counter) | 0;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + sum;
    state[3] = counter + 1;
    return sum;
  };
  // The first outputs still resemble the seed.
  for (let round = 0; round < 16; round++) bits();
  const next = (): number => (bits() >>> 0) / 0x1_0000_0000;
  return { bits, next, integer: (count) => (next() * count) >>> 0 };
}
