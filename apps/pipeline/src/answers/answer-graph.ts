import { findNames, linkName, unknownNames } from '@grasp/answer-candidates';
import type { LinkedNode } from '@grasp/answer-candidates';
import type { StaticEncoder } from '@grasp/encoders';
import type { KnowledgeBase } from '@grasp/skb';
import { createSubgraphExtractor } from '@grasp/subgraph-features';
import type { Extraction } from '@grasp/subgraph-features';

import { openTextIndex, textIndexVectors } from '../text-index.js';
import { PipelineError } from '../pipeline-error.js';

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
  /** The names in a question with their nodes, and what is written like a name and is similar to one; in the order of the question. */
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

/** Prepares a knowledge base for many questions; it stays the caller's to close. */
export function openAnswerGraph(knowledgeBase: KnowledgeBase, encoder: StaticEncoder): AnswerGraph {
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
      const found = findNames(knowledgeBase, question);
      const linked = found.map(({ text, start, nodes }) => ({
        text,
        start,
        nodes: nodes
          .map(toLinked)
          .sort((a, b) => prominenceOf(b.index) - prominenceOf(a.index) || a.index - b.index)
          .slice(0, ALTERNATIVES),
      }));
      for (const { text, start } of unknownNames(question, found)) {
        const nodes = await link(text, signal);
        if (nodes.length > 0) linked.push({ text, start, nodes });
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
