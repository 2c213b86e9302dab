import type { Conventions } from '../conventions.js';
import { EvaluationError } from '../errors.js';
import type { Report } from '../evaluate.js';
import type { Measure } from '../measure.js';
import { parseMeasure } from '../parse-measure.js';
import type { Interval } from '../significance/bootstrap-interval.js';
import { bootstrapInterval } from '../significance/bootstrap-interval.js';
import { holmCorrection } from '../significance/holm-correction.js';
import type { TestResult } from '../significance/paired-differences.js';
import { pairedRandomisation } from '../significance/paired-randomisation.js';
import { pairedT } from '../significance/paired-t.js';
import { wilcoxonSignedRank } from '../significance/wilcoxon-signed-rank.js';
import { ComparisonError } from './comparison-error.js';

/** A report with the name of its run. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/** Options of {@link compareRuns}. */
export interface CompareOptions {
  /** Measures to compare. Default: those of the first report, which all others must have too. */
  readonly measures?: readonly (string | Measure)[];
  /** Default `randomisation`. */
  readonly test?: 'randomisation' | 't' | 'wilcoxon';
  /** Each run against the first one (default), or every two runs. */
  readonly pairs?: 'baseline' | 'all';
  /** Correction over the pairs of one measure. Default `holm`. */
  readonly correction?: 'holm' | 'none';
  /** Corrected p values below it are marked. Default 0.05. */
  readonly significanceLevel?: number;
  /** Of the bootstrap intervals. Default 0.95. */
  readonly confidence?: number;
  /** Of the bootstrap and of the sampled randomisation test. Default 10000. */
  readonly samples?: number;
  /** Default 1. */
  readonly seed?: number;
}

/** A mean with its bootstrap interval. */
export interface MeanWithInterval extends Interval {
  readonly mean: number;
}

