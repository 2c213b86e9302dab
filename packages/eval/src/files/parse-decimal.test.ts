import fc from 'fast-check';

import { parseDecimal } from './parse-decimal.js';

const parse = (text: string): number => parseDecimal(`<${text}>`, 1, text.length + 1);

test('reads every finite double in the forms that programs print', () => {
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(double, fc.integer({ min: 1, max: 20 }), (value, digits) => {
      const texts = [String(value), value.toExponential(), value.toPrecision(digits)];
      for (const text of texts.filter((given) => Number.isFinite(Number(given)))) {
        expect(parse(text)).toBe(Number(text));
      }
      const fixed = Math.abs(value) < 1e9 ? value.toFixed(digits) : String(value);
      expect(parse(fixed)).toBe(Number(fixed));
    }),
  );
});

test.each([
  '0',
  '-0',
  '1.',
  '.5',
  '-.5',
  '+3',
  '1e5',
  '1E-5',
  '0e0',
  '007',
  '123456789012345.',
  '0.1234567890123456789',
])('reads %s', (text) => expect(parse(text)).toBe(Number(text)));

test.each([
  '',
  '-',
  '.',
  '-.',
  '1.2.3',
  '1e',
  'e5',
  '0x1f',
  '0b1',
  '1_000',
  'NaN',
  'Infinity',
  '1e999',
  '--1',
  '1,5',
  '１',
])('refuses "%s"', (text) => expect(parse(text)).toBeNaN());
