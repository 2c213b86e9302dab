import { dotProduct } from './dot-product.js';

/** How often the vectors are parted anew. */
const PARTITIONS = 8;
/** Vectors of a part that is not parted further. */
const LEAF = 128;
/** Nearest others in its part that a vector remembers. */
const REMEMBERED = 8;

/** Candidates of one position, nearest first, each once. */
interface Candidates {
  readonly positions: Uint32Array;
  readonly scores: Float64Array;
}

/** Numbers from 0 to 1, always the same ones. */
function fixedRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Parts all vectors several times in halves, by which of two random ones of them they are nearer to, down to small parts,
 * and compares all vectors of a part. Takes about 1,000 dot products a vector, most of them over vectors that lie in the
 * processor's cache, and 64 bytes for each partition while it lasts.
 *
 * @returns what was found near a position.
 */
export async function collectLeafNeighbours(
  vectors: Float32Array,
  dimensions: number,
  order: Uint32Array,
  onPart: (share: number) => Promise<void>,
): Promise<(position: number) => Candidates> {
  const count = order.length;
  const perPosition = PARTITIONS * REMEMBERED;
  const neighbours = new Uint32Array(count * perPosition);
  const scores = new Float32Array(count * perPosition).fill(-Infinity);
  const random = fixedRandom();
  const positions = Uint32Array.from(order, (_, position) => position);
  const sides = new Float32Array(count);
  const leaf = new LeafComparison(vectors, dimensions, order);
  for (let partition = 0; partition < PARTITIONS; partition += 1) {
    const parts: [start: number, end: number][] = [[0, count]];
    let done = 0;
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      const [start, end] = part;
      if (end - start <= LEAF) {
        leaf.compare(positions.subarray(start, end), (position, rank, neighbour, score) => {
          const slot = position * perPosition + partition * REMEMBERED + rank;
          neighbours[slot] = neighbour;
          scores[slot] = score;
        });
        done += end - start;
        if (done % 4096 < end - start) await onPart((partition + done / count) / PARTITIONS);
      } else {
        const middle = halve(vectors, dimensions, order, positions.subarray(start, end), sides, random);
        parts.push([start + middle, end], [start, start + middle]);
      }
    }
  }
  return (position) => {
    const found = new Map<number, number>();
    for (let slot = position * perPosition; slot < (position + 1) * perPosition; slot += 1) {
      if (scores[slot] !== -Infinity) found.set(neighbours[slot]!, scores[slot]!);
    }
    const sorted = [...found].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return {
      positions: Uint32Array.from(sorted, ([neighbour]) => neighbour),
      scores: Float64Array.from(sorted, ([, score]) => score),
    };
  };
}

/** Orders positions by how much nearer they are to one than to another of them; gives the middle. */
function halve(
  vectors: Float32Array,
  dimensions: number,
  order: Uint32Array,
  positions: Uint32Array,
  sides: Float32Array,
  random: () => number,
): number {
  const pick = (): number => order[positions[Math.floor(random() * positions.length)]!]! * dimensions;
  const [one, other] = [pick(), pick()];
  const direction = new Float32Array(dimensions);
  for (let index = 0; index < dimensions; index += 1)
    direction[index] = vectors[one + index]! - vectors[other + index]!;
  for (const position of positions) {
    sides[position] = dotProduct(direction, 0, vectors, order[position]! * dimensions, dimensions);
  }
  positions.sort((a, b) => sides[a]! - sides[b]! || a - b);
  return positions.length >> 1;
}

/** Compares all vectors of a part with each other. */
class LeafComparison {
  private readonly copies: Float32Array;
  private readonly scores = new Float64Array(LEAF * LEAF);

  constructor(
    private readonly vectors: Float32Array,
    private readonly dimensions: number,
    private readonly order: Uint32Array,
  ) {
    this.copies = new Float32Array(LEAF * dimensions);
  }

  compare(
    positions: Uint32Array,
    remember: (position: number, rank: number, neighbour: number, score: number) => void,
  ): void {
    const { copies, scores, dimensions, vectors, order } = this;
    const { length } = positions;
    for (let one = 0; one < length; one += 1) {
      const row = order[positions[one]!]! * dimensions;
      copies.set(vectors.subarray(row, row + dimensions), one * dimensions);
      for (let other = 0; other < one; other += 1) {
        const score = dotProduct(copies, one * dimensions, copies, other * dimensions, dimensions);
        scores[one * LEAF + other] = score;
        scores[other * LEAF + one] = score;
      }
    }
    for (let one = 0; one < length; one += 1) {
      scores[one * LEAF + one] = -Infinity;
      for (let rank = 0; rank < Math.min(REMEMBERED, length - 1); rank += 1) {
        let best = one;
        for (let other = 0; other < length; other += 1) {
          if (scores[one * LEAF + other]! > scores[one * LEAF + best]!) best = other;
        }
        remember(positions[one]!, rank, positions[best]!, scores[one * LEAF + best]!);
        scores[one * LEAF + best] = -Infinity;
      }
    }
  }
}
