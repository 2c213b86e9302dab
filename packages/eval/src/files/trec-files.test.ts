import fc from 'fast-check';

import { evaluate, evaluateStream } from '../evaluate.js';
import type { Ranking } from '../ranking.js';
import { formatTrecQrels, readTrecQrels } from './trec-qrels.js';
import { readTrecRun, streamTrecRun } from './trec-run-reader.js';
import { formatTrecRun } from './trec-run-writer.js';

const joined = (chunks: Iterable<string>): string => [...chunks].join('');

/** A text as bytes in pieces of one length, so that lines and characters break. */
function* inPieces(text: string, length: number): Generator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

describe('runs', () => {
  const text =
    '\uFEFF# ir_metadata.start\n#tag: x\nq1\tQ0\tdöc1\t1\t2.5\trun\r\n\n q1  Q0 doc2 2 -1e-3 run \nq2 Q0 doc1 1 +3 last';
  const expected = new Map([
    [
      'q1',
      [
        { id: 'döc1', score: 2.5 },
        { id: 'doc2', score: -0.001 },
      ],
    ],
    ['q2', [{ id: 'doc1', score: 3 }]],
  ]);

  test.each([1, 2, 3, 7, 1000])('comments, tabs, CRLF and a blank line, in pieces of %i bytes', async (length) => {
    expect(await readTrecRun(inPieces(text, length))).toEqual({
      run: expected,
      tag: 'last',
      comments: [' ir_metadata.start', 'tag: x'],
    });
  });

  test('an empty file is an empty run', async () => {
    expect(await readTrecRun('')).toEqual({ run: new Map(), tag: '', comments: [] });
  });

  test.each([
    ['q1 Q0 d 1 1.0', 'malformed_line', 1],
    ['q1 Q0 d 1 1.0 run\nq1 Q0 e 2 0.5 run more', 'malformed_line', 2],
    ['# x\n\nq1 Q0 d 1 abc run', 'invalid_number', 3],
    ['q1 Q0 d 1 nan run', 'invalid_number', 1],
    ['q1 Q0 d 1 Infinity run', 'invalid_number', 1],
    ['q1 Q0 d 1 0x10 run', 'invalid_number', 1],
    ['q1 Q0 d 1 2 run\r\nq1 Q0 d 2 1 run\r\n', 'duplicate_document', 2],
    ['q1 Q0 a 1 2 r\nq2 Q0 a 1 2 r\nq1 Q0 b 2 1 r\nq2 Q0 b 2 1 r\nq1 Q0 b 3 1 r', 'duplicate_document', 5],
    ['q1 Q0 d 1 2 r\nq2 Q0 d 1 2 r\nq1 Q0 e 2 1 r\nq1 Q0 d 2 1 r', 'duplicate_document', 4],
  ])('refuses %j', async (broken, code, line) => {
    await expect(readTrecRun(broken)).rejects.toMatchObject({ name: 'FileFormatError', code, line });
  });

  test('queries may be interleaved, but not in a stream', async () => {
    const interleaved = 'q1 Q0 a 1 3 r\nq2 Q0 a 1 2 r\nq1 Q0 b 2 1 r\n';
    const { run } = await readTrecRun(interleaved);
    expect(run.get('q1')).toEqual([
      { id: 'a', score: 3 },
      { id: 'b', score: 1 },
    ]);
    await expect(evaluateStream(streamTrecRun(interleaved), new Map())).rejects.toMatchObject({
      code: 'split_query',
      line: 3,
    });
  });

  test('a stream gives the report of the whole', async () => {
    const qrels = await readTrecQrels('q1 0 doc2 1\nq2 0 doc9 1\n');
    const { run } = await readTrecRun(text);
    expect(await evaluateStream(streamTrecRun(inPieces(text, 5)), qrels)).toEqual(evaluate(run, qrels));
  });

  test('stops at once when asked to', async () => {
    const reason = new Error('enough');
    await expect(readTrecRun(text, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test('writes ranks from 1 in order of scores', () => {
    const run = new Map<string, Ranking>([
      [
        'q1',
        [
          { id: 'b', score: 1 },
          { id: 'a', score: 2 },
        ],
      ],
    ]);
    expect(joined(formatTrecRun(run))).toBe('q1 Q0 a 1 2 grasp\nq1 Q0 b 2 1 grasp\n');
    expect(joined(formatTrecRun(run, { tag: 't', scores: 'reciprocal-rank' }))).toBe(
      'q1 Q0 a 1 1 t\nq1 Q0 b 2 0.5 t\n',
    );
  });

  test('a file with rank 0 on each line reads by score', async () => {
    const { run } = await readTrecRun('q1 Q0 b 0 1.0 r\nq1 Q0 a 0 2.0 r\n');
    expect(joined(formatTrecRun(run))).toBe('q1 Q0 a 1 2 grasp\nq1 Q0 b 2 1 grasp\n');
  });

  test('reciprocal ranks carry the order of ties to readers that break them otherwise', async () => {
    const tied = new Map([['q', ['a', 'b', 'c'].map((id) => ({ id, score: 0 }))]]);
    const { run } = await readTrecRun(joined(formatTrecRun(tied, { scores: 'reciprocal-rank' })));
    const qrels = new Map([['q', new Map([['a', 1]])]]);
    const options = { conventions: 'trec_eval', measures: ['mrr'] } as const;
    expect(evaluate(run, qrels, options).means).toEqual({ mrr: 1 });
    expect(evaluate(tied, qrels, options).means).toEqual({ mrr: 1 / 3 });
  });

  test('metadata stands above the run as YAML comments', async () => {
    const metadata = {
      tag: 'run 1',
      platform: { hardware: { cpu: 'x: "fast"', cores: 2 } },
      method: { automatic: true, retrieval: [{ name: 'graph' }, 'text'], reranks: [] },
      'research goal': 'yes',
      empty: {},
    };
    const text = joined(formatTrecRun(new Map(), { metadata }));
    expect(text.split('\n')).toEqual([
      '# ir_metadata.start',
      '# tag: run 1',
      '# platform:',
      '#   hardware:',
      '#     cpu: "x: \\"fast\\""',
      '#     cores: 2',
      '# method:',
      '#   automatic: true',
      '#   retrieval:',
      '#     -',
      '#       name: graph',
      '#     - text',
      '#   reranks: []',
      '# research goal: "yes"',
      '# empty: {}',
      '# ir_metadata.end',
      '',
    ]);
    expect((await readTrecRun(text)).comments).toHaveLength(16);
    expect(() => joined(formatTrecRun([], { metadata: { n: Number.NaN } }))).toThrow(
      expect.objectContaining({ code: 'invalid_number' }),
    );
  });

  test.each([
    [[['q 1', []]], {}, 'invalid_id'],
    [[['#q', []]], {}, 'invalid_id'],
    [[['q', [{ id: '', score: 1 }]]], {}, 'invalid_id'],
    [[['q', [{ id: 'a\tb', score: 1 }]]], {}, 'invalid_id'],
    [[['q', [{ id: 'a', score: Infinity }]]], {}, 'invalid_number'],
    [[], { tag: 'a b' }, 'invalid_id'],
    [[], { scores: 'other' as 'given' }, 'invalid_option'],
  ] as const)('refuses to write %j with %j', (run, options, code) => {
    expect(() => joined(formatTrecRun(run, options))).toThrow(expect.objectContaining({ code }));
  });

  test('what is written reads back', async () => {
    const id = fc.stringMatching(/^[^\s#][^\s]*$/u);
    const score = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    const ranking = fc.uniqueArray(fc.record({ id, score }), { selector: (entry) => entry.id, minLength: 1 });
    const runs = fc.uniqueArray(fc.tuple(id, ranking), { selector: ([query]) => query });
    await fc.assert(
      fc.asyncProperty(runs, fc.integer({ min: 1, max: 50 }), async (entries, length) => {
        const { run } = await readTrecRun(inPieces(joined(formatTrecRun(entries, { order: 'as-given' })), length));
        expect([...run]).toEqual(entries);
      }),
    );
  });
});

describe('qrels', () => {
  test('comments, tabs and CRLF', async () => {
    const text = '# judged in June\r\nq1\t0\td1\t2\r\nq1 0 d2 -1\nq2 0 d1 0';
    const qrels = await readTrecQrels(inPieces(text, 4));
    expect(qrels).toEqual(
      new Map([
        [
          'q1',
          new Map([
            ['d1', 2],
            ['d2', -1],
          ]),
        ],
        ['q2', new Map([['d1', 0]])],
      ]),
    );
    expect(joined(formatTrecQrels(qrels))).toBe('q1 0 d1 2\nq1 0 d2 -1\nq2 0 d1 0\n');
  });

  test.each([
    ['q 0 d', 'malformed_line', 1],
    ['q 0 d 1 x', 'malformed_line', 1],
    ['q 0 d 1\n\nq 0 e 1', 'malformed_line', 2],
    ['q 0 d 0.7', 'invalid_number', 1],
    ['q 0 d 1\nq 0 d 1', 'duplicate_document', 2],
  ])('refuses %j', async (broken, code, line) => {
    await expect(readTrecQrels(broken)).rejects.toMatchObject({ name: 'FileFormatError', code, line });
  });

  test('refuses to write a judgement that is not an integer', () => {
    expect(() => joined(formatTrecQrels([['q', new Map([['d', 0.5]])]]))).toThrow(
      expect.objectContaining({ code: 'invalid_number' }),
    );
  });
});

test('bytes that are not UTF-8 are refused', async () => {
  await expect(readTrecQrels([Uint8Array.of(0x71, 0xff)])).rejects.toMatchObject({ code: 'invalid_encoding' });
});
