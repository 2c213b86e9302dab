import type { Hop, Plan } from '@grasp/plan';

import type { GroundedTemplate } from './ground-template.js';
import type { QuestionGraph } from './question-graph.js';

const ANCHOR_VARIABLES = ['A', 'B'] as const;
const INNER_VARIABLES = ['X', 'Y'] as const;

/** The variable of an anchor in generated plans, by its position in the template. */
export const anchorVariable = (index: number): string => ANCHOR_VARIABLES[index]!;

/**
 * The plan of a grounded template. A hop carries its direction only where the relation connects the same two types both
 * ways, because elsewhere the types decide it.
 */
export function planOfQuestion(instance: GroundedTemplate, graph: QuestionGraph): Plan {
  const { branches } = instance.template;
  const anchors = instance.anchors.map((node, index) => ({
    var: anchorVariable(index),
    text: graph.nameOf(node).trim(),
    label: branches.find(({ anchor }) => anchor === index)!.steps[0]!.from,
    match_mode: 'name' as const,
  }));
  const hops = branches.flatMap(({ anchor, steps, isNegated }) =>
    steps.map((step, index): Hop => {
      return {
        from: index === 0 ? anchorVariable(anchor) : INNER_VARIABLES[index - 1]!,
        rel: step.relation,
        to_var: index === steps.length - 1 ? 'T' : INNER_VARIABLES[index]!,
        to_label: step.to,
        ...(step.isAmbiguous && step.direction !== 'both' && { direction: step.direction }),
        ...(isNegated && { negated: true as const }),
      };
    }),
  );
  const labels = [branches[0]!.steps.at(-1)!.to];
  return { anchors, hops, target: { var: 'T', labels, relevance_text: '' }, risk_level: 'normal' };
}
