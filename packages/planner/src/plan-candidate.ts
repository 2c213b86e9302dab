import type { Filter } from '@grasp/plan';

import type { ScoredStep } from './anchor-view.js';
import { walkSuffix } from './assemble-plan.js';
import type { Branch } from './assemble-plan.js';
import type { Cue } from './cues.js';
import type { Mention } from './mention.js';
import { mainRuns } from './mention-place.js';
import type { MentionSet, QuestionContext } from './mention-set.js';
import type { Negation } from './negation.js';
import { scoreFeatures, sumFeatures } from './plan-features.js';
import type { PlanFeatures } from './plan-features.js';
import type { ScoredWalk } from './score-walk.js';

/** A plan before it is put into the paper's form: which mention reaches the target by which walk. */
export interface Proposal {
  readonly target: string;
  readonly branches: readonly Branch[];
  /** Mentions of the target's type that describe it; their words stay in the text that ranks the candidates. */
  readonly described: readonly Mention[];
  /** The cue that named the target's type, if one did. */
  readonly targetCue: Cue | undefined;
  readonly relationCues: readonly Cue[];
  readonly negations: readonly Negation[];
  readonly filters: readonly Filter[];
  /** Positions of the words that the filters explain. */
  readonly filterTokens: readonly number[];
  /** Positions of the question's words that some part of the plan explains. */
  readonly explained: ReadonlySet<number>;
  readonly features: PlanFeatures;
  readonly score: number;
}

/** A proposal that is not yet spelt out. */
export interface PlanCandidate {
  readonly set: MentionSet;
  readonly target: string;
  readonly walks: readonly ScoredWalk[];
  readonly extra: PlanFeatures;
  readonly rest: PlanFeatures;
  /** Score but for the words that it leaves unexplained, which cost. */
  readonly bound: number;
  /** Place among all that could be made: sets in their order, types in the schema's. */
  readonly order: number;
}

const IMPLIED_TARGET = 0.2;
const UNEXPLAINED_LIMIT = 8;

/** The steps of branches together: one that several share counts once, as it stands once in the plan. */
function sharedSteps(walks: readonly ScoredWalk[]): ScoredStep[] {
  const steps: ScoredStep[] = [];
  const seen: string[] = [];
  for (const { branch, steps: own } of walks) {
    for (let at = 0; branch !== undefined && at < own.length; at++) {
      // The first step leaves the anchor itself and is never shared.
      if (at > 0) {
        const key = walkSuffix(branch.walk, at);
        if (seen.includes(key)) continue;
        seen.push(key);
      }
      steps.push(own[at]!);
    }
  }
  return steps;
}

/** Whether a relation's cue has content and no other relation has the same words as a cue. */
const isNamedOnce = (cue: Cue, cues: readonly Cue[]): boolean =>
  cue.weight >= 1 &&
  !cues.some(
    (other) =>
      other.kind === 'relation' && other.name !== cue.name && other.tokens.some((at) => cue.tokens.includes(at)),
  );

const branchesOf = (walks: readonly ScoredWalk[]): Branch[] =>
  walks.flatMap(({ branch }) => (branch === undefined ? [] : [branch]));
const descriptionsOf = (walks: readonly ScoredWalk[]): Mention[] =>
  walks.flatMap(({ branch, mention }) => (branch === undefined ? [mention] : []));
const relationCuesOf = (walks: readonly ScoredWalk[]): Cue[] => [...new Set(walks.flatMap(({ cues }) => cues))];

function usedNegations({ set, walks }: Pick<PlanCandidate, 'set' | 'walks'>): Negation[] {
  if (set.negations.length === 0) return [];
  const negated = walks.flatMap(({ branch, mention }) =>
    branch?.negated === true ? mainRuns(mention).map(({ first }) => first) : [],
  );
  return set.negations.filter(({ mention }) => negated.includes(mention));
}

/** Positions of the words that a plan explains, some of them several times. */
function* explainedBy(
  { set, target, walks }: Pick<PlanCandidate, 'set' | 'target' | 'walks'>,
  filterTokens: readonly number[],
): Generator<number> {
  yield* set.typeCues.get(target) ?? [];
  for (const walk of walks) yield* walk.explains();
  for (const negation of usedNegations({ set, walks })) yield* negation.tokens;
  yield* filterTokens;
}

