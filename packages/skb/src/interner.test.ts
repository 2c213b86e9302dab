import fc from 'fast-check';

import { similarText } from '../test/any-text.js';
import { Interner } from './interner.js';

test('numbers texts as a Map would', () => {
  fc.assert(
    fc.property(fc.array(similarText, { maxLength: 300 }), (texts) => {
      const interner = new Interner();
      const numbers = new Map<string, number>();
      for (const text of texts) {
        if (!numbers.has(text)) numbers.set(text, numbers.size);
        expect(interner.number(text)).toBe(numbers.get(text));
      }
      expect(interner.length).toBe(numbers.size);
      expect(Array.from(numbers.keys(), (_, number) => interner.text(number))).toEqual([...numbers.keys()]);
    }),
  );
});

test('keeps its numbers while its table grows', () => {
  const interner = new Interner();
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 50_000; number++) {
      if (interner.number(`id ${number * 7}`) !== number) throw new Error(`id ${number * 7}`);
    }
  }
  expect(interner.length).toBe(50_000);
  expect(interner.text(49_999)).toBe(`id ${49_999 * 7}`);
});

test('takes texts longer than a chunk, just as long, and empty ones in any order', () => {
  const chunk = 1 << 22;
  const texts = ['a', 'b'.repeat(chunk), '', 'c'.repeat(chunk + 1), 'd', 'e'.repeat(chunk - 1), 'f', 'gg'];
  const interner = new Interner();
  expect(texts.map((text) => interner.number(text))).toEqual(texts.map((_, number) => number));
  texts.forEach((text, number) => {
    expect(interner.text(number) === text).toBe(true);
    expect(interner.number(text)).toBe(number);
  });
});
