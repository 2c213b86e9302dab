import { PLAN_LIMITS, validatePlan } from '@grasp/plan';
import type { Plan, RiskLevel, Schema } from '@grasp/plan';

import { assemblePlan, walkSuffix } from './assemble-plan.js';
import { buildCueBook, findCues } from './cues.js';
import { explainPlan } from './explain-plan.js';
import { filtersFor, findComparisons } from './find-filters.js';
import { findMentions } from './find-mentions.js';
import { findParaphrases } from './find-paraphrases.js';
import { addGivenMentions } from './given-mentions.js';
import type { GivenMention } from './given-mentions.js';
import type { Lexicon, NameSearch, QueryEncoder, RelationGraph } from './lexicon.js';
import { buildNameIndex } from './name-index.js';
import type { NameIndex } from './name-index.js';
import type { Planner, PlanOutcome, ScoredPlan } from './planner.js';
import { scoreFeatures } from './plan-features.js';
import type { Proposal } from './plan-candidate.js';
import { proposePlans } from './propose-plans.js';
import { betterButEmpty, relaxOutcome } from './relax-outcome.js';
import { relevanceText } from './relevance-text.js';
import { readSchemaStatistics } from './schema-statistics.js';
import { createWalkBook } from './schema-walks.js';
import { searchText } from './search-text.js';
import { selectMentions } from './select-mentions.js';
import { joinRepeated } from './join-repeated.js';
import { nameWords, tokenize } from './tokenize.js';
import type { Token } from './tokenize.js';
import { DEFAULT_WEIGHTS } from './weights.js';
import type { PlannerWeights } from './weights.js';

/** Counts the nodes that a plan finds, for example by linking and executing it. */
export type CandidateCounter = (plan: Plan, options: { readonly signal?: AbortSignal }) => number | Promise<number>;

export interface TemplatePlannerOptions {
  readonly schema: Schema;
  readonly lexicon: Lexicon;
  /** Sizes of the relations; without them every relation counts as equally common. */
  readonly graph?: RelationGraph;
  /** With `nameSearch`: finds names that the question paraphrases. */
  readonly encoder?: QueryEncoder;
  readonly nameSearch?: NameSearch;
  /** A plan that finds nothing loses to one that finds something. */
  readonly countCandidates?: CandidateCounter;
  /** Built from the lexicon at the first question when it is not given. */
  readonly nameIndex?: NameIndex;
  /** Longest walk from an anchor to the target, 1 to 4; default 3. */
  readonly longestWalk?: number;
  /** How many plans are counted at most; default 24. */
  readonly checked?: number;
  /** How many relaxed plans are counted at most when all plans counted find nothing; default 16, 0 for none. */
  readonly relaxations?: number;
  readonly weights?: PlannerWeights;
}

/** The default numbers of {@link createTemplatePlanner}. */
export const TEMPLATE_PLANNER_DEFAULTS = Object.freeze({ longestWalk: 3, checked: 24, relaxations: 16 });

/** Options of {@link TemplatePlanner.plans}. */
export interface TemplatePlansOptions {
  readonly count: number;
  /** Names that somebody found in the question; each counts as more certain. Those that do not occur in it are ignored. */
  readonly mentions?: readonly GivenMention[];
  /** Node type that somebody thinks is asked for; counts as a clear cue. */
  readonly target?: string;
  readonly signal?: AbortSignal;
}

/** A {@link Planner} that also gives the next best plans. */
export interface TemplatePlanner extends Planner {
  /** The best `count` different plans, best first; empty where `plan` would skip. */
  plans(question: string, options: TemplatePlansOptions): Promise<readonly ScoredPlan[]>;
}

const WORDS_LIMIT = 160;
const SETS = 24;
const ALTERNATIVES = 5;
/** Plans this far below the best, in nats, are not made, unless more than so many are asked for. */
const REACH = 8;
const MANY = 50;
/** What being told the target's type is worth, in nats: as much as a clear cue. */
const ASKED = 4;

/** Types with text to search, those with cues apart: more text fields first, then schema order. */
function documentTypes(schema: Schema): string[] {
  const texts = (type: Schema['nodeTypes'][number]): number =>
    type.fields.filter((field) => field.kind === 'text').length;
  const withText = schema.nodeTypes.filter((type) => texts(type) > 0);
  return (withText.length > 0 ? withText : [...schema.nodeTypes])
    .sort((a, b) => texts(b) - texts(a))
    .map((type) => type.name);
}

