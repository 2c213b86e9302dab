import type { Anchor, Hop, Plan } from '@grasp/plan';

import type { Mention } from './mention.js';
import type { SchemaWalk } from './schema-walks.js';

/** One anchor with the way that leads from it to the target. */
export interface Branch {
  readonly mention: Mention;
  readonly walk: SchemaWalk;
  readonly negated: boolean;
  /** Directions of the steps; absent where either way will do. */
  readonly directions?: readonly ('out' | 'in')[];
}

const ANCHOR_NAMES = 'ABCDEFGHIJKLMNOPQRS';

const suffixes = new WeakMap<SchemaWalk, readonly string[]>();

/** The last steps of a walk, from position `from` on, as a key: branches with the same key share these steps. */
export function walkSuffix(walk: SchemaWalk, from: number): string {
  let known = suffixes.get(walk);
  if (known === undefined) {
    known = walk.map((_, at) => JSON.stringify(walk.slice(at).map((step) => [step.relation, step.from])));
    suffixes.set(walk, known);
  }
  return known[from]!;
}

/**
 * Builds anchors and hops. Branches whose last steps are the same share the nodes in between: "genes of a disease with
 * both A and B" has one disease. Of a denied branch the step where it leaves the others is negated.
 */
export function assemblePlan(branches: readonly Branch[], targetType: string): Pick<Plan, 'anchors' | 'hops'> {
  const users = new Map<string, number>();
  for (const { walk } of branches) {
    for (let at = 1; at < walk.length; at++)
      users.set(walkSuffix(walk, at), (users.get(walkSuffix(walk, at)) ?? 0) + 1);
  }
  const variables = new Map<string, string>();
  const anchors: Anchor[] = [];
  const hops: Hop[] = [];
  branches.forEach(({ mention, walk, negated, directions }, index) => {
    const own = ANCHOR_NAMES[index]!;
    const mode = mention.via === 'description' ? 'doc' : 'name';
    anchors.push({ var: own, text: mention.text, label: mention.type, match_mode: mode });
    // The first step that another branch does not take as well, seen from the target.
    let denied = walk.length - 1;
    while (denied > 0 && users.get(walkSuffix(walk, denied))! > 1) denied--;
    const pending: Hop[] = [];
    for (let at = walk.length - 1; at >= 0; at--) {
      const step = walk[at]!;
      const key = at > 0 ? walkSuffix(walk, at) : undefined;
      const known = key === undefined ? undefined : variables.get(key);
      const from = key === undefined ? own : (known ?? `X${variables.size + 1}`);
      if (key !== undefined && known === undefined) variables.set(key, from);
      if (known !== undefined) continue;
      const next = at === walk.length - 1 ? undefined : variables.get(walkSuffix(walk, at + 1));
      pending.push({
        from,
        rel: step.relation,
        to_var: next ?? 'T',
        to_label: next === undefined ? targetType : step.to,
        ...(directions?.[at] === undefined ? {} : { direction: directions[at] }),
        ...(negated && at === denied ? { negated: true as const } : {}),
      });
    }
    hops.push(...pending.reverse());
  });
  // A hop comes after those that bind its start; nodes nearer to the target were numbered earlier.
  const depth = (hop: Hop): number => (hop.from.startsWith('X') ? Number(hop.from.slice(1)) : Infinity);
  return { anchors, hops: hops.sort((a, b) => (depth(a) === depth(b) ? 0 : depth(b) - depth(a))) };
}
