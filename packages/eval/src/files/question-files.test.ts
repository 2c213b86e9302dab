import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

import type { Question } from '../questions/question.js';
import { readCsvRows } from './csv-rows.js';
import { formatQuestions, readQuestions } from './question-lines.js';
import { formatSplit, readSplit } from './split-file.js';
import { readStarkQuestions } from './stark-questions.js';

const fixture = (name: string): string => readFileSync(join(__dirname, '../../test/fixtures', name), 'utf8');

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe('CSV', () => {
  const rows = async (text: string): Promise<readonly (readonly string[])[]> =>
    (await collect(readCsvRows(text))).map(({ cells }) => cells);

  test('quotes, doubled quotes, commas and line ends in a cell', async () => {
    expect(await rows('a,b\r\n"x,y","say ""no""\r\nagain"\n,\n\nlast,""')).toEqual([
      ['a', 'b'],
      ['x,y', 'say "no"\r\nagain'],
      ['', ''],
      [''],
      ['last', ''],
    ]);
  });

  test('tells the line on which each record starts', async () => {
    const read = await collect(readCsvRows('"a\nb"\nc\n'));
    expect(read.map(({ line }) => line)).toEqual([1, 3]);
  });

  test.each([
    ['a"b', 1],
    ['x\n"a"b', 2],
    ['"a\n\n', 3],
    ['a\rb', 1],
  ])('refuses %j', async (text, line) => {
    await expect(rows(text)).rejects.toMatchObject({ name: 'FileFormatError', code: 'malformed_csv', line });
  });

  test('what is quoted reads back, however the text is cut', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') });
    const table = fc.array(fc.array(cell, { minLength: 1 }));
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (cells, length) => {
        const quoted = cells.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join());
        const text = quoted.map((row) => `${row}\n`).join('');
        const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
          text.slice(index * length, (index + 1) * length),
        );
        const read = await collect(readCsvRows(pieces));
        expect(read.map((row) => row.cells)).toEqual(cells);
      }),
    );
  });
});

describe('STaRK questions', () => {
  test('reads what the csv module of Python reads', async () => {
    const expected = (
      JSON.parse(fixture('stark-qa-sample.json')) as readonly {
        id: string;
        query: string;
        answers: readonly number[];
      }[]
    ).map(({ id, query, answers }) => ({ id, query, answer_ids: [...new Set(answers.map(String))] }));
    expect(await collect(readStarkQuestions(fixture('stark-qa-sample.csv')))).toEqual(expected);
  });

  test('columns may come in any order, others are ignored', async () => {
    const text = 'answer_ids_source,query,answer_ids,id\n[1],who?,"[""x"", 2]",7\n';
    expect(await collect(readStarkQuestions(text))).toEqual([{ id: '7', query: 'who?', answer_ids: ['x', '2'] }]);
  });

  test.each([
    ['id,query\n', 'missing_column', 1],
    ['id,query,answer_ids\n1,a\n', 'malformed_question', 2],
    ['id,query,answer_ids\n1,"a\nb",[1]\n2,a,[1\n', 'malformed_question', 4],
    ['id,query,answer_ids\n1,a,[1.5]\n', 'malformed_question', 2],
    ['id,query,answer_ids\n1,a,[1]\n1,b,[1]\n', 'duplicate_id', 3],
  ])('refuses %j', async (text, code, line) => {
    await expect(collect(readStarkQuestions(text))).rejects.toMatchObject({ code, line });
  });
});

describe('splits', () => {
  test('one id a line, no line end after the last', async () => {
    expect([...(await readSplit('3\r\n1\n2'))]).toEqual(['3', '1', '2']);
    expect([...(await readSplit(`${formatSplit(['3', '1'])}\n`))]).toEqual(['3', '1']);
    expect(formatSplit([])).toBe('');
  });

  test.each([
    ['1\n\n2', 'malformed_line', 2],
    ['1 2', 'malformed_line', 1],
    ['1\n1', 'duplicate_id', 2],
  ])('refuses %j', async (text, code, line) => {
    await expect(readSplit(text)).rejects.toMatchObject({ name: 'FileFormatError', code, line });
    expect(() => formatSplit(['a b'])).toThrow(expect.objectContaining({ code: 'invalid_id' }));
  });
});

describe('JSON lines', () => {
  test('ids become strings, further keys stay', async () => {
    const text = '{"id": 1, "query": "a", "answer_ids": [5, "x"], "kind": "one-hop", "note": true}\n\n';
    expect(await collect(readQuestions(text))).toEqual([
      { id: '1', query: 'a', answer_ids: ['5', 'x'], kind: 'one-hop', note: true },
    ]);
  });

  test('what is written reads back', async () => {
    const questions: readonly Question[] = [
      { id: '1', query: 'line\nbreak "quoted"', answer_ids: [] },
      { id: '2', query: 'é', answer_ids: ['a'], kind: 'k', anchors: { A: 'a' } },
    ];
    expect(await collect(readQuestions(formatQuestions(questions)))).toEqual(questions);
  });

  test.each([
    ['{"id": 1', 'malformed_question', 1],
    ['null', 'malformed_question', 1],
    ['{"id": 1, "query": "a", "answer_ids": ["x"]}\n{"id": 2, "query": "b"}', 'malformed_question', 2],
    ['{"id": 1, "query": "a", "answer_ids": []}\n{"id": "1", "query": "b", "answer_ids": []}', 'duplicate_id', 2],
  ])('refuses %j', async (text, code, line) => {
    await expect(collect(readQuestions(text))).rejects.toMatchObject({ name: 'FileFormatError', code, line });
  });
});
