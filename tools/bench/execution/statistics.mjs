/** The value below which the share `share` of the times lies: the nearest rank, so one of the times. */
export function percentile(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** Three significant digits, without an exponent. */
export const short = (value) =>
  value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(value >= 1 ? 3 : 2)));

/** A Markdown table, columns padded. */
export function table(head, rows) {
  const lines = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const format = (line) =>
    `| ${line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [format(lines[0]), rule, ...lines.slice(1).map(format)].join('\n');
}
