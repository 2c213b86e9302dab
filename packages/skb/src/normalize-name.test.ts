import fc from 'fast-check';

import { normalizeName } from './normalize-name.js';

test.each([
  ['Épilepsie  Myoclonique', 'epilepsie myoclonique'],
  ['Charcot–Marie–Tooth disease, type 1A', 'charcot marie tooth disease type 1a'],
  ["Alzheimer's", 'alzheimer s'],
  ['\u0000 A\nB\t', 'a b'],
  ['hy\u00adphen', 'hyphen'],
  ['ﬁne ﬀ', 'fine ff'],
  ['ΣΟΦΌΣ', 'σοφοσ'],
  ['İstanbul', 'istanbul'],
  ['C++', 'c++'],
  ['C', 'c'],
  ['?!', ''],
  ['', ''],
])('%j becomes %j', (text, expected) => {
  expect(normalizeName(text)).toBe(expected);
});

test('applying it twice changes nothing, and case does not matter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = normalizeName(text);
      expect(normalizeName(once)).toBe(once);
    }),
    { numRuns: 2000 },
  );
});

test('neither case nor the kind or amount of white space matters', () => {
  const word = fc.stringMatching(/^[a-zà-þ0-9]{1,8}$/u);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), fc.constantFrom(' ', '  ', '\t', '-', ', '), (words, separator) => {
      expect(normalizeName(words.join(separator).toUpperCase())).toBe(normalizeName(words.join(' ')));
    }),
  );
});
