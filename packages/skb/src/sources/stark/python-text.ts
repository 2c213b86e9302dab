function stringLiteral(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  // eslint-disable-next-line no-control-regex
  const escaped = text.replace(/[\\\u0000-\u001F\u007F]/gu, (character) => {
    const named = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character];
    return named ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}

function numberText(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const [digits, exponent] = value.toExponential().split('e') as [string, string];
  const power = Number(exponent);
  if (power >= -4 && power < 16) return String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

function literal(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null || value === undefined) return 'nan';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, member]) => `${stringLiteral(key)}: ${literal(member)}`)
    .join(', ')}}`;
}

/**
 * A JSON value as Python's `str` prints the value that it was written from: a text as it is, lists and objects as
 * literals. `null` stands for a missing number and prints as `nan`. A float without a fraction (`1.0`) prints as `1`,
 * because JSON does not tell the two apart here.
 */
export function pythonText(value: unknown): string {
  return typeof value === 'string' ? value : literal(value);
}