/** Number of words with content of which a plan says nothing, at most 8. */
function countUnexplained(candidate: PlanCandidate, context: QuestionContext): number {
  const { target, walks } = candidate;
  if (walks.every(({ branch }) => branch === undefined)) return 0;
  const known = new Set(explainedBy(candidate, context.filters.get(target)!.tokens));
  for (const { tokens } of descriptionsOf(walks)) for (const position of tokens) known.add(position);
  const left = context.content.filter((position) => !known.has(position)).length;
  return Math.min(left, UNEXPLAINED_LIMIT);
}

/**
 * Puts walks of a set of mentions together to a candidate.
 *
 * @param extra - Features of a plan that not all anchors lead to its target.
 * @param bonus - What else speaks for the target.
 */
export function makeCandidate(
  { set, target, walks, extra, order }: Pick<PlanCandidate, 'set' | 'target' | 'walks' | 'extra' | 'order'>,
  bonus: number,
  { schema, statistics, weights, filters }: QuestionContext,
): PlanCandidate {
  const focus = set.focusOf(target);
  const leads = walks.some(({ branch }) => branch !== undefined);
  let [bound, typePrior] = [focus.score + bonus, extra.typePrior ?? 0];
  for (const walk of walks) bound += walk.ownScore;
  for (const step of sharedSteps(walks)) {
    bound += step.score;
    typePrior += step.features.typePrior ?? 0;
  }
  // A cue for a relation that leads to no other type speaks for the type as well ("how is it inherited").
  const speaks = (relation: string): boolean =>
    walks.some(({ cues }) => cues.some((cue) => cue.name === relation && isNamedOnce(cue, set.cues)));
  const isImplied = (): boolean =>
    walks.some(({ branch }) => {
      const step = branch?.walk[branch.walk.length - 1];
      if (step === undefined || !speaks(step.relation)) return false;
      return statistics.stepsFrom(step.from).filter(({ relation }) => relation === step.relation).length === 1;
    });
  // Descriptions alone need no cue for their type, unless the question names another.
  const misses = focus.cue === undefined && (leads || schema.nodeTypes.some(({ name }) => set.focusOf(name).cue));
  const uncued = !misses ? 0 : isImplied() ? IMPLIED_TARGET : 1;
  const rest: PlanFeatures = {
    uncuedTarget: uncued,
    uncuedPrior: leads && uncued > 0 ? typePrior : 0,
    filters: filters.get(target)!.filters.length,
    onlyDenied: leads && walks.every(({ branch }) => branch === undefined || branch.negated) ? 1 : 0,
    cutNames: set.cutNames,
    leftOut: leads ? 0 : set.leftOut,
  };
  bound += scoreFeatures(extra, weights) + scoreFeatures(rest, weights);
  bound += Math.max(0, weights.features.unexplained) * UNEXPLAINED_LIMIT;
  return { set, target, walks, extra, rest, bound, order };
}

/** A candidate with its whole score. */
export interface ScoredCandidate {
  readonly candidate: PlanCandidate;
  readonly unexplained: number;
  readonly score: number;
}

/** A candidate's whole score. */
export function scoreCandidate(candidate: PlanCandidate, context: QuestionContext): ScoredCandidate {
  const weight = context.weights.features.unexplained;
  const unexplained = countUnexplained(candidate, context);
  const score = candidate.bound + weight * unexplained - Math.max(0, weight) * UNEXPLAINED_LIMIT;
  return { candidate, unexplained, score };
}

/** Says all about a candidate. */
export function spellOut({ candidate, unexplained, score }: ScoredCandidate, context: QuestionContext): Proposal {
  const { set, target, walks, extra, rest } = candidate;
  const focus = set.focusOf(target);
  const { filters, tokens: filterTokens } = context.filters.get(target)!;
  const steps = sharedSteps(walks).map((step) => step.features);
  const own = walks.map((walk) => walk.ownFeatures());
  return {
    target,
    branches: branchesOf(walks),
    described: descriptionsOf(walks),
    targetCue: focus.cue,
    relationCues: relationCuesOf(walks),
    negations: usedNegations(candidate),
    filters,
    filterTokens,
    explained: new Set(explainedBy(candidate, filterTokens)),
    features: sumFeatures(focus.features, extra, ...own, ...steps, rest, { unexplained }),
    score,
  };
}
