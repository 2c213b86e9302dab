import { randomNumbers } from '../../random-numbers.mjs';

/** Random numbers from a text as seed: the same on every machine, some nanoseconds each. */
export class SeededRandom {
  /** From 0 to 1, never 1. */
  uniform;

  /** @param {string} seed - Any text; different texts give unrelated sequences. */
  constructor(seed) {
    let state = 0x811c9dc5;
    for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
    this.uniform = randomNumbers(state);
  }

  /** A whole number from 0 to 2³² − 1. */
  bits() {
    return this.uniform() * 2 ** 32;
  }

  /** A whole number from 0 to `limit` − 1. */
  below(limit) {
    return Math.floor(this.uniform() * limit);
  }

  /** Exponentially distributed with mean 1. */
  exponential() {
    return -Math.log((this.bits() + 1) / 2 ** 32);
  }
}
