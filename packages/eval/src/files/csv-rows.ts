import { FileFormatError } from './file-format-error.js';
import type { ReadOptions, TextSource } from './text-lines.js';
import { textChunks } from './text-lines.js';

/** One record of a CSV file. */
export interface CsvRow {
  readonly cells: readonly string[];
  /** The line on which the record starts, from 1. */
  readonly line: number;
}

/**
 * Reads CSV as RFC 4180 has it: cells in double quotes may hold commas, line ends and doubled quotes; LF and CRLF end a
 * record. An empty line is a record with one empty cell.
 *
 * @throws FileFormatError `malformed_csv` for a quote inside an unquoted cell, text after a closing quote, or a quote that
 *   is never closed.
 */
export async function* readCsvRows(source: TextSource, options: ReadOptions = {}): AsyncGenerator<CsvRow> {
  const parser = new CsvParser();
  for await (const chunk of textChunks(source, options)) yield* parser.push(chunk);
  yield* parser.end();
}

type State = 'start' | 'plain' | 'quoted' | 'quote-in-quoted' | 'carriage-return';

class CsvParser {
  #state: State = 'start';
  #cell = '';
  #cells: string[] = [];
  #line = 1;
  #startLine = 1;
  #isEmpty = true;

  *push(text: string): Generator<CsvRow> {
    let from = 0;
    for (let index = 0; index < text.length; index++) {
      const character = text[index]!;
      this.#isEmpty = false;
      if (this.#state === 'quoted') {
        if (character === '"') {
          this.#cell += text.slice(from, index);
          this.#state = 'quote-in-quoted';
        } else if (character === '\n') this.#line++;
        continue;
      }
      if (character === '"') {
        if (this.#state === 'quote-in-quoted') this.#cell += '"';
        else if (this.#state !== 'start') this.#fail('no quote inside an unquoted cell');
        this.#state = 'quoted';
        from = index + 1;
      } else if (character === ',' && this.#state !== 'carriage-return') this.#endCell();
      else if (character === '\n') yield this.#endRow();
      else if (this.#state === 'carriage-return') this.#fail('a line feed after a carriage return');
      else if (character === '\r') this.#state = 'carriage-return';
      else if (this.#state === 'quote-in-quoted') this.#fail('a comma or a line end after a closing quote');
      else {
        this.#state = 'plain';
        this.#cell += character;
      }
    }
    if (this.#state === 'quoted') this.#cell += text.slice(from);
  }

  *end(): Generator<CsvRow> {
    if (this.#state === 'quoted') this.#fail(`a closing quote for the record of line ${this.#startLine}`);
    if (!this.#isEmpty) yield this.#endRow();
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  #endRow(): CsvRow {
    this.#endCell();
    const row = { cells: this.#cells, line: this.#startLine };
    this.#cells = [];
    this.#line++;
    this.#startLine = this.#line;
    this.#isEmpty = true;
    return row;
  }

  #fail(expected: string): never {
    throw new FileFormatError('malformed_csv', this.#line, `expected ${expected}`);
  }
}
