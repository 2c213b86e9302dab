const TAB = 9;
const SPACE = 32;

/**
 * Finds the fields of a part of a text that are separated by blanks and tabs. Start and end of field i go to `bounds[2i]`
 * and `bounds[2i + 1]`; no string is made, because most fields of a run file are never looked at.
 *
 * @returns The number of fields, of which `bounds` holds as many as fit.
 */
export function findFields(text: string, start: number, end: number, bounds: Int32Array): number {
  let count = 0;
  let index = start;
  while (index < end) {
    const code = text.charCodeAt(index);
    if (code === SPACE || code === TAB) {
      index++;
      continue;
    }
    // Writes past the end of a typed array are ignored.
    bounds[2 * count] = index;
    while (index < end && text.charCodeAt(index) !== SPACE && text.charCodeAt(index) !== TAB) index++;
    bounds[2 * count + 1] = index;
    count++;
  }
  return count;
}
