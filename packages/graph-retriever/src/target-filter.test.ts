import type { Filter, Schema } from '@grasp/plan';

import { targetFilter } from './target-filter.js';

const schema: Schema = {
  nodeTypes: [
    {
      name: 'paper',
      fields: [
        { name: 'year', kind: 'number' },
        { name: 'date', kind: 'date' },
        { name: 'venue', kind: 'keyword' },
        { name: 'abstract', kind: 'text' },
      ],
    },
    { name: 'author', fields: [] },
  ],
  relations: [],
};

const paper = {
  year: 2001,
  date: '2001-05-03',
  venue: ['ACL', 'NAACL'],
  abstract: 'On Retinal Imaging',
};

const isMet = (field: string, op: Filter['op'], value: Filter['value'], fields: object = paper): boolean =>
  targetFilter([{ field, op, value }], schema, 'paper')(fields as typeof paper);

describe('targetFilter', () => {
  it.each([
    ['eq', 2001, true],
    ['ne', 2001, false],
    ['lt', 2001, false],
    ['lte', 2001, true],
    ['gt', 2000, true],
    ['gte', 2002, false],
    ['in', [1999, 2001], true],
    ['in', [], false],
  ] as const)('compares numbers: %s %j', (op, value, expected) => {
    expect(isMet('year', op, value)).toBe(expected);
    expect(isMet('year', op, value, { year: '2001' })).toBe(expected);
    expect(isMet('year', op, value, { year: ' ' })).toBe(false);
  });

  it.each([
    ['eq', '2001', true],
    ['eq', '2001-05', true],
    ['eq', '2001-06', false],
    ['ne', '2001', false],
    ['lt', '2001', false],
    ['lt', '2001-05-04', true],
    ['lte', '2001', true],
    ['gt', '2001', false],
    ['gt', '2000', true],
    ['gte', '2001-05-03', true],
    ['in', ['1999', '2001'], true],
  ] as const)('compares dates as precisely as the filter: %s %j', (op, value, expected) => {
    expect(isMet('date', op, value)).toBe(expected);
  });

  it('takes a space and a T in a date as the same', () => {
    expect(isMet('date', 'eq', '2001-05-03T10:00', { date: '2001-05-03 10:00' })).toBe(true);
  });

  it('compares words as they are written, and parts of them without case', () => {
    expect(isMet('venue', 'eq', 'ACL')).toBe(true);
    expect(isMet('venue', 'eq', 'acl')).toBe(false);
    expect(isMet('venue', 'in', ['EMNLP', 'NAACL'])).toBe(true);
    expect(isMet('venue', 'contains', 'naa')).toBe(true);
    expect(isMet('abstract', 'contains', 'retinal')).toBe(true);
    expect(isMet('abstract', 'contains', 'rat')).toBe(false);
  });

  it('is met by a list one of whose values meets it', () => {
    expect(isMet('venue', 'ne', 'ACL')).toBe(true);
    expect(isMet('venue', 'ne', 'ACL', { venue: ['ACL'] })).toBe(false);
    expect(isMet('venue', 'ne', 'ACL', { venue: [] })).toBe(false);
  });

  it('is not met by a node without the field', () => {
    expect(isMet('year', 'ne', 2000, {})).toBe(false);
    expect(isMet('constructor', 'contains', 'a', {})).toBe(false);
    expect(targetFilter([{ field: 'year', op: 'eq', value: 2001 }], schema, 'author')(paper)).toBe(false);
  });

  it('asks for all filters', () => {
    const filters: Filter[] = [
      { field: 'year', op: 'eq', value: 2001 },
      { field: 'venue', op: 'eq', value: 'EMNLP' },
    ];
    expect(targetFilter(filters.slice(0, 1), schema, 'paper')(paper)).toBe(true);
    expect(targetFilter(filters, schema, 'paper')(paper)).toBe(false);
    expect(targetFilter([], schema, 'paper')({})).toBe(true);
  });
});
