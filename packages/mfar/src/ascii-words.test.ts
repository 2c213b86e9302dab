import fc from 'fast-check';

import { AsciiWords } from './ascii-words.js';
import { englishWords } from './tokenize-english.js';

/** Numbers words in the order in which they come; `s` and words that begin with q do not count. */
function wordNumbers(): { readonly of: (word: string) => number; readonly words: string[] } {
  const words: string[] = [];
  return {
    words,
    of: (word) => {
      if (word.startsWith('q')) return -1;
      if (!words.includes(word)) words.push(word);
      return words.indexOf(word);
    },
  };
}

const anyAscii = fc.string({ unit: fc.constantFrom(..."aAbsSzZqQ019'' _-.@[`{\0\x7f\n"), maxLength: 40 });

test('gives the words that englishWords gives', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(anyAscii, fc.string({ maxLength: 20 }), fc.string({ unit: 'grapheme' }))),
      (texts) => {
        for (const mostWords of [3, 1000]) {
          const known = wordNumbers();
          const words = new AsciiWords(known.of, mostWords);
          for (const text of texts) {
            const numbers = [7];

            const isAscii = /^[\0-\x7f]*$/u.test(text);
            expect(words.append(text, numbers)).toBe(isAscii);
            const expected = isAscii ? englishWords(text).filter((word) => !word.startsWith('q')) : [];
            expect(numbers.slice(1).map((number) => known.words[number])).toEqual(expected);
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('takes more words than its first tables hold, and long ones', () => {
  let calls = 0;
  const words = new AsciiWords((word) => {
    calls += 1;
    return word.length;
  });
  const text = Array.from({ length: 20_000 }, (_, index) => `W${index}`).join(' ');
  for (let turn = 0; turn < 2; turn += 1) {
    const numbers: number[] = [];
    words.append(text, numbers);
    expect(numbers).toEqual(Array.from({ length: 20_000 }, (_, index) => `W${index}`.length));
  }
  const long: number[] = [];
  words.append('x'.repeat(10_000_000), long);
  words.append("x's", long);
  expect(long).toEqual([10_000_000, 1]);
  expect(calls).toBe(20_002);
});
