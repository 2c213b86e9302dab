import type { Schema } from '@grasp/plan';

import { walkSuffix } from './assemble-plan.js';
import type { Branch } from './assemble-plan.js';
import { focusFeatures } from './cues.js';
import type { Cue, CueBook } from './cues.js';
import { QUESTION_WORDS } from './english-words.js';
import { isSymbol } from './mention.js';
import { hierarchyRole } from './hierarchy.js';
import type { Mention } from './mention.js';
import { findNegations } from './negation.js';
import type { Negation } from './negation.js';
import type { SchemaStatistics } from './schema-statistics.js';
import { schemaWalks } from './schema-walks.js';
import type { SchemaWalk } from './schema-walks.js';
import type { Token } from './tokenize.js';
import { PLAN_FEATURES } from './weights.js';
import type { PlanFeature, PlannerWeights } from './weights.js';

export type PlanFeatures = Partial<Record<PlanFeature, number>>;

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
  /** Positions of the question's words that some part of the plan explains. */
  readonly explained: ReadonlySet<number>;
  readonly features: PlanFeatures;
  readonly score: number;
}

/** What is known about one question and its knowledge base. */
export interface ProposalContext {
  readonly schema: Schema;
  readonly tokens: readonly Token[];
  readonly cues: readonly Cue[];
  readonly cueBook: CueBook;
  readonly statistics: SchemaStatistics;
  readonly weights: PlannerWeights;
  readonly longestWalk: number;
  /** Types that a search of documents may aim at, likeliest first. */
  readonly documentTypes: readonly string[];
}

const WALKS_PER_ANCHOR = 4;
const BEAM = 24;
const PRIOR_FLOOR = -5;
const CUED_PRIOR = 0.2;
const CUED_TYPE_PRIOR = 0.5;
const IMPLIED_TARGET = 0.2;
/** Words by which a question asks for other nodes of a type through something that they share. */
const COMPARING_WORDS: ReadonlySet<string> = new Set(['same', 'other', 'another', 'similar', 'fellow', 'like']);

/** Sum of weight times feature. */
export function scoreFeatures(features: PlanFeatures, weights: PlannerWeights): number {
  let score = 0;
  for (const name of PLAN_FEATURES) score += (features[name] ?? 0) * weights.features[name];
  return score;
}

function plus(a: PlanFeatures, b: PlanFeatures): PlanFeatures {
  const sum: PlanFeatures = { ...a };
  for (const name of PLAN_FEATURES) if (b[name] !== undefined) sum[name] = (sum[name] ?? 0) + b[name];
  return sum;
}

const gapBetween = (a: readonly number[], b: readonly number[]): number => {
  let gap = Infinity;
  for (const x of a) for (const y of b) gap = Math.min(gap, Math.abs(x - y));
  return gap;
};

