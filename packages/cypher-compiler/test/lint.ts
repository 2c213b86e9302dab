import { lintCypherQuery, testData } from '@neo4j-cypher/language-support';

const { functions, procedures } = testData.mockSchema;

/** What Neo4j's own parser and semantic checks object to in a text; nothing about names that a database may lack. */
export function lintErrors(text: string, parameterNames: readonly string[]): string[] {
  const parameters = Object.fromEntries(parameterNames.map((name) => [name, 'x']));
  return lintCypherQuery(text, {
    ...(functions === undefined ? {} : { functions }),
    ...(procedures === undefined ? {} : { procedures }),
    parameters,
  })
    .diagnostics.filter(({ severity }) => severity === 1)
    .map(({ message }) => (typeof message === 'string' ? message : message.value));
}
