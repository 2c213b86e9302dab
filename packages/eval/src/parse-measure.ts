import { EvaluationError } from './errors.js';
import type { JudgedRanking } from './judged-ranking.js';
import type { Measure, MeasureFamily } from './measure.js';
import { averagePrecision } from './measures/average-precision.js';
import { bpref } from './measures/bpref.js';
import { hit } from './measures/hit.js';
import { judged } from './measures/judged.js';
import { ndcg } from './measures/ndcg.js';
import { precision } from './measures/precision.js';
import { rPrecision } from './measures/r-precision.js';
import { recall } from './measures/recall.js';
import { reciprocalRank } from './measures/reciprocal-rank.js';
import { success } from './measures/success.js';

/** Every family of measures that is known by name. */
export const MEASURE_FAMILIES: readonly MeasureFamily[] = Object.freeze([
  hit,
  success,
  recall,
  reciprocalRank,
  averagePrecision,
  ndcg,
  precision,
  rPrecision,
  bpref,
  judged,
]);

const FAMILY_OF_NAME: ReadonlyMap<string, MeasureFamily> = new Map(
  MEASURE_FAMILIES.flatMap((family) => [family.name, ...family.aliases].map((name) => [name, family] as const)),
);

const usage = (family: MeasureFamily): string =>
  family.cutoff === 'none' ? family.name : family.cutoff === 'required' ? `${family.name}@k` : `${family.name}[@k]`;

/**
 * Reads the name of a measure: `hit@1`, `nDCG@10`, `MRR`, in any case, also in trec_eval's forms `ndcg_cut_10` and
 * `P.5`. The result is canonical: `R@20` and `recall_20` both give the measure named `recall@20`.
 *
 * @throws EvaluationError `unknown_measure` for a name that no family has, `invalid_cutoff` for a cutoff that is missing,
 *   not a positive integer, or given to a measure that has none.
 */
export function parseMeasure(text: string): Measure {
  const lower = text.trim().toLowerCase();
  const match = FAMILY_OF_NAME.has(lower) ? undefined : /^(.*?)[@_.]([^@_.]*)$/u.exec(lower);
  const family = FAMILY_OF_NAME.get(match?.[1] ?? lower);
  if (family === undefined) {
    const known = MEASURE_FAMILIES.map(usage).join(', ');
    throw new EvaluationError('unknown_measure', `expected a measure (${known}), got "${text}"`);
  }
  const cutoff = match?.[2];
  if (cutoff === undefined) {
    if (family.cutoff === 'required') {
      throw new EvaluationError('invalid_cutoff', `expected a cutoff, such as "${family.name}@10", got "${text}"`);
    }
    return measureOf(family, undefined);
  }
  if (family.cutoff === 'none' || !/^[1-9]\d{0,8}$/u.test(cutoff)) {
    const expected = family.cutoff === 'none' ? `"${family.name}" without a cutoff` : 'a positive integer as cutoff';
    throw new EvaluationError('invalid_cutoff', `expected ${expected}, got "${text}"`);
  }
  return measureOf(family, Number(cutoff));
}

function measureOf(family: MeasureFamily, cutoff: number | undefined): Measure {
  const suffix = cutoff === undefined ? '' : `@${cutoff}`;
  return {
    name: family.name + suffix,
    label: family.label + suffix,
    family: family.name,
    ...(cutoff !== undefined && { cutoff }),
    description: family.describe(cutoff),
    definition: family.definition,
  };
}

/**
 * The reference computation of a measure for one query; the default `computer` of `evaluate`.
 *
 * @throws EvaluationError `unknown_measure` if the measure's family is not one of {@link MEASURE_FAMILIES}.
 */
export function computeMeasure(measure: Measure, ranking: JudgedRanking): number {
  const family = FAMILY_OF_NAME.get(measure.family);
  if (family === undefined) {
    throw new EvaluationError(
      'unknown_measure',
      `expected a known measure or a computer that knows it, got "${measure.name}"`,
    );
  }
  return family.compute(ranking, measure.cutoff ?? Infinity);
}
