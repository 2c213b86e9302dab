import { findNames, linkName, unknownNames } from '@grasp/answer-candidates';
import type { LinkedNode, TextSpan } from '@grasp/answer-candidates';
import type { StaticEncoder } from '@grasp/encoders';
import type { KnowledgeBase } from '@grasp/skb';
import { createSubgraphExtractor } from '@grasp/subgraph-features';
import type { Extraction } from '@grasp/subgraph-features';

import { openTextIndex, textIndexVectors } from '../text-index.js';
import { PipelineError } from '../pipeline-error.js';
import type { FindAnchors } from './find-anchors.js';

/** What a text was linked to. */
export interface LinkedText {
  readonly text: string;
  /** The nodes that it may mean, likeliest first, at least one. */
  readonly nodes: readonly LinkedNode[];
}

/** A knowledge base as answers are reranked over it. */
export interface AnswerGraph {
  readonly knowledgeBase: KnowledgeBase;
  /** The vector of a text, of unit length or zero; remembers short texts. */
  encodeText(text: string): Float32Array;
  /** The nodes that a text may mean, likeliest first. */
  link(text: string, signal?: AbortSignal): Promise<LinkedNode[]>;
  /** The node of an id, or else the nodes of that name. @throws {@link PipelineError} `invalid_input` when there is none. */
  linkIdOrName(text: string, signal?: AbortSignal): Promise<LinkedText>;
  /**
   * The names in a question with their nodes: those that a plan takes for anchors, the others that stand in it, and what is written
   * like a name and is similar to one; in the order of the question, each node once.
   */
  linkQuestion(question: string, signal?: AbortSignal): Promise<LinkedText[]>;
  /** Names of the relations of edges that start at a node, and of those that end there. */
  relationsAt(node: number): { readonly out: readonly string[]; readonly in: readonly string[] };
  /** The subgraph between question entities and an answer. */
  extract(entities: readonly number[], answer: number | readonly number[], signal?: AbortSignal): Extraction;
}

/** Nodes that a name may mean at most; the paper's authors take 3 for decoders. */
const ALTERNATIVES = 3;

/** Names of relations and words are asked for again and again. */
const LONGEST_REMEMBERED = 64;
const MOST_REMEMBERED = 20_000;

/** Edges at each node, over all relations and both directions. */
function degrees(knowledgeBase: KnowledgeBase): Uint32Array {
  const counts = new Uint32Array(knowledgeBase.nodeCount);
  for (const { name } of knowledgeBase.schema.relations) {
    for (const direction of ['out', 'in'] as const) {
      const { offsets } = knowledgeBase.adjacency(name, direction);
      for (let node = 0; node < counts.length; node++) counts[node]! += offsets[node + 1]! - offsets[node]!;
    }
  }
  return counts;
}

/** Options of {@link openAnswerGraph}. */
export interface AnswerGraphOptions {
  /** Finds names in questions beside those that stand there word by word. */
  readonly findAnchors?: FindAnchors;
}

/** Where a name stands in a question, whatever its case; undefined when it is written otherwise there. */
function spanOf(text: string, question: string): TextSpan | undefined {
  const start = question.toLowerCase().indexOf(text.toLowerCase());
  return start === -1 ? undefined : { text, start, end: start + text.length };
}

const isPartOf = (text: string, name: string): boolean => ` ${name} `.toLowerCase().includes(` ${text} `.toLowerCase());

