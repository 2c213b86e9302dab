import fc from 'fast-check';

import type { NodeRole, Subgraph } from '../src/index.js';

/** A subgraph of unnamed relations whose first node is the answer, and the others internal. */
export function plainSubgraph(size: number, pairs: readonly (readonly [number, number])[]): Subgraph {
  return {
    nodes: Array.from({ length: size }, (_, index) => ({
      id: `Q${index}`,
      name: `node ${index}`,
      role: index === 0 ? 'answer' : 'internal',
    })),
    edges: pairs.map(([source, target]) => ({ source, target, relation: 'r', name: 'relates to' })),
  };
}

/** Every ordered pair of different nodes. */
export const completeSubgraph = (size: number): Subgraph =>
  plainSubgraph(
    size,
    Array.from({ length: size * size }, (_, place) => [Math.floor(place / size), place % size] as const).filter(
      ([source, target]) => source !== target,
    ),
  );

/** Directed pairs on few nodes, self-loops and repetitions included. */
export const smallSubgraph = fc.integer({ min: 0, max: 6 }).chain((size) => {
  const node = fc.integer({ min: 0, max: Math.max(0, size - 1) });
  return fc.array(fc.tuple(node, node), { maxLength: size === 0 ? 0 : 14 }).map((pairs) => plainSubgraph(size, pairs));
});

const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('a, b', '"&<>', 'x\ny', '\\N'));

/** Any names, roles and parallel edges. */
export const anySubgraph: fc.Arbitrary<Subgraph> = fc.integer({ min: 0, max: 5 }).chain((size) => {
  const position = fc.integer({ min: 0, max: Math.max(0, size - 1) });
  return fc.record({
    nodes: fc
      .array(fc.tuple(fc.option(name), fc.constantFrom<NodeRole>('question', 'answer', 'internal')), {
        minLength: size,
        maxLength: size,
      })
      .map((nodes) => nodes.map(([label, role], index) => ({ id: `Q${index}`, name: label, role }))),
    edges: fc.array(
      fc.record({
        source: position,
        target: position,
        relation: fc.constantFrom('P1', 'P2'),
        name: fc.option(name),
      }),
      { maxLength: size === 0 ? 0 : 8 },
    ),
  });
});
