import type { SchemaStatistics, SchemaStep } from './schema-statistics.js';

/** A way through the schema, from an anchor's type to the target's. */
export type SchemaWalk = readonly SchemaStep[];

const WALKS_LIMIT = 4_000;

/**
 * All walks of 1 to `longest` steps from one type to another, shorter ones first. A type may recur: papers that share
 * an author with a paper. In a schema with very many relations the longest walks are left out, in schema order.
 */
export function schemaWalks(statistics: SchemaStatistics, from: string, to: string, longest: number): SchemaWalk[] {
  const found: SchemaWalk[] = [];
  let open: SchemaStep[][] = statistics.stepsFrom(from).map((step) => [step]);
  for (let length = 1; length <= longest; length++) {
    const next: SchemaStep[][] = [];
    for (const walk of open) {
      const end = walk[walk.length - 1]!.to;
      if (end === to) found.push(walk);
      if (length === longest) continue;
      for (const step of statistics.stepsFrom(end)) {
        if (next.length < WALKS_LIMIT) next.push([...walk, step]);
      }
    }
    open = next;
  }
  return found;
}