/** Prepares a knowledge base for many questions; it stays the caller's to close. */
export function openAnswerGraph(
  knowledgeBase: KnowledgeBase,
  encoder: StaticEncoder,
  options: AnswerGraphOptions = {},
): AnswerGraph {
  const extractor = createSubgraphExtractor(knowledgeBase);
  const hasVectors = ['all', 'names'].includes(textIndexVectors(knowledgeBase) ?? 'none');
  const index = hasVectors ? openTextIndex(knowledgeBase, encoder) : undefined;
  const vectors = new Map<string, Float32Array>();
  let edges: Uint32Array | undefined;
  const prominenceOf = (node: number): number => (edges ??= degrees(knowledgeBase))[node]!;
  const toLinked = (node: number): LinkedNode => ({
    index: node,
    id: knowledgeBase.idOf(node),
    name: knowledgeBase.nameOf(node),
    score: 1,
    via: 'name',
  });

  const similarNames = async (
    text: string,
    { count, signal }: { readonly count: number; readonly signal?: AbortSignal },
  ): Promise<readonly { readonly index: number; readonly score: number }[]> => {
    const [vector] = await encoder.encode([text], { role: 'query', ...(signal === undefined ? {} : { signal }) });
    return index!.nearestNames.search(vector!, { start: 0, end: knowledgeBase.nodeCount, count });
  };

  const link: AnswerGraph['link'] = (text, signal) =>
    linkName(knowledgeBase, text, {
      count: ALTERNATIVES,
      prominenceOf,
      ...(index === undefined ? {} : { similarNames }),
      ...(signal === undefined ? {} : { signal }),
    });

  return {
    knowledgeBase,
    encodeText(text) {
      const known = vectors.get(text);
      if (known !== undefined) return known;
      const vector = encoder.encodeSync(text);
      if (text.length <= LONGEST_REMEMBERED && vectors.size < MOST_REMEMBERED) vectors.set(text, vector);
      return vector;
    },
    link,
    async linkIdOrName(text, signal) {
      const known = knowledgeBase.indexOf(text);
      const nodes = known === undefined ? await link(text, signal) : [toLinked(known)];
      if (nodes.length > 0) return { text, nodes };
      throw new PipelineError('invalid_input', `expected the id or name of a node, got "${text}", which is none`);
    },
    async linkQuestion(question, signal) {
      const linked: (LinkedText & { readonly start: number })[] = [];
      const add = (text: string, start: number, nodes: readonly LinkedNode[]): void => {
        const [first] = nodes;
        if (first === undefined || linked.some((other) => other.nodes[0]!.index === first.index)) return;
        linked.push({ text, start, nodes });
      };
      const anchors = (await options.findAnchors?.(question, signal === undefined ? {} : { signal })) ?? [];
      const anchored = anchors.map(({ text }) => spanOf(text, question));
      for (const [place, { text, label }] of anchors.entries()) {
        const nodes = await link(text, signal);
        const typed = nodes.filter(({ index: node }) => knowledgeBase.typeOf(node) === label);
        add(text, anchored[place]?.start ?? question.length, typed.length > 0 ? typed : nodes);
      }
      const names = findNames(knowledgeBase, question);
      const isFree = ({ text, start, end }: TextSpan): boolean =>
        !anchors.some((anchor, place) => {
          const span = anchored[place];
          return span === undefined ? isPartOf(text, anchor.text) : span.start < end && start < span.end;
        });
      for (const { text, start, nodes } of names.filter(isFree)) {
        const known = nodes
          .map(toLinked)
          .sort((a, b) => prominenceOf(b.index) - prominenceOf(a.index) || a.index - b.index)
          .slice(0, ALTERNATIVES);
        add(text, start, known);
      }
      for (const { text, start, end } of unknownNames(question, names)) {
        if (isFree({ text, start, end })) add(text, start, await link(text, signal));
      }
      return linked.sort((a, b) => a.start - b.start).map(({ text, nodes }) => ({ text, nodes }));
    },
    relationsAt(node) {
      const named = (direction: 'out' | 'in'): string[] =>
        knowledgeBase.schema.relations
          .map(({ name }) => name)
          .filter((name) => knowledgeBase.neighbours(node, name, direction).length > 0);
      return { out: named('out'), in: named('in') };
    },
    extract: (entities, answer, signal) => extractor.extract(entities, answer, signal === undefined ? {} : { signal }),
  };
}
