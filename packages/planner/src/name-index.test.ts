import fc from 'fast-check';

import { buildNameIndex } from './name-index.js';
import { nameWords } from './tokenize.js';

const lexiconOf = (names: readonly (readonly string[])[]) => ({
  nodeCount: names.length,
  node: (index: number) => ({ type: 't', name: names[index]![0]!, aliases: names[index]!.slice(1) }),
  findByName: () => [],
});

describe('buildNameIndex', () => {
  it('finds exactly the names whose words are all wanted', () => {
    const word = fc.constantFrom('red', 'of', 'mugs', 'mug', 'blue', 'deep', 'sea', 'the', 'hypoplasia', 'hypoplastic');
    const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    const names = fc.array(fc.uniqueArray(name, { minLength: 1, maxLength: 3 }), { maxLength: 8 });
    fc.assert(
      fc.property(names, fc.array(word, { maxLength: 5 }), (lists, wanted) => {
        const roots = new Set(wanted.flatMap((text) => nameWords(text).map(({ root }) => root)));
        const expected = lists.flatMap((list, node) =>
          list.filter((text) => nameWords(text).every(({ root }) => roots.has(root))).map((text) => ({ node, text })),
        );
        expect(buildNameIndex(lexiconOf(lists)).findByRoots(roots)).toEqual(expected);
      }),
    );
  });

  it('corrects misspelt words, nearest and most frequent first', () => {
    const index = buildNameIndex(lexiconOf([['brown mitten'], ['small mitten'], ['kitten food'], ['haematology']]));
    expect(index.correct('mittten', 3)).toEqual(['mitten']);
    expect(index.correct('bitten', 3)).toEqual(['mitten', 'kitten']);
    expect(index.correct('hematolgy', 3)).toEqual(['haematology']);
    expect(index.correct('food', 3)).toEqual([]);
  });

  it('tells how much a one-word name proves', () => {
    const dictionary = buildNameIndex(lexiconOf([['sea'], ['deep'], ['deep sea'], ['sea deep'], ['deep deep sea']]));
    const clinic = buildNameIndex(
      lexiconOf([['fever'], ['broad nose bridge'], ['short left arm'], ['curved toe nail']]),
    );
    expect(dictionary.singleWordDensity('t')).toBe((7 + 1) / (7 + 10));
    expect(clinic.singleWordDensity('t')).toBe((0 + 1) / (9 + 10));
  });
});
