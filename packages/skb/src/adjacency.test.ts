import fc from 'fast-check';

import { buildRows, transposeRows } from './adjacency.js';

const pairs = fc
  .record({ rowCount: fc.integer({ min: 1, max: 8 }), columnCount: fc.integer({ min: 1, max: 8 }) })
  .chain(({ rowCount, columnCount }) =>
    fc.record({
      rowCount: fc.constant(rowCount),
      columnCount: fc.constant(columnCount),
      pairs: fc.array(fc.tuple(fc.nat(rowCount - 1), fc.nat(columnCount - 1)), { maxLength: 60 }),
    }),
  );

test('rows, their transposition and the duplicates equal those of a plain search', () => {
  fc.assert(
    fc.property(pairs, ({ rowCount, columnCount, pairs }) => {
      const from = Uint32Array.from(pairs, ([row]) => row);
      const to = Uint32Array.from(pairs, ([, column]) => column);
      const rows = buildRows(from, to, rowCount, columnCount);
      const columns = transposeRows(rows, columnCount);
      const has = (row: number, column: number): boolean => pairs.some(([r, c]) => r === row && c === column);
      const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
      for (const row of range(rowCount)) {
        const expected = range(columnCount).filter((column) => has(row, column));
        expect([...rows.targets.subarray(rows.offsets[row], rows.offsets[row + 1])]).toEqual(expected);
      }
      for (const column of range(columnCount)) {
        const expected = range(rowCount).filter((row) => has(row, column));
        expect([...columns.targets.subarray(columns.offsets[column], columns.offsets[column + 1])]).toEqual(expected);
      }
      const repeated = range(pairs.length).filter((position) =>
        pairs.slice(0, position).some(([r, c]) => r === from[position] && c === to[position]),
      );
      expect([...rows.duplicates]).toEqual(repeated);
    }),
  );
});

test('no pairs at all', () => {
  const rows = buildRows(new Uint32Array(0), new Uint32Array(0), 0, 0);
  expect([...rows.offsets]).toEqual([0]);
  expect([...transposeRows(rows, 2).offsets]).toEqual([0, 0, 0]);
});
