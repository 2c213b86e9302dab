import type { Plan } from '@grasp/plan';

import type { PlanRepair } from '../repair/plan-repair.js';
import { placeText, shareOfWords } from '../place-text.js';
import { tokenize } from '../tokenize.js';

/**
 * Takes out of a plan the names that the question does not hold: a model knows authors and genes of its own, and a plan
 * over them would answer another question. Anchors that describe (`doc`) may use other words, and a name of the knowledge
 * base stands for the question's words when it has half of them ("mitochondrial inheritance" for "through her
 * mitochondria"). What is left may be no valid plan; repair it.
 */
export function groundAnchors(
  plan: Plan,
  question: string,
  typesOfName: ((text: string) => readonly string[]) | undefined,
): { readonly plan: Plan; readonly repairs: readonly PlanRepair[] } {
  const tokens = tokenize(question.slice(0, 20_000), 400);
  const repairs: PlanRepair[] = [];
  const anchors = plan.anchors.filter((anchor, at) => {
    const { text, label, match_mode: mode } = anchor;
    if (mode === 'doc' || placeText(text, tokens) !== undefined) return true;
    if (shareOfWords(text, tokens) >= 0.5 && typesOfName?.(text).includes(label) === true) return true;
    const message = `the question does not hold "${anchor.text}"; the anchor was dropped`;
    repairs.push({ code: 'disconnected_anchor', path: ['anchors', at, 'text'], action: 'drop', message });
    return false;
  });
  return { plan: repairs.length === 0 ? plan : { ...plan, anchors }, repairs };
}
