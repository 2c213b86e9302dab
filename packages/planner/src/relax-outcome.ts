import { documentPlan } from './document-plan.js';
import type { PlanAttempt, PlanOutcome, ScoredPlan } from './planner.js';
import { relaxEmptyPlan } from './repair/relax-plan.js';
import type { RelaxEmptyPlanOptions } from './repair/relax-plan.js';

/** In nats. */
const CLEARLY_BETTER = 4;

type Planned = Extract<PlanOutcome, { status: 'planned' }>;

/** A plan that would clearly have been chosen instead of a search of documents, had it not found nothing. */
export const betterButEmpty = (
  best: ScoredPlan,
  alternatives: readonly ScoredPlan[],
  emptyWeight: number,
): ScoredPlan | undefined =>
  best.plan.retrieval_mode !== 'doc_search'
    ? undefined
    : alternatives.find(
        ({ candidateCount, score }) => candidateCount === 0 && score - emptyWeight > best.score + CLEARLY_BETTER,
      );

/**
 * What to do about a plan that reads the question well and finds nothing: the nearest plan that finds something, with a lower risk
 * level; else what was chosen instead; else a search of documents for its target; else the plan as it is. `attempts` tells
 * what was tried.
 *
 * @param chosen - The outcome so far, which may be this very plan.
 */
export async function relaxOutcome(
  chosen: Planned,
  empty: ScoredPlan,
  question: string,
  options: RelaxEmptyPlanOptions,
): Promise<Planned> {
  const { countCandidates, schema, signal } = options;
  const attempts: PlanAttempt[] = [];
  let start = performance.now();
  const note = (attempt: Pick<PlanAttempt, 'source' | 'outcome' | 'message'>): void => {
    attempts.push({ ...attempt, durationMs: performance.now() - start });
    start = performance.now();
  };
  const withPlan = (plan: Planned['plan'], candidateCount: number): Planned => {
    const { score, probability, features } = empty;
    const variables = new Set(plan.anchors.map((anchor) => anchor.var));
    const explanation = empty.explanation.filter(({ part, name }) => part !== 'anchor' || variables.has(name));
    return { ...chosen, plan, candidateCount, explanation, score, probability, features, attempts };
  };
  const relaxed = await relaxEmptyPlan(empty.plan, options);
  if (relaxed !== undefined) {
    const message = relaxed.relaxations.map((step) => step.message).join('; ');
    note({ source: 'relaxation', outcome: 'planned', message: `the best plan finds nothing; ${message}` });
    return withPlan(relaxed.plan, relaxed.candidateCount);
  }
  note({ source: 'relaxation', outcome: 'empty', message: 'the best plan and what asks for less find nothing' });
  if (chosen.candidateCount !== 0) return { ...chosen, attempts };
  const search = documentPlan(question, schema, empty.plan.target.labels[0]);
  const found = search === undefined ? 0 : await countCandidates(search, signal === undefined ? {} : { signal });
  if (search === undefined || found === 0) return { ...chosen, attempts };
  note({ source: 'doc_search', outcome: 'planned', message: 'documents are searched with the question instead' });
  return withPlan(search, found);
}
