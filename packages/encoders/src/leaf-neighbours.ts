import { SCORED_AT_ONCE } from './byte-vectors.js';
import type { ByteVectors } from './byte-vectors.js';
import { halve } from './halve.js';

/** How often the vectors are parted anew. */
const PARTITIONS = 8;
/** Vectors of a part that is not parted further. */
const LEAF = 128;
/** Nearest others in its part that a vector remembers. */
const REMEMBERED = 8;
const PER_POSITION = PARTITIONS * REMEMBERED;
const NO_SCORE = -(2 ** 31);

/** Neighbours in question, nearest first; equally near ones by position. */
export class Candidates {
  readonly positions: Uint32Array;
  readonly scores: Int32Array;
  length = 0;

  constructor(capacity: number) {
    this.positions = new Uint32Array(capacity);
    this.scores = new Int32Array(capacity);
  }

  clear(): void {
    this.length = 0;
  }

  /** Takes a position unless it is there; when there is no more room, the last is dropped. */
  add(position: number, score: number): void {
    const { positions, scores } = this;
    let place = this.length;
    while (
      place > 0 &&
      (scores[place - 1]! < score || (scores[place - 1] === score && positions[place - 1]! > position))
    ) {
      place -= 1;
    }
    if (place === positions.length || (place > 0 && positions[place - 1] === position)) return;
    const end = Math.min(this.length, positions.length - 1);
    for (let at = end; at > place; at -= 1) {
      positions[at] = positions[at - 1]!;
      scores[at] = scores[at - 1]!;
    }
    positions[place] = position;
    scores[place] = score;
    this.length = end + 1;
  }
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
 * and compares all vectors of a part. Takes about 600 dot products a vector, most of them over vectors that lie in the
 * processor's cache, and 64 bytes for each partition while it lasts.
 *
 * @returns what fills in the vectors that were found near a position.
 */
export async function collectLeafNeighbours(
  vectors: ByteVectors,
  count: number,
  onPart: (share: number) => Promise<void>,
): Promise<(position: number, candidates: Candidates) => void> {
  const neighbours = new Uint32Array(count * PER_POSITION);
  const scores = new Int32Array(count * PER_POSITION).fill(NO_SCORE);
  const random = fixedRandom();
  const positions = Uint32Array.from({ length: count }, (_, position) => position);
  const sides = new Int32Array(count);
  const leaf = new LeafComparison(vectors);
  for (let partition = 0; partition < PARTITIONS; partition += 1) {
    const parts: [start: number, end: number][] = [[0, count]];
    let done = 0;
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      const [start, end] = part;
      const members = positions.subarray(start, end);
      if (members.length <= LEAF) {
        leaf.compare(members, (position, nearest) => {
          const slot = position * PER_POSITION + partition * REMEMBERED;
          for (let rank = 0; rank < nearest.length; rank += 1) {
            neighbours[slot + rank] = nearest.positions[rank]!;
            scores[slot + rank] = nearest.scores[rank]!;
          }
        });
        done += members.length;
        if (done % 4096 < members.length) await onPart((partition + done / count) / PARTITIONS);
      } else {
        const pick = (): number => members[Math.floor(random() * members.length)]!;
        scoreSides(vectors, members, [pick(), pick()], sides);
        const middle = start + halve(members, sides.subarray(0, members.length));
        parts.push([middle, end], [start, middle]);
      }
    }
  }
  return (position, candidates) => {
    candidates.clear();
    for (let slot = position * PER_POSITION, end = slot + PER_POSITION; slot < end; slot += 1) {
      if (scores[slot] !== NO_SCORE) candidates.add(neighbours[slot]!, scores[slot]!);
    }
  };
}

/** Scores positions by how much nearer they are to the second of two than to the first. */
function scoreSides(
  vectors: ByteVectors,
  positions: Uint32Array,
  [one, other]: readonly [number, number],
  sides: Int32Array,
): void {
  vectors.setQueryBetween(one, other);
  for (let start = 0; start < positions.length; start += SCORED_AT_ONCE) {
    const batch = positions.subarray(start, start + SCORED_AT_ONCE);
    vectors.list.set(batch);
    vectors.score(batch.length);
    sides.set(vectors.scores.subarray(0, batch.length), start);
  }
}

/** Compares all vectors of a part with each other. */
class LeafComparison {
  private readonly scores = new Int32Array(LEAF * LEAF);
  private readonly nearest = new Candidates(REMEMBERED);

  constructor(private readonly vectors: ByteVectors) {}

  compare(members: Uint32Array, remember: (position: number, nearest: Candidates) => void): void {
    const { scores, nearest, vectors } = this;
    const { length } = members;
    vectors.list.set(members);
    for (let one = 1; one < length; one += 1) {
      vectors.setQueryTo(members[one]!);
      vectors.score(one);
      for (let other = 0; other < one; other += 1) {
        const score = vectors.scores[other]!;
        scores[one * LEAF + other] = score;
        scores[other * LEAF + one] = score;
      }
    }
    for (let one = 0; one < length; one += 1) {
      nearest.clear();
      let least = NO_SCORE;
      for (let other = 0; other < length; other += 1) {
        const score = scores[one * LEAF + other]!;
        if (score < least || other === one) continue;
        nearest.add(members[other]!, score);
        if (nearest.length === REMEMBERED) least = nearest.scores[REMEMBERED - 1]!;
      }
      remember(members[one]!, nearest);
    }
  }
}
