import type { AnchorView, ScoredStep } from './anchor-view.js';
import type { Branch } from './assemble-plan.js';
import type { Cue } from './cues.js';
import { hierarchyRole } from './hierarchy.js';
import { learnedFeatures, learnedWalkName } from './learned-features.js';
import type { Mention } from './mention.js';
import type { QuestionContext } from './mention-set.js';
import { scoreFeatures, sumFeatures } from './plan-features.js';
import type { PlanFeatures } from './plan-features.js';
import type { SchemaWalk } from './schema-walks.js';

/** A mention with its way to the target and what speaks for it. */
export interface ScoredWalk {
  /** Absent when the mention describes the target itself. */
  readonly branch?: Branch;
  readonly mention: Mention;
  /** What other branches may share with this one. */
  readonly steps: readonly ScoredStep[];
  /** Score of what this branch has for itself. */
  readonly ownScore: number;
  /** With all steps. */
  readonly score: number;
  readonly cues: readonly Cue[];
  /** Positions of the words that the branch explains, some of them twice; those that deny it are not among them. */
  explains(): readonly number[];
  /** The features behind `ownScore`. */
  ownFeatures(): PlanFeatures;
}

/** Directions for a walk within a hierarchy, when the question says whether it asks for what is above, below or beside. */
function directionsOf(walk: SchemaWalk, mention: Mention, context: QuestionContext): Branch['directions'] {
  const step = walk[0]!;
  if (!walk.every((other) => other.relation === step.relation && other.to === mention.type)) return undefined;
  const up = context.statistics.upward(step.relation, mention.type);
  const role = up === undefined ? undefined : hierarchyRole(mention, context.tokens);
  if (up === undefined || role === undefined) return undefined;
  const down = up === 'in' ? 'out' : 'in';
  if (role === 'sibling') return walk.length === 2 ? [up, down] : undefined;
  return walk.length === 1 ? [role === 'broader' ? up : down] : undefined;
}

/** A feature that a way of reading a denial adds. */
type DenialFeature = 'statedDenial' | 'assumedDenial' | 'unaskedDenial' | 'ignoredNegation';

/** Whether an earlier step of a walk goes along the same relation as the step at a position. */
function isRepeated(walk: SchemaWalk, at: number): boolean {
  for (let before = 0; before < at; before++) if (walk[before]!.relation === walk[at]!.relation) return true;
  return false;
}

/** Whether a walk comes back to a type at a position. */
function comesBack(walk: SchemaWalk, at: number): boolean {
  const { to } = walk[at]!;
  for (let before = 0; before <= at; before++) if (walk[before]!.from === to) return true;
  return false;
}

/** Scores one mention with one walk: once as it stands, or in two ways when the mention is denied. */
export function scoreWalk(walk: SchemaWalk, view: AnchorView, context: QuestionContext): ScoredWalk[] {
  const { cueBook, weights, tokens } = context;
  const { mention, denied } = view;
  const cues: Cue[] = [];
  let [stepsScore, returning] = [0, 0];
  const steps = walk.map((step, at) => {
    const place = { isFirst: at === 0, isLast: at === walk.length - 1, isRepeated: isRepeated(walk, at) };
    const scored = view.scoreStep(step, place);
    stepsScore += scored.score;
    if (scored.cue !== undefined) cues.push(scored.cue);
    // A walk that comes back to a type needs a word for the step that does so: "cited by", "subtypes".
    const isCued = scored.cue !== undefined && (scored.cue.weight >= 1 || walk.length === 1);
    if (!isCued && comesBack(walk, at)) returning++;
    return scored;
  });
  const directions = directionsOf(walk, mention, context);
  const siblings = walk.length === 2 && directions !== undefined ? 1 : 0;
  const returns = siblings > 0 ? 0 : returning * (view.compares ? 0.4 : 1);
  const learned = (): PlanFeatures =>
    view.learned === undefined ? {} : learnedFeatures(walk, mention, view.mentioned, tokens);
  let common = view.score + weights.features.siblings * siblings + weights.features.returns * returns;
  if (view.learned?.has(learnedWalkName(walk, mention)) === true) common += scoreFeatures(learned(), weights);

  const make = (negated: boolean, denial?: DenialFeature): ScoredWalk => {
    const ownScore = common + (denial === undefined ? 0 : weights.features[denial]);
    return {
      branch: { mention, walk, negated, ...(directions === undefined ? {} : { directions }) },
      mention,
      steps,
      ownScore,
      score: ownScore + stepsScore,
      cues,
      explains() {
        const positions = [...mention.tokens, ...cues.flatMap((cue) => cue.tokens)];
        const types = new Set([mention.type, ...walk.map((step) => step.to)]);
        for (const type of types) positions.push(...(view.typeCues.get(type) ?? []));
        return positions;
      },
      ownFeatures: () =>
        sumFeatures(view.features, { siblings, returns }, learned(), denial === undefined ? {} : { [denial]: 1 }),
    };
  };
  if (walk.some((step) => cueBook.negativeRelations.has(step.relation))) {
    const isCued = cues.some((cue) => cueBook.negativeRelations.has(cue.name) && cue.weight >= 1);
    if (!denied) return [make(false, isCued ? undefined : 'unaskedDenial')];
    return [make(false, view.isStatedDenial ? 'statedDenial' : isCued ? undefined : 'assumedDenial')];
  }
  return denied ? [make(true), make(false, 'ignoredNegation')] : [make(false)];
}
