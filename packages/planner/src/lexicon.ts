/** What the planner reads of a node: its type and the names that questions may use. */
export interface NamedNode {
  readonly type: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

/** The names of a knowledge base. Nodes are dense indexes from 0 to `nodeCount` - 1. */
export interface Lexicon {
  readonly nodeCount: number;
  /** Nodes one of whose names equals `text` when case, accents, punctuation and white space are ignored; ascending. */
  findByName(text: string): readonly number[];
  node(index: number): NamedNode;
}

/** The sizes of a knowledge base's relations, read once to learn which of several relations is the usual one. */
export interface RelationGraph {
  /** The nodes of one type are the indexes from `start` to `end`, end exclusive. */
  typeRange(type: string): { readonly start: number; readonly end: number } | undefined;
  /** Compressed rows: the neighbours of node i are `targets` from `offsets[i]` to `offsets[i + 1]`. */
  adjacency(
    relation: string,
    direction: 'out' | 'in',
  ): { readonly offsets: Uint32Array; readonly targets: Uint32Array } | undefined;
}

/** Turns texts into vectors; fits `@grasp/encoders`. */
export interface QueryEncoder {
  encode(
    texts: readonly string[],
    options: { readonly role: 'query' | 'document'; readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;
}

/** Nearest names by vector, best first; `score` is a cosine, `text` the name or alias that matched. */
export interface NameSearch {
  search(
    vector: Float32Array,
    options: { readonly count: number; readonly type?: string; readonly signal?: AbortSignal },
  ):
    | Promise<readonly { readonly index: number; readonly score: number; readonly text: string }[]>
    | readonly { readonly index: number; readonly score: number; readonly text: string }[];
}
