import type { Subgraph, SubgraphEdge } from '../subgraph.js';
import { answerPositions } from '../subgraph.js';
import { NameMatcher } from './name-matcher.js';
import { relationWords } from './phrase-fact.js';
import type { Word } from './words.js';
import { isFunctionWord, isNegation, shortName, stemOf, wordsOf } from './words.js';

/** A part of a text that its subgraph does not bear out. */
export interface FaithfulnessProblem {
  /**
   * `entity`: a name or number that no node has. `relation`: words that belong to no relation. `fact`: a relation of the
   * subgraph, but not between the entities of its sentence. `negation`: a word that denies what the subgraph holds.
   * `too_long`: the text is longer than `maxLength`, and was not read.
   */
  readonly kind: 'entity' | 'relation' | 'fact' | 'negation' | 'too_long';
  readonly text: string;
  /** Characters from the start of the text; `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

export interface FaithfulnessReport {
  /** True when there is no problem and every answer is named. */
  readonly isFaithful: boolean;
  /** In order of their start. */
  readonly problems: readonly FaithfulnessProblem[];
  /** Ids of answer nodes that the text does not name. */
  readonly unnamedAnswers: readonly string[];
  /** Number of edges of which a sentence names both ends and the relation. */
  readonly statedEdges: number;
}

export interface FaithfulnessOptions {
  /** Text whose words are allowed as well, such as the question. */
  readonly allowedText?: string;
  /** Other words for a relation (its name, or its id where it has none), such as `{ country: ['located', 'nation'] }`. */
  readonly relationSynonyms?: Readonly<Record<string, readonly string[]>>;
  /** Longest text that is read, in characters. Default 100,000. */
  readonly maxLength?: number;
}

interface Sentence {
  readonly start: number;
  end: number;
  readonly nodes: Set<number>;
  readonly stems: Set<string>;
}

/**
 * Compares a text with the subgraph that it should describe, by words: names of nodes are found first, the longest first;
 * what is left must be words of relations, function words or allowed words. It knows no paraphrases but those that are
 * handed in, so that it rather flags too much than too little, and it does not see which way round a relation is told.
 */
