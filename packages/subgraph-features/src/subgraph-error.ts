/** What a caller got wrong. The list is closed. */
export type SubgraphErrorCode =
  /** A node index that the graph does not have. */
  | 'invalid_node'
  /** An option outside its documented range. */
  | 'invalid_option'
  /** A subgraph with an unknown role, an edge without an end, or a name that is neither text nor null. */
  | 'invalid_subgraph'
  /** JSON that is no node-link data, or a graph that is no graphology graph. */
  | 'invalid_graph_data'
  /** Text that is no Python literal. */
  | 'invalid_literal';

/** The one error that this package throws: an argument outside its documented range. Graphs that are merely odd give results with flags. */
export class SubgraphError extends Error {
  override readonly name = 'SubgraphError';
  readonly code: SubgraphErrorCode;
  /** The value that was refused. */
  readonly received: unknown;

  constructor(code: SubgraphErrorCode, expected: string, received: unknown) {
    super(`@grasp/subgraph-features: expected ${expected}, got ${describe(received)}`);
    this.code = code;
    this.received = received;
  }
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}
