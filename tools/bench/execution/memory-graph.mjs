import { generateEdges } from '../graphs/generate-edges.mjs';
import { SHAPES } from '../graphs/shapes.mjs';
import { scaled } from '../graphs/graph-source.mjs';

/** Rows of targets by source, ascending, from pairs in any order. */
function toRows(from, to, nodeCount) {
  const offsets = new Uint32Array(nodeCount + 1);
  for (const node of from) offsets[node + 1]++;
  for (let node = 0; node < nodeCount; node++) offsets[node + 1] += offsets[node];
  const next = offsets.slice();
  const targets = new Uint32Array(from.length);
  for (let i = 0; i < from.length; i++) targets[next[from[i]]++] = to[i];
  return { offsets, targets };
}

/** The same edges by target; if those came by source in order, each row ascends. */
function transpose({ offsets, targets }, nodeCount) {
  const from = new Uint32Array(targets.length);
  for (let node = 0; node < nodeCount; node++) from.fill(node, offsets[node], offsets[node + 1]);
  return toRows(targets, from, nodeCount);
}

/**
 * A graph of the same shape and the same edges as a knowledge base that `createGraphSource` makes, as arrays in memory and
 * without any text: what plan execution needs, in seconds.
 */
export function createMemoryGraph({ shape, scale = 1, seed = '1' }) {
  const { nodeTypes, edges } = SHAPES[shape];
  const { nodeCounts, edgeCounts } = scaled(SHAPES[shape], scale);
  const ranges = new Map();
  let nodeCount = 0;
  for (const { name } of nodeTypes) {
    ranges.set(name, { start: nodeCount, end: nodeCount + nodeCounts.get(name) });
    nodeCount += nodeCounts.get(name);
  }
  const adjacencies = new Map();
  for (const [position, { relation, from, to, skew, isReversed = false, isBothWays = false }] of edges.entries()) {
    if (isBothWays || adjacencies.has(relation)) throw new RangeError(`expected one kind of edge for each relation`);
    const count = edgeCounts[position];
    const [sources, sinks] = [new Uint32Array(count), new Uint32Array(count)];
    const pairs = generateEdges({
      seed: `${seed}/${relation}/${from}/${to}`,
      count,
      fromCount: nodeCounts.get(from),
      toCount: nodeCounts.get(to),
      skew,
      isSameType: from === to,
      isUnordered: false,
    });
    let i = 0;
    for (const [a, b] of pairs) {
      sources[i] = ranges.get(from).start + a;
      sinks[i++] = ranges.get(to).start + b;
    }
    // Twice, so that rows ascend both ways.
    const turned = toRows(sinks.subarray(0, i), sources.subarray(0, i), nodeCount);
    const rows = transpose(turned, nodeCount);
    const back = transpose(rows, nodeCount);
    adjacencies.set(relation, isReversed ? { out: back, in: rows } : { out: rows, in: back });
  }
  const idOf = (index) => String(index).padStart(8, '0');
  return {
    schema: { nodeTypes, relations: [...adjacencies.keys()].map((name) => ({ name })) },
    nodeCount,
    idOf,
    indexOf: (id) => Number(id),
    typeRange: (type) => ranges.get(type),
    adjacency: (relation, direction) => adjacencies.get(relation)[direction],
    node: () => ({ fields: {} }),
  };
}
