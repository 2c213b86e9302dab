import type { Schema } from '@grasp/plan';

import type { SchemaStep } from './schema-step.js';
import { schemaSteps } from './schema-step.js';

/** The shapes of generated questions. */
export const QUESTION_KINDS = Object.freeze([
  /** A node one hop away from the anchor. */
  'one-hop',
  'two-hops',
  'three-hops',
  /** A node that is one hop away from each of two anchors. */
  'two-anchors',
  /** A node that two different ways lead to from one anchor. */
  'shared-anchor',
  /** A node one hop away from an anchor, but not one hop away from another. */
  'negation',
] as const);

export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** A way from an anchor to the target. */
export interface TemplateBranch {
  /** Position of the anchor in the template; branches may share one. */
  readonly anchor: number;
  /** From the anchor to the target. */
  readonly steps: readonly SchemaStep[];
  readonly isNegated: boolean;
}

/** A question without its entities: a metapath, or several that meet in the target. */
export interface QuestionTemplate {
  readonly kind: QuestionKind;
  readonly branches: readonly TemplateBranch[];
}

const branch = (anchor: number, steps: readonly SchemaStep[], isNegated = false): TemplateBranch => ({
  anchor,
  steps,
  isNegated,
});

/** Every template of the given kinds that a schema allows, in an order that depends on the schema alone. */
export function enumerateTemplates(schema: Schema, kinds: readonly QuestionKind[]): readonly QuestionTemplate[] {
  const steps = schemaSteps(schema);
  const chains = (length: number): readonly (readonly SchemaStep[])[] =>
    length === 1
      ? steps.map((step) => [step])
      : chains(length - 1).flatMap((chain) =>
          steps.filter(({ from }) => from === chain.at(-1)!.to).map((step) => [...chain, step]),
        );
  const pairsIntoOneTarget = (): readonly (readonly [SchemaStep, SchemaStep])[] =>
    steps.flatMap((first) => steps.filter(({ to }) => to === first.to).map((second) => [first, second] as const));

  const enumerate: Readonly<Record<QuestionKind, () => readonly (readonly TemplateBranch[])[]>> = {
    'one-hop': () => chains(1).map((chain) => [branch(0, chain)]),
    'two-hops': () => chains(2).map((chain) => [branch(0, chain)]),
    'three-hops': () => chains(3).map((chain) => [branch(0, chain)]),
    // Swapping the anchors gives the same question, so each pair is taken in one order.
    'two-anchors': () =>
      pairsIntoOneTarget()
        .filter(([first, second]) => steps.indexOf(first) <= steps.indexOf(second))
        .map(([first, second]) => [branch(0, [first]), branch(1, [second])]),
    'shared-anchor': () =>
      chains(2).flatMap((chain) =>
        steps
          .filter(({ from, to }) => from === chain[0]!.from && to === chain[1]!.to)
          .map((step) => [branch(0, [step]), branch(0, chain)]),
      ),
    negation: () => pairsIntoOneTarget().map(([first, second]) => [branch(0, [first]), branch(1, [second], true)]),
  };
  return kinds.flatMap((kind) => enumerate[kind]().map((branches) => ({ kind, branches })));
}
