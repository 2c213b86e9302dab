import fc from 'fast-check';

import { editsByDefinition } from '../../test/edits-by-definition.js';
import { keysOf } from '../../test/keys-of.js';
import { buildSimilarTextArrays, SimilarTexts } from './similar-texts.js';
import type { SimilarText } from './similar-texts.js';

function searchOver(texts: readonly string[]): SimilarTexts {
  const column = keysOf(texts);
  return new SimilarTexts(column, buildSimilarTextArrays(column));
}

const sorted = (found: readonly SimilarText[]): SimilarText[] => [...found].sort((a, b) => a.row - b.row);

function scan(all: readonly string[], text: string, limit: number): SimilarText[] {
  return [...new Set(all)]
    .sort()
    .map((other, row) => ({ row, edits: editsByDefinition(text, other) }))
    .filter(({ edits }) => edits > 0 && edits <= limit);
}

describe('SimilarTexts', () => {
  const text = (letters: readonly string[], maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength });

  it.each([
    ['short texts of few letters', text(['a', 'b'], 7)],
    ['longer texts', text(['a', 'b', 'c'], 14)],
    ['other scripts and lone surrogates', text(['a', 'é', 'λ', '\ud83d', '\ude00'], 8)],
  ])('finds what a scan finds: %s', (_, anyText) => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyText, { maxLength: 60 }),
        anyText,
        fc.integer({ min: 1, max: 2 }),
        (texts, query, limit) => {
          expect(sorted(searchOver(texts).search(query, limit))).toEqual(scan(texts, query, limit));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('finds a text again after any two edits', () => {
    const anyEdit = fc.record({
      kind: fc.constantFrom('insert', 'delete', 'replace', 'swap'),
      place: fc.nat(30),
      letter: fc.constantFrom('a', 'b', 'x'),
    });
    fc.assert(
      fc.property(text(['a', 'b', 'c', 'd'], 30), fc.array(anyEdit, { minLength: 1, maxLength: 2 }), (name, edits) => {
        let typed = name;
        for (const { kind, place, letter } of edits) {
          const at = place % typed.length;
          const [head, rest] = [typed.slice(0, at), typed.slice(at)];
          if (kind === 'insert') typed = head + letter + rest;
          else if (kind === 'delete' && typed.length > 1) typed = head + rest.slice(1);
          else if (kind === 'replace') typed = head + letter + rest.slice(1);
          else typed = head + (rest[1] ?? '') + rest[0]! + rest.slice(2);
        }
        // Two edits at the same place may be a third kind of difference.
        const distance = editsByDefinition(name, typed);
        fc.pre(distance > 0 && distance <= 2);
        expect(searchOver([name]).search(typed, 2)).toEqual([{ row: 0, edits: distance }]);
      }),
      { numRuns: 1500 },
    );
  });

  it('takes texts of any length, and finds nothing where nothing can be found', () => {
    const long = 'ab'.repeat(3000);
    const search = searchOver(['a', long, 'abc']);
    expect(search.search('', 2)).toEqual([]);
    expect(search.search(long, 2)).toEqual([]);
    expect(search.search(`${'ab'.repeat(2000)}x`, 2)).toEqual([]);
    expect(sorted(search.search('ab', 2))).toEqual([
      { row: 0, edits: 1 },
      { row: 2, edits: 1 },
    ]);
    expect(searchOver([]).search('abc', 2)).toEqual([]);
  });
});
