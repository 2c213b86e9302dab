import { FusionError } from './fusion-error.js';

/** What identifies a document: ids with equal keys (in the sense of `Map`: `4` and `'4'` differ) are one document. */
export type DocumentKey = string | number | bigint;

/** One place of a ranking: an object with the document's id, or the bare id. A score is allowed and, in rank fusion, ignored. */
export type RankingEntry<Id = string> = { readonly id: Id; readonly score?: number } | (Id & DocumentKey);

/** A ranking to be fused, best first; its first place has rank 1. */
export interface Run<Id = string> {
  /** Label of the run in the contributions. */
  readonly name: string;
  /** Finite and ≥ 0, default 1. Weights need not sum to 1; weight 0 closes the run: no document appears because of it. */
  readonly weight?: number;
  readonly ranking: readonly RankingEntry<Id>[];
}

/** Makes the key of an id; needed when ids are neither strings, numbers nor bigints. */
export type KeyFunction<Id> = (id: Id) => DocumentKey;

/** The id of a ranking's entry. */
export function entryId<Id>(entry: RankingEntry<Id>): Id {
  return typeof entry === 'object' && entry !== null ? (entry as { readonly id: Id }).id : (entry as Id);
}

/** The key of an id, checked. @throws FusionError `invalid_id` */
export function documentKey<Id>(id: Id, key: KeyFunction<Id> | undefined): DocumentKey {
  const value: unknown = key === undefined ? id : key(id);
  if (typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'number' && !Number.isNaN(value)) return value;
  throw new FusionError(
    'invalid_id',
    'an id that is a string, number or bigint, or options.key to make one of it',
    value,
  );
}

/** Orders keys: numbers by value, then bigints by value, then strings by UTF-16 code units. Total, and free of locale. */
export function compareKeys(left: DocumentKey, right: DocumentKey): number {
  if (typeof left === typeof right) return left < right ? -1 : left > right ? 1 : 0;
  return kindOrder(left) - kindOrder(right);
}

function kindOrder(key: DocumentKey): number {
  return typeof key === 'number' ? 0 : typeof key === 'bigint' ? 1 : 2;
}

/** What is checked of a run. */
interface RunForm {
  readonly name: string;
  readonly weight?: number;
  readonly ranking: unknown;
}

/** Checks the form of one run and returns its weight. @throws FusionError `invalid_run`, `invalid_weight` */
export function checkRun(run: RunForm): number {
  if (typeof run?.name !== 'string') throw new FusionError('invalid_run', 'runs that have a name (string)', run?.name);
  if (!Array.isArray(run.ranking)) {
    throw new FusionError('invalid_run', `an array as ranking of run "${run.name}"`, run.ranking);
  }
  const weight: unknown = run.weight ?? 1;
  if (typeof weight === 'number' && weight >= 0 && weight < Infinity) return weight;
  throw new FusionError('invalid_weight', `a finite weight ≥ 0 for run "${run.name}"`, weight);
}

/** Checks the form of a list of runs and returns their weights. @throws FusionError `invalid_run`, `invalid_weight`, `all_weights_zero` */
export function runWeights(runs: readonly RunForm[]): number[] {
  if (!Array.isArray(runs)) throw new FusionError('invalid_run', 'an array of runs', runs);
  const weights = (runs as readonly RunForm[]).map(checkRun);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === Infinity) throw new FusionError('invalid_weight', 'weights with a finite sum', total);
  if (weights.length > 0 && total === 0)
    throw new FusionError('all_weights_zero', 'at least one run with a weight above 0', 0);
  return weights;
}

/** A count option: an integer ≥ 0, or Infinity when it is not given. @throws FusionError `invalid_option` */
export function countOption(name: string, value: number | undefined): number {
  if (value === undefined) return Infinity;
  if (Number.isInteger(value) && value >= 0) return value;
  throw new FusionError('invalid_option', `${name} to be an integer ≥ 0`, value);
}
