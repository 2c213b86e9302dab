import { kindOf, namesOf } from './sampled-properties.js';
import type { SampledProperty } from './sampled-properties.js';

const property = (key: string, more: Partial<SampledProperty> = {}): SampledProperty => ({
  key,
  types: ['STRING NOT NULL'],
  count: 100,
  distinct: 100,
  longest: 30,
  spaced: 80,
  dated: 0,
  ...more,
});

describe('kindOf', () => {
  it.each([
    ['number', { types: ['INTEGER NOT NULL', 'FLOAT NOT NULL'] }],
    ['date', { types: ['DATE NOT NULL'] }],
    ['date', { types: ['ZONED DATETIME NOT NULL'] }],
    ['date', { dated: 100 }],
    ['text', { longest: 500 }],
    ['text', {}],
    ['keyword', { spaced: 0 }],
    ['keyword', { distinct: 5 }],
    ['keyword', { types: ['LIST<STRING NOT NULL> NOT NULL'] }],
    [undefined, { types: ['LIST<FLOAT NOT NULL> NOT NULL'] }],
    [undefined, { types: ['BOOLEAN NOT NULL'] }],
    [undefined, { types: ['INTEGER NOT NULL', 'STRING NOT NULL'] }],
    [undefined, { types: ['POINT NOT NULL'] }],
  ] as const)('%s: %j', (kind, more) => {
    expect(kindOf(property('x', more))).toBe(kind);
  });
});

describe('namesOf', () => {
  it.each<[string | undefined, SampledProperty[]]>([
    ['title', [property('plot', { longest: 900 }), property('title')]],
    ['name', [property('title'), property('name')]],
    ['fullName', [property('biography', { longest: 2_000 }), property('fullName'), property('city', { distinct: 4 })]],
    ['productTitle', [property('sku', { spaced: 0 }), property('productTitle')]],
    // Nothing says name: the text that tells nodes apart, with words rather than codes.
    ['heading_text', [property('sku', { spaced: 0 }), property('heading_text'), property('state', { distinct: 3 })]],
    // Most nodes must have it.
    ['summary', [property('name', { count: 10, distinct: 10 }), property('summary')]],
    [undefined, [property('state', { distinct: 3 }), property('flag', { types: ['BOOLEAN NOT NULL'] })]],
    [undefined, [property('uid')]],
    [undefined, []],
  ])('%s', (name, properties) => {
    expect(namesOf(properties, 'uid')?.name).toBe(name);
  });

  it('finds further names, in texts and in lists', () => {
    const list = { types: ['LIST<STRING NOT NULL> NOT NULL'] };
    const properties = [
      property('name'),
      property('also_known_as', list),
      property('altLabel'),
      property('tags', list),
    ];
    expect(namesOf(properties, null)).toEqual({ name: 'name', aliases: ['also_known_as', 'altLabel'] });
  });
});
