import { ByteVectors } from './byte-vectors.js';
import { groupEqualRows } from './group-equal-rows.js';
import { Candidates, collectLeafNeighbours } from './leaf-neighbours.js';

/** Stands for "no neighbour" in an unused slot; the used slots of a position come first. */
export const NO_LINK = 0xffff_ffff;
/** How many neighbours a vector has. */
interface Degree {
  /** Neighbours that are stored at most. */
  readonly stored: number;
  /** Those that a vector chooses for itself; the others are those that chose it. */
  readonly chosen: number;
  /** Room while the graph is built, so that lists of neighbours are cut back only now and then. */
  readonly room: number;
}

const DEGREE: Degree = { stored: 48, chosen: 24, room: 96 };
/** Of so many vectors a search finds fewer of the nearest at equal effort. */
export const MANY_VECTORS = 500_000;
const DEGREE_OF_MANY: Degree = { stored: 64, chosen: 32, room: 128 };
const POSITIONS_PER_TURN = 4096;

/**
 * A graph over some rows of vectors, to be stored: each vector with neighbours in different directions. Equal vectors
 * stand in it once. About 200 bytes a vector, 260 of 500,000 vectors and more, one for each of its numbers, and 4 a row.
 */
export interface VectorGraph {
  /** By position, the first of a group of equal rows. Every first part of the positions is spread evenly over the rows. */
  readonly order: Uint32Array;
  /** By position, neighbours in equally many slots for each; unused slots at the end are 2³² − 1. */
  readonly links: Uint32Array;
  /** By position, the vector rounded to bytes with a sign, and zeros up to the next multiple of 32. */
  readonly bytes: Uint8Array;
  /** Where the rows of each position start in `members`, and one more for the end. */
  readonly memberOffsets: Uint32Array;
  readonly members: Uint32Array;
}

/** Options of {@link buildVectorGraph}. */
export interface VectorGraphOptions {
  readonly vectors: Float32Array;
  /** Numbers in a row. */
  readonly dimensions: number;
  /** The rows that the graph is for: from `start` up to `end`, exclusive. */
  readonly start: number;
  readonly end: number;
  /** Called now and then with a share from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

/** The numbers below `count`, so mixed that every first part of them is spread evenly. */
function spread(count: number): Uint32Array {
  let step = Math.max(1, Math.floor(count * 0.6180339887));
  while (greatestCommonDivisor(step, count) !== 1) step += 1;
  return Uint32Array.from({ length: count }, (_, position) => (position * step) % count);
}

/**
 * Builds the graph of some rows; the same rows give the same graph. Rows that lie near each other in one of several random
 * partitions are candidates to be neighbours, then also what these have for neighbours, and each row keeps those that no nearer one leads to (the rule of relative
 * neighbourhood, as in Malkov and Yashunin, arXiv:1603.09320, section 4).
 */
export async function buildVectorGraph(options: VectorGraphOptions): Promise<VectorGraph> {
  const { vectors, dimensions, start, end, onProgress, signal } = options;
  const groups = groupEqualRows(vectors, dimensions, start, end);
  const mixed = spread(groups.length);
  const order = Uint32Array.from(mixed, (group) => groups[group]![0]!);
  const turn = async (share: number): Promise<void> => {
    onProgress?.(share);
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  };
  const rounded = new ByteVectors(dimensions, order.length);
  rounded.round(vectors, order);
  const findCandidates = await collectLeafNeighbours(rounded, order.length, (share) => turn(0.6 * share));
  const degree = order.length < MANY_VECTORS ? DEGREE : DEGREE_OF_MANY;
  const links = new NeighbourLists(rounded, order.length, degree);
  const candidates = new Candidates(degree.room);
  for (let position = 0; position < order.length; position += 1) {
    findCandidates(position, candidates);
    links.set(position, candidates, degree.chosen);
    if (position % POSITIONS_PER_TURN === 0) await turn(0.6 + (0.1 * position) / order.length);
  }
  for (let position = 0; position < order.length; position += 1) {
    findCandidates(position, candidates);
    links.addNeighboursOfNeighbours(position, candidates);
    links.set(position, candidates, degree.chosen);
    if (position % POSITIONS_PER_TURN === 0) await turn(0.7 + (0.1 * position) / order.length);
  }
  const chosenCounts = links.degrees.slice();
  for (let position = 0; position < order.length; position += 1) {
    links.offerTo(position, chosenCounts[position]!);
    if (position % POSITIONS_PER_TURN === 0) await turn(0.8 + (0.2 * position) / order.length);
  }
  const memberOffsets = new Uint32Array(order.length + 1);
  const members = new Uint32Array(Math.max(0, end - start));
  mixed.forEach((group, position) => {
    members.set(groups[group]!, memberOffsets[position]);
    memberOffsets[position + 1] = memberOffsets[position]! + groups[group]!.length;
  });
  return { order, links: links.finish(), bytes: rounded.bytes.slice(), memberOffsets, members };
}

class NeighbourLists {
  readonly degrees: Uint8Array;
  private readonly links: Uint32Array;
  /** One more than the position for which another was last looked at. */
  private readonly seen: Uint32Array;
  private readonly candidates: Candidates;
  private readonly isPassedOver: Uint8Array;
  private readonly ranks: Uint8Array;

