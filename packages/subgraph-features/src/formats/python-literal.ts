import { SubgraphError } from '../subgraph-error.js';

/**
 * Reads a Python literal as JSON values: dict, list, tuple, str, int, float, True, False, None. The tables of published
 * subgraphs hold their graphs in this form, which is not JSON: `{'label': "Côte d'Ivoire", 'id': None}`.
 *
 * @throws SubgraphError `invalid_literal`
 */
export function parsePythonLiteral(text: string): unknown {
  const reader = new LiteralReader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

const DEEPEST = 200;
const CONSTANTS: readonly (readonly [string, unknown])[] = [
  ['None', null],
  ['True', true],
  ['False', false],
];
const NUMBER = /[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const SPACE = /\s*/y;
const PLAIN = { "'": /[^'\\\n]*/y, '"': /[^"\\\n]*/y };
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([\n\\'"abfnrtv]))/y;
const ESCAPED: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

class LiteralReader {
  #place = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): unknown {
    if (depth > DEEPEST) this.#refuse(`at most ${DEEPEST} levels`);
    this.#skipSpace();
    const first = this.#text[this.#place];
    if (first === '{') return this.#dictionary(depth);
    if (first === '[') return this.#list(depth, ']');
    if (first === '(') return this.#list(depth, ')');
    if (first === "'" || first === '"') return this.#strings();
    for (const [word, value] of CONSTANTS) {
      if (!this.#text.startsWith(word, this.#place)) continue;
      this.#place += word.length;
      return value;
    }
    const number = this.#match(NUMBER);
    if (number === undefined) return this.#refuse('a value');
    return Number(number[0].replaceAll('_', ''));
  }

  end(): void {
    this.#skipSpace();
    if (this.#place < this.#text.length) this.#refuse('the end');
  }

  #dictionary(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    this.#items('}', () => {
      const key = this.value(depth + 1);
      if (typeof key !== 'string' && typeof key !== 'number') this.#refuse('a key that is text or a number');
      this.#skipSpace();
      this.#take(':');
      entries.push([String(key), this.value(depth + 1)]);
    });
    return Object.fromEntries(entries);
  }

  #list(depth: number, close: string): unknown[] {
    const values: unknown[] = [];
    this.#items(close, () => values.push(this.value(depth + 1)));
    return values;
  }

  #items(close: string, read: () => void): void {
    this.#place++;
    for (;;) {
      this.#skipSpace();
      if (this.#text[this.#place] === close) break;
      read();
      this.#skipSpace();
      if (this.#text[this.#place] !== close) this.#take(',');
    }
    this.#place++;
  }

  /** Adjacent strings are one. */
  #strings(): string {
    let text = '';
    for (let quote = this.#text[this.#place]; quote === "'" || quote === '"'; quote = this.#text[this.#place]) {
      this.#place++;
      for (;;) {
        text += this.#match(PLAIN[quote])![0];
        if (this.#text[this.#place] === quote) break;
        text += this.#escape();
      }
      this.#place++;
      this.#skipSpace();
    }
    return text;
  }

  #escape(): string {
    const found = this.#match(ESCAPE);
    if (found === undefined) {
      if (this.#text[this.#place] !== '\\' || this.#place + 1 >= this.#text.length) this.#refuse('a closing quote');
      // An escape that Python does not know stands for itself.
      this.#place += 1;
      return '\\';
    }
    const [, two, four, eight, octal, character] = found;
    if (character !== undefined) return ESCAPED[character]!;
    const code = octal === undefined ? parseInt(two ?? four ?? eight!, 16) : parseInt(octal, 8);
    return code > 0x10ffff ? this.#refuse('a code point') : String.fromCodePoint(code);
  }

  #take(character: string): void {
    if (this.#text[this.#place] !== character) this.#refuse(character);
    this.#place++;
  }

  #skipSpace(): void {
    this.#match(SPACE);
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#place;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#place = pattern.lastIndex;
    return found ?? undefined;
  }

  #refuse(expected: string): never {
    const received = this.#text.slice(this.#place, this.#place + 40);
    throw new SubgraphError('invalid_literal', `${expected} at character ${this.#place} of a Python literal`, received);
  }
}
