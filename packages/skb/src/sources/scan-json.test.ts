import fc from 'fast-check';

import { positionAt, scanJson } from './scan-json.js';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('scanJson', () => {
  it('accepts exactly what JSON.parse accepts', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 3 }),
        fc.nat(),
        fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '\\', '0', '-', 'x', '\n', 'null'),
        fc.nat(2),
        (json, at, inserted, removed) => {
          const position = at % (json.length + 1);
          const text = json.slice(0, position) + inserted + json.slice(position + removed);
          expect(scanJson(text) === undefined).toBe(isJson(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('visits every value at its first character', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const parsed = JSON.parse(JSON.stringify(value)) as unknown;
        const text = JSON.stringify(parsed, undefined, 1);
        let leaves = 0;
        scanJson(text, (path, offset) => {
          const found = path.reduce<unknown>(
            (parent, key) => (parent as Record<string | number, unknown>)[key],
            parsed,
          );
          if (typeof found === 'object' && found !== null) return;
          leaves++;
          expect(text.startsWith(JSON.stringify(found), offset)).toBe(true);
        });
        expect(leaves > 0 || text === '[]' || text === '{}' || /[[{]/u.test(text)).toBe(true);
      }),
    );
  });

  it.each([
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{"a":1 "b":2}', 7],
    ['[1 2]', 3],
    ['{"a":"open}', 5],
    ['{"a":tru}', 5],
    ['{} {}', 3],
    ['', 0],
    ["{'a':1}", 1],
  ])('says where %j stops being JSON', (text, offset) => {
    expect(scanJson(text)).toMatchObject({ offset });
  });

  it('refuses nesting that is too deep to scan', () => {
    expect(scanJson('['.repeat(100_000))).toMatchObject({ expected: 'at most 200 levels of nesting' });
  });
});

describe('positionAt', () => {
  it('counts lines and columns from one', () => {
    expect(positionAt('ab\ncd', 0)).toEqual({ line: 1, column: 1 });
    expect(positionAt('ab\ncd', 2)).toEqual({ line: 1, column: 3 });
    expect(positionAt('ab\ncd', 3)).toEqual({ line: 2, column: 1 });
    expect(positionAt('ab\ncd', 5)).toEqual({ line: 2, column: 3 });
  });
});
