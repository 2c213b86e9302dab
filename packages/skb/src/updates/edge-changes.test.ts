import fc from 'fast-check';

import { buildRows, transposeRows } from '../adjacency.js';
import { EdgeChanges, mergeAdjacency } from './edge-changes.js';
import { NO_NODE, NodeNumbering } from './node-numbering.js';

/** More than are renumbered as one block. */
const IMPORTED = 1000;
const ADDED = 20;
const TYPE_STARTS = [0, 300, IMPORTED];

const anySlot = (count: number): fc.Arbitrary<number> => fc.nat(count - 1);
const anyEdge = (count: number) => fc.tuple(anySlot(count), anySlot(count));
const anyAdded = fc.array(fc.record({ type: fc.constantFrom(0, 1), place: fc.nat(1000) }), { maxLength: ADDED });

test('edges after updates are those that a set of them holds', () => {
  fc.assert(
    fc.property(
      fc.array(anyEdge(IMPORTED), { maxLength: 400 }),
      anyAdded,
      fc.array(anySlot(IMPORTED + ADDED), { maxLength: 20 }),
      fc.array(fc.tuple(anyEdge(IMPORTED + ADDED), fc.boolean()), { maxLength: 60 }),
      (edges, newNodes, deletions, edgeChanges) => {
        const added = newNodes.map(({ type, place }, position) => {
          const [start, end] = [TYPE_STARTS[type]!, TYPE_STARTS[type + 1]!];
          return {
            slot: IMPORTED + position,
            type,
            before: start + (place % (end - start + 1)),
            id: `new ${position}`,
          };
        });
        const slotCount = IMPORTED + added.length;
        const deleted = new Set(deletions.filter((slot) => slot < slotCount));
        const numbering = new NodeNumbering(
          TYPE_STARTS,
          slotCount,
          deleted,
          added.filter(({ slot }) => !deleted.has(slot)),
        );
        const rows = buildRows(
          Uint32Array.from(edges, ([from]) => from),
          Uint32Array.from(edges, ([, to]) => to),
          IMPORTED,
          IMPORTED,
        );
        const imported = { out: rows, in: transposeRows(rows, IMPORTED) };
        const changes = new EdgeChanges();
        const held = new Set(edges.map((edge) => edge.join(' ')));
        for (const [[from, to], isThere] of edgeChanges) {
          if (from >= slotCount || to >= slotCount) continue;
          changes.set(from, to, isThere);
          if (isThere) held.add(`${from} ${to}`);
          else held.delete(`${from} ${to}`);
        }
        const expected = Array.from({ length: numbering.nodeCount }, () => ({
          out: [] as number[],
          in: [] as number[],
        }));
        for (const edge of held) {
          const [from, to] = edge.split(' ').map((slot) => numbering.indexOf(Number(slot))) as [number, number];
          if (from === NO_NODE || to === NO_NODE) continue;
          expected[from]!.out.push(to);
          expected[to]!.in.push(from);
        }
        for (const [direction, opposite] of [['out', 'in'] as const, ['in', 'out'] as const]) {
          const { offsets, targets } = mergeAdjacency(
            imported[direction],
            imported[opposite],
            changes,
            numbering,
            direction,
          );
          expect(offsets).toHaveLength(numbering.nodeCount + 1);
          const found = Array.from(expected, (_, index) => [...targets.subarray(offsets[index], offsets[index + 1])]);
          expect(found).toEqual(expected.map((row) => row[direction].sort((one, other) => one - other)));
        }
      },
    ),
  );
});
