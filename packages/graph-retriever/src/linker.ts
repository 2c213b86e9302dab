import type { Anchor, MatchMode, Plan } from '@grasp/plan';

import type { Binding, Bindings } from './bindings.js';
import { GraphRetrieverError } from './errors.js';
import { foldName } from './fold-name.js';

/** Turns texts into vectors of unit length, or of zeros for a text without known words. */
export interface TextEncoder {
  encode(
    texts: readonly string[],
    options: { readonly role: 'query' | 'document'; readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;
}

/** A node that a vector search found. */
export interface VectorHit {
  /** Index of the node. */
  readonly index: number;
  /** Cosine of the vector and the node's closest surface. */
  readonly score: number;
  /** Which surface that is: 0 for the name, n for the nth alias. Default: the name. */
  readonly surface?: number;
}

/** Search for the nodes whose vectors are closest to a given one. */
export interface VectorSearch {
  /**
   * The best `count` nodes with indexes from `start` up to but not including `end` and scores of at least `atLeast`
   * (default: any), best first, each once.
   */
  search(
    vector: Float32Array,
    options: { readonly start: number; readonly end: number; readonly count: number; readonly atLeast?: number },
  ): readonly VectorHit[] | Promise<readonly VectorHit[]>;
}

/** What linking needs of a knowledge base; nodes of one type are one index range, in order of their ids. */
export interface LinkerGraph {
  idOf(index: number): string;
  typeRange(type: string): { readonly start: number; readonly end: number };
  node(index: number): { readonly name: string; readonly aliases: readonly string[] };
  /** The nodes with a name or alias that equals `text`, case, accents, punctuation and white space aside. */
  findByName(text: string): readonly number[];
  /**
   * The names of a type's nodes that are at most `maxEdits` (1 or 2) inserted, deleted, replaced or swapped letters from
   * `text`, nearest first. Without it, misspelt names are found by their vectors only.
   */
  findSimilarNames?(
    text: string,
    options: { readonly type: string; readonly maxEdits: number; readonly count: number },
  ): readonly SimilarName[];
}

/** A name that differs from a text by typing errors, and whose it is. */
export interface SimilarName {
  /** Normalised. */
  readonly name: string;
  readonly edits: number;
  readonly nodes: readonly number[];
}

/** How many nodes an anchor may be linked to. */
export interface LinkLimits {
  /** The paper's K: how many nodes are kept, and all that tie with the last of them. A whole number from 1. */
  readonly count: number;
  /** The paper's τ: kept nodes have a cosine of at least this share of the best one's. 0 to 1. */
  readonly ratio: number;
}

/** What a linker is made of. */
export interface LinkerParts {
  readonly graph: LinkerGraph;
  /** Over the vectors of names and aliases. */
  readonly names: VectorSearch;
  /** Over the vectors of whole documents. */
  readonly documents: VectorSearch;
  readonly encoder: TextEncoder;
}

/** Limits by match mode. */
export type LinkerOptions = { readonly [mode in MatchMode]?: Partial<LinkLimits> };

/** Longer texts, in code units, are not looked up as misspelt names. */
const LONGEST_MISSPELT = 1_000;

/** The paper's limits (appendix 7.0.0.1). */
export const LINKER_DEFAULTS = Object.freeze({
  name: Object.freeze({ count: 5, ratio: 0.95 }),
  doc: Object.freeze({ count: 10, ratio: 0.9 }),
});

/** Finds the nodes that a plan's anchors may stand for. */
export interface Linker {
  /** Every anchor's variable has an entry, by score descending, then id ascending; an empty one if nothing was found. */
  link(plan: Pick<Plan, 'anchors'>, options?: { readonly signal?: AbortSignal }): Promise<Bindings>;
}

/**
 * A linker by cosine (paper, 3.1 step 1). By name, a node's score is that of its closest name or alias, and a node one
 * of whose names equals the anchor's text has the score 1: all nodes that share the name are kept, even beyond `count`,
 * since nothing in the text tells them apart. Where no name of the type equals the text, the names that differ from it by
 * the fewest typing errors (one in texts of 5 to 8 letters, up to two in longer ones, none in digits) count with the
 * share of letters that agree, if that is more than their cosine. An anchor whose best score is 0 or less is linked to
 * nothing.
 *
 * @throws GraphRetrieverError `invalid_option`
 */
export function createLinker(parts: LinkerParts, options: LinkerOptions = {}): Linker {
  const limits = {
    name: checkLimits('name', { ...LINKER_DEFAULTS.name, ...options.name }),
    doc: checkLimits('doc', { ...LINKER_DEFAULTS.doc, ...options.doc }),
  };
  return {
    async link(plan, { signal } = {}) {
      signal?.throwIfAborted();
      const { anchors } = plan;
      if (anchors.length === 0) return {};
      const texts = anchors.map((anchor) => anchor.text);
      const vectors = await parts.encoder.encode(texts, { role: 'query', ...(signal === undefined ? {} : { signal }) });
      const linked: [string, Binding[]][] = [];
      for (const [index, anchor] of anchors.entries()) {
        signal?.throwIfAborted();
        linked.push([anchor.var, await linkAnchor(parts, anchor, vectors[index]!, limitsOf(anchor, limits))]);
      }
      return Object.fromEntries(linked);
    },
  };
}

/** By how much a wide anchor's limits differ: four times K, nine tenths of τ. */
const WIDE = Object.freeze({ count: 4, ratio: 0.9 });

/** The limits of an anchor: those of its match mode, wider when it asks for that. */
export function limitsOf(
  { match_mode: mode, breadth }: Anchor,
  limits: Readonly<Record<MatchMode, LinkLimits>>,
): LinkLimits {
  const { count, ratio } = limits[mode];
  return breadth === 'wide' ? { count: WIDE.count * count, ratio: WIDE.ratio * ratio } : { count, ratio };
}

/** The limits, if they can be used. @throws GraphRetrieverError `invalid_option` */
export function checkLimits(mode: MatchMode, limits: LinkLimits): LinkLimits {
  const { count, ratio } = limits;
  if (!Number.isInteger(count) || count < 1) {
    throw new GraphRetrieverError('invalid_option', `expected ${mode}.count to be a whole number from 1, got ${count}`);
  }
  if (!(ratio >= 0 && ratio <= 1)) {
    throw new GraphRetrieverError('invalid_option', `expected ${mode}.ratio to be from 0 to 1, got ${ratio}`);
  }
  return limits;
}

async function linkAnchor(
  { graph, names, documents }: LinkerParts,
  anchor: Anchor,
  vector: Float32Array,
  { count, ratio }: LinkLimits,
): Promise<Binding[]> {
  const range = graph.typeRange(anchor.label);
  const isName = anchor.match_mode === 'name';
  const found = new Map<number, Binding>();
  for (const { index, score, surface = 0 } of await searchWithTies(isName ? names : documents, vector, range, count)) {
    if (score <= (found.get(index)?.score ?? -Infinity)) continue;
    found.set(index, { id: graph.idOf(index), score: Math.min(1, score), ...surfaceOf(graph, index, surface, isName) });
  }
  if (isName) {
    for (const { index, name, edits } of matchNames(graph, anchor, range)) {
      const score = edits === 0 ? 1 : 1 - edits / Math.max(name.length, edits);
      if (score <= (found.get(index)?.score ?? -Infinity) && edits > 0) continue;
      const matched = surfaceOf(graph, index, surfaceNamed(graph, index, name), true);
      found.set(index, { id: graph.idOf(index), score, ...matched, ...(edits === 0 ? {} : { edits }) });
    }
  }
  return keepBest(found.values(), { count, ratio });
}

/** A node of which a name was found in an anchor's text. */
interface NameMatch {
  readonly index: number;
  readonly name: string;
  readonly edits: number;
}

/** The nodes in the range with a name that equals the anchor's text; without any, those whose names are nearest to it. */
function matchNames(
  graph: LinkerGraph,
  { text, label }: Anchor,
  { start, end }: { readonly start: number; readonly end: number },
): NameMatch[] {
  const equal = graph.findByName(text).filter((index) => index >= start && index < end);
  if (equal.length > 0) return equal.map((index) => ({ index, name: text, edits: 0 }));
  const { length } = foldName(text.slice(0, LONGEST_MISSPELT));
  const most = text.length > LONGEST_MISSPELT || length < 5 ? 0 : length < 9 ? 1 : 2;
  for (let maxEdits = 1; maxEdits <= most; maxEdits++) {
    const similar = graph.findSimilarNames?.(text, { type: label, maxEdits, count: Infinity }) ?? [];
    // One number for another is not a typing error: "type 1" is not "type 2".
    const near = similar.filter(({ name }) => digitsOf(name) === digitsOf(text));
    if (near.length > 0)
      return near.flatMap(({ name, edits, nodes }) => nodes.map((index) => ({ index, name, edits })));
  }
  return [];
}

const digitsOf = (text: string): string => text.normalize('NFKD').replace(/[^\p{N}]/gu, '');

/** Which of a node's names a text equals: 0 for the name, n for the nth alias. */
function surfaceNamed(graph: LinkerGraph, index: number, text: string): number {
  const folded = foldName(text);
  const { name, aliases } = graph.node(index);
  return Math.max(
    0,
    [name, ...aliases].findIndex((candidate) => foldName(candidate) === folded),
  );
}

/**
 * Bindings of different nodes, best first, within the limits; those that tie with the last stay, and are marked when there
 * are more than the limit. None above 0: none.
 */
export function keepBest(found: Iterable<Binding>, { count, ratio }: LinkLimits): Binding[] {
  const sorted = [...found].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const best = sorted[0]?.score ?? 0;
  if (!(best > 0)) return [];
  const least = Math.max(ratio * best, sorted[count - 1]?.score ?? -Infinity);
  const kept = sorted.filter(({ score }) => score >= least);
  if (kept.length <= count) return kept;
  const last = kept.at(-1)!.score;
  return kept.map((binding) => (binding.score === last ? { ...binding, tied: true } : binding));
}

function surfaceOf(
  graph: LinkerGraph,
  index: number,
  surface: number,
  isName: boolean,
): Pick<Binding, 'via'> | Required<Pick<Binding, 'via' | 'text'>> {
  if (!isName) return { via: 'doc' };
  const { name, aliases } = graph.node(index);
  const alias = aliases[surface - 1];
  return alias === undefined ? { via: 'name', text: name } : { via: 'alias', text: alias };
}

/** The best `count` hits, and all others that tie with the last of them. */
async function searchWithTies(
  index: VectorSearch,
  vector: Float32Array,
  { start, end }: { readonly start: number; readonly end: number },
  count: number,
): Promise<readonly VectorHit[]> {
  if (start >= end) return [];
  let hits = await index.search(vector, { start, end, count: count + 1 });
  const last = hits[count - 1];
  for (let asked = count + 1; last !== undefined && hits.length >= asked && hits.at(-1)!.score === last.score;) {
    asked *= 4;
    hits = await index.search(vector, { start, end, count: asked, atLeast: last.score });
  }
  return last === undefined ? hits : hits.filter(({ score }) => score >= last.score);
}