interface ScoredWalk {
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

function scoreWalk(
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
    ...anchorFeatures(mention, context.cues, tokens),
    evidence: mention.evidence,
    anchors: 1,
    returns,
  };
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
    const own = plus(features, extra);
    const score = scoreFeatures(steps.reduce(plus, own), weights);
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

/** Features of the branches together: a step that several of them share counts once, as it stands once in the plan. */
function jointFeatures(walks: readonly ScoredWalk[]): PlanFeatures {
  const seen = new Set<string>();
  let features: PlanFeatures = {};
  for (const { branch, own, steps } of walks) {
    features = plus(features, own);
    if (branch === undefined) continue;
    steps.forEach((step, at) => {
      const key = walkSuffix(branch.walk, at);
      if (at > 0 && seen.has(key)) return;
      seen.add(key);
      features = plus(features, step);
    });
  }
  return features;
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

/** Whether the mention follows "which" or "what" directly, so that it describes what is asked for. */
function isAsked(mention: Mention, cues: readonly Cue[], tokens: readonly Token[]): boolean {
  const first = mention.tokens[0]!;
  const { last } = mainRun(mention);
  // "which recessive disorders": the mention qualifies another noun, which ends it or follows it.
  const qualifies = cues.some(
    (cue) =>
      cue.kind === 'type' && cue.name !== mention.type && (cue.tokens.includes(last) || cue.tokens[0] === last + 1),
  );
  if (qualifies) return false;
  const before = tokens[first - 1];
  if (before === undefined || !QUESTION_WORDS.has(before.folded) || before.clause !== tokens[first]!.clause)
    return false;
  // "in which" relates to what stands before it.
  const introduced = tokens[first - 2];
  return introduced === undefined || !introduced.isLight || introduced.clause !== before.clause;
}

/** Features of a mention as an anchor that don't depend on target and walk. */
function anchorFeatures(mention: Mention, cues: readonly Cue[], tokens: readonly Token[]): PlanFeatures {
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
    mentionIsAsked: isAsked(mention, cues, tokens) ? 1 : 0,
    mentionTypeCue: besideOwnType ? 1 : 0,
  };
}

/** The longest run of neighbouring words of a mention: where it mainly stands. */
export function mainRun(mention: Mention): { readonly first: number; readonly last: number } {
  let best = { first: mention.tokens[0]!, last: mention.tokens[0]! };
  let run = best;
  for (const position of mention.tokens.slice(1)) {
    run = position <= run.last + 2 ? { first: run.first, last: position } : { first: position, last: position };
    if (run.last - run.first > best.last - best.first) best = run;
  }
  return best;
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
  return explained;
}

/** Whether a relation's cue has content and no other relation has the same words as a cue. */
const isNamedOnce = (cue: Cue, cues: readonly Cue[]): boolean =>
  cue.weight >= 1 &&
  !cues.some(
    (other) =>
      other.kind === 'relation' && other.name !== cue.name && other.tokens.some((at) => cue.tokens.includes(at)),
  );

/** Makes and scores the plans that one set of mentions allows, for every target type. */
export function proposePlans(set: readonly Mention[], context: ProposalContext): Proposal[] {
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
    const partial = { target, branches, described, targetCue, relationCues, negations: used };
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
    const all = plus(features, { unexplained, uncuedTarget: uncued, uncuedPrior });
    proposals.push({ ...partial, explained, features: all, score: scoreFeatures(all, weights) });
  };

  const focuses = schema.nodeTypes.map((type) => focusOf(type.name, cues, mentioned, context));
  const namesSomeTarget = focuses.some((focus) => focus.cue !== undefined);
  for (const [at, { name: target }] of schema.nodeTypes.entries()) {
    const focus = focuses[at]!;
    if (set.length === 0) {
      const rank = context.documentTypes.indexOf(target);
      if (rank < 0) continue;
      finish(target, [], [], plus(focus.features, { docSearch: 1, typePrior: -rank }), focus.cue, []);
      continue;
    }
    let beam: { walks: ScoredWalk[]; score: number }[] = [{ walks: [], score: 0 }];
    for (const mention of set) {
      const options = schemaWalks(statistics, mention.type, target, context.longestWalk)
        .flatMap((walk) => scoreWalk(walk, mention, set, isDenied(mention), cues, context))
        .sort((a, b) => b.score - a.score)
        .slice(0, WALKS_PER_ANCHOR);
      if (mention.type === target && !isDenied(mention) && !isSymbol(mention.text)) {
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
    for (const { walks } of beam) {
      const branches = walks.flatMap(({ branch }) => (branch === undefined ? [] : [branch]));
      const described = walks.flatMap(({ branch, mention }) => (branch === undefined ? [mention] : []));
      const alone = branches.length === 0;
      finish(
        target,
        branches,
        described,
        plus(plus(focus.features, alone ? { docSearch: 1 } : {}), jointFeatures(walks)),
        focus.cue,
        [...new Set(walks.flatMap((walk) => walk.cues))],
      );
    }
  }
  return proposals;
}
