/** Random numbers from a seed (the mulberry32 recurrence): the same on every machine, some nanoseconds each. */
export class SeededRandom {
  #state;

  /** @param {string} seed - Any text; different texts give unrelated sequences. */
  constructor(seed) {
    let state = 0x811c9dc5;
    for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
    this.#state = state >>> 0;
  }

  /** A whole number from 0 to 2³² − 1. */
  bits() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return (value ^ (value >>> 14)) >>> 0;
  }

  /** From 0 to 1, never 1. */
  uniform() {
    return this.bits() / 2 ** 32;
  }

  /** A whole number from 0 to `limit` − 1. */
  below(limit) {
    return Math.floor((this.bits() / 2 ** 32) * limit);
  }

  /** Exponentially distributed with mean 1. */
  exponential() {
    return -Math.log((this.bits() + 1) / 2 ** 32);
  }
}
