/** The forms that a table can be written in. `json` is the data itself. */
export type TableFormat = 'text' | 'markdown' | 'latex' | 'json';

/** One cell; `isBest` prints it bold where the form has bold. */
export interface Cell {
  readonly text: string;
  readonly isBest?: boolean;
}

/** A table whose first column is text and whose others are numbers, aligned right. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

type Renderer = (table: Table) => string;

const text: Renderer = ({ header, rows }) => {
  const lines = [header, ...rows.map((row) => row.map((cell) => cell.text))];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

const markdown: Renderer = ({ header, rows }) => {
  const escape = (value: string): string => value.replace(/[\\|*_`<[]/gu, '\\$&').replace(/\s+/gu, ' ');
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const body = rows.map((row) =>
    line(row.map((cell) => (cell.isBest === true ? `**${escape(cell.text)}**` : escape(cell.text)))),
  );
  const rule = line(header.map((_, column) => (column === 0 ? '---' : '---:')));
  return [line(header.map(escape)), rule, ...body].join('\n');
};

const LATEX_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** Escapes what LaTeX would take as commands. */
export const escapeLatex = (value: string): string =>
  value.replace(/[\\~^&%$#_{}<>]/gu, (character) => LATEX_ESCAPES[character] ?? `\\${character}`);

const latex: Renderer = ({ header, rows }) => {
  const line = (cells: readonly string[]): string => `${cells.join(' & ')} \\\\`;
  const body = rows.map((row) =>
    line(row.map((cell) => (cell.isBest === true ? `\\textbf{${escapeLatex(cell.text)}}` : escapeLatex(cell.text)))),
  );
  return [
    `\\begin{tabular}{l${'r'.repeat(header.length - 1)}}`,
    '\\hline',
    line(header.map(escapeLatex)),
    '\\hline',
    ...body,
    '\\hline',
    '\\end{tabular}',
  ].join('\n');
};

/** Writes a table in one of the forms made for people. */
export function renderTable(table: Table, format: Exclude<TableFormat, 'json'>): string {
  return { text, markdown, latex }[format](table);
}
