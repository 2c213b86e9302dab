import type { Relation } from '@grasp/plan';

/** The parts of speech of WordNet's files; adjective satellites (`s`) are adjectives. */
export const PARTS_OF_SPEECH: ReadonlyMap<string, string> = new Map([
  ['n', 'noun'],
  ['v', 'verb'],
  ['a', 'adjective'],
  ['s', 'adjective'],
  ['r', 'adverb'],
]);

/** How a pointer becomes a relation. */
export interface PointerRule {
  readonly relation: string;
  /** Written at both of its ends, and stored from the smaller id to the larger. */
  readonly symmetric?: true;
  /** Written at both of its ends, and stored from this part of speech. */
  readonly from?: string;
}

/** Pointers that repeat another one from its other end, such as hyponym for hypernym; each fact is stored once. */
export const INVERSE_POINTERS: ReadonlySet<string> = new Set(['~', '~i', '#m', '#s', '#p', '-c', '-r', '-u']);

/** The rule of each pointer symbol (wninput(5WN)). */
const RULES: ReadonlyMap<string, PointerRule> = new Map<string, PointerRule>([
  ['@', { relation: 'hypernym' }],
  ['@i', { relation: 'instance hypernym' }],
  ['%m', { relation: 'member meronym' }],
  ['%s', { relation: 'substance meronym' }],
  ['%p', { relation: 'part meronym' }],
  ['!', { relation: 'antonym', symmetric: true }],
  ['*', { relation: 'entailment' }],
  ['>', { relation: 'cause' }],
  ['=', { relation: 'attribute', from: 'noun' }],
  ['&', { relation: 'similar to', symmetric: true }],
  ['^', { relation: 'also see', symmetric: true }],
  ['$', { relation: 'verb group', symmetric: true }],
  ['\\', { relation: 'pertainym' }],
  ['+', { relation: 'derivationally related', symmetric: true }],
  ['<', { relation: 'participle of' }],
  [';c', { relation: 'domain topic' }],
  [';r', { relation: 'domain region' }],
  [';u', { relation: 'domain usage' }],
]);

/** The rule of a pointer symbol, or undefined for one that WordNet does not have. */
export function pointerRule(symbol: string): PointerRule | undefined {
  return RULES.get(symbol);
}

const PARTS = ['noun', 'verb', 'adjective', 'adverb'];
const within = (...parts: string[]): { from: string; to: string }[] => parts.map((part) => ({ from: part, to: part }));
const toNoun = PARTS.map((from) => ({ from, to: 'noun' }));

/** The relations with every pair of parts of speech that WordNet 3.1 has for them. */
export const WORDNET_RELATIONS: readonly Relation[] = [
  { name: 'hypernym', endpoints: within('noun', 'verb') },
  { name: 'instance hypernym', endpoints: within('noun') },
  { name: 'member meronym', endpoints: within('noun') },
  { name: 'substance meronym', endpoints: within('noun') },
  { name: 'part meronym', endpoints: within('noun') },
  { name: 'antonym', endpoints: within(...PARTS) },
  { name: 'entailment', endpoints: within('verb') },
  { name: 'cause', endpoints: within('verb') },
  { name: 'attribute', endpoints: [{ from: 'noun', to: 'adjective' }] },
  { name: 'similar to', endpoints: within('adjective') },
  { name: 'also see', endpoints: within('verb', 'adjective') },
  { name: 'verb group', endpoints: within('verb') },
  {
    name: 'pertainym',
    endpoints: [
      { from: 'noun', to: 'adjective' },
      { from: 'adjective', to: 'noun' },
      { from: 'adjective', to: 'adjective' },
      { from: 'adverb', to: 'adjective' },
    ],
  },
  {
    name: 'derivationally related',
    endpoints: [
      { from: 'noun', to: 'noun' },
      { from: 'noun', to: 'verb' },
      { from: 'adjective', to: 'noun' },
      { from: 'adjective', to: 'verb' },
      { from: 'adjective', to: 'adverb' },
    ],
  },
  { name: 'participle of', endpoints: [{ from: 'adjective', to: 'verb' }] },
  { name: 'domain topic', endpoints: toNoun },
  { name: 'domain region', endpoints: toNoun },
  { name: 'domain usage', endpoints: toNoun },
];

/** Names of the lexicographer files by number (lexnames(5WN)). */
export const LEXICAL_DOMAINS: readonly string[] = [
  ...['adj.all', 'adj.pert', 'adv.all', 'noun.Tops', 'noun.act', 'noun.animal', 'noun.artifact', 'noun.attribute'],
  ...['noun.body', 'noun.cognition', 'noun.communication', 'noun.event', 'noun.feeling', 'noun.food', 'noun.group'],
  ...['noun.location', 'noun.motive', 'noun.object', 'noun.person', 'noun.phenomenon', 'noun.plant'],
  ...['noun.possession', 'noun.process', 'noun.quantity', 'noun.relation', 'noun.shape', 'noun.state'],
  ...['noun.substance', 'noun.time', 'verb.body', 'verb.change', 'verb.cognition', 'verb.communication'],
  ...['verb.competition', 'verb.consumption', 'verb.contact', 'verb.creation', 'verb.emotion', 'verb.motion'],
  ...['verb.perception', 'verb.possession', 'verb.social', 'verb.stative', 'verb.weather', 'adj.ppl'],
];