function riskLevel(proposal: Proposal, probability: number, relevance: string): RiskLevel {
  const sure = proposal.branches.every(({ mention }) => mention.via !== 'vector' && mention.evidence >= 2);
  const isDescribed = proposal.branches.some(({ mention }) => mention.via === 'description');
  if (relevance !== '' || isDescribed || probability < 0.35) return 'weak';
  return sure && probability > 0.8 ? 'aggressive' : 'normal';
}

/** What a proposal asks for, each branch as a key. */
const partsOf = ({ branches }: Proposal): string[] =>
  branches.map(({ mention, walk, negated }) =>
    JSON.stringify([mention.text, mention.type, walkSuffix(walk, 0), negated]),
  );

/**
 * A planner that needs no language model: it finds names of nodes in the question, reads the schema's words as cues for
 * target and relations, walks the schema from each name to the target, and lets a log-linear model choose. The same
 * question always gives the same plan. It never throws on a question; only `signal` ends it with an error.
 */
export function createTemplatePlanner(options: TemplatePlannerOptions): TemplatePlanner {
  const { schema, lexicon, countCandidates } = options;
  const weights = options.weights ?? DEFAULT_WEIGHTS;
  const longestWalk = Math.min(4, Math.max(1, options.longestWalk ?? TEMPLATE_PLANNER_DEFAULTS.longestWalk));
  const relaxations = options.relaxations ?? TEMPLATE_PLANNER_DEFAULTS.relaxations;
  const checked = options.checked ?? TEMPLATE_PLANNER_DEFAULTS.checked;
  const cueBook = buildCueBook(schema);
  const statistics = readSchemaStatistics(schema, options.graph);
  const walks = createWalkBook(statistics, longestWalk);
  const documents = documentTypes(schema);
  let index = options.nameIndex;

  const toPlan = (
    question: string,
    proposal: Proposal,
    tokens: readonly Token[],
    probability: number,
  ): Plan | undefined => {
    const { branches, target, filters } = proposal;
    const filtered = filters.length > 0 ? { filters: filters.slice(0, PLAN_LIMITS.filters) } : {};
    let draft: Plan;
    if (branches.length === 0) {
      const focus = new Set(proposal.targetCue?.tokens);
      const text = searchText(question, tokens, (position) => focus.has(position));
      draft = {
        anchors: [{ var: 'T', text, label: target, match_mode: 'doc' }],
        hops: [],
        target: { var: 'T', labels: [target], relevance_text: text, ...filtered },
        // The search ranks whole documents by their meaning, as no single field does.
        risk_level: 'weak',
        retrieval_mode: 'doc_search',
      };
    } else {
      const rest = relevanceText(question, tokens, proposal.explained).slice(0, PLAN_LIMITS.textLength);
      draft = {
        ...assemblePlan(branches, target),
        target: { var: 'T', labels: [target], relevance_text: rest, ...filtered },
        risk_level: riskLevel(proposal, probability, rest),
      };
    }
    const validation = validatePlan(draft, schema);
    return validation.ok ? validation.plan : undefined;
  };

  const typeRoots = new Map(
    schema.nodeTypes.map((type) => [type.name, new Set(nameWords(type.name).map((word) => word.root))] as const),
  );

  const propose = async (
    question: string,
    tokens: readonly Token[],
    { mentions: given, target, signal }: Omit<TemplatePlansOptions, 'count'>,
    reach: number,
  ): Promise<Iterable<Proposal>> => {
    index ??= buildNameIndex(lexicon);
    const cues = findCues(cueBook, tokens);
    const cuePositions = new Set(cues.flatMap((cue) => cue.tokens));
    const isCue = (position: number): boolean => cuePositions.has(position);
    let mentions = findMentions(question, tokens, { lexicon, index, weights, isCue, typeRoots });
    const { encoder, nameSearch } = options;
    if (encoder !== undefined && nameSearch !== undefined) {
      const known = selectMentions(joinRepeated(mentions, weights.firmEvidence), tokens, weights, 1)[0]!;
      const paraphrases = await findParaphrases(question, tokens, {
        lexicon,
        encoder,
        nameSearch,
        weights,
        known,
        isCue,
        typeRoots,
        ...(signal === undefined ? {} : { signal }),
      });
      mentions = [...mentions, ...paraphrases].sort((a, b) => b.evidence - a.evidence);
    }
    if (given !== undefined) mentions = addGivenMentions(mentions, given, question, tokens, lexicon);
    mentions = joinRepeated(mentions, weights.firmEvidence);
    const sets = selectMentions(mentions, tokens, weights, SETS);
    const comparisons = findComparisons(question, tokens);
    const context = {
      schema,
      tokens,
      content: tokens.flatMap((token, position) => (token.isContent ? [position] : [])),
      cues,
      cueBook,
      statistics,
      weights,
      walks,
      mentions,
      firm: sets[0]!,
      searchText: searchText(question, tokens, isCue),
      documentTypes: documents,
      filters: new Map(schema.nodeTypes.map((type) => [type.name, filtersFor(type, comparisons, tokens)])),
    };
    return proposePlans(sets, context, {
      reach,
      ...(target === undefined ? {} : { asked: { type: target, worth: ASKED } }),
    });
  };

  const plans: TemplatePlanner['plans'] = async (question, { count, ...told }) => {
    const { signal } = told;
    signal?.throwIfAborted();
    const tokens = tokenize(question.slice(0, 20_000), WORDS_LIMIT);
    if (tokens.length === 0) return [];
    const counted: { proposal: Proposal; candidateCount?: number }[] = [];
    const seen = new Set<string>();
    const empty: { target: string; parts: readonly string[] }[] = [];
    let [counts, found] = [0, 0];
    const reach = count > MANY ? Infinity : REACH;
    for (const proposal of await propose(question, tokens, told, reach)) {
      signal?.throwIfAborted();
      // Plans only fall when they are counted, so nothing after the first that finds something can overtake it.
      if (counted.length >= count && (found > 0 || countCandidates === undefined || counts >= checked)) break;
      const parts = partsOf(proposal);
      const key = JSON.stringify([proposal.target, [...parts].sort()]);
      if (seen.has(key)) continue;
      seen.add(key);
      const plan = toPlan(question, proposal, tokens, 1);
      if (plan === undefined) continue;
      if (countCandidates === undefined || found > 0 || counts >= checked) {
        counted.push({ proposal });
        continue;
      }
      // A plan that asks for all that an empty plan asks for, and more, is empty too.
      const known = empty.some(
        (other) => other.target === proposal.target && other.parts.every((part) => parts.includes(part)),
      );
      if (!known) counts++;
      const candidateCount = known ? 0 : await countCandidates(plan, signal === undefined ? {} : { signal });
      if (candidateCount > 0) {
        found++;
        counted.push({ proposal, candidateCount });
        continue;
      }
      if (!known) empty.push({ target: proposal.target, parts });
      const features = { ...proposal.features, empty: 1 };
      counted.push({ proposal: { ...proposal, features, score: scoreFeatures(features, weights) }, candidateCount });
    }
    counted.sort((a, b) => b.proposal.score - a.proposal.score);
    const best = counted.slice(0, Math.max(1, count));
    const top = best[0]?.proposal.score ?? 0;
    const total = best.reduce((sum, { proposal }) => sum + Math.exp(proposal.score - top), 0);
    return best.flatMap(({ proposal, candidateCount }): ScoredPlan[] => {
      const probability = Math.exp(proposal.score - top) / total;
      const plan = toPlan(question, proposal, tokens, probability);
      if (plan === undefined) return [];
      return [
        {
          plan,
          score: proposal.score,
          probability,
          features: proposal.features,
          explanation: explainPlan(question, tokens, proposal, plan),
          ...(candidateCount === undefined ? {} : { candidateCount }),
        },
      ];
    });
  };

  return {
    plans,
    async plan(question, { signal } = {}): Promise<PlanOutcome> {
      const start = performance.now();
      const timing = (): { totalMs: number } => ({ totalMs: performance.now() - start });
      const [best, ...alternatives] = await plans(question, {
        count: ALTERNATIVES + 1,
        ...(signal === undefined ? {} : { signal }),
      });
      if (best === undefined) {
        const reason = schema.nodeTypes.length === 0 ? 'no_types' : 'no_words';
        return { status: 'skipped', reason, timing: timing() };
      }
      const outcome = { status: 'planned', ...best, alternatives, timing: timing() } as const;
      const empty = best.candidateCount === 0 ? best : betterButEmpty(best, alternatives, weights.features.empty);
      if (countCandidates === undefined || empty === undefined || relaxations === 0) return outcome;
      const cancel = signal === undefined ? {} : { signal };
      const relaxing = { schema, countCandidates, tries: relaxations, ...cancel };
      const relaxed = await relaxOutcome(outcome, empty, question, relaxing);
      return { ...relaxed, timing: timing() };
    },
  };
}
