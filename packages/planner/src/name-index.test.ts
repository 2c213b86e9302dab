import fc from 'fast-check';

import { buildNameIndexData } from './name-index-data.js';
import type { NameIndexMeta } from './name-index-data.js';
import { buildNameIndex, openNameIndex } from './name-index.js';
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

  it('knows the words that many names have', () => {
    const names = Array.from({ length: 25 }, (_, at) => [`metal${at} level`, `metal${at}`]);
    expect([...buildNameIndex(lexiconOf(names)).commonRoots()]).toEqual(['level']);
    expect(buildNameIndex(lexiconOf(names.slice(0, 19))).commonRoots().size).toBe(0);
  });

  it('opens what was stored, and asks the search that it is given for misspelt words', () => {
    const lexicon = lexiconOf([['brown mitten', 'Mitten'], ['kitten food'], ['élan'], ['deep deep sea']]);
    const { meta, arrays } = buildNameIndexData(lexicon);
    const asked: [string, number][] = [];
    const stored = { meta: JSON.parse(JSON.stringify(meta)) as NameIndexMeta, arrays };
    const opened = openNameIndex(lexicon, stored, {
      search(word, maxEdits) {
        asked.push([word, maxEdits]);
        return [
          { text: 'kitten', edits: 1 },
          { text: 'mitten', edits: 1 },
        ];
      },
    });
    const built = buildNameIndex(lexicon);
    const roots = new Set(
      ['mitten', 'brown', 'élan', 'sea', 'deep', 'unknown'].map((word) => nameWords(word)[0]!.root),
    );
    expect(built.findByRoots(roots).map(({ text }) => text)).toEqual([
      'brown mitten',
      'Mitten',
      'élan',
      'deep deep sea',
    ]);
    expect(opened.findByRoots(roots)).toEqual(built.findByRoots(roots));
    for (const root of [...roots, '', 'kitt']) expect(opened.frequency(root)).toBe(built.frequency(root));
    expect(opened.singleWordDensity('t')).toBe(built.singleWordDensity('t'));
    expect(opened.singleWordDensity('toString')).toBe(1 / 17);
    expect(opened.correct('bitten', 3)).toEqual(['kitten', 'mitten']);
    expect(opened.correct('mitten', 1)).toEqual(['mitten']);
    expect(asked).toEqual([
      ['bitten', 1],
      ['mitten', 1],
    ]);
    expect(() => openNameIndex(lexicon, { meta: {} as NameIndexMeta, arrays })).toThrow(TypeError);
  });

  it('is after changes what it would be when built anew', () => {
    const word = fc.constantFrom(
      'red',
      'of',
      'mugs',
      'kitten',
      'mitten',
      'mitton',
      'hypoplasia',
      'hypoplastic',
      'level',
    );
    const name = fc.oneof(
      fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
      { weight: 2, arbitrary: word },
    );
    const node = fc.record({
      id: fc.integer({ min: 0, max: 60 }),
      type: fc.constantFrom('cup', 'glove'),
      names: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
    });
    const nodes = fc.uniqueArray(node, { selector: ({ id }) => id, maxLength: 50 });
    fc.assert(
      fc.property(nodes, nodes, fc.array(fc.boolean(), { minLength: 61, maxLength: 61 }), (old, written, keeps) => {
        // Of the nodes on both sides some keep their names and some get others.
        const before = [...old].sort((a, b) => a.id - b.id);
        const oldNames = new Map(before.map((own) => [own.id, own]));
        const now = new Map(before.filter(({ id }) => keeps[id]).map((own) => [own.id, own]));
        for (const own of written) if (!keeps[own.id]) now.set(own.id, own);
        const after = [...now.values()].sort((a, b) => a.id - b.id);
        const lexiconFrom = (list: typeof before) => ({
          nodeCount: list.length,
          node: (index: number) => ({
            type: list[index]!.type,
            name: list[index]!.names[0]!,
            aliases: list[index]!.names.slice(1),
          }),
          findByName: () => [],
        });
        const isKept = ({ id }: { id: number }): boolean =>
          oldNames.get(id) !== undefined && oldNames.get(id) === now.get(id);
        const [stored, current] = [lexiconFrom(before), lexiconFrom(after)];
        const revised = openNameIndex(current, buildNameIndexData(stored), undefined, {
          removed: before.flatMap((own, index) => (isKept(own) ? [] : [stored.node(index)])),
          added: after.flatMap((own, index) => (isKept(own) ? [] : [index])).reverse(),
          indexOf: (index) => (isKept(before[index]!) ? after.indexOf(before[index]!) : undefined),
        });
        const anew = buildNameIndex(current);
        const words = ['red', 'mugs', 'kitten', 'mitten', 'mitton', 'hypoplasia', 'hypoplastic', 'level', 'other'];
        for (const asked of [...words, 'kiten', 'mittton', 'hypoplasic']) {
          const { root, folded } = nameWords(asked)[0]!;
          expect(revised.frequency(root)).toBe(anew.frequency(root));
          expect(revised.correct(folded, 4)).toEqual(anew.correct(folded, 4));
          const wanted = new Set([root, nameWords('mugs')[0]!.root, nameWords('level')[0]!.root]);
          expect(revised.findByRoots(wanted)).toEqual(anew.findByRoots(wanted));
        }
        expect([...revised.commonRoots()].sort()).toEqual([...anew.commonRoots()].sort());
        for (const type of ['cup', 'glove', 'plate']) {
          expect(revised.singleWordDensity(type)).toBe(anew.singleWordDensity(type));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('may be empty', () => {
    const index = buildNameIndex(lexiconOf([]));
    expect(index.findByRoots(new Set(['a']))).toEqual([]);
    expect(index.correct('mitten', 3)).toEqual([]);
    expect(index.frequency('a')).toBe(0);
  });
});
