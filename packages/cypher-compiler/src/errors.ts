/**
 * What was wrong with an argument: `invalid_option` (an option outside its range), `invalid_binding` (a binding
 * without an id, or whose score is no finite number up to 500 in size), `invalid_parameter` (a vector or target list
 * that the query needs is missing or not usable), `invalid_name` (a name that Neo4j cannot have).
 */
export type CypherCompilerErrorCode = 'invalid_option' | 'invalid_binding' | 'invalid_parameter' | 'invalid_name';

/** An argument that the calling code got wrong. What a plan can get wrong is returned as a {@link CompileIssue}. */
export class CypherCompilerError extends Error {
  override readonly name = 'CypherCompilerError';

  constructor(
    readonly code: CypherCompilerErrorCode,
    message: string,
  ) {
    super(`@grasp/cypher-compiler: ${message}`);
  }
}