  constructor(
    private readonly vectors: ByteVectors,
    private readonly count: number,
    private readonly degree: Degree,
  ) {
    const { room } = degree;
    this.degrees = new Uint8Array(count);
    this.seen = new Uint32Array(count);
    this.links = new Uint32Array(count * room).fill(NO_LINK);
    this.candidates = new Candidates(room);
    this.isPassedOver = new Uint8Array(room);
    this.ranks = new Uint8Array(room);
  }

  /**
   * Gives a position up to `count` neighbours in different directions: a candidate that is nearer to one chosen already than to
   * the position itself can be reached over that. Where these are too few, the nearest of the others follow.
   */
  set(position: number, candidates: Candidates, count: number): void {
    const { links, vectors, isPassedOver, ranks } = this;
    const { room } = this.degree;
    const start = position * room;
    links.fill(NO_LINK, start, start + room);
    isPassedOver.fill(0);
    let chosen = 0;
    for (let rank = 0; rank < candidates.length && chosen < count; rank += 1) {
      if (isPassedOver[rank] !== 0) continue;
      links[start + chosen] = candidates.positions[rank]!;
      chosen += 1;
      let listed = 0;
      for (let other = rank + 1; other < candidates.length; other += 1) {
        if (isPassedOver[other] !== 0) continue;
        vectors.list[listed] = candidates.positions[other]!;
        ranks[listed] = other;
        listed += 1;
      }
      vectors.setQueryTo(candidates.positions[rank]!);
      vectors.score(listed);
      for (let place = 0; place < listed; place += 1) {
        const other = ranks[place]!;
        if (vectors.scores[place]! >= candidates.scores[other]!) isPassedOver[other] = 1;
      }
    }
    for (let rank = 0; rank < candidates.length && chosen < count; rank += 1) {
      if (isPassedOver[rank] === 0) continue;
      links[start + chosen] = candidates.positions[rank]!;
      chosen += 1;
    }
    this.degrees[position] = chosen;
  }

  /** Takes what the neighbours of a position have as theirs, of all parts of the vectors, for candidates too. */
  addNeighboursOfNeighbours(position: number, candidates: Candidates): void {
    const { links, degrees, vectors, seen } = this;
    const { room } = this.degree;
    let listed = 0;
    const mark = position + 1;
    seen[position] = mark;
    for (let rank = 0; rank < candidates.length; rank += 1) seen[candidates.positions[rank]!] = mark;
    const start = position * room;
    for (let slot = start; slot < start + degrees[position]!; slot += 1) {
      const first = links[slot]! * room;
      const end = first + degrees[links[slot]!]!;
      for (let other = first; other < end; other += 1) {
        const next = links[other]!;
        if (seen[next] === mark) continue;
        seen[next] = mark;
        vectors.list[listed] = next;
        listed += 1;
      }
    }
    vectors.setQueryTo(position);
    vectors.score(listed);
    for (let place = 0; place < listed; place += 1) candidates.add(vectors.list[place]!, vectors.scores[place]!);
  }

  /** Makes a position a neighbour of the first of its own neighbours. */
  offerTo(position: number, count: number): void {
    const { room } = this.degree;
    const own = this.links.slice(position * room, position * room + Math.min(count, this.degrees[position]!));
    for (const neighbour of own) {
      const start = neighbour * room;
      if (this.links.subarray(start, start + this.degrees[neighbour]!).includes(position)) continue;
      if (this.degrees[neighbour] === room) this.cutBack(neighbour);
      this.links[start + this.degrees[neighbour]!] = position;
      this.degrees[neighbour]! += 1;
    }
  }

  /** The lists as they are stored. */
  finish(): Uint32Array {
    const { stored: slots, room } = this.degree;
    const stored = new Uint32Array(this.count * slots);
    for (let position = 0; position < this.count; position += 1) {
      if (this.degrees[position]! > slots) this.cutBack(position);
      const start = position * room;
      stored.set(this.links.subarray(start, start + slots), position * slots);
    }
    return stored;
  }

  private cutBack(position: number): void {
    const { candidates, vectors } = this;
    const start = position * this.degree.room;
    const neighbours = this.links.subarray(start, start + this.degrees[position]!);
    vectors.list.set(neighbours);
    vectors.setQueryTo(position);
    vectors.score(neighbours.length);
    candidates.clear();
    neighbours.forEach((neighbour, place) => candidates.add(neighbour, vectors.scores[place]!));
    this.set(position, candidates, this.degree.stored);
  }
}
