import fc from 'fast-check';

import { tokenizeEnglish } from './tokenize-english.js';

describe('tokenizeEnglish', () => {
  it.each([
    ['Which genes are linked to seizures?', ['gene', 'link', 'seizur']],
    ["Alzheimer's and Crohn\u2019s disease", ['alzheim', 'crohn', 'diseas']],
    ['Protein S, vitamin B12; HP:0001250', ['protein', 's', 'vitamin', 'b12', 'hp', '0001250']],
    ['Sj\u00f6gren, caf\u00e9-au-lait, \ufb01brosis', ['sjogren', 'cafe', 'au', 'lait', 'fibrosi']],
    ['', []],
    ['The of and', []],
    ['\u03b2-\u0391\u039b\u03a6\u0391', ['\u03b2', '\u03b1\u03bb\u03c6\u03b1']],
  ])('%j', (text, terms) => {
    expect(tokenizeEnglish(text)).toEqual(terms);
  });

  it('gives terms without spaces or capitals, whatever the case of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const term of tokenizeEnglish(text)) expect(term).toMatch(/^[\p{L}\p{N}]+$/u);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9 ,.'-]*$/), (text) => {
        expect(tokenizeEnglish(text.toUpperCase())).toEqual(tokenizeEnglish(text));
      }),
    );
  });
});
