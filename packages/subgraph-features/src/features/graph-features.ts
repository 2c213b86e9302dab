import { SubgraphError } from '../subgraph-error.js';
import type { Subgraph } from '../subgraph.js';
import { answerPositions } from '../subgraph.js';
import { averagePathLength } from './average-path-length.js';
import { countBridges } from './bridges.js';
import type { CycleLimits } from './count-simple-cycles.js';
import { countSimpleCycles } from './count-simple-cycles.js';
import type { Digraph } from './digraph.js';
import { countSelfLoops, toDigraph, withoutSelfLoops } from './digraph.js';
import { exactKatz, iteratedKatz } from './katz-centrality.js';
import { pageRank } from './page-rank.js';
import { countTwoEdgeComponents } from './two-edge-components.js';

/**
 * `asPublished` computes what the paper's code computes, side effects included; `corrected` what the names say. The
 * README has a table of the differences.
 */
export type FeatureConvention = 'asPublished' | 'corrected';

/** The graph features of the paper (section 3.3). Null stands for a value that is not defined or too costly to find. */
export interface GraphFeatures {
  readonly nodes: number;
  readonly edges: number;
  readonly density: number;
  readonly cycles: number;
  /** True when a limit was met and `cycles` is a lower bound. */
  readonly cyclesCapped: boolean;
  readonly bridges: number | null;
  readonly katz: number | null;
  readonly pageRank: number | null;
  readonly averagePathLength: number | null;
}

export interface GraphFeatureOptions extends CycleLimits {
  readonly convention?: FeatureConvention;
}

/**
 * The graph features of a subgraph. Katz, PageRank and path length are those of the answer node, or means over several
 * answer nodes; null without one.
 *
 * @throws SubgraphError `invalid_option`
 */
export function graphFeatures(subgraph: Subgraph, options: GraphFeatureOptions = {}): GraphFeatures {
  const { convention = 'corrected', ...limits } = options;
  const digraph = toDigraph(subgraph);
  const answers = answerPositions(subgraph);
  if (convention === 'corrected') return corrected(subgraph, digraph, answers, limits);
  if (convention === 'asPublished') return asPublished(digraph, answers, limits);
  throw new SubgraphError('invalid_option', 'convention to be asPublished or corrected', convention);
}

/** The authors' cycle counter takes the self-loops out of the graph, so what they compute after it lacks them. */
function asPublished(digraph: Digraph, answers: readonly number[], limits: CycleLimits): GraphFeatures {
  const { nodeCount } = digraph;
  const { count, capped } = countSimpleCycles(digraph, limits);
  const stripped = withoutSelfLoops(digraph);
  const hops = meanAt(answers, (answer) => averagePathLength(stripped, answer));
  return {
    nodes: nodeCount,
    edges: digraph.targets.length,
    density: density(nodeCount, digraph.targets.length),
    cycles: count,
    cyclesCapped: capped,
    bridges: nodeCount === 1 ? 0 : countTwoEdgeComponents(stripped),
    katz: ofAnswers(answers, iteratedKatz(stripped)),
    pageRank: ofAnswers(answers, pageRank(stripped)),
    // Nodes on the path instead of edges.
    averagePathLength: hops === null ? null : hops + 1,
  };
}

function corrected(
  subgraph: Subgraph,
  digraph: Digraph,
  answers: readonly number[],
  limits: CycleLimits,
): GraphFeatures {
  const { nodeCount } = digraph;
  const { count, capped } = countSimpleCycles(digraph, limits);
  return {
    nodes: nodeCount,
    edges: countTriples(subgraph),
    density: density(nodeCount, digraph.targets.length - countSelfLoops(digraph)),
    cycles: count,
    cyclesCapped: capped,
    bridges: countBridges(digraph),
    katz: ofAnswers(answers, exactKatz(digraph)),
    pageRank: ofAnswers(answers, pageRank(digraph)),
    averagePathLength: meanAt(answers, (answer) => averagePathLength(digraph, answer)),
  };
}

/** Number of different triples. */
function countTriples({ nodes, edges }: Subgraph): number {
  const pairs = new Map<string, Set<number>>();
  let count = 0;
  for (const { source, target, relation } of edges) {
    let seen = pairs.get(relation);
    if (seen === undefined) pairs.set(relation, (seen = new Set()));
    const pair = source * nodes.length + target;
    if (seen.has(pair)) continue;
    seen.add(pair);
    count++;
  }
  return count;
}

const density = (nodes: number, edges: number): number => (nodes < 2 ? 0 : edges / (nodes * (nodes - 1)));

const ofAnswers = (answers: readonly number[], values: Float64Array | null): number | null =>
  values === null ? null : meanAt(answers, (answer) => values[answer]!);

function meanAt(answers: readonly number[], valueOf: (answer: number) => number | null): number | null {
  let sum = 0;
  let count = 0;
  for (const answer of answers) {
    const value = valueOf(answer);
    if (value === null) continue;
    sum += value;
    count++;
  }
  return count === 0 ? null : sum / count;
}
