import { FusionError } from '../fusion-error.js';
import { collectRuns, fuseDocuments } from '../fuse-documents.js';
import type { CombineValues, FusedHit, FusionOptions } from '../fuse-documents.js';
import { normalizeScores } from './normalization.js';
import type { Normalization } from './normalization.js';

/** A ranking with scores, best first. */
export interface ScoredRun<Id = string> {
  readonly name: string;
  readonly ranking: readonly { readonly id: Id; readonly score: number }[];
}

/** A ranking with scores and a weight. */
export interface WeightedScoredRun<Id = string> extends ScoredRun<Id> {
  /** Finite and ≥ 0, default 1; 0 closes the run. */
  readonly weight?: number;
}

/** Options of the fusions that read scores. */
export interface ScoreFusionOptions<Id = string> extends FusionOptions<Id> {
  /** What is done to each run's scores beforehand; default `'min-max'`. */
  readonly normalization?: Normalization;
}

export const SCORE_FUSION_DEFAULTS = Object.freeze({ normalization: 'min-max' as const });

/** Fuses normalised scores times weights by `combine`, which sees the values of one document and may reorder them. */
export function fuseScores<Id>(
  runs: readonly WeightedScoredRun<Id>[],
  options: ScoreFusionOptions<Id>,
  combine: CombineValues,
): FusedHit<Id>[] {
  const collected = collectRuns<Id>(runs, options);
  const normalization = options.normalization ?? SCORE_FUSION_DEFAULTS.normalization;
  const normalized = runs.map(({ ranking }, run) => {
    const start = collected.starts[run]!;
    const positions = collected.positions.subarray(start, start + collected.lengths[run]!);
    const scores = Array.from(positions, (position) => ranking[position]!.score);
    return normalizeScores(scores, normalization, collected.ids.length);
  });
  const values = Float64Array.from(
    collected.runs,
    (run, place) => collected.weights[run]! * normalized[run]!.values[collected.ranks[place]! - 1]!,
  );
  const missing =
    normalization === 'borda'
      ? Float64Array.from(normalized, (run, index) => collected.weights[index]! * run.missing!)
      : undefined;
  return fuseDocuments(runs, collected, values, combine, options, missing);
}

/** Refuses weights where a method has no use for them, rather than ignoring them. @throws FusionError `invalid_weight` */
export function refuseWeights(
  method: string,
  runs: readonly { readonly name: string; readonly weight?: number }[],
): void {
  if (!Array.isArray(runs)) return;
  for (const run of runs as typeof runs) {
    if (run?.weight !== undefined && run.weight !== 1) {
      throw new FusionError(
        'invalid_weight',
        `no weight, since ${method} takes none, for run "${run.name}"`,
        run.weight,
      );
    }
  }
}
