/** Random 32-bit integers from a seed (xorshift128 by Marsaglia, 2003, started by SplitMix32); the same seed gives the same numbers everywhere. */
export function seededRandom(seed: number): () => number {
  let filler = seed >>> 0;
  const fill = (): number => {
    filler = (filler + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(filler ^ (filler >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const state: [number, number, number, number] = [fill(), fill(), fill(), fill() | 1];
  return () => {
    const shifted = state[0] ^ (state[0] << 11);
    state[0] = state[1];
    state[1] = state[2];
    state[2] = state[3];
    state[3] = (state[3] ^ (state[3] >>> 19) ^ shifted ^ (shifted >>> 8)) >>> 0;
    return state[3];
  };
}
