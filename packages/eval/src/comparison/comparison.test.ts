import { evaluate } from '../evaluate.js';
import type { EvaluateOptions, Report } from '../evaluate.js';
import type { Ranking } from '../ranking.js';
import { renderReport } from '../render-report.js';
import { compareRuns } from './compare-runs.js';
import { renderComparison } from './render-comparison.js';

const QUERIES = Array.from({ length: 10 }, (_, index) => `q${index}`);
const qrels = new Map(QUERIES.map((id) => [id, new Map([['yes', 1]])]));

/** A run that places the answer at the given ranks, query by query. */
function reportOf(ranks: readonly number[], options: EvaluateOptions = {}): Report {
  const run = QUERIES.slice(0, ranks.length).map((id, index): readonly [string, Ranking] => {
    const ranking = Array.from({ length: 5 }, (_, place) => ({ id: `no${place}`, score: 10 - place }));
    return [id, ranking.with(ranks[index]! - 1, { id: 'yes', score: 11 - ranks[index]! })];
  });
  return evaluate(run, qrels, { measures: ['hit@1', 'mrr'], ...options });
}

const base = { name: 'base', report: reportOf([2, 2, 2, 2, 2, 2, 2, 2, 2, 1]) };
const better = { name: 'better', report: reportOf([1, 1, 1, 1, 1, 1, 1, 1, 2, 2]) };
const same = { name: 'a|b & 100%', report: reportOf([2, 2, 2, 2, 2, 2, 2, 2, 2, 1]) };

test('wins, ties, losses, difference and p of each run against the first', () => {
  const comparison = compareRuns([base, better, same]);
  expect(comparison.queryCount).toBe(10);
  expect(comparison.pairs.map(({ measure, run, baseline }) => [measure, run, baseline])).toEqual([
    ['hit@1', 'better', 'base'],
    ['hit@1', same.name, 'base'],
    ['mrr', 'better', 'base'],
    ['mrr', same.name, 'base'],
  ]);
  const [first, second] = comparison.pairs;
  // Nine pairs differ, eight one way: 2 (1 + 9) of 2^9 sign patterns are as extreme; Holm doubles the smaller p.
  expect(first).toMatchObject({ wins: 8, ties: 1, losses: 1, test: { method: 'exact', pValue: 20 / 512 } });
  expect(first!.difference.mean).toBeCloseTo(0.7, 15);
  expect(first!.difference.low).toBeGreaterThan(0);
  expect(first!.correctedPValue).toBe(40 / 512);
  expect(first!.isSignificant).toBe(false);
  expect(second).toMatchObject({ wins: 0, ties: 10, losses: 0, test: { pValue: 1 }, correctedPValue: 1 });
  expect(compareRuns([base, better, same], { correction: 'none' }).pairs[0]).toMatchObject({
    correctedPValue: 20 / 512,
    isSignificant: true,
  });
  expect(JSON.parse(JSON.stringify(comparison))).toEqual(comparison);
});

test('all pairs, chosen measures, other tests', () => {
  const options = { pairs: 'all', measures: ['MRR'] } as const;
  const pairs = compareRuns([base, better, same], options).pairs;
  expect(pairs.map(({ run, baseline }) => `${run} ${baseline}`)).toEqual([
    'better base',
    `${same.name} base`,
    `${same.name} better`,
  ]);
  const methods = (['t', 'wilcoxon'] as const).map(
    (test) => compareRuns([base, better], { ...options, test }).pairs[0]!.test.method,
  );
  expect(methods).toEqual(['approximate', 'exact']);
});

