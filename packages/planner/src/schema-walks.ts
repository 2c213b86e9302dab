import type { SchemaStatistics, SchemaStep } from './schema-statistics.js';

/** A way through the schema, from an anchor's type to the target's. */
export type SchemaWalk = readonly SchemaStep[];

/** The walks of a schema between two types. */
export interface WalkBook {
  /**
   * Walks worth considering: the most usual ones, and all whose every relation is in `named`. Usual is a high product of
   * the steps' shares; ties by length, then schema order.
   */
  between(from: string, to: string, named: ReadonlySet<string>): readonly SchemaWalk[];
}

const WALKS_LIMIT = 5_000;
const USUAL_WALKS = 24;
/** What a step beyond the first costs against the logarithms of shares. */
const STEP_COST = 3;

function allWalks(statistics: SchemaStatistics, from: string, to: string, longest: number): SchemaWalk[] {
  const found: SchemaWalk[] = [];
  let open: SchemaStep[][] = statistics.stepsFrom(from).map((step) => [step]);
  for (let length = 1; length <= longest; length++) {
    const next: SchemaStep[][] = [];
    for (const walk of open) {
      const end = walk[walk.length - 1]!.to;
      if (end === to) found.push(walk);
      if (length === longest) continue;
      for (const step of statistics.stepsFrom(end)) if (next.length < WALKS_LIMIT) next.push([...walk, step]);
    }
    open = next;
  }
  return found;
}

/**
 * Finds all walks of 1 to `longest` steps between two types, once for each pair. A type may recur: papers that share an
 * author with a paper. In a schema with very many relations the last of the longest walks are left out.
 */
export function createWalkBook(statistics: SchemaStatistics, longest: number): WalkBook {
  const known = new Map<string, readonly SchemaWalk[]>();
  const usual = (walk: SchemaWalk): number =>
    walk.reduce((sum, step) => sum + statistics.targetPrior(step.from, step.to) + statistics.relationPrior(step), 0) -
    STEP_COST * (walk.length - 1);
  return {
    between(from, to, named) {
      const key = JSON.stringify([from, to]);
      let walks = known.get(key);
      if (walks === undefined) {
        walks = allWalks(statistics, from, to, longest)
          .map((walk) => ({ walk, score: usual(walk) }))
          .sort((a, b) => b.score - a.score)
          .map(({ walk }) => walk);
        known.set(key, walks);
      }
      return walks.filter((walk, at) => at < USUAL_WALKS || walk.every((step) => named.has(step.relation)));
    },
  };
}
