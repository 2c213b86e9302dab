import type { JudgedRanking } from './judged-ranking.js';

/** A measure as plain data: what is computed, apart from who computes it. */
export interface Measure {
  /** Lower-case name, unique for family and cutoff; the key in reports: `ndcg@10`. */
  readonly name: string;
  /** The name as papers print it: `nDCG@10`. */
  readonly label: string;
  /** Name of the family: `ndcg`. */
  readonly family: string;
  /** Number of leading documents that are looked at; absent for the whole ranking. */
  readonly cutoff?: number;
  /** What it tells, in one sentence. */
  readonly description: string;
  /** How it is defined, in the notation of the README: rel(i) at rank i, R relevant in the qrels, n retrieved. */
  readonly definition: string;
}

/** A family of measures that differ in their cutoff alone, with the reference computation. */
export interface MeasureFamily {
  readonly name: string;
  /** Other names that are read as this family, lower case. */
  readonly aliases: readonly string[];
  readonly label: string;
  readonly cutoff: 'required' | 'optional' | 'none';
  readonly describe: (cutoff: number | undefined) => string;
  readonly definition: string;
  /** The value for one query, from 0 to 1; 0 where the qrels hold nothing relevant. `cutoff` is Infinity without one. */
  readonly compute: (ranking: JudgedRanking, cutoff: number) => number;
}
