import { readFile } from 'node:fs/promises';

import { staticMinilm } from '@grasp/static-minilm';
import fc from 'fast-check';

import { WordPieceTokenizer } from './word-piece-tokenizer.js';

/** Word pieces in the plainest way, with strings and a map: the oracle. */
function naiveTokenizer(pieces: readonly string[]): (text: string) => string[] {
  const known = new Set(pieces);
  const han =
    /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;
  return (text) => {
    const words = text
      .replace(/(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|\ufffd/gu, '')
      .replace(han, ' $& ')
      .replace(/\u03a3/gu, '\u03c3')
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .replace(/[\p{P}$+<=>^`|~]/gu, ' $& ')
      .split(/\p{White_Space}+/u);
    return words.flatMap((word) => {
      const characters = [...word];
      if (characters.length === 0) return [];
      if (characters.length > 100) return ['[UNK]'];
      const found: string[] = [];
      let start = 0;
      while (start < characters.length) {
        const prefix = start === 0 ? '' : '##';
        let end = characters.length;
        while (end > start && !known.has(prefix + characters.slice(start, end).join(''))) end -= 1;
        if (end === start) return ['[UNK]'];
        found.push(prefix + characters.slice(start, end).join(''));
        start = end;
      }
      return found;
    });
  };
}

describe('WordPieceTokenizer', () => {
  const vocabulary = readFile(staticMinilm.vocabularyFile, 'utf8');

  async function load() {
    const text = await vocabulary;
    const pieces = text.split('\n').slice(0, -1);
    const tokenizer = new WordPieceTokenizer(text, pieces.length, 'vocab.txt');
    const target = new Int32Array(2000);
    const tokenize = (input: string): string[] =>
      Array.from(target.subarray(0, tokenizer.tokenizeInto(input, target)), (row) => pieces[row]!);
    return { tokenizer, tokenize, naive: naiveTokenizer(pieces), pieces };
  }

  it('agrees with the plain way on any text', async () => {
    const { tokenize, naive, pieces } = await load();
    const fragment = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(...pieces.filter((_, row) => row % 7 === 0)),
      fc.constantFrom(
        ' ',
        '##',
        'ΟΔΟΣ',
        'İstanbul',
        'é',
        '漢字',
        '한국',
        '\u0000',
        '\u2028',
        '\u037e',
        '\ufb01',
        '𝔘',
        '\ufffd',
        '\ud800',
        'Ǆ',
      ),
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 8 }), (fragments) => {
        const text = fragments.join('');
        expect(tokenize(text)).toEqual(naive(text));
      }),
      { numRuns: 1500 },
    );
  });

  it('splits as BERT does', async () => {
    const { tokenize } = await load();
    expect(tokenize("Don't!")).toEqual(['don', "'", 't', '!']);
    expect(tokenize('re\u0000search\u00ad')).toEqual(['research']);
    expect(tokenize('a$b')).toEqual(['a', '$', 'b']);
    expect(tokenize('[UNK] [PAD]')).toEqual(['[', 'un', '##k', ']', '[', 'pad', ']']);
  });

  it('leaves out a word of more than 100 characters, counted as characters', async () => {
    const { tokenize } = await load();
    expect(tokenize('a'.repeat(100)).length).toBeGreaterThan(0);
    expect(tokenize(`x ${'a'.repeat(101)} x`)).toEqual(['x', '[UNK]', 'x']);
  });

  it('stops when the target is full, but not in the midst of an unknown word', async () => {
    const { tokenizer, tokenize } = await load();
    const two = new Int32Array(2);
    expect(tokenizer.tokenizeInto('one two three four', two)).toBe(2);
    expect(tokenize('one un\u{1f600}')).toEqual(['one', '[UNK]']);
    expect(tokenizer.tokenizeInto('one unkn\u{1f600}', two)).toBe(2);
    expect(two[1]).toBe(tokenizer.unknownRow);
  });
});
