import type { Schema } from '@grasp/plan';

import { focusFeatures } from './cues.js';
import type { Cue, CueBook } from './cues.js';
import type { FoundFilters } from './find-filters.js';
import { namesSame, overlaps } from './mention.js';
import type { Mention } from './mention.js';
import { mainRuns } from './mention-place.js';
import { findNegations } from './negation.js';
import type { Negation } from './negation.js';
import { scoreFeatures } from './plan-features.js';
import type { PlanFeatures } from './plan-features.js';
import type { SchemaStatistics } from './schema-statistics.js';
import type { WalkBook } from './schema-walks.js';
import type { Token } from './tokenize.js';
import type { PlannerWeights } from './weights.js';

/** What is known about one question and its knowledge base, whichever mentions a plan uses. */
export interface QuestionContext {
  readonly schema: Schema;
  readonly tokens: readonly Token[];
  /** Positions of the words that a plan should explain. */
  readonly content: readonly number[];
  readonly cues: readonly Cue[];
  readonly cueBook: CueBook;
  readonly statistics: SchemaStatistics;
  readonly weights: PlannerWeights;
  readonly walks: WalkBook;
  /** All mentions, best evidence first. */
  readonly mentions: readonly Mention[];
  /** The best set of mentions, whichever of them a plan uses. */
  readonly firm: readonly Mention[];
  /** The question's words with content of their own, to search documents with. */
  readonly searchText: string;
  /** Types that a search of documents may aim at, likeliest first. */
  readonly documentTypes: readonly string[];
  /** By type, the comparisons of the question as filters on its fields. */
  readonly filters: ReadonlyMap<string, FoundFilters>;
}

/** The cue that names what is asked for, and what speaks for it. */
interface Focus {
  readonly cue: Cue | undefined;
  readonly features: PlanFeatures;
  readonly score: number;
}

/** Mentions that a plan may use together, and how the rest of the question reads beside them. */
export interface MentionSet {
  readonly mentions: readonly Mention[];
  /** Positions of their words. */
  readonly mentioned: ReadonlySet<number>;
  /** Cues outside the mentions. */
  readonly cues: readonly Cue[];
  readonly negations: readonly Negation[];
  isDenied(mention: Mention): boolean;
  /** Whether a denial of it is said to be on record. */
  isStatedDenial(mention: Mention): boolean;
  /** Relations that the question names. */
  readonly namedRelations: ReadonlySet<string>;
  /** Positions of the cues of each type that has some. */
  readonly typeCues: ReadonlyMap<string, readonly number[]>;
  focusOf(type: string): Focus;
  /** Number of longer names that its mentions cut in parts. */
  readonly cutNames: number;
  /** Evidence of all but certain mentions that it leaves out. */
  readonly leftOut: number;
  /** A text that two sets share in which the question's cues read the same. */
  readonly key: string;
}

/** The type cue that most likely names what is asked for, with its features. */
function findFocus(
  type: string,
  cues: readonly Cue[],
  mentioned: ReadonlySet<number>,
  { tokens, weights }: QuestionContext,
): Focus {
  const own = cues.filter((cue) => cue.kind === 'type' && cue.name === type);
  const otherTypes = new Set(
    own.length === 0
      ? []
      : cues.flatMap((cue) => (cue.kind === 'type' && cue.name !== type && cue.weight >= 1 ? cue.tokens : [])),
  );
  let best: Focus = { cue: undefined, features: {}, score: 0 };
  for (const cue of own) {
    const features: PlanFeatures = { targetCue: 1, ...focusFeatures(cue, tokens, mentioned, otherTypes) };
    const score = scoreFeatures(features, weights);
    if (best.cue === undefined || score > best.score) best = { cue, features, score };
  }
  return best.score > 0 ? best : { cue: undefined, features: {}, score: 0 };
}

/** Number of names all of whose words go to two or more mentions of the same type: "nausea" and "vomiting" of "nausea and vomiting". */
const countCutNames = (mentions: readonly Mention[], all: readonly Mention[], least: number): number =>
  all.filter((whole) => {
    if (whole.via === 'vector' || whole.places !== undefined || whole.evidence < least) return false;
    const parts = mentions.filter(
      ({ type, tokens }) => type === whole.type && tokens.every((position) => whole.tokens.includes(position)),
    );
    return parts.length > 1 && parts.reduce((sum, { tokens }) => sum + tokens.length, 0) === whole.tokens.length;
  }).length;

/** Reads a question beside one set of mentions. */
export function readMentionSet(mentions: readonly Mention[], context: QuestionContext): MentionSet {
  const mentioned = new Set(mentions.flatMap((mention) => mention.tokens));
  // Words inside a mention are no cues, but for the noun that the mention ends with when it is of another type: in
  // "contiguous gene syndromes" as a mode of inheritance, syndromes are asked for.
  const endsMention = (cue: Cue): boolean =>
    cue.kind === 'type' &&
    mentions.some(
      (mention) =>
        mention.type !== cue.name &&
        mention.tokens.length > 1 &&
        cue.tokens.includes(mention.tokens[mention.tokens.length - 1]!),
    );
  const used: number[] = [];
  const cues = context.cues.filter((cue, at) => {
    const reads = !cue.tokens.every((position) => mentioned.has(position)) || endsMention(cue);
    if (reads) used.push(at);
    return reads;
  });
  const negations = findNegations(
    context.tokens,
    mentions.flatMap(mainRuns).sort((a, b) => a.first - b.first),
    mentioned,
  );
  const statedAt = new Set(negations.flatMap(({ mention, isStated }) => (isStated ? [mention] : [])));
  const deniedAt = new Set(negations.map((negation) => negation.mention));
  const typeCues = new Map<string, number[]>();
  for (const cue of cues) {
    if (cue.kind !== 'type') continue;
    const known = typeCues.get(cue.name);
    if (known === undefined) typeCues.set(cue.name, [...cue.tokens]);
    else known.push(...cue.tokens);
  }
  const focuses = new Map<string, Focus>();
  return {
    mentions,
    mentioned,
    cues,
    negations,
    isDenied: (mention) => mainRuns(mention).some(({ first }) => deniedAt.has(first)),
    isStatedDenial: (mention) => mainRuns(mention).some(({ first }) => statedAt.has(first)),
    namedRelations: new Set(cues.flatMap((cue) => (cue.kind === 'relation' && cue.weight >= 1 ? [cue.name] : []))),
    typeCues,
    focusOf(type) {
      let focus = focuses.get(type);
      if (focus === undefined) focuses.set(type, (focus = findFocus(type, cues, mentioned, context)));
      return focus;
    },
    cutNames: mentions.length > 1 ? countCutNames(mentions, context.mentions, context.weights.firmEvidence) : 0,
    leftOut: context.firm.reduce((sum, mention) => {
      const isUsed = mentions.some((other) => overlaps(other, mention) || namesSame(other, mention));
      return sum + (isUsed ? 0 : Math.max(0, mention.evidence - context.weights.firmEvidence));
    }, 0),
    key: used.join(' '),
  };
}
