/** Never occurs in UTF-8; marks a string with lone surrogates, stored as UTF-16 so that it comes back unchanged. */
const UTF16_MARKER = 0xff;

/** Up to this length a loop over the characters is faster than a call of the runtime's encoder. */
const SHORT_LENGTH = 48;

const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** Room that {@link writeText} needs at most. */
export const maxTextBytes = (text: string): number => 3 * text.length + 1;

/**
 * Writes any string so that {@link readText} gives exactly it back, NUL and lone surrogates included. Equal strings have
 * equal bytes, and different strings different ones.
 *
 * @returns the number of bytes written, at most {@link maxTextBytes}
 */
export function writeText(text: string, target: Buffer, offset: number): number {
  const { length } = text;
  if (length <= SHORT_LENGTH) {
    let index = 0;
    for (; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > 0x7f) break;
      target[offset + index] = unit;
    }
    if (index === length) return length;
  }
  if (!hasLoneSurrogate(text)) return target.write(text, offset, 'utf8');
  target[offset] = UTF16_MARKER;
  return 1 + target.write(text, offset + 1, 'utf16le');
}

/** The string that {@link writeText} wrote from `start` up to `end`, exclusive. */
export function readText(bytes: Buffer, start: number, end: number): string {
  if (bytes[start] === UTF16_MARKER && end > start) return bytes.toString('utf16le', start + 1, end);
  return bytes.toString('utf8', start, end);
}

/** Whether a string that {@link writeText} wrote is plain UTF-8, which all are but those with lone surrogates. */
export const isUtf8 = (bytes: Buffer, start: number, length: number): boolean =>
  length === 0 || bytes[start] !== UTF16_MARKER;
