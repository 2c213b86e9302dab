import { createAnchorViews } from './anchor-view.js';
import type { AnchorView } from './anchor-view.js';
import { combineBest } from './combine-best.js';
import type { Cue } from './cues.js';
import { namesSame } from './mention.js';
import type { Mention } from './mention.js';
import { readMentionSet } from './mention-set.js';
import type { MentionSet, QuestionContext } from './mention-set.js';
import { makeCandidate, scoreCandidate, spellOut } from './plan-candidate.js';
import type { PlanCandidate, Proposal, ScoredCandidate } from './plan-candidate.js';
import { scoreFeatures } from './plan-features.js';
import type { PlanFeatures } from './plan-features.js';
import { scoreWalk } from './score-walk.js';
import type { ScoredWalk } from './score-walk.js';

const WALKS_PER_ANCHOR = 4;
const BEAM = 24;

/** Reads mentions beside the others of their set. */
type Viewer = ReturnType<typeof createAnchorViews>;

/**
 * Ways to a type that has no texts, from nodes that the question describes without naming them: "which brands make
 * kettles" asks for the brands of products that are like kettles.
 */
function describedWalks(
  target: string,
  focus: Cue,
  set: MentionSet,
  viewOf: Viewer,
  context: QuestionContext,
): { walk: ScoredWalk; rank: number }[] {
  const described = context.tokens.flatMap((token, position) =>
    token.isContent && !focus.tokens.includes(position) ? [position] : [],
  );
  if (described.length === 0) return [];
  return context.documentTypes.flatMap((type, rank) => {
    const text = context.searchText;
    const mention: Mention = { tokens: described, type, nodes: [], text, via: 'description', evidence: 0 };
    const view = viewOf(mention, {
      ...set,
      mentions: [mention],
      mentioned: new Set(described),
      isDenied: () => false,
      isStatedDenial: () => false,
    });
    return context.walks
      .between(type, target, new Set())
      .filter((walk) => walk.length === 1)
      .flatMap((walk) => scoreWalk(walk, view, context))
      .map((walk) => ({ walk, rank }));
  });
}

/** The walks worth combining for each mention and target: a few of the best, and the mention as a description of the target. */
function createWalkChoice(context: QuestionContext): (view: AnchorView, target: string) => readonly ScoredWalk[] {
  const known = new Map<AnchorView, Map<string, readonly ScoredWalk[]>>();
  const choose = (view: AnchorView, target: string): readonly ScoredWalk[] => {
    const { mention, described } = view;
    const walks = context.walks
      .between(mention.type, target, view.namedRelations)
      .flatMap((walk) => scoreWalk(walk, view, context))
      .sort((a, b) => b.score - a.score)
      .slice(0, WALKS_PER_ANCHOR);
    if (mention.type !== target || described === undefined) return walks;
    const score = scoreFeatures(described, context.weights);
    const none = { steps: [], cues: [], explains: () => [] };
    return [...walks, { mention, ...none, ownScore: score, score, ownFeatures: () => described }];
  };
  return (view, target) => {
    let byTarget = known.get(view);
    if (byTarget === undefined) known.set(view, (byTarget = new Map<string, readonly ScoredWalk[]>()));
    let walks = byTarget.get(target);
    if (walks === undefined) byTarget.set(target, (walks = choose(view, target)));
    return walks;
  };
}

const isBefore = (a: ScoredCandidate, b: ScoredCandidate): boolean =>
  a.score > b.score || (a.score === b.score && a.candidate.order < b.candidate.order);

/** Whether two branches are the same way from the same nodes, which the question names twice. */
const repeatsItself = (walks: readonly ScoredWalk[]): boolean =>
  walks.some(({ branch, mention }, at) =>
    walks.slice(0, at).some((other) => other.branch?.walk === branch?.walk && namesSame(other.mention, mention)),
  );

/** Candidates by their whole score, which is found out for those only that may be the next best. */
function* bestFirst(candidates: readonly PlanCandidate[], context: QuestionContext): Generator<Proposal> {
  const sorted = [...candidates].sort((a, b) => b.bound - a.bound || a.order - b.order);
  const scored: ScoredCandidate[] = [];
  for (let next = 0; next < sorted.length || scored.length > 0;) {
    let top = 0;
    for (let at = 1; at < scored.length; at++) if (isBefore(scored[at]!, scored[top]!)) top = at;
    const candidate = sorted[next];
    if (candidate === undefined || (scored.length > 0 && scored[top]!.score > candidate.bound)) {
      yield spellOut(scored.splice(top, 1)[0]!, context);
    } else {
      scored.push(scoreCandidate(candidate, context));
      next++;
    }
  }
}

/** Where a search for plans may go. */
export interface ProposeOptions {
  /** Plans whose parts are worth so much less than the best plan need not be made, in nats. */
  readonly reach: number;
  /** A type that somebody thinks is asked for, and what that is worth. */
  readonly asked?: { readonly type: string; readonly worth: number };
}

/**
 * Makes and scores the plans that sets of mentions allow, for every target type, best first. They are spelt out as they are
 * taken, so that those cost little at which nobody looks.
 */
export function* proposePlans(
  sets: readonly (readonly Mention[])[],
  context: QuestionContext,
  { reach, asked }: ProposeOptions,
): Generator<Proposal> {
  const viewOf = createAnchorViews(context);
  const bestWalks = createWalkChoice(context);
  const bonusOf = (target: string): number => (target === asked?.type ? asked.worth : 0);
  const candidates: PlanCandidate[] = [];
  let best = -Infinity;
  const add = (
    { set, target, order }: Pick<PlanCandidate, 'set' | 'target' | 'order'>,
    walks: readonly ScoredWalk[],
    extra: PlanFeatures,
  ): void => {
    const candidate = makeCandidate({ set, target, order, walks, extra }, bonusOf(target), context);
    candidates.push(candidate);
    if (candidate.bound > best) best = Math.max(best, scoreCandidate(candidate, context).score);
  };

  const open: { set: MentionSet; target: string; order: number; options: (readonly ScoredWalk[])[]; bound: number }[] =
    [];
  let order = 0;
  for (const mentions of sets) {
    const set = readMentionSet(mentions, context);
    const views = mentions.map((mention) => viewOf(mention, set));
    for (const { name: target } of context.schema.nodeTypes) {
      const place = { set, target, order: order++ };
      const focus = set.focusOf(target);
      if (mentions.length > 0) {
        const options = views.map((view) => bestWalks(view, target));
        if (options.some((walks) => walks.length === 0)) continue;
        let bound = focus.score + bonusOf(target);
        for (const walks of options) bound += Math.max(...walks.map(({ score }) => score));
        open.push({ ...place, options, bound });
        continue;
      }
      const rank = context.documentTypes.indexOf(target);
      if (rank >= 0) add(place, [], { docSearch: 1, typePrior: -rank });
      else if (focus.cue !== undefined) {
        for (const { walk, rank: typeRank } of describedWalks(target, focus.cue, set, viewOf, context)) {
          add(place, [walk], { describedAnchor: 1, typePrior: -typeRank });
        }
      }
    }
  }
  open.sort((a, b) => b.bound - a.bound);
  for (const { options, bound, ...place } of open) {
    if (bound < best - reach) break;
    const fixed = place.set.focusOf(place.target).score + bonusOf(place.target);
    for (const { items, score } of combineBest(options, BEAM)) {
      if (score + fixed < best - reach) break;
      if (repeatsItself(items)) continue;
      const alone = items.every(({ branch }) => branch === undefined);
      add(place, items, alone ? { docSearch: 1 } : {});
    }
  }
  yield* bestFirst(candidates, context);
}
