/** Random numbers from a seed. */
export interface Random {
  /** Uniform in 0 ≤ x < 1, with 32 random bits. */
  next(): number;
  /** Uniform integer in 0 ≤ i < count. */
  integer(count: number): number;
}

/**
 * A small, fast generator with 128 bits of state (sfc32, Chris Doty-Humphrey, PractRand). The same seed gives the same
 * numbers on every machine; not for secrets.
 *
 * @param seed - Any number that JavaScript can hold as a safe integer.
 */
export function createRandom(seed: number): Random {
  let a = seed | 0;
  let b = Math.floor(seed / 0x1_0000_0000) | 0;
  let c = 0x9e3779b9 | 0;
  let counter = 1;
  const bits = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  // The first outputs still resemble the seed.
  for (let round = 0; round < 16; round++) bits();
  const next = (): number => bits() / 0x1_0000_0000;
  return { next, integer: (count) => Math.floor(next() * count) };
}
