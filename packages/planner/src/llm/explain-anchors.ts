import type { Plan } from '@grasp/plan';

import type { PlanExplanation } from '../planner.js';
import { placeText } from '../place-text.js';
import { tokenize } from '../tokenize.js';

/** Which words of the question the anchors and the textual rest of a plan stand for, as far as they stand in it. */
export function explainAnchors(question: string, plan: Plan): PlanExplanation[] {
  const tokens = tokenize(question.slice(0, 20_000), 400);
  const explain = (part: PlanExplanation['part'], name: string, text: string): PlanExplanation[] => {
    const positions = placeText(text, tokens);
    if (positions === undefined) return [];
    const [start, end] = [tokens[positions[0]!]!.start, tokens[positions[positions.length - 1]!]!.end];
    return [{ part, name, words: question.slice(start, end), spans: [[start, end]] }];
  };
  const rest = plan.target.relevance_text;
  return [
    ...plan.anchors.flatMap((anchor) => explain('anchor', anchor.var, anchor.text)),
    ...(rest === '' ? [] : explain('relevance', '', rest)),
  ];
}
