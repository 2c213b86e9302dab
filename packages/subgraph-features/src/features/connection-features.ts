import type { Subgraph } from '../subgraph.js';
import { answerPositions, questionPositions } from '../subgraph.js';
import { countWeakComponents } from './bridges.js';
import { countSelfLoops, toDigraph, undirected } from './digraph.js';
import { restartedPageRank } from './restarted-page-rank.js';
import { strongComponents } from './strong-components.js';

/**
 * How the question entities are connected with the answer; ours, not the paper's. Question entities are those other than
 * the answer, paths are shortest paths within the subgraph with directions ignored, several answers count as one.
 */
export interface ConnectionFeatures {
  readonly questionEntities: number;
  /** 1 when an answer is itself a question entity, else 0. */
  readonly answerInQuestion: number;
  /** Share of the question entities that a path connects with the answer; null without question entities. */
  readonly sourcesReached: number | null;
  /** Mean number of edges on the paths, over the question entities reached; null when none is. */
  readonly averageDistance: number | null;
  /** Edges between a question entity and the answer. */
  readonly directEdges: number;
  /** Number of paths, summed over the question entities. */
  readonly shortestPaths: number;
  /**
   * Per question entity: each path counts 1, divided by its length and, for each node between, by `ln(e + degree)`, so that
   * a path through a hub counts little. 0 without paths.
   */
  readonly discountedPaths: number;
  /**
   * Per question entity: the best path's product of `1 / ln(e + frequency)` over its edges, where of several edges between
   * two nodes the rarest relation counts. 0 without paths.
   */
  readonly rarestPath: number;
  /**
   * PageRank of the answer (the sum over several) when walks follow edges either way and start again at the question
   * entities; null without question entities.
   */
  readonly restartedPageRank: number | null;
  readonly selfLoops: number;
  readonly strongComponents: number;
  readonly weakComponents: number;
}

/**
 * Features of the connection between question entities and answer. A node without a `degree` counts with its neighbours in
 * the subgraph, an edge without a `frequency` with the edges of its relation in the subgraph.
 */
export function connectionFeatures(subgraph: Subgraph): ConnectionFeatures {
  const { nodes, edges } = subgraph;
  const digraph = toDigraph(subgraph);
  const neighbours = undirected(digraph);
  const answers = new Set(answerPositions(subgraph));
  const all = questionPositions(subgraph);
  const questions = all.filter((position) => !answers.has(position));
  const weights = edgeWeights(subgraph);
  const discountOf = (position: number): number => {
    if (answers.has(position)) return 1;
    const degree = nodes[position]!.degree ?? neighbours.offsets[position + 1]! - neighbours.offsets[position]!;
    return 1 / Math.log(Math.E + degree);
  };

  // From the answers outwards, each node sums over its neighbours that are one step nearer.
  const distances = new Int32Array(nodes.length).fill(-1);
  const counts = new Float64Array(nodes.length);
  const discounted = new Float64Array(nodes.length);
  const rarest = new Float64Array(nodes.length);
  const queue = [...answers];
  for (const answer of answers) {
    distances[answer] = 0;
    counts[answer] = discounted[answer] = rarest[answer] = 1;
  }
  for (const node of queue) {
    const discount = discountOf(node);
    for (let edge = neighbours.offsets[node]!; edge < neighbours.offsets[node + 1]!; edge++) {
      const next = neighbours.targets[edge]!;
      if (distances[next] === -1) {
        distances[next] = distances[node]! + 1;
        queue.push(next);
      }
      if (distances[next] !== distances[node]! + 1) continue;
      counts[next]! += counts[node]!;
      discounted[next]! += discounted[node]! * discount;
      rarest[next] = Math.max(rarest[next]!, rarest[node]! * weights(node, next));
    }
  }

  const reached = questions.filter((position) => distances[position]! > 0);
  const sum = (valueOf: (position: number) => number): number =>
    reached.reduce((total, position) => total + valueOf(position), 0);
  const isQuestion = new Set(questions);
  const perQuestion = (total: number): number => (questions.length === 0 ? 0 : total / questions.length);
  return {
    questionEntities: questions.length,
    answerInQuestion: all.length > questions.length ? 1 : 0,
    sourcesReached: questions.length === 0 ? null : reached.length / questions.length,
    averageDistance: reached.length === 0 ? null : sum((position) => distances[position]!) / reached.length,
    directEdges: edges.filter(
      ({ source, target }) =>
        (isQuestion.has(source) && answers.has(target)) || (answers.has(source) && isQuestion.has(target)),
    ).length,
    shortestPaths: sum((position) => counts[position]!),
    discountedPaths: perQuestion(sum((position) => discounted[position]! / distances[position]!)),
    rarestPath: perQuestion(sum((position) => rarest[position]!)),
    restartedPageRank: questions.length === 0 ? null : rankOf(answers, restartedPageRank(neighbours, questions)),
    selfLoops: countSelfLoops(digraph),
    strongComponents: strongComponents(digraph).length,
    weakComponents: countWeakComponents(digraph),
  };
}

const rankOf = (answers: ReadonlySet<number>, ranks: Float64Array): number =>
  Array.from(answers, (answer) => ranks[answer]!).reduce((sum, rank) => sum + rank, 0);

/** The weight of two neighbours' rarest relation, in either direction. */
function edgeWeights({ nodes, edges }: Subgraph): (left: number, right: number) => number {
  const occurrences = new Map<string, number>();
  for (const { relation } of edges) occurrences.set(relation, (occurrences.get(relation) ?? 0) + 1);
  const keyOf = (left: number, right: number): number => Math.min(left, right) * nodes.length + Math.max(left, right);
  const weights = new Map<number, number>();
  for (const { source, target, relation, frequency = occurrences.get(relation)! } of edges) {
    const key = keyOf(source, target);
    weights.set(key, Math.max(weights.get(key) ?? 0, 1 / Math.log(Math.E + frequency)));
  }
  return (left, right) => weights.get(keyOf(left, right))!;
}
