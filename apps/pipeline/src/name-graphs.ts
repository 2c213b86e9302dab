import { buildVectorGraph } from '@grasp/encoders';
import type { ApproximateIndexInput, VectorGraph } from '@grasp/encoders';
import type { KnowledgeBase, SectionWriter } from '@grasp/skb';

import { firstAtLeast } from './first-at-least.js';

const SECTION = 'names.graphs';
const VERSION = 2;
const ARRAYS = [
  'order',
  'links',
  'bytes',
  'memberOffsets',
  'members',
] as const satisfies readonly (keyof VectorGraph)[];

/**
 * Names of one type from which on a search looks at a part of them only; fewer are compared all, within some 10 ms. A graph is faster
 * from about 40,000 names on (`tools/bench/linking`), but takes about as long to make as the rest of a build of so few.
 */
export const APPROXIMATE_FROM = 200_000;

interface NameGraphsMeta {
  readonly version: typeof VERSION;
  /** The rows of name vectors that each graph is for. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

/** Options of {@link writeNameGraphs}. */
export interface NameGraphOptions {
  readonly dimensions: number;
  /** Fewest names of a type for which a graph is made. Default {@link APPROXIMATE_FROM}. */
  readonly approximateFrom?: number;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Stores a graph of the name vectors of each type that has many; the vectors have to be stored before. */
export async function writeNameGraphs(
  writer: SectionWriter,
  knowledgeBase: KnowledgeBase,
  { dimensions, approximateFrom = APPROXIMATE_FROM, onProgress, signal }: NameGraphOptions,
): Promise<void> {
  const vectors = knowledgeBase.array('names.vectors') as Float32Array;
  const owners = knowledgeBase.array('names.owners') as Uint32Array;
  const ranges = knowledgeBase.schema.nodeTypes
    .map(({ name }) => knowledgeBase.typeRange(name))
    .map(({ start, end }) => ({ start: firstAtLeast(owners, start), end: firstAtLeast(owners, end) }))
    .filter(({ start, end }) => end - start >= Math.max(1, approximateFrom));
  if (ranges.length === 0) return;
  const total = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  let before = 0;
  for (const [number, { start, end }] of ranges.entries()) {
    const report = (share: number): void => onProgress?.(before + Math.round(share * (end - start)), total);
    const graph = await buildVectorGraph({ vectors, dimensions, start, end, onProgress: report, signal });
    for (const name of ARRAYS) writer.putArray(`${SECTION}.${number}.${name}`, graph[name]);
    before += end - start;
  }
  writer.putJson(SECTION, { version: VERSION, ranges } satisfies NameGraphsMeta);
}

/** The graphs that {@link writeNameGraphs} stored; none in a file with few names, or with graphs of another version. */
export function openNameGraphs(knowledgeBase: KnowledgeBase): ApproximateIndexInput['graphs'] {
  const meta = knowledgeBase.json(SECTION) as NameGraphsMeta | undefined;
  if (meta?.version !== VERSION) return [];
  return meta.ranges.flatMap(({ start, end }, number) => {
    const arrays = ARRAYS.map((name) => [name, knowledgeBase.array(`${SECTION}.${number}.${name}`)] as const);
    if (arrays.some(([, array]) => array === undefined)) return [];
    return [{ start, end, graph: Object.fromEntries(arrays) as unknown as VectorGraph }];
  });
}
