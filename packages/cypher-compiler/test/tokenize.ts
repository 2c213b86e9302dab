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

const SIGNS = ['<>', '<=', '>=', '->', '<-', '..', ...'()[]{}<>=-+*/,.:|'];

/** Splits a text into tokens. Written apart from the sources on purpose; throws where Neo4j would see an error or a comment. */
export function tokenize(text: string): Token[] {
  const resolved = resolveEscapes(text);
  const tokens: Token[] = [];
  let at = 0;
  while (at < resolved.length) {
    const rest = resolved.slice(at);
    const space = /^[ \n]+/u.exec(rest);
    const word = /^[A-Za-z_][A-Za-z0-9_]*/u.exec(rest);
    const number = /^[0-9]+(?:\.[0-9]+)?/u.exec(rest);
    const parameter = /^\$([A-Za-z][A-Za-z0-9_]*)/u.exec(rest);
    if (space !== null) at += space[0].length;
    else if (rest.startsWith('//') || rest.startsWith('/*')) throw new Error(`a comment at ${at}`);
    else if (rest.startsWith('`')) {
      let end = at + 1;
      let value = '';
      for (;;) {
        if (end >= resolved.length) throw new Error(`a name without an end at ${at}`);
        if (resolved[end] !== '`') value += resolved[end++]!;
        else if (resolved[end + 1] === '`') {
          value += '`';
          end += 2;
        } else break;
      }
      if (value === '') throw new Error(`an empty name at ${at}`);
      tokens.push({ kind: 'name', value });
      at = end + 1;
    } else if (rest.startsWith("'")) {
      const string = /^'((?:[^'\\]|\\.)*)'/su.exec(rest);
      if (string === null) throw new Error(`a text without an end at ${at}`);
      tokens.push({ kind: 'text', value: string[1]! });
      at += string[0].length;
    } else if (parameter !== null) {
      tokens.push({ kind: 'parameter', value: parameter[1]! });
      at += parameter[0].length;
    } else if (word !== null) {
      tokens.push({ kind: 'word', value: word[0] });
      at += word[0].length;
    } else if (number !== null) {
      tokens.push({ kind: 'number', value: number[0] });
      at += number[0].length;
    } else {
      const sign = SIGNS.find((candidate) => rest.startsWith(candidate));
      if (sign === undefined) throw new Error(`an unexpected character at ${at}: ${JSON.stringify(rest[0])}`);
      tokens.push({ kind: 'sign', value: sign });
      at += sign.length;
    }
  }
  return tokens;
}
