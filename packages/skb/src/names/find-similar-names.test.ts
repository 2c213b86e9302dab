import fc from 'fast-check';

import { editsByDefinition } from '../../test/edits-by-definition.js';
import { keysOf } from '../../test/keys-of.js';
import { normalizeName } from '../normalize-name.js';
import { findSimilarNames } from './find-similar-names.js';
import type { SimilarName } from './find-similar-names.js';
import { nameSegment } from './name-segment.js';

/** Names by node; those of a segment that an update replaced have no node any more. */
interface Named {
  readonly name: string;
  readonly node: number;
}

function segmentOf(named: readonly Named[]) {
  const keys = keysOf(named.map(({ name }) => name));
  return nameSegment(keys, (row) => named.flatMap(({ name, node }) => (name === keys.at(row) ? [node] : [])));
}

const EVERYWHERE = { start: 0, end: Infinity };

function scan(
  named: readonly Named[],
  text: string,
  maxEdits: number,
  range: { readonly start: number; readonly end: number },
): SimilarName[] {
  const names = [...new Set(named.map(({ name }) => name))].sort();
  return names
    .map((name) => ({
      name,
      edits: editsByDefinition(text, name),
      nodes: [...new Set(named.flatMap((other) => (other.name === name ? [other.node] : [])))]
        .filter((node) => node >= range.start && node < range.end)
        .sort((a, b) => a - b),
    }))
    .filter(({ edits, nodes }) => edits <= maxEdits && nodes.length > 0)
    .sort((a, b) => a.edits - b.edits);
}

describe('findSimilarNames', () => {
  const anyName = fc.string({ unit: fc.constantFrom('a', 'b', 'ä'), minLength: 1, maxLength: 6 }).map(normalizeName);
  const anyNamed = fc.array(fc.record({ name: anyName, node: fc.nat(30) }), { maxLength: 30 });

  it('finds over all segments what a scan of all names finds', () => {
    fc.assert(
      fc.property(
        anyNamed,
        anyNamed,
        anyName,
        fc.record({ maxEdits: fc.nat(2), count: fc.constantFrom(0, 1, 3, 10, Infinity) }),
        fc.record({ start: fc.nat(10), end: fc.integer({ min: 15, max: 35 }) }),
        (imported, updated, text, options, range) => {
          const expected = scan([...imported, ...updated], text, options.maxEdits, range).slice(0, options.count);
          expect(findSimilarNames([segmentOf(imported), segmentOf(updated)], text, range, options)).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('ignores case, accents and punctuation, and gives all nodes of a name', () => {
    const segments = [
      segmentOf([
        { name: 'seizure', node: 4 },
        { name: 'seizure', node: 9 },
        { name: 'leisure', node: 2 },
        { name: 'absence seizure', node: 3 },
      ]),
    ];
    expect(findSimilarNames(segments, ' SÉIZURE. ', EVERYWHERE)).toEqual([
      { name: 'seizure', edits: 0, nodes: [4, 9] },
      { name: 'leisure', edits: 2, nodes: [2] },
    ]);
    expect(findSimilarNames(segments, 'siezure', EVERYWHERE)).toEqual([{ name: 'seizure', edits: 1, nodes: [4, 9] }]);
    expect(findSimilarNames(segments, 'siezure', EVERYWHERE, { maxEdits: 0 })).toEqual([]);
  });

  it('finds nothing for texts that are no names', () => {
    const segments = [segmentOf([{ name: 'ab', node: 0 }])];
    for (const text of ['', ' ?! ', 'a'.repeat(10_000_000), '\ud800'.repeat(9), 'ab\0'.repeat(2000)]) {
      expect(findSimilarNames(segments, text, EVERYWHERE)).toEqual([]);
    }
    expect(findSimilarNames([], 'ab', EVERYWHERE)).toEqual([]);
  });

  it('refuses options outside their range', () => {
    for (const options of [{ maxEdits: 3 }, { maxEdits: 0.5 }, { count: -1 }, { count: NaN }, { count: 1.5 }]) {
      expect(() => findSimilarNames([], 'ab', EVERYWHERE, options)).toThrow(RangeError);
    }
  });
});
