import { schema } from '../test/shapes.js';
import { compileLinking } from './compile-linking.js';

const target = { label: 'paper', property: 'doc', index: 'paper doc' };
const vector = [1, 0];
const failure = (code: string) => expect.objectContaining({ name: 'CypherCompilerError', code });

describe('compileLinking', () => {
  const { bind } = compileLinking(target, schema);

  it.each([
    [5, undefined, 100n],
    [20, undefined, 200n],
    [20, 50, 50n],
    [20, 5, 20n],
  ])('asks the index for more than it keeps (%s, %s)', (count, fetch, expected) => {
    expect(bind({ vector, count, ratio: 0.9, ...(fetch === undefined ? {} : { fetch }) })['fetch']).toBe(expected);
  });

  it.each([{ count: 0 }, { count: 1.5 }, { count: NaN }, { ratio: 1.1 }, { ratio: NaN }, { fetch: 0.5 }])(
    'refuses %j',
    (change) => {
      const parameters = { vector, count: 5, ratio: 0.9, ...change };
      expect(() => bind(parameters)).toThrow(failure('invalid_option'));
    },
  );

  it.each([[0, 0], [], [NaN, 1]])('refuses a vector that has no direction (%#)', (...values) => {
    expect(() => bind({ vector: values, count: 5, ratio: 0.9 })).toThrow(failure('invalid_parameter'));
  });

  it('takes labels of the schema and usable names only', () => {
    for (const change of [{ label: 'Paper' }, { property: '' }, { index: 'a\0' }]) {
      expect(() => compileLinking({ ...target, ...change }, schema)).toThrow(failure('invalid_option'));
    }
    expect(() => compileLinking(target, schema, { idProperty: '' })).toThrow(failure('invalid_option'));
    expect(() => compileLinking(target, schema, { more: ['a', ''] })).toThrow(failure('invalid_option'));
    expect(compileLinking(target, schema, { idProperty: null }).text).toContain('elementId(n) AS id');
  });

  it('returns more properties of what it finds', () => {
    const { text } = compileLinking(target, schema, { more: ['a`b', 'c'] });
    expect(text).toContain('[n.`a``b`, n.`c`] AS more');
    expect(text).toContain('RETURN hit.id AS id, hit.score AS score, hit.more AS more');
    expect(compileLinking(target, schema).text).not.toContain('more');
  });
});