export function checkFaithfulness(
  text: string,
  subgraph: Subgraph,
  options: FaithfulnessOptions = {},
): FaithfulnessReport {
  const { allowedText = '', relationSynonyms = {}, maxLength = 100_000 } = options;
  const answers = answerPositions(subgraph);
  if (text.length > maxLength) {
    const problem: FaithfulnessProblem = { kind: 'too_long', text: text.slice(0, 40), start: 0, end: text.length };
    const unnamedAnswers = answers.map((position) => subgraph.nodes[position]!.id);
    return { isFaithful: false, problems: [problem], unnamedAnswers, statedEdges: 0 };
  }
  const words = wordsOf(text);
  const matcher = new NameMatcher(subgraph, words, text.length);
  const relations = relationStems(subgraph, relationSynonyms);
  const relationStemSet = new Set([...relations.values()].flat(2));
  const allowed = new Set(wordsOf(allowedText).map(({ form }) => stemOf(form)));

  const problems: FaithfulnessProblem[] = [];
  const named = new Set<number>();
  const sentences: Sentence[] = [];
  let loose: Word[] = [];
  let previousEnd = 0;
  const closeLoose = (): void => {
    if (loose.length > 0) problems.push(looseProblem(text, loose, sentences.at(-1)!));
    loose = [];
  };
  for (let place = 0; place < words.length;) {
    const word = words[place]!;
    const gap = text.slice(previousEnd, word.start);
    if (sentences.length === 0 || /[.!?]["'”’)\]]*\s/u.test(gap)) {
      closeLoose();
      sentences.push({ start: word.start, end: word.end, nodes: new Set(), stems: new Set() });
    }
    const sentence = sentences.at(-1)!;
    const mention = matcher.longestAt(words, place);
    place += mention?.length ?? 1;
    previousEnd = sentence.end = words[place - 1]!.end;
    const stem = stemOf(word.form);
    if (mention !== undefined) {
      closeLoose();
      for (const node of mention.nodes) {
        named.add(node);
        sentence.nodes.add(node);
      }
    } else if (relationStemSet.has(stem)) {
      closeLoose();
      sentence.stems.add(stem);
    } else if (isNegation(word.form) && subgraph.edges.length > 0 && !allowed.has(stem)) {
      closeLoose();
      problems.push({ kind: 'negation', text: text.slice(word.start, word.end), start: word.start, end: word.end });
    } else if (isFunctionWord(word.form) || isNegation(word.form) || allowed.has(stem)) {
      closeLoose();
    } else {
      if (/[^\s\p{Pd}'’]/u.test(gap)) closeLoose();
      loose.push(word);
    }
  }
  closeLoose();

  const facts = new FactIndex(subgraph, named);
  const stated = new Set<SubgraphEdge>();
  for (const sentence of sentences) problems.push(...factProblems(text, sentence, { relations, facts, stated }));
  problems.sort((left, right) => left.start - right.start || left.end - right.end);
  const unnamedAnswers = answers.filter((answer) => !named.has(answer)).map((answer) => subgraph.nodes[answer]!.id);
  const isFaithful = problems.length === 0 && unnamedAnswers.length === 0;
  return { isFaithful, problems, unnamedAnswers, statedEdges: stated.size };
}

const relationKey = ({ name, relation }: SubgraphEdge): string => name ?? relation;

/** For each relation the sets of stems that tell it: those of its name, and of each synonym. */
function relationStems(
  { edges }: Subgraph,
  synonyms: Readonly<Record<string, readonly string[]>>,
): Map<string, string[][]> {
  const stems = new Map<string, string[][]>();
  for (const edge of edges) {
    const relation = relationKey(edge);
    if (stems.has(relation)) continue;
    const own = Object.hasOwn(synonyms, relation) ? synonyms[relation]! : [];
    const sets = [relationWords(relation), ...own].map((phrase) => [
      ...new Set(
        wordsOf(shortName(phrase))
          .filter(({ form }) => !isFunctionWord(form))
          .map(({ form }) => stemOf(form)),
      ),
    ]);
    stems.set(
      relation,
      sets.filter(({ length }) => length > 0),
    );
  }
  return stems;
}

/** The edges at some nodes of a subgraph by their ends. */
class FactIndex {
  readonly #edges: SubgraphEdge[] = [];
  readonly #byPair = new Map<number, SubgraphEdge[]>();
  readonly #relationsAt = new Map<number, Set<string>>();
  readonly #nodeCount: number;

  constructor({ nodes, edges }: Subgraph, named: ReadonlySet<number>) {
    this.#nodeCount = nodes.length;
    for (const node of named) this.#relationsAt.set(node, new Set());
    for (const edge of edges) {
      const [from, to] = [this.#relationsAt.get(edge.source), this.#relationsAt.get(edge.target)];
      from?.add(relationKey(edge));
      to?.add(relationKey(edge));
      if (from === undefined || to === undefined) continue;
      this.#edges.push(edge);
      const pair = edge.source * nodes.length + edge.target;
      const list = this.#byPair.get(pair);
      if (list === undefined) this.#byPair.set(pair, [edge]);
      else list.push(edge);
    }
  }

  /** Edges with both ends among some nodes. */
  among(nodes: ReadonlySet<number>): SubgraphEdge[] {
    if (nodes.size ** 2 > this.#edges.length) {
      return this.#edges.filter(({ source, target }) => nodes.has(source) && nodes.has(target));
    }
    const list = [...nodes];
    return list.flatMap((source) => list.flatMap((end) => this.#byPair.get(source * this.#nodeCount + end) ?? []));
  }

  hasRelationAt(node: number, relation: string): boolean {
    return this.#relationsAt.get(node)!.has(relation);
  }
}

/** A relation whose words are all in a sentence must hold between two of its entities, or at the only one. */
function factProblems(
  text: string,
  { start, end, nodes, stems }: Sentence,
  known: {
    readonly relations: ReadonlyMap<string, readonly (readonly string[])[]>;
    readonly facts: FactIndex;
    readonly stated: Set<SubgraphEdge>;
  },
): FaithfulnessProblem[] {
  if (stems.size === 0) return [];
  const among = known.facts.among(nodes);
  const held = new Set(among.map(relationKey));
  const told = new Set<string>();
  const supported: (readonly string[])[] = [];
  const unsupported: (readonly string[])[] = [];
  for (const [relation, phrases] of known.relations) {
    const found = phrases.filter((phrase) => phrase.every((stem) => stems.has(stem)));
    if (found.length === 0) continue;
    told.add(relation);
    // A sentence that names one entity or none may mean others by "it" or "they".
    const isOpen = nodes.size < 2 && Array.from(nodes).every((node) => known.facts.hasRelationAt(node, relation));
    (held.has(relation) || isOpen ? supported : unsupported).push(...found);
  }
  for (const edge of among) if (told.has(relationKey(edge))) known.stated.add(edge);
  // "country" is told by the words of "country of citizenship" too: no problem when that one holds.
  const isProblem = unsupported.some(
    (phrase) => !supported.some((other) => phrase.every((stem) => other.includes(stem))),
  );
  return isProblem ? [{ kind: 'fact', text: text.slice(start, end), start, end }] : [];
}

function looseProblem(text: string, loose: readonly Word[], sentence: Sentence): FaithfulnessProblem {
  const start = loose[0]!.start;
  const end = loose.at(-1)!.end;
  // The first word of a sentence has a capital whatever it is.
  const looksLikeName = loose.some(
    (word) => /\p{N}/u.test(word.form) || (word.isCapitalized && (word.start !== sentence.start || loose.length > 1)),
  );
  return { kind: looksLikeName ? 'entity' : 'relation', text: text.slice(start, end), start, end };
}
