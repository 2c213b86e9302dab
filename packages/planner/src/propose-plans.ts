import type { Filter } from '@grasp/plan';

import { walkSuffix } from './assemble-plan.js';
import type { Branch } from './assemble-plan.js';
import { focusFeatures } from './cues.js';
import type { Cue } from './cues.js';
import { filtersFor } from './find-filters.js';
import type { FoundFilters } from './find-filters.js';
import { isSymbol } from './mention.js';
import type { Mention } from './mention.js';
import { isAsked, mainRun, qualifiesMention } from './mention-place.js';
import { findNegations } from './negation.js';
import type { Negation } from './negation.js';
import { scoreFeatures, sumFeatures } from './plan-features.js';
import type { PlanFeatures } from './plan-features.js';
import { scoreWalk } from './score-walk.js';
import type { ProposalContext, ScoredWalk } from './score-walk.js';

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

const WALKS_PER_ANCHOR = 4;
const BEAM = 24;
const IMPLIED_TARGET = 0.2;

/** Features of the branches together: a step that several of them share counts once, as it stands once in the plan. */
function jointFeatures(walks: readonly ScoredWalk[]): PlanFeatures {
  const seen = new Set<string>();
  const parts: PlanFeatures[] = [];
  for (const { branch, own, steps } of walks) {
    parts.push(own);
    if (branch === undefined) continue;
    steps.forEach((step, at) => {
      const key = walkSuffix(branch.walk, at);
      // The first step leaves the anchor itself and is never shared.
      if (at > 0 && seen.has(key)) return;
      if (at > 0) seen.add(key);
      parts.push(step);
    });
  }
  return sumFeatures(...parts);
}

/** The type cue that most likely names what is asked for, with its features. */
function focusOf(
  type: string,
  cues: readonly Cue[],
  mentioned: ReadonlySet<number>,
  context: ProposalContext,
): { cue: Cue | undefined; features: PlanFeatures } {
  const otherTypes = new Set(
    cues.flatMap((cue) => (cue.kind === 'type' && cue.name !== type && cue.weight >= 1 ? cue.tokens : [])),
  );
  let best: { cue: Cue | undefined; features: PlanFeatures } = { cue: undefined, features: {} };
  let bestScore = 0;
  for (const cue of cues) {
    if (cue.kind !== 'type' || cue.name !== type) continue;
    const features: PlanFeatures = { targetCue: 1, ...focusFeatures(cue, context.tokens, mentioned, otherTypes) };
    const score = scoreFeatures(features, context.weights);
    if (best.cue === undefined || score > bestScore) [best, bestScore] = [{ cue, features }, score];
  }
  return bestScore > 0 ? best : { cue: undefined, features: {} };
}

const UNEXPLAINED_LIMIT = 8;

function explainedBy(proposal: Omit<Proposal, 'explained' | 'features' | 'score'>, cues: readonly Cue[]): Set<number> {
  const explained = new Set<number>();
  const add = (positions: readonly number[]): void => positions.forEach((position) => explained.add(position));
  const types = new Set([proposal.target]);
  for (const { mention, walk } of proposal.branches) {
    add(mention.tokens);
    types.add(mention.type);
    for (const step of walk) types.add(step.to);
  }
  for (const cue of cues) if (cue.kind === 'type' && types.has(cue.name)) add(cue.tokens);
  for (const cue of proposal.relationCues) add(cue.tokens);
  for (const negation of proposal.negations) add(negation.tokens);
  add(proposal.filterTokens);
  return explained;
}

/** Whether a relation's cue has content and no other relation has the same words as a cue. */
const isNamedOnce = (cue: Cue, cues: readonly Cue[]): boolean =>
  cue.weight >= 1 &&
  !cues.some(
    (other) =>
      other.kind === 'relation' && other.name !== cue.name && other.tokens.some((at) => cue.tokens.includes(at)),
  );

/**
 * Ways to a type that has no texts, from nodes that the question describes without naming them: "which brands make
 * kettles" asks for the brands of products that are like kettles.
 */
function describedWalks(target: string, focus: Cue, cues: readonly Cue[], context: ProposalContext): ScoredWalk[] {
  const { tokens } = context;
  const described = tokens.flatMap((token, position) =>
    token.isContent && !focus.tokens.includes(position) ? [position] : [],
  );
  if (described.length === 0) return [];
  return context.documentTypes.flatMap((type, rank) => {
    const text = context.searchText;
    const mention: Mention = { tokens: described, type, nodes: [], text, via: 'description', evidence: 0 };
    return context.walks
      .between(type, target, new Set())
      .filter((walk) => walk.length === 1)
      .flatMap((walk) => scoreWalk(walk, mention, [mention], false, cues, context))
      .map((scored) => ({ ...scored, own: sumFeatures(scored.own, { typePrior: -rank }) }));
  });
}

/**
 * Makes and scores the plans that one set of mentions allows, for every target type.
 *
 * @param least - Plans whose parts are worth less need not be made.
 */