/** One measure of two runs, query by query. */
export interface PairComparison {
  readonly measure: string;
  readonly run: string;
  readonly baseline: string;
  /** Mean of `run` minus mean of `baseline`, with the interval of the paired differences. */
  readonly difference: MeanWithInterval;
  /** Queries on which `run` is better, equal, worse. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  readonly test: TestResult;
  readonly correctedPValue: number;
  readonly isSignificant: boolean;
}

/** The outcome of {@link compareRuns}; plain data. `renderComparison` makes a table of it. */
export interface Comparison {
  readonly hash: string;
  readonly queryCount: number;
  readonly conventions: Conventions;
  readonly measures: readonly Measure[];
  readonly settings: Required<Omit<CompareOptions, 'measures'>>;
  readonly runs: readonly {
    readonly name: string;
    readonly means: Readonly<Record<string, MeanWithInterval>>;
  }[];
  readonly pairs: readonly PairComparison[];
}

const TESTS = { randomisation: pairedRandomisation, t: pairedT, wilcoxon: wilcoxonSignedRank } as const;

const DEFAULTS = Object.freeze({
  test: 'randomisation',
  pairs: 'baseline',
  correction: 'holm',
  significanceLevel: 0.05,
  confidence: 0.95,
  samples: 10_000,
  seed: 1,
} as const satisfies CompareOptions);

/**
 * Compares runs by their reports. The first one is the baseline.
 *
 * @throws ComparisonError if the reports rest on other questions, judgements or conventions (`different_questions`,
 *   `different_conventions`), average over other queries (`different_queries`), lack a measure, or share a name.
 * @throws EvaluationError `invalid_option`, `unknown_measure`.
 */
export function compareRuns(reports: readonly NamedReport[], options: CompareOptions = {}): Comparison {
  const { measures: wanted, ...given } = options;
  const settings = { ...DEFAULTS, ...given };
  if (!Object.hasOwn(TESTS, settings.test)) {
    const names = Object.keys(TESTS).join(', ');
    throw new EvaluationError('invalid_option', `expected test ${names}, got "${settings.test}"`);
  }
  checkComparable(reports);
  const first = reports[0]!.report;
  const measures =
    wanted?.map((measure) => (typeof measure === 'string' ? parseMeasure(measure) : measure)) ?? first.measures;
  for (const { name, report } of reports) {
    const missing = measures.find((measure) => report.means[measure.name] === undefined);
    if (missing !== undefined) {
      throw new ComparisonError('missing_measure', `expected "${missing.name}" in the report of "${name}"`, [name]);
    }
  }
  const runs = reports.map(({ name, report }) => ({
    name,
    means: Object.fromEntries(
      measures.map((measure) => [measure.name, withInterval(valuesOf(report, measure), settings)] as const),
    ),
  }));
  return {
    hash: first.hash,
    queryCount: first.queries.length,
    conventions: first.conventions,
    measures,
    settings,
    runs,
    pairs: measures.flatMap((measure) => comparePairs(reports, measure, settings)),
  };
}

function checkComparable(reports: readonly NamedReport[]): void {
  if (reports.length < 2) {
    throw new ComparisonError('too_few_runs', `expected at least two reports, got ${reports.length}`, []);
  }
  const first = reports[0]!;
  const names = new Set([first.name]);
  for (const { name, report } of reports.slice(1)) {
    const pair = [first.name, name];
    if (names.has(name))
      throw new ComparisonError('duplicate_run', `expected distinct names, got "${name}" twice`, [name]);
    names.add(name);
    if (report.hash !== first.report.hash) {
      const expected = `expected the same questions and judgements, got ${first.report.hash} for "${first.name}" and ${report.hash} for "${name}"`;
      throw new ComparisonError('different_questions', expected, pair);
    }
    if (!isEqual(report.conventions, first.report.conventions)) {
      const expected = `expected the same conventions, got ${JSON.stringify(first.report.conventions)} for "${first.name}" and ${JSON.stringify(report.conventions)} for "${name}"`;
      throw new ComparisonError('different_conventions', expected, pair);
    }
    const ids = (queries: Report['queries']): readonly string[] => queries.map(({ id }) => id);
    if (!isEqual(ids(report.queries), ids(first.report.queries))) {
      const expected = `expected means over the same queries; evaluate "${first.name}" and "${name}" with averaging all-judged`;
      throw new ComparisonError('different_queries', expected, pair);
    }
  }
  if (first.report.queries.length === 0) {
    throw new ComparisonError('different_queries', 'expected at least one query to compare, got none', [first.name]);
  }
}

function isEqual(a: object, b: object): boolean {
  const sorted = (value: object): string => JSON.stringify(Object.entries(value).sort());
  return sorted(a) === sorted(b);
}

type Settings = Comparison['settings'];

const valuesOf = (report: Report, measure: Measure): readonly number[] =>
  report.queries.map(({ values }) => values[measure.name]!);

function withInterval(values: readonly number[], settings: Settings): MeanWithInterval {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, ...bootstrapInterval(values, settings) };
}

function comparePairs(
  reports: readonly NamedReport[],
  measure: Measure,
  settings: Settings,
): readonly PairComparison[] {
  const baselines = settings.pairs === 'all' ? reports : reports.slice(0, 1);
  const pairs = baselines.flatMap((baseline, index) =>
    reports.slice(index + 1).map((run) => {
      const [a, b] = [valuesOf(run.report, measure), valuesOf(baseline.report, measure)];
      const differences = a.map((value, position) => value - b[position]!);
      return {
        measure: measure.name,
        run: run.name,
        baseline: baseline.name,
        difference: withInterval(differences, settings),
        wins: differences.filter((difference) => difference > 0).length,
        ties: differences.filter((difference) => difference === 0).length,
        losses: differences.filter((difference) => difference < 0).length,
        test: settings.test === 'randomisation' ? pairedRandomisation(a, b, settings) : TESTS[settings.test](a, b),
      };
    }),
  );
  const pValues = pairs.map(({ test }) => test.pValue);
  const corrected = settings.correction === 'holm' ? holmCorrection(pValues) : pValues;
  return pairs.map((pair, index) => ({
    ...pair,
    correctedPValue: corrected[index]!,
    isSignificant: corrected[index]! < settings.significanceLevel,
  }));
}
