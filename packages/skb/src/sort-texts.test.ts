import fc from 'fast-check';

import { similarText } from '../test/any-text.js';
import { sortTexts } from './sort-texts.js';

const expected = (texts: readonly string[]): number[] =>
  texts.map((_, position) => position).sort((a, b) => (texts[a]! < texts[b]! ? -1 : texts[a]! > texts[b]! ? 1 : a - b));

test('sorts by code units, and equal texts by position', () => {
  fc.assert(
    fc.property(fc.array(similarText, { maxLength: 200 }), (texts) => {
      expect([...sortTexts(texts)]).toEqual(expected(texts));
    }),
  );
});

test.each([
  ['texts in order', Array.from({ length: 500 }, (_, index) => `n${String(index).padStart(6, '0')}`)],
  ['texts against the order', Array.from({ length: 500 }, (_, index) => `n${String(900 - index).padStart(6, '0')}`)],
  ['equal texts', Array.from({ length: 100 }, () => 'same')],
  [
    'texts that differ after a million units',
    ['b', 'a'].flatMap((end) => Array.from({ length: 10 }, () => 'x'.repeat(1_000_000) + end)),
  ],
])('%s', (_, texts) => {
  expect([...sortTexts(texts)]).toEqual(expected(texts));
});
