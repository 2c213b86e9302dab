import fc from 'fast-check';

import { printableText } from './printable-text.js';

test('nothing that a terminal obeys is left, and all else stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const printed = printableText(text);
      expect(printed).not.toMatch(/(?![\t\n])\p{Cc}/u);
      if (!/(?![\t\n])\p{Cc}/u.test(text)) expect(printed).toBe(text);
    }),
  );
  expect(printableText('a\u001b[31mred\u0000\u009b')).toBe('a\\u001b[31mred\\u0000\\u009b');
});

test('JSON keeps its meaning', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      expect(JSON.parse(printableText(JSON.stringify(value, undefined, 2)))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
