/** The first thing in a text that is not JSON. */
export interface JsonFault {
  /** From 0, in UTF-16 code units. */
  readonly offset: number;
  /** What should stand there, as a noun phrase. */
  readonly expected: string;
}

/** Called at the first character of each value, parents before children. */
export type JsonVisitor = (path: readonly (string | number)[], offset: number) => void;

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const MAX_DEPTH = 200;

/**
 * Finds where a text stops being JSON (RFC 8259), and where each value stands, which `JSON.parse` does not tell.
 * Meant for error messages: call it only when there is something to report.
 *
 * @returns undefined when the text is JSON.
 */
export function scanJson(text: string, visit?: JsonVisitor): JsonFault | undefined {
  let offset = 0;
  let fault: JsonFault | undefined;

  const fail = (expected: string): false => {
    fault = { offset, expected };
    return false;
  };
  const skipWhiteSpace = (): void => {
    while (offset < text.length && ' \t\n\r'.includes(text[offset]!)) offset++;
  };
  const take = (character: string): boolean => {
    skipWhiteSpace();
    if (text[offset] !== character) return false;
    offset++;
    return true;
  };
  const scanString = (): string | undefined => {
    const start = offset;
    offset++;
    while (text[offset] !== '"') {
      if (offset >= text.length) {
        offset = start;
        fail('a string that ends with a double quote');
        return undefined;
      }
      if (text[offset]! < ' ') {
        fail('no line break or control character inside a string');
        return undefined;
      }
      if (text[offset] === '\\' && !/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/u.test(text.slice(offset, offset + 6))) {
        fail('a valid escape sequence after the backslash');
        return undefined;
      }
      offset += text[offset] === '\\' ? 2 : 1;
    }
    offset++;
    return JSON.parse(text.slice(start, offset)) as string;
  };
  const scanMembers = (path: readonly (string | number)[]): boolean => {
    if (take('}')) return true;
    do {
      skipWhiteSpace();
      if (text[offset] !== '"') return fail('a key in double quotes');
      const key = scanString();
      if (key === undefined) return false;
      if (!take(':')) return fail('a colon after the key');
      if (!scanValue([...path, key])) return false;
    } while (take(','));
    return take('}') || fail('a comma or a closing brace');
  };
  const scanElements = (path: readonly (string | number)[]): boolean => {
    if (take(']')) return true;
    let index = 0;
    do {
      if (!scanValue([...path, index++])) return false;
    } while (take(','));
    return take(']') || fail('a comma or a closing bracket');
  };
  const scanValue = (path: readonly (string | number)[]): boolean => {
    skipWhiteSpace();
    if (path.length > MAX_DEPTH) return fail(`at most ${MAX_DEPTH} levels of nesting`);
    visit?.(path, offset);
    if (text[offset] === '"') return scanString() !== undefined;
    if (take('{')) return scanMembers(path);
    if (take('[')) return scanElements(path);
    LITERAL.lastIndex = offset;
    const literal = LITERAL.exec(text)?.[0];
    if (literal === undefined) return fail('a JSON value');
    offset += literal.length;
    return true;
  };

  if (scanValue([])) {
    skipWhiteSpace();
    if (offset < text.length) fail('nothing after the JSON value');
  }
  return fault;
}

/** Line and column, both from 1, of an offset from 0. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
