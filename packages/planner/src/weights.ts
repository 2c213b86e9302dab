/**
 * The parameters of the log-linear model that chooses the plan, in nats. The first group makes the evidence of one
 * mention; the second weighs the features of a whole plan, which are reported by these names.
 */
export interface PlannerWeights {
  /** Most that a one-word name can prove; the proof is -log of the density of one-word names. */
  readonly singleWordLimit: number;
  /** Each further word of a name. */
  readonly furtherWord: number;
  /** The words stand as the name has them, without gap. */
  readonly exact: number;
  readonly wordQuality: Readonly<Record<'folded' | 'stem' | 'root' | 'spelling', number>>;
  readonly gapContentWord: number;
  readonly gapOtherWord: number;
  /** The most that gaps cost. */
  readonly gapLimit: number;
  readonly crossesClause: number;
  readonly crossesSentence: number;
  readonly inverted: number;
  readonly onlyFunctionWords: number;
  readonly onlyScaffold: number;
  readonly caseAgrees: number;
  readonly caseDiffers: number;
  /** The same for a word that opens a sentence and so has a capital anyway. */
  readonly caseOpens: number;
  /** A word that denies stands between the words. */
  readonly gapDenial: number;
  /** A word of the type's own name is left out ("Acme" for "Acme brand"). */
  readonly typeWordLeftOut: number;
  /** A word is left out that so many names contain that it says little ("level"). */
  readonly commonWordLeftOut: number;
  /** Paraphrases: evidence of a cosine is `cosine` times its distance from `cosineOrigin`, and more for more words. */
  readonly cosine: number;
  readonly cosineOrigin: number;
  /** A phrase of one word. */
  readonly cosineSingleWord: number;
  /** Each word that the name has more than the phrase. */
  readonly cosineSurplusWord: number;
  /** From this evidence on, words that name something cannot be part of a paraphrase of something else. */
  readonly firmEvidence: number;
  /** Mentions below this are dropped. */
  readonly leastEvidence: number;
  /** Weight of each plan feature. */
  readonly features: Readonly<Record<PlanFeature, number>>;
  /**
   * Weights of the features that `learnedFeatures` reads: which walks are asked for, and which words speak of them. They
   * come from questions; without this table those features are not read.
   */
  readonly learned?: Readonly<Record<LearnedFeature, number>>;
}

/** A walk from an anchor to the target, alone or with a word of the question; see `learnedFeatures`. */
export type LearnedFeature = `walk:${string}`;

/** The features of a plan, in the order in which they are reported. */
export const PLAN_FEATURES = Object.freeze([
  /** Sum of the evidence of the mentions used as anchors. */
  'evidence',
  /** Number of anchors: each must be worth it. */
  'anchors',
  /** Mentions that are only a word of the schema ("onset"). */
  'mentionIsCue',
  /** Mentions right after "which" or "what": the description of the answer, not an anchor. */
  'mentionIsAsked',
  /** Mentions next to a word for their own type ("the gene X"). */
  'mentionTypeCue',
  /** Content words that no part of the plan explains, at most 8. */
  'unexplained',
  /** The target's type has a cue word. */
  'targetCue',
  'afterQuestionWord',
  'afterRequest',
  'plural',
  'atEdge',
  /** It opens the question, as in "genes of …" without a question word. */
  'opens',
  'insideDescription',
  'afterMention',
  'inBrackets',
  /** Log share of the walk's types among all that could follow. */
  'typePrior',
  /** Log share of the walk's relations among those between the same types. */
  'relationPrior',
  /** Steps beyond the first of each walk. */
  'extraSteps',
  /** Walks that come back to a type that they left. */
  'returns',
  /** Two steps of a hierarchy, up and down, where the question says "siblings". */
  'siblings',
  /** Cue words of the relations used, by number of words and nearness to the mention. */
  'relationCue',
  /** Types passed on the way that the question names. */
  'passedTypeCue',
  /** A denied mention that the plan uses as if it were asserted. */
  'ignoredNegation',
  /** A denied mention joined by a relation that itself denies, without a cue for it. */
  'assumedDenial',
  /** A mention whose denial the question says to be on record, joined by such a relation. */
  'statedDenial',
  /** A mention that is not denied, joined by a denying relation. */
  'unaskedDenial',
  /** Filters on fields of the target's type. */
  'filters',
  /** No cue names the target's type, though anchors lead to it. */
  'uncuedTarget',
  /** `typePrior` again for such plans: without a cue the usual type is meant. */
  'uncuedPrior',
  /** Evidence of mentions of the target's own type that describe the answer instead of leading to it. */
  'described',
  /** Of these, the ones right after "which" or "what". */
  'describedAsked',
  /** The plan searches documents, without anchor. */
  'docSearch',
  /** The anchor is a description: nodes are searched by it, and lead to a type that has no texts of its own. */
  'describedAnchor',
  /** Every anchor is denied: nearly all nodes are left. */
  'onlyDenied',
  /** Names whose words are read as several shorter names of the same type. */
  'cutNames',
  /** A search of documents: evidence of all but certain mentions that it leaves unused. */
  'leftOut',
  /** The plan was executed and finds nothing. */
  'empty',
] as const);

export type PlanFeature = (typeof PLAN_FEATURES)[number];

/** Defaults, chosen on generated and written questions over several knowledge bases. */
export const DEFAULT_WEIGHTS: PlannerWeights = Object.freeze({
  singleWordLimit: 4,
  furtherWord: 2.5,
  exact: 0.3,
  wordQuality: Object.freeze({ folded: 0, stem: -0.1, root: -0.9, spelling: -1.2 }),
  gapContentWord: -1,
  gapOtherWord: -0.15,
  gapLimit: -4,
  crossesClause: -0.8,
  crossesSentence: -4,
  inverted: -0.3,
  onlyFunctionWords: -4,
  onlyScaffold: -2.5,
  caseAgrees: 2,
  caseDiffers: -4.5,
  caseOpens: -1,
  gapDenial: -3,
  typeWordLeftOut: -0.8,
  commonWordLeftOut: -1.5,
  cosine: 10,
  cosineOrigin: 0.62,
  cosineSingleWord: -1,
  cosineSurplusWord: -1.2,
  firmEvidence: 4.5,
  leastEvidence: -0.5,
  features: Object.freeze({
    evidence: 1,
    anchors: -1,
    mentionIsCue: -3,
    mentionIsAsked: -3,
    mentionTypeCue: 0.7,
    unexplained: -0.35,
    targetCue: 1.5,
    afterQuestionWord: 2.5,
    afterRequest: 1.5,
    plural: 0.5,
    atEdge: 0.8,
    opens: 1,
    insideDescription: -1.2,
    afterMention: -1,
    inBrackets: -2,
    typePrior: 0.4,
    relationPrior: 0.7,
    extraSteps: -1.2,
    returns: -4,
    siblings: 3,
    relationCue: 1.5,
    passedTypeCue: 0.5,
    ignoredNegation: -4,
    assumedDenial: -1.5,
    statedDenial: 2,
    unaskedDenial: -1,
    filters: 1,
    uncuedTarget: -1.5,
    uncuedPrior: 0.5,
    described: 0.5,
    describedAsked: 1.5,
    docSearch: 0,
    describedAnchor: -0.5,
    onlyDenied: -5,
    cutNames: -2.5,
    leftOut: -0.5,
    empty: -12,
  }),
});
