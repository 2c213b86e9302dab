/**
 * Parameters as the `:params` command of Neo4j Browser and cypher-shell, to be pasted before a text. Strings are written
 * so that nothing in them is read as Cypher: by the rule of `quoteName`, with each backslash escaped as `\u005C`.
 */
export function formatParameters(parameters: Readonly<Record<string, unknown>>): string {
  return `:params ${literal(parameters)}`;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (typeof value === 'string') return quoteText(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  const entries = Object.entries(value as Record<string, unknown>);
  return `{${entries.map(([key, each]) => `${key}: ${literal(each)}`).join(', ')}}`;
}

/** A string literal. Neo4j resolves `\uXXXX` before anything else, so `\u005C\u005C` is an escaped backslash. */
function quoteText(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\u005C\\u005C')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
  return `'${escaped}'`;
}
