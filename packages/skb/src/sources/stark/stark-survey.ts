import { starkEdges, starkNodeTypes } from './stark-rows.js';
import type { StarkLayout } from './stark-layout.js';

/** Types of nodes by id, one byte each. */
export class StarkTypes {
  #bytes = new Uint8Array(1 << 16).fill(255);

  /** Number of the type; -1 for an id that no node has. */
  at(id: number): number {
    const type = this.#bytes[id] ?? 255;
    return type === 255 ? -1 : type;
  }

  set(id: number, type: number): void {
    if (id >= this.#bytes.length) {
      const grown = new Uint8Array(Math.max(id + 1, 2 * this.#bytes.length)).fill(255);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[id] = type;
  }
}

/** What one pass over all files finds out. */
export interface StarkSurvey {
  readonly tuples: readonly (readonly [from: number, relation: number, to: number])[];
  readonly isUndirected: boolean;
}

/** A number that depends on both ends and their order. */
function mix(a: number, b: number, seed: number): number {
  let hash = Math.imul(a ^ seed, 0x9e37_79b1) ^ Math.imul(b + seed, 0x85eb_ca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2_ae3d);
  return hash ^ (hash >>> 13);
}

/**
 * Finds which types the relations connect, and whether every edge stands in both directions. The latter compares sums of
 * 64 bits of hash of all edges and of all edges turned round, so that no edge need be kept; relations do not matter, as
 * for STaRK. Memory is one byte a node.
 */
export async function surveyStark(folder: string, layout: StarkLayout, signal?: AbortSignal): Promise<StarkSurvey> {
  const types = new StarkTypes();
  for (const file of layout.nodeFiles) {
    for await (const rows of starkNodeTypes({ folder, file }, layout.nodeTypes, signal)) {
      for (const { id, type } of rows) types.set(id, type);
    }
  }
  const typeCount = layout.nodeTypes.length;
  const seen = new Uint8Array(typeCount * layout.relations.length * typeCount);
  let [first, second] = [0, 0];
  for (const { file, relation } of layout.edgeFiles) {
    for await (const { count, sources, targets } of starkEdges({ folder, file }, signal)) {
      for (let position = 0; position < count; position++) {
        const [source, target] = [sources[position]!, targets[position]!];
        first = (first + mix(source, target, 1) - mix(target, source, 1)) | 0;
        second = (second + mix(source, target, 0x5bd1) - mix(target, source, 0x5bd1)) | 0;
        const [from, to] = [types.at(source), types.at(target)];
        if (from >= 0 && to >= 0) seen[(from * layout.relations.length + relation) * typeCount + to] = 1;
      }
    }
  }
  const tuples: (readonly [number, number, number])[] = [];
  seen.forEach((flag, position) => {
    const to = position % typeCount;
    const rest = (position - to) / typeCount;
    const relation = rest % layout.relations.length;
    if (flag === 1) tuples.push([(rest - relation) / layout.relations.length, relation, to]);
  });
  return { tuples, isUndirected: first === 0 && second === 0 };
}
