import type { Subgraph } from '../subgraph.js';
import { answerPositions, checkSubgraph, questionPositions } from '../subgraph.js';
import { isFunctionWord, shortName, stemOf, wordsOf } from '../text/words.js';
import { cosine } from './cosine.js';
import { toDigraph, undirected } from './digraph.js';

/** Options of {@link questionFeatures}. */
export interface QuestionFeatureOptions {
  /**
   * The vector of a word or a short text, such as `encodeSync` of @grasp/encoders' static encoder; any length, and zeros for a
   * text without meaning. It is asked for the same names again for other answers, so let it remember what it gave. Without it the
   * features that need it are null.
   */
  readonly encodeText?: (text: string) => ArrayLike<number>;
}

/**
 * How the relations on the paths between question entities and answer fit the words of the question; ours, not the paper's. Paths
 * are shortest paths within the subgraph, directions ignored. What is compared with relations are the question's own words:
 * those that are neither function words nor part of a question entity's name, or all but function words when none is left.
 */
export interface QuestionFeatures {
  /** 1 when the question offers a choice ("A or B") and the answer is one of its entities, else 0. */
  readonly offered: number;
  /** Largest share of the words of a relation's name that the question has, up to inflection, over relations on the paths; 0 to 1. */
  readonly relationWords: number;
  /** The same over the relations of the paths' last edges, those at the answer. */
  readonly lastRelationWords: number;
  /** Largest cosine of the question's own words and the name of a last edge that points to the answer, at least 0; 0 without such an edge. */
  readonly relationIn: number | null;
  /** The same of last edges that point away from the answer. */
  readonly relationOut: number | null;
  /**
   * Mean over question entities of the best path's fit: each edge counts the largest cosine, at least 0, of a word of the question
   * and the relation's name; their mean is divided by the path's length. 0 for a question entity without a path.
   */
  readonly relationFit: number | null;
}

/**
 * Features of the question's words and the subgraph; see {@link QuestionFeatures}. An edge without a name counts with its relation;
 * of a name the first 1,000 characters are read.
 *
 * @throws SubgraphError `invalid_subgraph`
 */
export function questionFeatures(
  subgraph: Subgraph,
  question: string,
  options: QuestionFeatureOptions = {},
): QuestionFeatures {
  const { nodes, edges } = checkSubgraph(subgraph);
  const answers = new Set(answerPositions(subgraph));
  const all = questionPositions(subgraph);
  const words = ownWords(
    question,
    all.map((position) => shortName(nodes[position]!.name ?? '')),
  );
  const lexical = overlapWith(words);
  const fit = options.encodeText === undefined ? undefined : cosinesWith(words, options.encodeText);

  const { distances, order, neighbours } = walkFrom(subgraph, answers);
  const questions = all.filter((position) => !answers.has(position));
  const isOnPath = new Uint8Array(nodes.length);
  for (const position of questions) if (distances[position]! > 0) isOnPath[position] = 1;
  for (const node of order.toReversed()) {
    if (isOnPath[node] === 0) continue;
    for (let edge = neighbours.offsets[node]!; edge < neighbours.offsets[node + 1]!; edge++) {
      const next = neighbours.targets[edge]!;
      if (distances[next] === distances[node]! - 1) isOnPath[next] = 1;
    }
  }

  // The best sum of a path from each node to the answers, from the nearest nodes outwards.
  const steps = edges.flatMap(({ source, target, name, relation }) => {
    const isInward = distances[source]! > distances[target]!;
    const [outer, inner] = isInward ? [source, target] : [target, source];
    const isStep = isOnPath[outer] === 1 && distances[outer] === distances[inner]! + 1;
    return isStep ? [{ outer, inner, isInward, text: shortName(name ?? relation) }] : [];
  });
  steps.sort((left, right) => distances[left.outer]! - distances[right.outer]!);
  const best = new Float64Array(nodes.length).fill(-1);
  for (const answer of answers) best[answer] = 0;
  const largest = { relationWords: 0, lastRelationWords: 0, relationIn: 0, relationOut: 0 };
  const raise = (name: keyof typeof largest, value: number): void => {
    largest[name] = Math.max(largest[name], value);
  };
  for (const { outer, inner, isInward, text } of steps) {
    raise('relationWords', lexical(text));
    if (distances[inner] === 0) raise('lastRelationWords', lexical(text));
    if (fit === undefined) continue;
    if (distances[inner] === 0) raise(isInward ? 'relationIn' : 'relationOut', fit(text).whole);
    best[outer] = Math.max(best[outer]!, best[inner]! + fit(text).bestWord);
  }
  const total = questions.reduce((sum, position) => {
    const distance = distances[position]!;
    return distance > 0 ? sum + best[position]! / distance ** 2 : sum;
  }, 0);
  return {
    ...largest,
    offered: all.length > questions.length && /\bor\b/iu.test(question) ? 1 : 0,
    relationIn: fit === undefined ? null : largest.relationIn,
    relationOut: fit === undefined ? null : largest.relationOut,
    relationFit: fit === undefined ? null : questions.length === 0 ? 0 : total / questions.length,
  };
}

function ownWords(question: string, entityNames: readonly string[]): readonly string[] {
  const content = wordsOf(question)
    .map(({ form }) => form)
    .filter((form) => !isFunctionWord(form));
  const named = new Set(entityNames.flatMap((name) => wordsOf(name).map(({ form }) => form)));
  const own = content.filter((form) => !named.has(form));
  return own.length > 0 ? own : content;
}

/** The share of a name's words, function words left out, that are among `words` up to inflection. */
function overlapWith(words: readonly string[]): (name: string) => number {
  const stems = new Set(words.map(stemOf));
  return (name) => {
    const forms = wordsOf(name).filter(({ form }) => !isFunctionWord(form));
    return forms.length === 0 ? 0 : forms.filter(({ form }) => stems.has(stemOf(form))).length / forms.length;
  };
}

interface Fit {
  /** Cosine of the name and all words together; at least 0. */
  readonly whole: number;
  /** Largest cosine of the name and one word; at least 0. */
  readonly bestWord: number;
}

function cosinesWith(words: readonly string[], encodeText: (text: string) => ArrayLike<number>): (name: string) => Fit {
  const whole = encodeText(words.join(' '));
  const each = words.map((word) => encodeText(word));
  const known = new Map<string, Fit>();
  return (name) => {
    let fit = known.get(name);
    if (fit === undefined) {
      const vector = encodeText(name);
      fit = {
        whole: Math.max(0, cosine(whole, vector)),
        bestWord: each.reduce((most, word) => Math.max(most, cosine(word, vector)), 0),
      };
      known.set(name, fit);
    }
    return fit;
  };
}

/** Edges from each node to the nearest answer, directions ignored, -1 without a path; `order` is by that distance. */
function walkFrom(subgraph: Subgraph, answers: ReadonlySet<number>) {
  const neighbours = undirected(toDigraph(subgraph));
  const distances = new Int32Array(subgraph.nodes.length).fill(-1);
  const order = [...answers];
  for (const answer of answers) distances[answer] = 0;
  for (const node of order) {
    for (let edge = neighbours.offsets[node]!; edge < neighbours.offsets[node + 1]!; edge++) {
      const next = neighbours.targets[edge]!;
      if (distances[next] !== -1) continue;
      distances[next] = distances[node]! + 1;
      order.push(next);
    }
  }
  return { distances, order, neighbours };
}
