import fc from 'fast-check';

import { cellPosition, plainRecords, quotedRecords } from './quoted-records.js';
import type { RecordSyntax, TableRecord } from './quoted-records.js';
import type { LineBatch } from './read-lines.js';

const COMMA: RecordSyntax = { delimiter: ',', isSkipped: (line) => line === '' };

/** The lines of a text in batches of the given sizes, over and over. */
async function* batchesOf(text: string, sizes: readonly number[]): AsyncGenerator<LineBatch> {
  const lines = text.split('\n');
  for (let at = 0, turn = 0; at < lines.length; turn++) {
    const part = lines.slice(at, at + sizes[turn % sizes.length]!);
    yield { firstLine: at + 1, lines: part, faults: new Map() };
    at += part.length;
  }
}

async function records(text: string, sizes: readonly number[] = [1000]): Promise<TableRecord[]> {
  const found: TableRecord[] = [];
  for await (const batch of quotedRecords(batchesOf(text, sizes), COMMA)) found.push(...batch);
  return found;
}

const write = (cell: string, quote: boolean): string =>
  quote || /[",\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

describe('quotedRecords', () => {
  it('reads back what a writer of RFC 4180 wrote, with the line where each record starts', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '"', '\n', 'é') });
    const table = fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: 2, maxLength: 4 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(table, fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), async (rows, sizes) => {
        const texts = rows.map((row) => row.map(([text, quote]) => write(text, quote)).join(','));
        let line = 1;
        const expected = rows.map((row, index) => {
          const record = { line, text: texts[index], cells: row.map(([text]) => text) };
          line += texts[index]!.split('\n').length;
          return record;
        });
        expect(await records(texts.join('\n'), sizes)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('reports a stray quote at its line and reads on at the next', async () => {
    const text = 'a,b\n1,5" wide\n2,"two\nlines"\n"bad"x,3\n4,four';
    const found = await records(text, [2]);
    expect(found.map((record) => [record.line, 'fault' in record ? 'fault' : record.cells])).toEqual([
      [1, ['a', 'b']],
      [2, 'fault'],
      [3, ['2', 'two\nlines']],
      [5, 'fault'],
      [6, ['4', 'four']],
    ]);
  });

  it('reports a quote that is never closed once, however long the rest is', async () => {
    const rest = Array.from({ length: 25_000 }, (_, index) => `${index},x`);
    const found = await records(['a,"open', ...rest].join('\n'), [500]);
    expect(found.filter((record) => 'fault' in record).map(({ line }) => line)).toEqual([1]);
    expect(found).toHaveLength(25_001);
  });
});

describe('plainRecords', () => {
  it('splits at the delimiter only', async () => {
    const found: TableRecord[] = [];
    for await (const batch of plainRecords(batchesOf('a\t"b\n\n"c"\td"', [2]), { ...COMMA, delimiter: '\t' })) {
      found.push(...batch);
    }
    expect(found.map(({ line }) => line)).toEqual([1, 3]);
    expect(found.map((record) => ('cells' in record ? record.cells : []))).toEqual([
      ['a', '"b'],
      ['"c"', 'd"'],
    ]);
  });
});

describe('cellPosition', () => {
  it('finds where a cell starts', () => {
    expect(cellPosition('ab,c', 1, ',', true)).toEqual({ lines: 0, column: 4 });
    expect(cellPosition('"a,b",c', 1, ',', true)).toEqual({ lines: 0, column: 7 });
    expect(cellPosition('"a\nbc",d', 1, ',', true)).toEqual({ lines: 1, column: 5 });
    expect(cellPosition('"a\tb', 1, '\t', false)).toEqual({ lines: 0, column: 4 });
  });
});