export function proposePlans(set: readonly Mention[], context: ProposalContext, least = -Infinity): Proposal[] {
  const { tokens, statistics, weights, schema } = context;
  const mentioned = new Set(set.flatMap((mention) => mention.tokens));
  // Words inside a mention are no cues, but for the noun that the mention ends with when it is of another type: in
  // "contiguous gene syndromes" as a mode of inheritance, syndromes are asked for.
  const endsMention = (cue: Cue): boolean =>
    cue.kind === 'type' &&
    set.some(
      (mention) =>
        mention.type !== cue.name &&
        mention.tokens.length > 1 &&
        cue.tokens.includes(mention.tokens[mention.tokens.length - 1]!),
    );
  const cues = context.cues.filter(
    (cue) => !cue.tokens.every((position) => mentioned.has(position)) || endsMention(cue),
  );
  const starts = set.map(mainRun);
  const negations = findNegations(tokens, starts, mentioned);
  const deniedAt = new Set(negations.map((negation) => negation.mention));
  const isDenied = (mention: Mention): boolean => deniedAt.has(mainRun(mention).first);
  const named = new Set(cues.flatMap((cue) => (cue.kind === 'relation' && cue.weight >= 1 ? [cue.name] : [])));
  const filtersByType = new Map<string, FoundFilters>(
    schema.nodeTypes.map((type) => [type.name, filtersFor(type, context.comparisons, tokens)]),
  );
  const proposals: Proposal[] = [];
  const finish = (
    target: string,
    branches: readonly Branch[],
    described: readonly Mention[],
    features: PlanFeatures,
    targetCue: Cue | undefined,
    relationCues: readonly Cue[],
  ): void => {
    const negated = branches.filter((branch) => branch.negated).map((branch) => mainRun(branch.mention).first);
    const used = negations.filter((negation) => negated.includes(negation.mention));
    const { filters, tokens: filterTokens } = filtersByType.get(target)!;
    const partial = { target, branches, described, targetCue, relationCues, negations: used, filters, filterTokens };
    const explained = explainedBy(partial, cues);
    const describing = new Set(described.flatMap((mention) => mention.tokens));
    const left = tokens.filter(
      (token, position) => token.isContent && !explained.has(position) && !describing.has(position),
    ).length;
    // Descriptions alone need no cue for their type, unless the question names another.
    // A cue for a relation that leads to no other type speaks for the type as well ("how is it inherited").
    const implied = branches.some(({ walk }) => {
      const step = walk[walk.length - 1]!;
      const rivals = statistics.stepsFrom(step.from).filter((other) => other.relation === step.relation);
      const name = step.relation;
      return rivals.length === 1 && relationCues.some((cue) => cue.name === name && isNamedOnce(cue, cues));
    });
    const missing = branches.length > 0 || namesSomeTarget;
    const uncued = targetCue !== undefined || !missing ? 0 : implied ? IMPLIED_TARGET : 1;
    const unexplained = branches.length > 0 ? Math.min(left, UNEXPLAINED_LIMIT) : 0;
    const uncuedPrior = branches.length > 0 && uncued > 0 ? (features.typePrior ?? 0) : 0;
    const all = sumFeatures(features, { unexplained, uncuedTarget: uncued, uncuedPrior, filters: filters.length });
    proposals.push({ ...partial, explained, features: all, score: scoreFeatures(all, weights) });
  };

  const focuses = schema.nodeTypes.map((type) => focusOf(type.name, cues, mentioned, context));
  const namesSomeTarget = focuses.some((focus) => focus.cue !== undefined);
  for (const [at, { name: target }] of schema.nodeTypes.entries()) {
    const focus = focuses[at]!;
    if (set.length === 0) {
      const rank = context.documentTypes.indexOf(target);
      if (rank < 0) {
        if (focus.cue === undefined) continue;
        for (const { branch, own, steps, cues: used } of describedWalks(target, focus.cue, cues, context)) {
          const features = sumFeatures(focus.features, own, ...steps, { describedAnchor: 1 });
          finish(target, [branch!], [], features, focus.cue, used);
        }
        continue;
      }
      finish(target, [], [], sumFeatures(focus.features, { docSearch: 1, typePrior: -rank }), focus.cue, []);
      continue;
    }
    let beam: { walks: ScoredWalk[]; score: number }[] = [{ walks: [], score: 0 }];
    for (const mention of set) {
      const options = context.walks
        .between(mention.type, target, named)
        .flatMap((walk) => scoreWalk(walk, mention, set, isDenied(mention), cues, context))
        .sort((a, b) => b.score - a.score)
        .slice(0, WALKS_PER_ANCHOR);
      const isCueWord = context.cues.some(
        (cue) => cue.weight >= 1 && mention.tokens.every((at) => cue.tokens.includes(at)),
      );
      const isPart = qualifiesMention(mention, context.firm, tokens);
      if (mention.type === target && !isDenied(mention) && !isSymbol(mention.text) && !isCueWord && !isPart) {
        const own = {
          described: Math.max(0, mention.evidence),
          describedAsked: isAsked(mention, context.cues, tokens) ? 1 : 0,
        };
        options.push({ mention, own, steps: [], score: scoreFeatures(own, weights), cues: [] });
      }
      beam = beam
        .flatMap((partial) =>
          options.map((option) => ({ walks: [...partial.walks, option], score: partial.score + option.score })),
        )
        .sort((a, b) => b.score - a.score)
        .slice(0, BEAM);
    }
    const focusScore = scoreFeatures(focus.features, weights);
    for (const { walks, score } of beam) {
      if (score + focusScore < least) break;
      const branches = walks.flatMap(({ branch }) => (branch === undefined ? [] : [branch]));
      const described = walks.flatMap(({ branch, mention }) => (branch === undefined ? [mention] : []));
      const alone = branches.length === 0;
      finish(
        target,
        branches,
        described,
        sumFeatures(focus.features, alone ? { docSearch: 1 } : {}, jointFeatures(walks)),
        focus.cue,
        [...new Set(walks.flatMap((walk) => walk.cues))],
      );
    }
  }
  return proposals;
}
