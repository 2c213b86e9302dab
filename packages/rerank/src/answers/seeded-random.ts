/** Uniform numbers in 0 ≤ x < 1 from a seed, with 32 random bits (SplitMix32); the same seed gives the same numbers everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    return mixBits(state) / 0x1_0000_0000;
  };
}

/** Spreads 32 bits over 32 bits; one to one. */
export function mixBits(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
