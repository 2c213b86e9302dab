import { checkWholeNumber } from './answer-candidates-error.js';

/** What linking reads of a knowledge base. Nodes are indexes from 0; `KnowledgeBase` of `@grasp/skb` fits. */
export interface NameGraph {
  idOf(index: number): string;
  nameOf(index: number): string;
  /** Nodes one of whose names equals `text` when case, accents, punctuation and white space are ignored. */
  findByName(text: string): readonly number[];
}

export interface LinkNameOptions {
  /** Alternatives at most, 1 or more; default 3 (as the paper's authors take for decoders). */
  readonly count?: number;
  /** How well known a node is, for example its number of edges; among nodes of one name the highest comes first. */
  readonly prominenceOf?: (index: number) => number;
  /** Nodes with similar names, best first, for texts that are no node's name; `score` is a cosine. */
  readonly similarNames?: (
    text: string,
    options: { readonly count: number; readonly signal?: AbortSignal },
  ) => Promise<readonly { readonly index: number; readonly score: number }[]>;
  /** Least cosine of a similar name, −1 to 1; default 0.8. */
  readonly leastSimilarity?: number;
  readonly signal?: AbortSignal;
}

/** A node that a text may mean. */
export interface LinkedNode {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  /** 1 for the name itself, else the cosine of the names. */
  readonly score: number;
  readonly via: 'name' | 'similar';
}

/** The default numbers of {@link linkName}. */
export const LINK_NAME_DEFAULTS = Object.freeze({ count: 3, leastSimilarity: 0.8 });

/** The text as it is, then with less around the name. */
function spellings(text: string): Set<string> {
  const unquoted = text
    .replace(/["“”«»]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const bare = unquoted.replace(/\s*\([^)]*\)$/u, '');
  return new Set([
    text,
    unquoted,
    unquoted.replace(/^(?:the|an?)\s+/iu, ''),
    `The ${unquoted}`,
    bare,
    bare.split(/, /u)[0]!,
  ]);
}

/**
 * The nodes that a text may name, likeliest first: those that bear the name, the most prominent first, then by id; if none
 * does, those of a text with fewer signs and words around it; if none does either, those with similar names.
 *
 * @throws AnswerCandidatesError `invalid_option`; the signal's reason.
 */
export async function linkName(graph: NameGraph, text: string, options: LinkNameOptions = {}): Promise<LinkedNode[]> {
  const { count, leastSimilarity } = { ...LINK_NAME_DEFAULTS, ...options };
  const { prominenceOf = () => 0, similarNames, signal } = options;
  checkWholeNumber('count', count, 1);
  const named = (index: number): Pick<LinkedNode, 'index' | 'id' | 'name'> => ({
    index,
    id: graph.idOf(index),
    name: graph.nameOf(index),
  });
  for (const spelling of spellings(text)) {
    if (spelling === '') continue;
    const found = graph.findByName(spelling).map((index) => ({ ...named(index), prominence: prominenceOf(index) }));
    if (found.length === 0) continue;
    return found
      .sort((a, b) => b.prominence - a.prominence || (a.id < b.id ? -1 : 1))
      .slice(0, count)
      .map(({ index, id, name }) => ({ index, id, name, score: 1, via: 'name' }));
  }
  if (similarNames === undefined) return [];
  const similar = await similarNames(text, { count, ...(signal === undefined ? {} : { signal }) });
  return similar
    .filter(({ score }) => score >= leastSimilarity)
    .slice(0, count)
    .map(({ index, score }) => ({ ...named(index), score, via: 'similar' }));
}
