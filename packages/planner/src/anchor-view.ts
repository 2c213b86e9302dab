import type { Cue } from './cues.js';
import { learnedWalks } from './learned-features.js';
import { isSymbol, namesSame, REPEATED_SHARE } from './mention.js';
import type { Mention } from './mention.js';
import { gapBetween, isAsked, qualifiesMention } from './mention-place.js';
import type { MentionSet, QuestionContext } from './mention-set.js';
import { scoreFeatures } from './plan-features.js';
import type { PlanFeatures } from './plan-features.js';
import type { SchemaStep } from './schema-statistics.js';

const PRIOR_FLOOR = -5;
const CUED_PRIOR = 0.2;
const CUED_TYPE_PRIOR = 0.5;
/** Words by which a question asks for other nodes of a type through something that they share. */
const COMPARING_WORDS: ReadonlySet<string> = new Set(['same', 'other', 'another', 'similar', 'fellow', 'like']);

/** One step of a walk with what speaks for it. */
export interface ScoredStep {
  readonly features: PlanFeatures;
  readonly score: number;
  /** The words that speak of its relation. */
  readonly cue: Cue | undefined;
}

/** Where a step stands in its walk. */
interface StepPlace {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** An earlier step goes along the same relation: the question's words spoke of that one. */
  readonly isRepeated: boolean;
}

/** How a question reads from one mention beside the others of its set: all that walks from it have in common. */
export interface AnchorView {
  readonly mention: Mention;
  readonly denied: boolean;
  /** The question says that the denial is on record. */
  readonly isStatedDenial: boolean;
  /** Positions of the words of the set's mentions. */
  readonly mentioned: ReadonlySet<number>;
  readonly namedRelations: ReadonlySet<string>;
  /** Positions of the cues of each type that has some. */
  readonly typeCues: ReadonlyMap<string, readonly number[]>;
  /** Features of the mention as an anchor, which depend on no target and walk. */
  readonly features: PlanFeatures;
  readonly score: number;
  /** Features of the mention as a description of the target, where it may be one. */
  readonly described: PlanFeatures | undefined;
  /** The question compares ("other", "same"), so that a walk may well come back to where it started. */
  readonly compares: boolean;
  /** Walks that have a learned weight; undefined when nothing is learned. */
  readonly learned: ReadonlySet<string> | undefined;
  scoreStep(step: SchemaStep, place: StepPlace): ScoredStep;
}

/** How strongly a cue speaks about a mention: full beside it, less far away, little from another sentence. */
const nearness = (gap: number, sameSentence: boolean, rival: boolean): number =>
  (0.5 + 0.5 / (1 + gap / 6)) * (sameSentence ? 1 : 0.4) * (rival ? 0.4 : 1);

/** What the words at and around a mention say of it, whatever it stands beside. */
interface MentionReading {
  readonly isCue: boolean;
  readonly isAskedFor: boolean;
  readonly isBesideOwnType: boolean;
  readonly described: PlanFeatures | undefined;
}

function readMention(mention: Mention, { cues, tokens, firm }: QuestionContext): MentionReading {
  const isCue = cues.some(
    (cue) => cue.weight >= 1 && mention.tokens.every((position) => cue.tokens.includes(position)),
  );
  const isAskedFor = isAsked(mention, cues, tokens);
  const describes = !isSymbol(mention.text) && !isCue && !qualifiesMention(mention, firm, tokens);
  return {
    isCue,
    isAskedFor,
    isBesideOwnType: cues.some(
      (cue) =>
        cue.kind === 'type' &&
        cue.name === mention.type &&
        gapBetween(cue.tokens, mention.tokens) === 1 &&
        tokens[cue.tokens[0]!]!.clause === tokens[mention.tokens[0]!]!.clause,
    ),
    described: describes ? { described: Math.max(0, mention.evidence), describedAsked: isAskedFor ? 1 : 0 } : undefined,
  };
}

