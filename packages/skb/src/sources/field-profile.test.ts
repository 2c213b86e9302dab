import { FieldProfile } from './field-profile.js';
import type { Cell } from './read-table.js';

const kindOf = (...cells: Cell[]): string => {
  const profile = new FieldProfile();
  for (const cell of cells) profile.add(cell);
  return profile.kind();
};

describe('FieldProfile', () => {
  it.each<[string, Cell[]]>([
    ['number', ['1', '2.5', '-3e4', 7]],
    ['number', ['2019', '2020']],
    ['date', ['2024-01', '2024-01-31', '2023-12-24T18:00Z']],
    ['keyword', ['00123', '04711']],
    ['keyword', ['red', 'green', 'blue']],
    ['keyword', ['New York', 'New York', 'Los Angeles', 'Los Angeles']],
    ['keyword', [['red'], ['red', 'blue']]],
    ['keyword', ['true', 'false']],
    ['text', ['New York', 'Los Angeles', 'San Francisco']],
    ['text', ['x'.repeat(65)]],
    ['text', ['A long sentence that says something about one product only, at length.', 'short']],
    ['text', []],
  ])('finds %s in %j', (kind, cells) => {
    expect(kindOf(...cells)).toBe(kind);
  });
});
