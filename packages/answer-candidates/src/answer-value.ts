const NUMBER_WORDS = new Map(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen twenty'
  )
    .split(' ')
    .map((word, value) => [word, value]),
);

/** True or false when a text begins with yes, no, true or false; else undefined. */
export function readBoolean(text: string): boolean | undefined {
  const word = /^\W*(yes|no|true|false)\b/iu.exec(text)?.[1]?.toLowerCase();
  return word === undefined ? undefined : word === 'yes' || word === 'true';
}

/** The first number in a text, in digits ("1,024 films") or as a word up to twenty; else undefined. */
export function readNumber(text: string): number | undefined {
  const digits = /(?<![\p{L}\p{N}])-?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|(?<![\p{L}\p{N}.])-?\d+(?:\.\d+)?/u.exec(
    text,
  )?.[0];
  if (digits !== undefined) return Number(digits.replaceAll(',', ''));
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const word = words.find((each) => NUMBER_WORDS.has(each));
  return word === undefined ? undefined : NUMBER_WORDS.get(word);
}
