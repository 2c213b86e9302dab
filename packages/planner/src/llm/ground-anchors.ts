import type { Plan } from '@grasp/plan';

import type { PlanRepair } from '../repair/plan-repair.js';
import { placeText } from '../place-text.js';
import { tokenize } from '../tokenize.js';

/**
 * Takes out of a plan the names that the question does not hold: a model knows authors and genes of its own, and a plan
 * over them would answer another question. Anchors that describe (`doc`) may use other words. What is left may be no
 * valid plan; repair it.
 */
export function groundAnchors(
  plan: Plan,
  question: string,
): { readonly plan: Plan; readonly repairs: readonly PlanRepair[] } {
  const tokens = tokenize(question.slice(0, 20_000), 400);
  const repairs: PlanRepair[] = [];
  const anchors = plan.anchors.filter((anchor, at) => {
    if (anchor.match_mode === 'doc' || placeText(anchor.text, tokens) !== undefined) return true;
    const message = `the question does not hold "${anchor.text}"; the anchor was dropped`;
    repairs.push({ code: 'disconnected_anchor', path: ['anchors', at, 'text'], action: 'drop', message });
    return false;
  });
  return { plan: repairs.length === 0 ? plan : { ...plan, anchors }, repairs };
}
