import type { Adjacency } from './adjacency.js';
import { firstPosition } from './first-position.js';
import type { KnowledgeBase } from './knowledge-base.js';
import { KnowledgeBaseFileError } from './knowledge-base-file-error.js';
import { normalizeName } from './normalize-name.js';

/** How far a verification is: values whose checksums were compared, then the parts of the graph. */
export interface VerificationProgress {
  readonly part: 'values' | 'nodes' | 'relations' | 'names';
  /** Values, nodes, relations of the schema, or nodes whose names were looked up. */
  readonly done: number;
  readonly total: number;
}

/** Nodes after which {@link verifyGraph} yields. */
const NODES_AT_ONCE = 10_000;

/**
 * Checks that all parts of a graph agree. Yields now and then.
 *
 * @returns the number of names that were looked up.
 * @throws KnowledgeBaseFileError with the code `damaged` at the first part that does not fit the others
 */
export function* verifyGraph(file: string, knowledgeBase: KnowledgeBase): Generator<VerificationProgress, number> {
  const check = (holds: boolean, found: () => string): void => {
    if (!holds) throw new KnowledgeBaseFileError('damaged', file, found());
  };
  const { schema, nodeCount, report } = knowledgeBase;
  yield* verifyIds(knowledgeBase, check);
  let relationCount = 0;
  for (const [done, { name }] of schema.relations.entries()) {
    yield { part: 'relations', done, total: schema.relations.length };
    const out = knowledgeBase.adjacency(name, 'out');
    const incoming = knowledgeBase.adjacency(name, 'in');
    verifyRows(nodeCount, out, `"${name}"`, check);
    verifyRows(nodeCount, incoming, `"${name}" backwards`, check);
    verifyTranspose(nodeCount, out, incoming, name, check);
    verifyEndpoints(knowledgeBase, name, out, check);
    const count = out.targets.length;
    check(report.relations[name] === count, () => `${count} edges of "${name}", but a report of others`);
    relationCount += count;
  }
  check(report.relationCount === relationCount, () => `${relationCount} edges, but a report of others`);
  return yield* verifyNames(knowledgeBase, check);
}

/** Ids of a file without updates that are looked up, too, beside being compared with their neighbours. */
const LOOKED_UP_EVERY = 16;

type Check = (holds: boolean, found: () => string) => void;

function* verifyIds(knowledgeBase: KnowledgeBase, check: Check): Generator<VerificationProgress> {
  const { nodeCount: total } = knowledgeBase;
  const ids = new Set<string>();
  for (const { name } of knowledgeBase.schema.nodeTypes) {
    const { start, end } = knowledgeBase.typeRange(name);
    check(
      knowledgeBase.report.nodes[name] === end - start,
      () => `${end - start} nodes of "${name}", but a report of others`,
    );
    let before = '';
    for (let index = start; index < end; index++) {
      if (index % NODES_AT_ONCE === 0) yield { part: 'nodes', done: index, total };
      const id = knowledgeBase.idOf(index);
      check(before < id, () => `the ids of "${name}" out of order at ${index}`);
      // Sorted ids are found by a binary search; with updates there is more to go wrong.
      const isLookedUp = knowledgeBase.updates.length > 0 || index % LOOKED_UP_EVERY === 0;
      check(!isLookedUp || knowledgeBase.indexOf(id) === index, () => `the id of node ${index} leading to another`);
      ids.add((before = id));
    }
  }
  check(ids.size === total, () => 'an id twice');
}

function verifyRows(nodeCount: number, { offsets, targets }: Adjacency, name: string, check: Check): void {
  check(offsets.length === nodeCount + 1 && offsets[0] === 0, () => `edges of ${name} for other nodes`);
  for (let index = 0; index < nodeCount; index++) {
    const [start, end] = [offsets[index]!, offsets[index + 1]!];
    let isSorted = start <= end && end <= targets.length;
    for (let edge = start; edge < end; edge++) {
      const target = targets[edge]!;
      if (target >= nodeCount || (edge > start && target <= targets[edge - 1]!)) isSorted = false;
    }
    check(isSorted, () => `edges of ${name} out of order at node ${index}`);
  }
  check(offsets[nodeCount] === targets.length, () => `edges of ${name} without a node`);
}

/** In the order of their starts, the edges reach each node in the order of its row backwards. */
function verifyTranspose(nodeCount: number, out: Adjacency, incoming: Adjacency, name: string, check: Check): void {
  check(out.targets.length === incoming.targets.length, () => `more edges of "${name}" in one direction`);
  const next = incoming.offsets.slice();
  let isSame = true;
  for (let index = 0; index < nodeCount; index++) {
    for (let edge = out.offsets[index]!; edge < out.offsets[index + 1]!; edge++) {
      const target = out.targets[edge]!;
      const place = next[target]!;
      if (place >= incoming.offsets[target + 1]! || incoming.targets[place] !== index) isSame = false;
      next[target] = place + 1;
    }
    check(isSame, () => `edges of "${name}" at node ${index} that differ backwards`);
  }
}

function verifyEndpoints(knowledgeBase: KnowledgeBase, relation: string, out: Adjacency, check: Check): void {
  const { schema } = knowledgeBase;
  const ranges = new Map(schema.nodeTypes.map(({ name }) => [name, knowledgeBase.typeRange(name)]));
  const { endpoints } = schema.relations.find(({ name }) => name === relation)!;
  for (const [type, { start, end }] of ranges) {
    const allowed = endpoints.filter(({ from }) => from === type).map(({ to }) => ranges.get(to)!);
    for (let index = start; index < end; index++) {
      for (let edge = out.offsets[index]!; edge < out.offsets[index + 1]!; edge++) {
        const target = out.targets[edge]!;
        const fits = allowed.some((range) => target >= range.start && target < range.end);
        check(fits, () => `an edge of "${relation}" at node ${index} that the schema does not allow`);
      }
    }
  }
}

function* verifyNames(knowledgeBase: KnowledgeBase, check: Check): Generator<VerificationProgress, number> {
  let count = 0;
  for (const { index, name, aliases } of knowledgeBase.nodes()) {
    if (index % NODES_AT_ONCE === 0) yield { part: 'names', done: index, total: knowledgeBase.nodeCount };
    const keys = new Set([name, ...aliases].map(normalizeName));
    keys.delete('');
    for (const key of keys) {
      check(
        includes(knowledgeBase.graph.nodesNamed(key), index),
        () => `a name of node ${index} that does not lead to it`,
      );
    }
    count += keys.size;
  }
  const stored = knowledgeBase.graph.nameCount();
  check(stored === count, () => `${stored} names of nodes instead of ${count}`);
  return count;
}

function includes(ascending: readonly number[], value: number): boolean {
  return ascending[firstPosition(0, ascending.length, (position) => ascending[position]! < value)] === value;
}
