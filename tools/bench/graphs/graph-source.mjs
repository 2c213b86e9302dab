import { generateEdges } from './generate-edges.mjs';
import { SHAPES } from './shapes.mjs';
import { WordSource } from './word-source.mjs';

const FEWEST_OF_A_TYPE = 16;
const RECORDS_PER_BATCH = 1_000;

/** The counts of a shape's nodes and edges at a scale. */
export function scaled({ nodeTypes, edges }, scale) {
  const counts = nodeTypes.map(({ name, count }) => [
    name,
    Math.max(Math.min(count, FEWEST_OF_A_TYPE), Math.round(count * scale)),
  ]);
  return { nodeCounts: new Map(counts), edgeCounts: edges.map(({ count }) => Math.round(count * scale)) };
}

/**
 * A made-up graph as a source for `importKnowledgeBase`. The same options give the same records in the same order.
 * Ids are `0`, `1`, … in the order of types. Nodes come first. Holds the ids, the words, and some bytes a node.
 *
 * @param {{ shape: 'mag' | 'prime' | 'amazon' | 'skewed', scale?: number, text?: number, seed?: string }} options -
 *   `scale` multiplies the numbers of nodes and edges, `text` the length of documents (0 leaves one word).
 */
export function createGraphSource({ shape, scale = 1, text = 1, seed = '1' }) {
  const graph = SHAPES[shape];
  if (graph === undefined) throw new RangeError(`expected one of ${Object.keys(SHAPES).join(', ')}, got ${shape}`);
  const { nodeCounts, edgeCounts } = scaled(graph, scale);
  const starts = new Map();
  let nodeCount = 0;
  for (const [name, count] of nodeCounts) {
    starts.set(name, nodeCount);
    nodeCount += count;
  }
  const endpoints = new Map();
  for (const { relation, from, to, isReversed, isBothWays } of graph.edges) {
    const known = endpoints.get(relation) ?? [];
    if (!isReversed) known.push({ from, to });
    if (isReversed || (isBothWays && from !== to)) known.push({ from: to, to: from });
    endpoints.set(relation, known);
  }

  /** The records one by one, without waiting. */
  function* makeRecords() {
    const words = new WordSource(seed);
    const ids = Array.from({ length: nodeCount }, (_, number) => String(number));
    let number = 0;
    for (const { name: type, make } of graph.nodeTypes) {
      for (const end = number + nodeCounts.get(type); number < end; number++) {
        yield { kind: 'node', type, id: ids[number], ...make(words, text) };
      }
    }
    for (const [position, edge] of graph.edges.entries()) {
      const { relation, from, to, skew, isReversed = false, isBothWays = false } = edge;
      const isSameType = from === to;
      const pairs = generateEdges({
        seed: `${seed}/${relation}/${from}/${to}`,
        count: edgeCounts[position],
        fromCount: nodeCounts.get(from),
        toCount: nodeCounts.get(to),
        skew,
        isSameType,
        isUnordered: isSameType && isBothWays,
      });
      const [fromStart, toStart] = [starts.get(from), starts.get(to)];
      for (const pair of pairs) {
        const [a, b] = [ids[fromStart + pair[0]], ids[toStart + pair[1]]];
        if (!isReversed) yield { kind: 'relation', relation, from: a, to: b };
        if (isReversed || isBothWays) yield { kind: 'relation', relation, from: b, to: a };
      }
    }
  }

  return {
    name: `${shape} at scale ${scale}, seed ${seed}`,
    schema: {
      nodeTypes: graph.nodeTypes.map(({ name, fields }) => ({ name, fields })),
      relations: [...endpoints].map(([name, ends]) => ({ name, endpoints: ends })),
    },
    makeRecords,
    async *records({ signal } = {}) {
      for (const record of makeRecords()) {
        signal?.throwIfAborted();
        yield record;
      }
    },
    async *batches({ signal } = {}) {
      let batch = [];
      for (const record of makeRecords()) {
        batch.push(record);
        if (batch.length < RECORDS_PER_BATCH) continue;
        signal?.throwIfAborted();
        yield batch;
        batch = [];
      }
      yield batch;
    },
  };
}
