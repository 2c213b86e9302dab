import { quoteName } from './quote-name.js';

/** A search in a vector index, to be written in a dialect. */
export interface VectorSearch {
  /** Name of the index, not yet quoted. */
  readonly index: string;
  /** Label of the nodes, not yet quoted. */
  readonly label: string;
  /** Variable that the search binds to each node it finds. */
  readonly variable: string;
}

/** What differs between versions of Neo4j. */
export interface CypherDialect {
  readonly name: string;
  /** Stands before each text and names the language version, so that a server's default plays no part. */
  readonly prefix: string;
  /**
   * Clauses that bind `variable` to the nodes nearest to the parameter `vector`, at most `fetch` of them, and the
   * parameters that they need beside those two.
   */
  vectorSearch(search: VectorSearch): {
    readonly lines: readonly string[];
    readonly parameters: Readonly<Record<string, string>>;
  };
}

/** Neo4j 5.23 and later in its language version 5; the default. */
export const neo4j5: CypherDialect = Object.freeze({
  name: 'neo4j5',
  prefix: 'CYPHER 5',
  vectorSearch: ({ index, label, variable }: VectorSearch) => ({
    lines: [
      `CALL db.index.vector.queryNodes($index, $fetch, $vector) YIELD node AS ${variable}`,
      `WITH ${variable} WHERE ${variable}:${quoteName(label)}`,
    ],
    parameters: { index },
  }),
});

/** Neo4j 2026.02 and later in language version 25: vector search is a clause, not a procedure. */
export const neo4j2026: CypherDialect = Object.freeze({
  name: 'neo4j2026',
  prefix: 'CYPHER 25',
  vectorSearch: ({ index, label, variable }: VectorSearch) => ({
    lines: [
      `MATCH (${variable}:${quoteName(label)})`,
      `SEARCH ${variable} IN (VECTOR INDEX ${quoteName(index)} FOR $vector LIMIT $fetch)`,
    ],
    parameters: {},
  }),
});
