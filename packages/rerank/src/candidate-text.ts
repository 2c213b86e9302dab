/** The part of a knowledge base that a candidate's text is made of. Nodes are dense indexes. */
export interface CandidateGraph {
  readonly schema: {
    readonly nodeTypes: readonly {
      readonly name: string;
      readonly fields: readonly { readonly name: string; readonly kind: string }[];
    }[];
    readonly relations: readonly { readonly name: string }[];
  };
  node(index: number): {
    readonly type: string;
    readonly name: string;
    readonly fields: Readonly<Record<string, string | number | readonly string[]>>;
  };
  nameOf(index: number): string;
  /** Neighbours in ascending order. */
  neighbours(index: number, relation: string, direction: 'out' | 'in'): Iterable<number>;
}

/** Options of {@link candidateText}. */
export interface CandidateTextOptions {
  /** Most neighbours named for each relation. Default 10 (paper, 3.3). */
  readonly neighboursPerRelation?: number;
  /** Longest field, in words; the rest is cut. Default 300 (paper, appendix 7, counts tokens). */
  readonly wordsPerField?: number;
  /** Neighbours to be named before all others, for example the nodes that the question's anchors were linked to. */
  readonly namedFirst?: ReadonlySet<number>;
}

/** Defaults of {@link CandidateTextOptions}. */
export const CANDIDATE_TEXT_DEFAULTS = Object.freeze({ neighboursPerRelation: 10, wordsPerField: 300 });

function cutWords(text: string, most: number): string {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  return words.length <= most ? words.join(' ') : `${words.slice(0, most).join(' ')} …`;
}

/**
 * The text of a candidate that a reranker reads (paper, appendix 8.6): its type, name and fields as `key: value` lines in the schema's
 * order, then one line a relation with the names of its neighbours, both directions united and each
 * neighbour once. `… (n more)` tells how many were left out. Relations without neighbours have no line.
 *
 * @param graph - The knowledge base.
 * @param index - The candidate's dense index.
 */
export function candidateText(graph: CandidateGraph, index: number, options: CandidateTextOptions = {}): string {
  const neighboursPerRelation = options.neighboursPerRelation ?? CANDIDATE_TEXT_DEFAULTS.neighboursPerRelation;
  const wordsPerField = options.wordsPerField ?? CANDIDATE_TEXT_DEFAULTS.wordsPerField;
  const node = graph.node(index);
  const lines = [`type: ${node.type}`, `name: ${cutWords(node.name, wordsPerField)}`];
  const fields = graph.schema.nodeTypes.find((type) => type.name === node.type)?.fields ?? [];
  for (const field of fields) {
    const value = node.fields[field.name];
    if (value === undefined) continue;
    const text = typeof value === 'object' ? value.join(', ') : String(value);
    lines.push(`${field.name}: ${cutWords(text, wordsPerField)}`);
  }
  for (const { name: relation } of graph.schema.relations) {
    const neighbours = new Set<number>();
    for (const direction of ['out', 'in'] as const) {
      for (const neighbour of graph.neighbours(index, relation, direction)) neighbours.add(neighbour);
    }
    if (neighbours.size === 0) continue;
    const isFirst = (neighbour: number): number => (options.namedFirst?.has(neighbour) === true ? 0 : 1);
    const ordered = [...neighbours].sort((a, b) => isFirst(a) - isFirst(b) || a - b).slice(0, neighboursPerRelation);
    const more = neighbours.size - ordered.length;
    const names = ordered.map((neighbour) => graph.nameOf(neighbour)).join('; ');
    lines.push(`[${relation}] ${names}${more > 0 ? ` … (${more} more)` : ''}`);
  }
  return lines.join('\n');
}
