const ZERO = 48;
const DOT = 46;
const MINUS = 45;
/** Up to here powers of ten are exact as doubles. */
const POWERS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * Reads a finite decimal number, as `Number` does, from a part of a text; NaN for anything else, so also for hexadecimal
 * and other forms that only JavaScript has. Numbers of up to 15 digits without an exponent are read without making a
 * string: their digits as one integer, divided by a power of ten, both exact, give the correctly rounded double.
 */
export function parseDecimal(text: string, start: number, end: number): number {
  const isNegative = text.charCodeAt(start) === MINUS;
  const first = isNegative ? start + 1 : start;
  if (end - first <= 16) {
    let digits = 0;
    let value = 0;
    let dot = -1;
    let index = first;
    for (; index < end; index++) {
      const code = text.charCodeAt(index);
      if (code === DOT && dot < 0) dot = index;
      else if (code >= ZERO && code <= ZERO + 9) {
        value = 10 * value + code - ZERO;
        digits++;
      } else break;
    }
    if (index === end && digits > 0 && digits <= 15) {
      const magnitude = dot < 0 ? value : value / POWERS[end - dot - 1]!;
      return isNegative ? -magnitude : magnitude;
    }
  }
  const field = text.slice(start, end);
  const value = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/iu.test(field) ? Number(field) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}
