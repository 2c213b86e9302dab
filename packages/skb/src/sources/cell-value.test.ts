import fc from 'fast-check';

import { cellTexts, fieldValue, isIsoDate, parseNumber, textOf } from './cell-value.js';

describe('parseNumber', () => {
  it('reads back every finite number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(parseNumber(String(number))).toBe(number === 0 ? Number(String(number)) : number);
      }),
    );
  });

  it.each(['', 'x', '1,299.00', '1.2.3', '0x10', 'Infinity', 'NaN', '1e999', '12 ', '.', '+'])('refuses %j', (text) => {
    expect(parseNumber(text)).toBeUndefined();
  });
});

describe('isIsoDate', () => {
  it('accepts every day of the calendar and no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(14), fc.nat(33), (year, month, day) => {
        const pad = (number: number, width: number): string => String(number).padStart(width, '0');
        const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
        const date = new Date(0);
        date.setUTCFullYear(year, month - 1, day);
        const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        expect(isIsoDate(text)).toBe(exists);
      }),
      { numRuns: 500 },
    );
  });

  it('accepts years, months and times', () => {
    const accepted = ['2024', '2024-02', '2024-02-29T12:30', '2024-02-29 12:30:10.5Z', '2024-02-29T12:30:10+02:00'];
    expect(accepted.filter((text) => !isIsoDate(text))).toEqual([]);
    const refused = ['24', '2024-2-9', '29.02.2024', '2024-02-29T25:00', '2024-02-29Z', 'May 2024', '2023-02-29'];
    expect(refused.filter((text) => isIsoDate(text))).toEqual([]);
  });
});

describe('fieldValue', () => {
  it('splits at the separator and drops empty parts', () => {
    expect(fieldValue('a | b||c', 'keyword', '|')).toEqual({ value: ['a', 'b', 'c'] });
    expect(fieldValue('|', 'keyword', '|')).toEqual({ value: undefined });
    expect(cellTexts(7, '|')).toEqual(['7']);
  });

  it('keeps one value a text and several a list', () => {
    expect(fieldValue('a', 'text')).toEqual({ value: 'a' });
    expect(fieldValue(['a'], 'text')).toEqual({ value: ['a'] });
    expect(fieldValue(2024, 'date')).toEqual({ value: '2024' });
    expect(fieldValue(['12.5'], 'number')).toEqual({ value: 12.5 });
  });

  it('says what was expected', () => {
    expect(fieldValue('12,5', 'number')).toEqual({ fault: 'expected a number such as 12.5, got "12,5"' });
    expect(fieldValue(['1', '2'], 'number')).toHaveProperty('fault');
    expect(fieldValue(['2024', 'soon'], 'date')).toEqual({ fault: 'expected a date such as 2024-03-31, got "soon"' });
    expect(fieldValue('x'.repeat(1001), 'keyword')).toEqual({ fault: 'expected at most 1000 characters, got 1001' });
    expect(textOf(['a', 'b'], 5)).toEqual({ fault: 'expected one value, got 2: "a, b"' });
    expect(textOf('abcdef', 5)).toEqual({ fault: 'expected at most 5 characters, got 6' });
    expect(textOf(['a'], 5)).toEqual({ value: 'a' });
  });
});
