import fc from 'fast-check';

import { findNames, unknownNames } from './find-names.js';

const NAMES = [
  'New York',
  'New York City',
  'Barack Obama',
  'light bulb',
  'What',
  'Catch-22',
  'WHO',
  'is',
  'The Who',
  'U.S.',
];
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const findByName = (text: string): number[] =>
  NAMES.flatMap((name, index) => (fold(name) === fold(text) ? [index] : []));
const found = (text: string): string[] => findNames({ findByName }, text).map((name) => name.text);

describe('findNames', () => {
  it.each([
    ['Who lives in New York City?', ['New York City']],
    ["What is Barack Obama's birthplace in New York?", ['Barack Obama', 'New York']],
    ['who invented the light bulb?', ['light bulb']],
    ['Did Barack Obama read Catch-22?', ['Barack Obama', 'Catch-22']],
    ['Did Barack Obama change a light bulb?', ['Barack Obama', 'light bulb']],
    ['What is Barack Obama, who?', ['Barack Obama']],
    ['What did he say?', []],
    ['Is the U.S. a country?', ['U.S.']],
    ['Which songs did The Who write?', ['The Who']],
    ['', []],
    ['?!', []],
  ])('finds the names in %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('gives spans that do not overlap, are in order, and are the text at their place', () => {
    const words = fc.array(
      fc.constantFrom('New', 'York', 'City', 'Barack', 'Obama', 'in', ',', "York's", 'light', 'bulb'),
    );
    fc.assert(
      fc.property(words, (list) => {
        const text = list.join(' ');
        let end = 0;
        for (const name of findNames({ findByName }, text)) {
          expect(name.start).toBeGreaterThanOrEqual(end);
          expect(text.slice(name.start, name.end)).toBe(name.text);
          expect(name.nodes).toEqual(findByName(name.text));
          end = name.end;
        }
      }),
    );
  });
});

describe('unknownNames', () => {
  it.each([
    ['Where was Picasso born?', ['Picasso']],
    ['What was Heath Ledgers last movie?', ['Heath Ledgers']],
    ["Did Barack Obama meet Angela Merkel's Formula 1 team in New York?", ['Angela Merkel', 'Formula 1']],
    ['Is Tesla older than FIFA, UEFA or 1904?', ['Tesla', 'FIFA', 'UEFA']],
    ['What Picasso painted. Where NATO met', ['Picasso', 'NATO']],
    ['who invented the light bulb?', []],
    ['Paris?', []],
    ['', []],
  ])('finds in %j what looks like a name and is none', (text, expected) => {
    const names = unknownNames(text, findNames({ findByName }, text));
    expect(names.map((name) => name.text)).toEqual(expected);
  });

  it('finds spans of the text that overlap neither each other nor what was found', () => {
    const word = fc.constantFrom('Barack', 'Obama', 'New', 'York', 'Ada', 'x', '?', 'Who', "Bo's", '.', '7');
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const text = words.join(' ');
        const known = findNames({ findByName }, text);
        const unknown = unknownNames(text, known);
        for (const { text: surface, start, end } of unknown) expect(text.slice(start, end)).toBe(surface);
        const all = [...known, ...unknown].sort((left, right) => left.start - right.start);
        for (const [at, { end }] of all.entries()) expect(end).toBeLessThanOrEqual(all[at + 1]?.start ?? Infinity);
      }),
    );
  });
});
