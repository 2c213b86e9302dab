/** Reads a table with a header line, quoted cells as RFC 4180 has them, into one object a row. */
export function readCsv(text) {
  const rows = [];
  let row = [];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  for (let match = cells.exec(text); match !== null; match = cells.exec(text)) {
    const [, quoted, plain, end] = match;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') {
      if (row.length > 1 || row[0] !== '') rows.push(row);
      row = [];
      if (cells.lastIndex >= text.length) break;
    }
  }
  const [names, ...lines] = rows;
  return lines.map((line) => Object.fromEntries(names.map((name, at) => [name, line[at] ?? ''])));
}
