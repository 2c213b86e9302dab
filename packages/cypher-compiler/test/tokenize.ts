/** One token of a Cypher text, by Neo4j's lexical rules as far as the compiler's texts need them. */
export interface Token {
  readonly kind: 'word' | 'name' | 'parameter' | 'number' | 'text' | 'sign';
  /** Unquoted, for a name or a text. */
  readonly value: string;
}

/** Neo4j resolves `\uXXXX` before it looks for tokens; what comes of it is not resolved again. */
function resolveEscapes(text: string): string {
  return text.replace(/\\u([0-9a-fA-F]{4})?/gu, (_, digits: string | undefined) => {
    if (digits === undefined) throw new Error('a backslash and u without four digits is an error');
    return String.fromCharCode(parseInt(digits, 16));
  });
}

const TOKEN =
  /([ \n]+)|`((?:[^`]|``)+)`(?!`)|'((?:[^'\\]|\\.)*)'|\$([A-Za-z][A-Za-z0-9_]*)|([A-Za-z_][A-Za-z0-9_]*)|([0-9]+(?:\.[0-9]+)?)|(\/\/|\/\*)|(<>|<=|>=|->|<-|\.\.|[()[\]{}<>=\-+*/,.:|])/suy;
const KINDS = ['name', 'text', 'parameter', 'word', 'number'] as const;

/** Splits a text into tokens. Written apart from the sources on purpose; throws where Neo4j would see an error or a comment. */
export function tokenize(text: string): Token[] {
  const resolved = resolveEscapes(text);
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < resolved.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(resolved);
    if (match === null) throw new Error(`no token at ${at}: ${JSON.stringify(resolved.slice(at, at + 20))}`);
    const [, space, name, , , , , comment, sign] = match;
    if (comment !== undefined) throw new Error(`a comment at ${at}`);
    if (space !== undefined) continue;
    if (sign !== undefined) tokens.push({ kind: 'sign', value: sign });
    else if (name !== undefined) tokens.push({ kind: 'name', value: name.replaceAll('``', '`') });
    else {
      const index = KINDS.findIndex((_, position) => match[position + 2] !== undefined);
      tokens.push({ kind: KINDS[index]!, value: match[index + 2]! });
    }
  }
  return tokens;
}
