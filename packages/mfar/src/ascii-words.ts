/** Words that are remembered; few texts have more distinct ones. */
const REMEMBERED_WORDS = 2_000_000;
const MOST_BYTES = 1 << 28;
const SLOT_BITS = 2;
const SLOT = 1 << SLOT_BITS;
const FIRST_HASH = 0x811c_9dc5;
const QUOTE = 0x27;
const SMALL_S = 0x73;
const SMALL = 0x20;
const BEYOND = 255;
/** Room behind a text, so that at least the first character that is not ASCII is written whole. */
const MORE = 3;

// Kept here, because a look-up in the global object is slow in the sandboxes of test runners.
const { imul } = Math;

/** By byte: that of a letter, small, or of a digit; 0 for any other ASCII character, 255 beyond ASCII. */
const CODES = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (code >= 128) return BEYOND;
  return /[a-z0-9]/u.test(character) ? code : /[A-Z]/u.test(character) ? code | SMALL : 0;
});

/**
 * Numbers of the words of ASCII texts, without making a string of each word: for texts of many millions of words. Words are
 * those that `englishWords` gives.
 */
export class AsciiWords {
  private readonly numberOf: (word: string) => number;
  private readonly mostWords: number;
  private count = 0;
  /**
   * Four numbers for each word, at the place that its hash gives or the next free one: hash, first byte, length (0 when
   * the place is free), number. One look-up so touches one line of the processor's cache. At most half full.
   */
  private table = new Int32Array(SLOT << 12);
  /** The words, one after another. */
  private bytes = Buffer.alloc(1 << 14);
  private byteCount = 0;
  /** The text at hand, as far as it was read in small letters. */
  private text = Buffer.alloc(1 << 10);

  /**
   * @param numberOf - Asked for each distinct word, and again when too many are known; below 0 for a word that does not
   *   count.
   */
  constructor(numberOf: (word: string) => number, mostWords = REMEMBERED_WORDS) {
    this.numberOf = numberOf;
    this.mostWords = mostWords;
  }

  /** Appends the numbers of a text's words; returns false, and appends nothing, for a text that is not ASCII. */
  append(text: string, numbers: number[]): boolean {
    const before = numbers.length;
    const end = text.length;
    if (end + MORE > this.text.length) this.text = Buffer.alloc(2 * (end + MORE));
    const bytes = this.text;
    bytes.write(text, 0, end + MORE, 'utf8');
    let hash = FIRST_HASH;
    let start = 0;
    for (let at = 0; at < end; at += 1) {
      const code = CODES[bytes[at]!]!;
      if (code === 0) {
        if (at > start) this.push(hash, start, at, numbers);
        hash = FIRST_HASH;
        start = at + 1;
        if (bytes[at] === QUOTE && this.isPossessive(at, end)) {
          at += 1;
          start = at + 1;
        }
      } else if (code === BEYOND) {
        numbers.length = before;
        return false;
      } else {
        bytes[at] = code;
        hash = imul(hash ^ code, 0x0100_0193);
      }
    }
    if (end > start) this.push(hash, start, end, numbers);
    return true;
  }

  /** Whether the quote at a place begins a possessive 's, which is no word of its own. */
  private isPossessive(at: number, end: number): boolean {
    if (at + 1 >= end || CODES[this.text[at + 1]!] !== SMALL_S) return false;
    return at + 2 >= end || CODES[this.text[at + 2]!] === 0;
  }

  private push(wordHash: number, start: number, end: number, numbers: number[]): void {
    const hash = wordHash ^ (wordHash >>> 15);
    const { table } = this;
    const mask = table.length - 1;
    let slot = (hash << SLOT_BITS) & mask;
    while (table[slot + 2] !== 0) {
      if (table[slot] === hash && table[slot + 2] === end - start && this.isWord(table[slot + 1]!, start, end)) {
        if (table[slot + 3]! >= 0) numbers.push(table[slot + 3]!);
        return;
      }
      slot = (slot + SLOT) & mask;
    }
    const number = this.numberOf(this.text.toString('latin1', start, end));
    this.remember(hash, start, end, number);
    if (number >= 0) numbers.push(number);
  }

  private isWord(place: number, start: number, end: number): boolean {
    const { bytes, text } = this;
    for (let at = start; at < end; at += 1, place += 1) if (bytes[place] !== text[at]) return false;
    return true;
  }

  private remember(hash: number, start: number, end: number, number: number): void {
    const length = end - start;
    if (this.count === this.mostWords || this.byteCount + length > MOST_BYTES) {
      this.table.fill(0);
      this.count = 0;
      this.byteCount = 0;
    }
    if (length > MOST_BYTES) return;
    if (this.byteCount + length > this.bytes.length) {
      this.bytes = Buffer.concat([this.bytes], 2 * (this.byteCount + length));
    }
    this.text.copy(this.bytes, this.byteCount, start, end);
    if (2 * SLOT * (this.count + 1) > this.table.length) this.growTable();
    place(this.table, hash, this.byteCount, length, number);
    this.byteCount += length;
    this.count += 1;
  }

  private growTable(): void {
    const before = this.table;
    this.table = new Int32Array(2 * before.length);
    for (let slot = 0; slot < before.length; slot += SLOT) {
      if (before[slot + 2] === 0) continue;
      place(this.table, before[slot]!, before[slot + 1]!, before[slot + 2]!, before[slot + 3]!);
    }
  }
}

function place(table: Int32Array, hash: number, start: number, length: number, number: number): void {
  const mask = table.length - 1;
  let slot = (hash << SLOT_BITS) & mask;
  while (table[slot + 2] !== 0) slot = (slot + SLOT) & mask;
  table[slot] = hash;
  table[slot + 1] = start;
  table[slot + 2] = length;
  table[slot + 3] = number;
}
