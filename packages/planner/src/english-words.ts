const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

/** English words that carry grammar rather than content. They never make a mention alone and never need explaining. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  words(`
  a about above across after again against all along also although am among an and another any anybody anyone anything are as at
  be because been before behind being below beneath beside besides between beyond both but by can cannot could despite did do does doing done down during each either
  else ever every everybody everyone everything few for from further had has have having he her here hers herself him
  himself his how however i if in into is it its itself just least less let like may me might mine more most much must my
  myself neither no nobody none nor not nothing now of off on once one ones only onto or other others our ours out over
  own per please quite rather same she should since so some somebody someone something such than that the their theirs
  them themselves then there these they this those though through to together too toward towards under until up upon us
  versus very via vs was we well were what whatever when where whether which while who whom whose why will with within without
  would yes yet you your yours yourself ain't aren't can't couldn't didn't doesn't don't hadn't hasn't haven't i'd i'll
  i'm i've isn't it's let's shouldn't that's there's they're wasn't we've weren't what's who's won't wouldn't you're
  ok okay oh hi hello thanks thank
  `),
);

/** Articles, prepositions and conjunctions: the words that may differ between a name and the way a question puts it. */
export const LIGHT_WORDS: ReadonlySet<string> = new Set(
  words('a an and as at by for from in into is of on or the to with this that these those are be due'),
);

/** Words of asking and reporting that say nothing about the answer itself. */
export const SCAFFOLD_WORDS: ReadonlySet<string> = new Set(
  words(`
  answer ask asking belong belongs bring brings called call calls candidate candidates carry case cases causes cause caused come comes
  common consider considered consist consists could describe described describes document documented entry entries example
  exist exists explain explains feature features file find fit fits follow following found get gets give given gives go goes
  going got happen happens help include included includes including involve involved involves item items
  know known knows leave leaves list listed lists look looking looks made make makes man matter matters mean means meet meets mention
  mentioned mentions name named names need needs note noted occur occurs overlap pair part people person possible possibly present
  presents pull put question recorded record records related relate report reported result results said say says search see seen set
  share shared shares sharing show shown shows sort sorts suffer suffering suggest sure take taken tell term terms thing things
  think tied told try turn turns understand use used uses usually want wants way woman word wonder wondering would
  associated association linked link links annotated annotation annotations
  `),
);

/** Words that open a question about what follows them. */
export const QUESTION_WORDS: ReadonlySet<string> = new Set([
  'which',
  'what',
  'whose',
  'who',
  'whom',
  "what's",
  "who's",
]);

/** Of these, the ones that relate to a noun right before them. */
export const RELATIVE_WORDS: ReadonlySet<string> = new Set(['whose', 'who', 'whom']);

/** Imperatives whose object is what is asked for. */
export const REQUEST_WORDS: ReadonlySet<string> = new Set(
  words(`list name give show find tell get pull search looking want need enumerate identify suggest return display any
  candidate possible potential among fetch recommend`),
);

/**
 * Phrases that deny what follows them or, at the end of a clause, what precedes them. Longer ones first, so that the
 * whole phrase is taken.
 */
export const NEGATORS: readonly (readonly string[])[] = [
  'in the absence of',
  'with the exception of',
  'other than',
  'rather than',
  'leaving out',
  'leave out',
  'leaves out',
  'absence of',
  'lack of',
  'free of',
  'free from',
  'apart from',
  'aside from',
  'instead of',
  'ruling out',
  'rule out',
  'ruled out',
  'without',
  'excluding',
  'exclude',
  'excludes',
  'excluded',
  'except',
  'minus',
  'omitting',
  'omit',
  'not',
  'no',
  'never',
  'none',
  'neither',
  'nor',
  'lack',
  'lacks',
  'lacking',
  'lacked',
  'absent',
  'missing',
  'cannot',
  "isn't",
  "aren't",
  "wasn't",
  "weren't",
  "don't",
  "doesn't",
  "didn't",
  "hasn't",
  "haven't",
  "hadn't",
  "can't",
  "won't",
].map((phrase) => phrase.split(' '));

/** Words for "there is none" that stand for one another in a name and in a question: "without nipples", "absent nipples". */
export const ABSENCE_WORDS: readonly string[] = ['absent', 'absence', 'without', 'no', 'lack', 'lacking', 'missing'];

/** Beside a denial these say that it is itself stated as a fact: "is recorded as absent" against "without". */
export const STATING_WORDS: ReadonlySet<string> = new Set(
  words(`explicitly specifically definitely expressly outright clearly recorded documented noted marked stated confirmed
  reported excluded ruled`),
);

/** Words for more, and words for less, that stand for one another: "raised", "increased". */
export const AMOUNT_WORDS: readonly (readonly string[])[] = [
  words('high raised raise elevated elevation increased increase'),
  words('low reduced reduction decreased decrease diminished'),
];

/** Words for opposites, such as more and less: a name with one of a kind is no paraphrase of words with one of the other. */
export const OPPOSITES: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    [...AMOUNT_WORDS[0]!, ...words('higher excess excessive large enlarged overactive')],
    [...AMOUNT_WORDS[1]!, ...words('lower deficient deficiency small shrunken underactive')],
  ],
  [words('early premature precocious'), words('late delayed delay')],
];

/** After "not" these take its force away: "not only", "not sure". */
export const NEGATION_BREAKERS: ReadonlySet<string> = new Set([
  'only',
  'just',
  'merely',
  'simply',
  'sure',
  'certain',
  'necessarily',
  'limited',
  'know',
  'remember',
  'matter',
]);

/** After "is not" or "isn't" these say that something is wrong, and so that it is there: "isn't right", "not where it should be". */
export const SOUND_WORDS: ReadonlySet<string> = new Set(
  words('right normal normally proper properly well working where quite fully enough able'),
);