describe('refuses what would mislead', () => {
  const other = evaluate(new Map(), new Map([['q0', new Map([['no', 1]])]]), { measures: ['hit@1', 'mrr'] });
  const partial = { averaging: 'judged-and-retrieved' } as const;
  test.each([
    ['one run', [base], 'too_few_runs'],
    ['two runs of one name', [base, { ...better, name: 'base' }], 'duplicate_run'],
    ['other questions', [base, { name: 'x', report: other }], 'different_questions'],
    ['other conventions', [base, { name: 'x', report: reportOf([1], { relevanceLevel: 2 }) }], 'different_conventions'],
    ['a missing measure', [base, { name: 'x', report: reportOf([1], { measures: ['mrr'] }) }], 'missing_measure'],
    [
      'means over other queries',
      [
        { name: 'x', report: reportOf([1, 1], partial) },
        { name: 'y', report: reportOf([1], partial) },
      ],
      'different_queries',
    ],
    [
      'no queries',
      [
        { name: 'x', report: reportOf([], partial) },
        { name: 'y', report: reportOf([], partial) },
      ],
      'different_queries',
    ],
  ])('%s', (_, reports, code) => {
    expect(() => compareRuns(reports)).toThrow(expect.objectContaining({ name: 'ComparisonError', code }));
  });

  test('an unknown test', () => {
    expect(() => compareRuns([base, better], { test: 'sign' as 't' })).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    );
  });
});

describe('tables', () => {
  const comparison = compareRuns([base, better, same], { measures: ['hit@1'], correction: 'none' });

  test('text', () => {
    expect(renderComparison(comparison).split('\n')).toEqual([
      'run           Hit@1',
      'base         0.1000',
      'better      0.8000*',
      'a|b & 100%   0.1000',
      '',
      expect.stringMatching(/^pair +measure +difference +interval +wins +ties +losses +p +corrected p$/u),
      expect.stringMatching(/^better - base +Hit@1 +0\.7000 +\[0\.\d{4}, \d\.\d{4}\] +8 +1 +1 +0\.0391 +0\.0391$/u),
      expect.stringMatching(/^a\|b & 100% - base +Hit@1 +0\.0000 +\[0\.0000, 0\.0000\] +0 +10 +0 +1\.0000 +1\.0000$/u),
      '',
      '10 queries; paired randomisation test, two-sided, not corrected; * p < 0.05 against base',
      'intervals: bootstrap, 95 %, 10000 samples, seed 1',
      `averaging all-judged, order score-desc-id-asc, questions ${comparison.hash}`,
    ]);
  });

  test('Markdown in percent, with names that hold its signs', () => {
    const lines = renderComparison(comparison, { format: 'markdown', percent: true }).split('\n');
    expect(lines.slice(0, 5)).toEqual([
      '| run | Hit@1 |',
      '| --- | ---: |',
      '| base | 10.00 |',
      '| better | **80.00\\*** |',
      '| a\\|b & 100% | 10.00 |',
    ]);
  });

  test('LaTeX', () => {
    const lines = renderComparison(comparison, { format: 'latex' }).split('\n');
    expect(lines.slice(0, 9)).toEqual([
      '\\begin{tabular}{lr}',
      '\\hline',
      'run & Hit@1 \\\\',
      '\\hline',
      'base & 0.1000 \\\\',
      'better & \\textbf{0.8000*} \\\\',
      'a|b \\& 100\\% & 0.1000 \\\\',
      '\\hline',
      '\\end{tabular}',
    ]);
    expect(lines.at(-1)).toMatch(/^% averaging /u);
  });

  test('JSON is the comparison itself', () => {
    expect(JSON.parse(renderComparison(comparison, { format: 'json' }))).toEqual(comparison);
  });

  test('a report', () => {
    const { report } = better;
    expect(renderReport(report).split('\n')).toEqual([
      'measure    mean',
      'Hit@1    0.8000',
      'MRR      0.9000',
      '',
      '10 of 10 judged queries averaged (all-judged); 0 without results, 0 without relevant documents, 0 retrieved but not judged',
      `order score-desc-id-asc, duplicates collapse, questions ${report.hash}`,
    ]);
    expect(JSON.parse(renderReport(report, { format: 'json' }))).toEqual(report);
    expect(() => renderReport(report, { digits: 1 })).toThrow(expect.objectContaining({ code: 'invalid_option' }));
  });
});
