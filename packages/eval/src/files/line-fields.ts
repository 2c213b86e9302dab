const TAB = 9;
const SPACE = 32;

/**
 * Finds the fields of a line that are separated by blanks and tabs. Start and end of field i go to `bounds[2i]` and
 * `bounds[2i + 1]`; no string is made, because most fields of a run file are never looked at.
 *
 * @returns The number of fields, of which `bounds` holds as many as fit.
 */
export function findFields(line: string, bounds: Int32Array): number {
  let count = 0;
  let index = 0;
  while (index < line.length) {
    const code = line.charCodeAt(index);
    if (code === SPACE || code === TAB) {
      index++;
      continue;
    }
    const start = index;
    while (index < line.length && line.charCodeAt(index) !== SPACE && line.charCodeAt(index) !== TAB) index++;
    // Writes past the end of a typed array are ignored.
    bounds[2 * count] = start;
    bounds[2 * count + 1] = index;
    count++;
  }
  return count;
}
