import type { Plan } from '@grasp/plan';

import type { PlanExplanation } from './planner.js';
import { mainRuns } from './mention-place.js';
import type { Proposal } from './plan-candidate.js';
import type { Token } from './tokenize.js';

/** Says which words of the question each part of the plan stands for, in the order anchors, target, relations, denials, rest. */
export function explainPlan(
  question: string,
  tokens: readonly Token[],
  proposal: Proposal,
  plan: Plan,
): PlanExplanation[] {
  const explain = (part: PlanExplanation['part'], name: string, positions: readonly number[]): PlanExplanation => {
    const spans: [number, number][] = [];
    let previous = -2;
    for (const position of [...positions].sort((a, b) => a - b)) {
      const { start, end } = tokens[position]!;
      if (position === previous + 1) spans[spans.length - 1]![1] = end;
      else spans.push([start, end]);
      previous = position;
    }
    return { part, name, words: spans.map(([start, end]) => question.slice(start, end)).join(' … '), spans };
  };
  const parts = proposal.branches.map(({ mention }, at) => explain('anchor', plan.anchors[at]!.var, mention.tokens));
  if (proposal.targetCue !== undefined) parts.push(explain('target', proposal.target, proposal.targetCue.tokens));
  for (const cue of proposal.relationCues) parts.push(explain('relation', cue.name, cue.tokens));
  for (const { tokens: own, mention } of proposal.negations) {
    const at = proposal.branches.findIndex((branch) => mainRuns(branch.mention).some(({ first }) => first === mention));
    parts.push(explain('negation', plan.anchors[at]?.var ?? '', own));
  }
  if (proposal.filterTokens.length > 0) {
    parts.push(
      explain('filter', [...new Set(proposal.filters.map(({ field }) => field))].join(', '), proposal.filterTokens),
    );
  }
  const rest = tokens.flatMap((token, position) =>
    token.isContent && !proposal.explained.has(position) ? [position] : [],
  );
  if (plan.target.relevance_text !== '' && rest.length > 0) parts.push(explain('relevance', '', rest));
  return parts;
}
