import type { RenderOptions } from '../render-report.js';
import { createNumberFormat, withNotes } from '../render-report.js';
import type { Cell, Table } from '../render-table.js';
import { renderTable } from '../render-table.js';
import type { Comparison } from './compare-runs.js';

const TEST_NAMES = {
  randomisation: 'paired randomisation test',
  t: "Student's paired t test",
  wilcoxon: "Wilcoxon's signed-rank test",
} as const;

/**
 * Writes a comparison for a paper: a table of means (best in bold; `*` marks a significant difference from the baseline),
 * a table of pairs, and what both rest on. `json` is the whole comparison.
 */
export function renderComparison(comparison: Comparison, options: RenderOptions = {}): string {
  const { format = 'text' } = options;
  const number = createNumberFormat(options);
  if (format === 'json') return JSON.stringify(comparison, null, 2);
  const { settings, queryCount, hash } = comparison;
  const notes = [
    `${queryCount} queries; ${TEST_NAMES[settings.test]}, two-sided, ${settings.correction === 'holm' ? 'Holm-corrected over the pairs of a measure' : 'not corrected'}; * p < ${settings.significanceLevel} against ${comparison.runs[0]!.name}`,
    `intervals: bootstrap, ${100 * settings.confidence} %, ${settings.samples} samples, seed ${settings.seed}`,
    `averaging ${comparison.conventions.averaging}, order ${comparison.conventions.order}, questions ${hash}`,
  ];
  const tables = [meansTable(comparison, number), pairsTable(comparison, number)];
  return withNotes(tables.map((table) => renderTable(table, format)).join('\n\n'), notes, format);
}

function meansTable(comparison: Comparison, number: (value: number) => string): Table {
  const { measures, runs, pairs } = comparison;
  const baseline = runs[0]!.name;
  const best = new Map(measures.map(({ name }) => [name, Math.max(...runs.map((run) => run.means[name]!.mean))]));
  const isMarked = (run: string, measure: string): boolean =>
    pairs.some(
      (pair) => pair.run === run && pair.baseline === baseline && pair.measure === measure && pair.isSignificant,
    );
  const cell = (run: Comparison['runs'][number], measure: string): Cell => {
    const { mean } = run.means[measure]!;
    return { text: `${number(mean)}${isMarked(run.name, measure) ? '*' : ''}`, isBest: mean === best.get(measure) };
  };
  return {
    header: ['run', ...measures.map(({ label }) => label)],
    rows: runs.map((run) => [{ text: run.name }, ...measures.map(({ name }) => cell(run, name))]),
  };
}

function pairsTable(comparison: Comparison, number: (value: number) => string): Table {
  const labels = new Map(comparison.measures.map(({ name, label }) => [name, label]));
  const probability = (value: number): string => (value < 0.0001 ? '<0.0001' : value.toFixed(4));
  return {
    header: ['pair', 'measure', 'difference', 'interval', 'wins', 'ties', 'losses', 'p', 'corrected p'],
    rows: comparison.pairs.map((pair) => {
      const { mean, low, high } = pair.difference;
      return [
        `${pair.run} - ${pair.baseline}`,
        labels.get(pair.measure)!,
        number(mean),
        `[${number(low)}, ${number(high)}]`,
        String(pair.wins),
        String(pair.ties),
        String(pair.losses),
        probability(pair.test.pValue),
        probability(pair.correctedPValue),
      ].map((text) => ({ text }));
    }),
  };
}
