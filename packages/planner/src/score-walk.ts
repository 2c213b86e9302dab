import type { Schema } from '@grasp/plan';

import type { Branch } from './assemble-plan.js';
import type { Cue, CueBook } from './cues.js';
import type { Comparison } from './find-filters.js';
import { hierarchyRole } from './hierarchy.js';
import { learnedFeatures } from './learned-features.js';
import type { Mention } from './mention.js';
import { gapBetween, isAsked, qualifiesMention } from './mention-place.js';
import { scoreFeatures, sumFeatures } from './plan-features.js';
import type { PlanFeatures } from './plan-features.js';
import type { SchemaStatistics } from './schema-statistics.js';
import type { SchemaWalk, WalkBook } from './schema-walks.js';
import type { Token } from './tokenize.js';
import type { PlannerWeights } from './weights.js';

/** What is known about one question and its knowledge base. */
export interface ProposalContext {
  readonly schema: Schema;
  readonly tokens: readonly Token[];
  readonly cues: readonly Cue[];
  readonly comparisons: readonly Comparison[];
  readonly cueBook: CueBook;
  readonly statistics: SchemaStatistics;
  readonly weights: PlannerWeights;
  readonly walks: WalkBook;
  /** The best set of mentions, whichever of them a plan uses. */
  readonly firm: readonly Mention[];
  /** The question's words with content of their own, to search documents with. */
  readonly searchText: string;
  /** Types that a search of documents may aim at, likeliest first. */
  readonly documentTypes: readonly string[];
}

const PRIOR_FLOOR = -5;
const CUED_PRIOR = 0.2;
const CUED_TYPE_PRIOR = 0.5;
/** Words by which a question asks for other nodes of a type through something that they share. */
const COMPARING_WORDS: ReadonlySet<string> = new Set(['same', 'other', 'another', 'similar', 'fellow', 'like']);

/** A mention with its way to the target and what speaks for it. */
export interface ScoredWalk {
  /** Absent when the mention describes the target itself. */
  readonly branch?: Branch;
  readonly mention: Mention;
  /** Features of the branch as a whole, and of each of its steps, which other branches may share. */
  readonly own: PlanFeatures;
  readonly steps: readonly PlanFeatures[];
  readonly score: number;
  readonly cues: readonly Cue[];
}

/** How strongly a cue speaks about a mention: full beside it, less far away, little from another sentence. */
function nearness(cue: Cue, mention: Mention, others: readonly Mention[], tokens: readonly Token[]): number {
  const gap = gapBetween(cue.tokens, mention.tokens);
  const sentence = tokens[cue.tokens[0]!]!.sentence;
  const sameSentence = mention.tokens.some((position) => tokens[position]!.sentence === sentence);
  const rival = others.some((other) => other !== mention && gapBetween(cue.tokens, other.tokens) < gap);
  return (0.5 + 0.5 / (1 + gap / 6)) * (sameSentence ? 1 : 0.4) * (rival ? 0.4 : 1);
}

/** Directions for a walk within a hierarchy, when the question says whether it asks for what is above, below or beside. */
function directionsOf(walk: SchemaWalk, mention: Mention, context: ProposalContext): Pick<Branch, 'directions'> {
  const step = walk[0]!;
  if (!walk.every((other) => other.relation === step.relation && other.to === mention.type)) return {};
  const up = context.statistics.upward(step.relation, mention.type);
  const role = up === undefined ? undefined : hierarchyRole(mention, context.tokens);
  if (up === undefined || role === undefined) return {};
  const down = up === 'in' ? 'out' : 'in';
  if (role === 'sibling') return walk.length === 2 ? { directions: [up, down] } : {};
  return walk.length === 1 ? { directions: [role === 'broader' ? up : down] } : {};
}

/** Features of a mention as an anchor that don't depend on target and walk. */
function anchorFeatures(mention: Mention, others: readonly Mention[], context: ProposalContext): PlanFeatures {
  const { cues, tokens } = context;
  const isCue = cues.some(
    (cue) => cue.weight >= 1 && mention.tokens.every((position) => cue.tokens.includes(position)),
  );
  const besideOwnType = cues.some(
    (cue) =>
      cue.kind === 'type' &&
      cue.name === mention.type &&
      gapBetween(cue.tokens, mention.tokens) === 1 &&
      tokens[cue.tokens[0]!]!.clause === tokens[mention.tokens[0]!]!.clause,
  );
  return {
    mentionIsCue: isCue ? 1 : 0,
    mentionIsAsked: isAsked(mention, cues, tokens) && !qualifiesMention(mention, others, tokens) ? 1 : 0,
    mentionTypeCue: besideOwnType ? 1 : 0,
  };
}