/** Views of one question's mentions, each made once for all sets beside which it reads the same. */
export function createAnchorViews(context: QuestionContext): (mention: Mention, set: MentionSet) => AnchorView {
  const { tokens, weights, statistics } = context;
  const compares = tokens.some((token) => COMPARING_WORDS.has(token.folded));
  const learned = weights.learned === undefined ? undefined : learnedWalks(weights.learned);
  const gaps = new Map<Cue, Map<Mention, number>>();
  const gapOf = (cue: Cue, mention: Mention): number => {
    let row = gaps.get(cue);
    if (row === undefined) gaps.set(cue, (row = new Map<Mention, number>()));
    let gap = row.get(mention);
    if (gap === undefined) row.set(mention, (gap = gapBetween(cue.tokens, mention.tokens)));
    return gap;
  };
  const readings = new Map<Mention, MentionReading>();
  const wordsOf = (mention: Mention): MentionReading => {
    let reading = readings.get(mention);
    if (reading === undefined) readings.set(mention, (reading = readMention(mention, context)));
    return reading;
  };
  const views = new Map<Mention, Map<string, AnchorView>>();

  return (mention, set) => {
    const denied = set.isDenied(mention);
    const relationCues = set.cues.filter((cue) => cue.kind === 'relation');
    const others = set.mentions.filter((other) => other !== mention);
    const rivals = relationCues.map((cue) => {
      const gap = gapOf(cue, mention);
      return others.some((other) => gapOf(cue, other) < gap);
    });
    const isNamedBefore = set.mentions
      .slice(0, set.mentions.indexOf(mention))
      .some((other) => namesSame(other, mention));
    const qualifies = qualifiesMention(mention, set.mentions, tokens);
    const isStatedDenial = set.isStatedDenial(mention);
    const key = [
      denied ? 1 : 0,
      isStatedDenial ? 1 : 0,
      qualifies ? 1 : 0,
      isNamedBefore ? 1 : 0,
      set.key,
      rivals.map((rival) => (rival ? 1 : 0)).join(''),
      learned === undefined ? '' : [...set.mentioned].join(' '),
    ].join('|');
    let own = views.get(mention);
    if (own === undefined) views.set(mention, (own = new Map<string, AnchorView>()));
    const known = own.get(key);
    if (known !== undefined) return known;

    const sentences = new Set(mention.tokens.map((position) => tokens[position]!.sentence));
    const spoken = new Map<string, { cue: Cue; value: number }>();
    relationCues.forEach((cue, at) => {
      const near = nearness(gapOf(cue, mention), sentences.has(tokens[cue.tokens[0]!]!.sentence), rivals[at]!);
      const value = cue.weight * near;
      const best = spoken.get(cue.name);
      if (best === undefined || value > best.value) spoken.set(cue.name, { cue, value });
    });
    const { isCue, isAskedFor, isBesideOwnType } = wordsOf(mention);
    const features: PlanFeatures = {
      mentionIsCue: isCue ? 1 : 0,
      mentionIsAsked: isAskedFor && !qualifies ? 1 : 0,
      mentionTypeCue: isBesideOwnType ? 1 : 0,
      evidence: mention.evidence * (isNamedBefore ? REPEATED_SHARE : 1),
      anchors: 1,
    };
    const makeStep = (step: SchemaStep, { isFirst, isLast, isRepeated }: StepPlace): ScoredStep => {
      const best = isRepeated ? undefined : spoken.get(step.relation);
      // Words that deny speak of a relation that denies.
      const cued =
        (best !== undefined && best.cue.weight >= 1) ||
        (denied && context.cueBook.negativeRelations.has(step.relation));
      const stepFeatures: PlanFeatures = {
        // What is usual matters little where the question speaks of the relation.
        typePrior: Math.max(PRIOR_FLOOR, statistics.targetPrior(step.from, step.to)) * (cued ? CUED_TYPE_PRIOR : 1),
        relationPrior: Math.max(PRIOR_FLOOR, statistics.relationPrior(step)) * (cued ? CUED_PRIOR : 1),
        // What is denied is no sign for the relation: "has" in "has it been ruled out".
        relationCue: best === undefined || (denied && best.cue.weight < 1) ? 0 : best.value,
        passedTypeCue: !isLast && set.typeCues.has(step.to) ? 1 : 0,
        extraSteps: isFirst ? 0 : 1,
      };
      return { features: stepFeatures, score: scoreFeatures(stepFeatures, weights), cue: best?.cue };
    };
    const steps = new Map<SchemaStep, ScoredStep[]>();
    const view: AnchorView = {
      mention,
      denied,
      isStatedDenial,
      mentioned: set.mentioned,
      namedRelations: set.namedRelations,
      typeCues: set.typeCues,
      features,
      score: scoreFeatures(features, weights),
      described: denied ? undefined : wordsOf(mention).described,
      compares,
      learned,
      scoreStep(step, place) {
        let variants = steps.get(step);
        if (variants === undefined) steps.set(step, (variants = []));
        const at = (place.isFirst ? 1 : 0) + (place.isLast ? 2 : 0) + (place.isRepeated ? 4 : 0);
        return (variants[at] ??= makeStep(step, place));
      },
    };
    own.set(key, view);
    return view;
  };
}
