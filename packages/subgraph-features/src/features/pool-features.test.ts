import fc from 'fast-check';

import { poolFeatures } from './pool-features.js';

const answer = (id: string, name: string | null, degree?: number) => ({
  id,
  name,
  ...(degree === undefined ? {} : { degree }),
});

describe('poolFeatures', () => {
  it('tells namesakes apart by their edges and finds names within names', () => {
    const pool = [
      answer('Q99', 'California', 900),
      answer('Q1', 'california', 3),
      answer('Q2', 'California Trail', 20),
      answer('Q3', 'The Californian', 4),
      answer('Q4', null),
    ];
    expect(poolFeatures(pool)).toEqual([
      { namesakes: 1, containedIn: 1, contains: 0 },
      { namesakes: -1, containedIn: 1, contains: 0 },
      { namesakes: 0, containedIn: 0, contains: 2 },
      { namesakes: 0, containedIn: 0, contains: 0 },
      { namesakes: 0, containedIn: 0, contains: 0 },
    ]);
  });

  it('has no preference among namesakes with equally many edges, and counts an id once', () => {
    const twins = poolFeatures([answer('a', 'Axel'), answer('b', 'Axel'), answer('b', 'Axel')]);
    expect(twins.map(({ namesakes }) => namesakes)).toEqual([0, 0, 0]);
    const repeated = poolFeatures([answer('a', 'Axel'), answer('b', 'Axel jump'), answer('b', 'Axel jump')]);
    expect(repeated[0]).toEqual({ namesakes: 0, containedIn: 1, contains: 0 });
    expect(poolFeatures([])).toEqual([]);
  });

  it('gives each answer the same wherever it stands, and as many containers as contained', () => {
    const names = fc.constantFrom('a', 'a b', 'b', 'b a', 'É', 'e', '', '!');
    fc.assert(
      fc.property(fc.array(fc.tuple(names, fc.nat(3)), { maxLength: 6 }), (drawn) => {
        const pool = drawn.map(([name, degree], index) => answer(`${index}`, name, degree));
        const features = poolFeatures(pool);
        expect(poolFeatures(pool.toReversed())).toEqual(features.toReversed());
        const sum = (name: 'containedIn' | 'contains') => features.reduce((total, each) => total + each[name], 0);
        expect(sum('containedIn')).toBe(sum('contains'));
      }),
    );
  });
});
