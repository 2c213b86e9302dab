import { EncoderFileError } from './errors.js';
import { normalizeForWordPieces } from './normalize-for-word-pieces.js';
import type { CodeUnits } from './normalize-for-word-pieces.js';
import { WordPieceTrie } from './word-piece-trie.js';

/** A word of more characters than this is unknown, as in BERT. */
const MAX_WORD_CHARACTERS = 100;

/**
 * BERT's uncased word pieces, without `[CLS]` and `[SEP]`: the longest known piece from the left, then the longest that
 * goes on (`##…`); a word that cannot be covered so is `[UNK]` as a whole.
 */
export class WordPieceTokenizer {
  /** The row of `[UNK]`. */
  readonly unknownRow: number;
  private readonly trie: WordPieceTrie;
  private readonly normalized: CodeUnits = { units: new Uint16Array(1024), length: 0 };

  /**
   * @param text the vocabulary file: one piece a line
   * @param file named in errors only
   * @throws EncoderFileError with the code `vocabulary_mismatch`
   */
  constructor(text: string, rows: number, file: string) {
    const pieces = text.split(/\r?\n/u);
    if (pieces.at(-1) === '') pieces.pop();
    if (pieces.length !== rows) {
      throw new EncoderFileError('vocabulary_mismatch', file, `expected ${rows} word pieces, got ${pieces.length}`);
    }
    if (new Set(pieces).size !== pieces.length) {
      throw new EncoderFileError('vocabulary_mismatch', file, 'expected each word piece once');
    }
    this.unknownRow = pieces.indexOf('[UNK]');
    if (this.unknownRow < 0) {
      throw new EncoderFileError('vocabulary_mismatch', file, 'expected a word piece [UNK]');
    }
    this.trie = new WordPieceTrie(pieces);
  }

  /**
   * Writes the rows of the first pieces of `text` to `target`, as many as it has room for.
   *
   * @returns how many were written
   */
  tokenizeInto(text: string, target: Int32Array): number {
    normalizeForWordPieces(text, this.normalized);
    const { units, length } = this.normalized;
    let count = 0;
    let start = 0;
    while (start < length && count < target.length) {
      if (units[start] === 32) {
        start += 1;
        continue;
      }
      let end = start;
      let characters = 0;
      while (end < length && units[end] !== 32) {
        // A low surrogate is the second half of a character.
        if ((units[end]! & 0xfc00) !== 0xdc00) characters += 1;
        end += 1;
      }
      const next = characters > MAX_WORD_CHARACTERS ? count : this.splitWord(units, start, end, target, count);
      if (next === count) target[next] = this.unknownRow;
      count = next === count ? count + 1 : next;
      start = end;
    }
    return count;
  }

  /** Returns `before` for an unknown word. */
  private splitWord(units: Uint16Array, start: number, end: number, target: Int32Array, before: number): number {
    const { trie } = this;
    let count = before;
    let position = start;
    let root = WordPieceTrie.ROOT;
    while (position < end) {
      let row = -1;
      let next = position;
      let node = root;
      for (let index = position; index < end && node >= 0;) {
        node = trie.step(node, units[index]!);
        index += 1;
        if (node >= 0 && trie.row(node) >= 0) {
          row = trie.row(node);
          next = index;
        }
      }
      if (row < 0) return before;
      // A word that is cut by a full target must still be known as a whole, so the scan goes on.
      if (count < target.length) {
        target[count] = row;
        count += 1;
      }
      position = next;
      root = trie.continuation;
    }
    return count;
  }
}
