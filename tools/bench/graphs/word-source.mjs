import { SeededRandom } from './seeded-random.mjs';

const ONSETS = 'b c d f g h j k l m n p r s t v w z br ch cl cr dr fl gr pl pr sh sp st th tr'.split(' ');
const VOWELS = 'a e i o u a e i o ai ea io ou'.split(' ');
const CODAS = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'ct', 'nd', 'st'];
const TABLE_BITS = 20;
const CORPUS_WORDS = 2_000_000;

/** Words like those of a European language, all different; the first ones are short. */
function makeWords(random, count) {
  const pick = (list) => list[random.below(list.length)];
  const words = new Set();
  while (words.size < count) {
    const syllables = 1 + Math.floor(Math.log10(words.size + 2) / 2) + random.below(2);
    let word = '';
    for (let i = 0; i < syllables; i++) word += pick(ONSETS) + pick(VOWELS);
    words.add(word + pick(CODAS));
  }
  return [...words];
}

/** Positions 0 to `count` − 1, each as often as Zipf's law says: the one at rank r in proportion to 1 / (r + 2.7). */
function zipfTable(count) {
  const table = new Uint16Array(1 << TABLE_BITS);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) sum += 1 / (rank + 2.7);
  let filled = 0;
  let reached = 0;
  for (let rank = 0; rank < count; rank++) {
    reached += 1 / (rank + 2.7);
    const end = rank === count - 1 ? table.length : Math.round((reached / sum) * table.length);
    while (filled < end) table[filled++] = rank;
  }
  return table;
}

const capitalized = (word) => word[0].toUpperCase() + word.slice(1);

/**
 * Made-up names and running text with Zipf's frequencies. Long texts are passages of one text of two million words, cut
 * at random places, so that they cost next to nothing to make; names are made word by word.
 */
export class WordSource {
  #random;
  #words;
  #table;
  #corpus;
  #starts;

  constructor(seed) {
    this.#random = new SeededRandom(`${seed}/words`);
    this.#words = makeWords(this.#random, 50_000);
    this.#table = zipfTable(this.#words.length);
  }

  /** One word of the running text. */
  word() {
    return this.#words[this.#table[this.#random.bits() >>> (32 - TABLE_BITS)]];
  }

  /** `count` words, the first with a capital letter. */
  title(count) {
    let title = capitalized(this.word());
    for (let i = 1; i < count; i++) title += ` ${this.word()}`;
    return title;
  }

  /** A person: 3,000 given names, some 40,000 family names, and often an initial. Many people share a name. */
  person() {
    const given = capitalized(this.#words[10_000 + (this.#table[this.#random.bits() >>> (32 - TABLE_BITS)] % 3_000)]);
    const family = capitalized(this.#words[(this.#random.below(1000) ** 2 / 25) | 0]);
    if (this.#random.below(2) === 0) return `${given} ${family}`;
    return `${given} ${String.fromCharCode(65 + this.#random.below(26))}. ${family}`;
  }

  /** Running text of about `mean` words: of three tenths of that at least, and some of many times as much. */
  passage(mean) {
    if (this.#corpus === undefined) this.#write();
    const count = Math.max(1, Math.min(20 * mean, Math.round(mean * (0.3 + 0.7 * this.#random.exponential()))));
    const from = this.#random.below(CORPUS_WORDS - count);
    return this.#corpus.slice(this.#starts[from], this.#starts[from + count] - 1);
  }

  #write() {
    const starts = new Uint32Array(CORPUS_WORDS + 1);
    const parts = [];
    let length = 0;
    let rest = 0;
    for (let i = 0; i < CORPUS_WORDS; i++) {
      starts[i] = length;
      const isFirst = rest === 0;
      if (isFirst) rest = 6 + this.#random.below(24);
      rest--;
      const word = isFirst ? capitalized(this.word()) : this.word();
      const part = rest === 0 ? `${word}. ` : `${word} `;
      parts.push(part);
      length += part.length;
    }
    starts[CORPUS_WORDS] = length;
    this.#corpus = parts.join('');
    this.#starts = starts;
  }

  /** A whole number from 0 to `limit` − 1, for values beside the words. */
  below(limit) {
    return this.#random.below(limit);
  }
}
