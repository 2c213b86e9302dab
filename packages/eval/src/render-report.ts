import { EvaluationError } from './errors.js';
import type { Report } from './evaluate.js';
import type { TableFormat } from './render-table.js';
import { escapeLatex, renderTable } from './render-table.js';

/** Options of `renderReport` and `renderComparison`. */
export interface RenderOptions {
  /** Default `text`. */
  readonly format?: TableFormat;
  /** Print values times 100, with two decimals less. Default false. */
  readonly percent?: boolean;
  /** Decimals of a value between 0 and 1, from 2 to 12. Default 4. */
  readonly digits?: number;
}

/** A function that prints values as the options say. */
export function createNumberFormat(options: RenderOptions): (value: number) => string {
  const { percent = false, digits = 4 } = options;
  if (!Number.isInteger(digits) || digits < 2 || digits > 12) {
    throw new EvaluationError('invalid_option', `expected digits from 2 to 12, got ${digits}`);
  }
  return (value) => {
    const printed = percent ? (100 * value).toFixed(digits - 2) : value.toFixed(digits);
    // A tiny negative difference would print as minus zero.
    return /^-[0.]*$/u.test(printed) ? printed.slice(1) : printed;
  };
}

/** Puts the notes below a table in the form's own way. */
export function withNotes(body: string, notes: readonly string[], format: Exclude<TableFormat, 'json'>): string {
  if (format === 'latex') return [body, ...notes.map((note) => `% ${escapeLatex(note)}`)].join('\n');
  return [body, '', ...notes].join('\n');
}

/** Prints the means of one report with what they rest on; `json` is the whole report. */
export function renderReport(report: Report, options: RenderOptions = {}): string {
  const { format = 'text' } = options;
  const number = createNumberFormat(options);
  if (format === 'json') return JSON.stringify(report, null, 2);
  const table = {
    header: ['measure', 'mean'],
    rows: report.measures.map(({ name, label }) => [{ text: label }, { text: number(report.means[name]!) }]),
  };
  const { averaged, judged, judgedNotRetrieved, retrievedNotJudged, withoutRelevant } = report.counts;
  const { averaging, order, duplicates } = report.conventions;
  const notes = [
    `${averaged} of ${judged} judged queries averaged (${averaging}); ${judgedNotRetrieved} without results, ${withoutRelevant} without relevant documents, ${retrievedNotJudged} retrieved but not judged`,
    `order ${order}, duplicates ${duplicates}, questions ${report.hash}`,
  ];
  return withNotes(renderTable(table, format), notes, format);
}
