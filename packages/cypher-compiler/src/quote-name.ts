import { CypherCompilerError } from './errors.js';

/** The longest label, relationship type, property or index name that is written into a text, in UTF-16 code units. */
export const NAME_LENGTH_LIMIT = 256;

/** Why Neo4j cannot have this name, or undefined if it can. */
export function nameProblem(name: string): string | undefined {
  if (typeof name !== 'string') return 'is not a string';
  if (name === '') return 'is empty';
  if (name.length > NAME_LENGTH_LIMIT) return `is longer than ${NAME_LENGTH_LIMIT} characters`;
  if (name.includes('\0')) return 'contains the character U+0000';
  if (/\p{Surrogate}/u.test(name)) return 'contains half of a surrogate pair, which no database can store';
  return undefined;
}

/**
 * A name as one token of Cypher, whatever it contains. Each backslash is written as its escape `\u005C` and each
 * backtick is doubled: Neo4j resolves `\uXXXX` before it looks for tokens, so a backslash left as it is could end the
 * name. Control characters and line separators are written as escapes too, so that a name never spans lines. The name
 * must still be one that the schema lists; quoting makes it harmless, not right.
 *
 * @throws CypherCompilerError `invalid_name` for an empty or too long name, U+0000, or half of a surrogate pair
 */
export function quoteName(name: string): string {
  const problem = nameProblem(name);
  if (problem !== undefined) {
    throw new CypherCompilerError('invalid_name', `expected a name that Neo4j can have, got one that ${problem}`);
  }
  return `\`${name.replace(/[\\\p{Cc}\u2028\u2029]/gu, escapeCharacter).replaceAll('`', '``')}\``;
}

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
