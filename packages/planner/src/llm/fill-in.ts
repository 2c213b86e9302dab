/** Puts values for `{{name}}` into a prompt; in one pass, so that a value which looks like a place is left alone. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/gu, (place, name: string) => values[name] ?? place);
}