/** Scores one mention with one walk: once as it stands, or in two ways when the mention is denied. */
export function scoreWalk(
  walk: SchemaWalk,
  mention: Mention,
  others: readonly Mention[],
  denied: boolean,
  cues: readonly Cue[],
  context: ProposalContext,
): ScoredWalk[] {
  const { statistics, cueBook, weights, tokens } = context;
  const used: Cue[] = [];
  const isCued: boolean[] = [];
  const steps = walk.map((step, at): PlanFeatures => {
    let best: { cue: Cue; value: number } | undefined;
    // Words speak of one step only, not of each step along the same relation.
    const repeated = walk.slice(0, at).some((other) => other.relation === step.relation);
    for (const cue of repeated ? [] : cues) {
      if (cue.kind !== 'relation' || cue.name !== step.relation) continue;
      const value = cue.weight * nearness(cue, mention, others, tokens);
      if (best === undefined || value > best.value) best = { cue, value };
    }
    if (best !== undefined) used.push(best.cue);
    const cued = best !== undefined && best.cue.weight >= 1;
    isCued.push(best !== undefined && (cued || walk.length === 1));
    const passed = at < walk.length - 1 && cues.some((cue) => cue.kind === 'type' && cue.name === step.to);
    return {
      // What is usual matters little where the question speaks of the relation.
      typePrior: Math.max(PRIOR_FLOOR, statistics.targetPrior(step.from, step.to)) * (cued ? CUED_TYPE_PRIOR : 1),
      relationPrior: Math.max(PRIOR_FLOOR, statistics.relationPrior(step)) * (cued ? CUED_PRIOR : 1),
      // What is denied is no sign for the relation: "has" in "has it been ruled out".
      relationCue: best === undefined || (denied && !cued) ? 0 : best.value,
      passedTypeCue: passed ? 1 : 0,
      extraSteps: at === 0 ? 0 : 1,
    };
  });
  const types = [mention.type, ...walk.map((step) => step.to)];
  // A walk that comes back to a type needs a word for the step that does so: "cited by", "subtypes".
  const asksSiblings = walk.length === 2 && directionsOf(walk, mention, context).directions !== undefined;
  const returning = walk.filter((step, at) => types.slice(0, at + 1).includes(step.to) && !isCued[at]).length;
  const compares = tokens.some((token) => COMPARING_WORDS.has(token.folded));
  const returns = asksSiblings ? 0 : returning * (compares ? 0.4 : 1);
  const features: PlanFeatures = {
    siblings: asksSiblings ? 1 : 0,
    ...anchorFeatures(mention, others, context),
    evidence: mention.evidence,
    anchors: 1,
    returns,
    ...(weights.learned === undefined
      ? {}
      : learnedFeatures(walk, mention, new Set(others.flatMap((other) => other.tokens)), tokens)),
  };
  const stepsScore = steps.reduce((sum, step) => sum + scoreFeatures(step, weights), 0);
  const strong = (cue: Cue): boolean => cue.weight >= 1;
  const denying = walk.some((step) => cueBook.negativeRelations.has(step.relation));
  const denialCued = used.some((cue) => cueBook.negativeRelations.has(cue.name) && strong(cue));
  const variants: { negated: boolean; extra: PlanFeatures }[] = [];
  if (denying) {
    const extra: PlanFeatures = denialCued ? {} : denied ? { assumedDenial: 1 } : { unaskedDenial: 1 };
    variants.push({ negated: false, extra });
  } else if (denied) variants.push({ negated: true, extra: {} }, { negated: false, extra: { ignoredNegation: 1 } });
  else variants.push({ negated: false, extra: {} });
  return variants.map(({ negated, extra }) => {
    const own = sumFeatures(features, extra);
    const score = scoreFeatures(own, weights) + stepsScore;
    return {
      branch: { mention, walk, negated, ...directionsOf(walk, mention, context) },
      mention,
      own,
      steps,
      score,
      cues: used,
    };
  });
}
