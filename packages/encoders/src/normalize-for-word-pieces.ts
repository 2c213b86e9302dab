const NON_ASCII = /[^\0-\x7f]/u;
const DROPPED = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Mn}\ufffd]/u;
const SPACE = /\p{White_Space}/u;
const PUNCTUATION = /\p{P}/u;

// The reference tokenizer leaves out the block from U+2B820 to U+2B91F.
const isHan = (codePoint: number): boolean =>
  (codePoint >= 0x4e00 && codePoint <= 0x9fff) ||
  (codePoint >= 0x3400 && codePoint <= 0x4dbf) ||
  (codePoint >= 0x20000 && codePoint <= 0x2a6df) ||
  (codePoint >= 0x2a700 && codePoint <= 0x2b81f) ||
  (codePoint >= 0x2b920 && codePoint <= 0x2ceaf) ||
  (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
  (codePoint >= 0x2f800 && codePoint <= 0x2fa1f);

const DROP = 0;
const KEEP = 1;
const BREAK = 2;
const ALONE = 3;

/** What to do with each ASCII character; capitals are kept, as their small letters. */
const ASCII_ACTION = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 9 || code === 10 || code === 13 || code === 32) return BREAK;
  if (code < 32 || code === 127) return DROP;
  const letterOrDigit = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return letterOrDigit ? KEEP : ALONE;
});

function actionOf(character: string, codePoint: number): number {
  if (codePoint < 128) return ASCII_ACTION[codePoint]!;
  if (DROPPED.test(character)) return DROP;
  if (SPACE.test(character)) return BREAK;
  return isHan(codePoint) || PUNCTUATION.test(character) ? ALONE : KEEP;
}

/** A buffer of UTF-16 code units that is used again for each text. */
export interface CodeUnits {
  units: Uint16Array;
  length: number;
}

function reserve(target: CodeUnits, capacity: number): void {
  if (target.units.length < capacity) target.units = new Uint16Array(Math.max(capacity, 2 * target.units.length));
  target.length = 0;
}

function appendAscii(text: string, target: CodeUnits): void {
  const { units } = target;
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const action = ASCII_ACTION[code]!;
    if (action === KEEP) units[length++] = code >= 65 && code <= 90 ? code + 32 : code;
    else if (action === BREAK) units[length++] = 32;
    else if (action === ALONE) {
      units[length++] = 32;
      units[length++] = code;
      units[length++] = 32;
    }
  }
  target.length = length;
}

/**
 * Writes `text` in the form in which BERT's uncased tokenizer looks for words: without control characters and accents,
 * in lower case, with a space wherever a word ends, and around each punctuation mark, ASCII symbol and Han character.
 * The words of the result are then exactly the runs between spaces (U+0020).
 */
export function normalizeForWordPieces(text: string, target: CodeUnits): void {
  if (!NON_ASCII.test(text)) {
    reserve(target, 3 * text.length);
    appendAscii(text, target);
    return;
  }
  const decomposed = text.normalize('NFD');
  // Three units per unit of input, and a capital whose small form is longer (such as U+0130) has at most three.
  reserve(target, 3 * decomposed.length);
  const { units } = target;
  let length = 0;
  for (const character of decomposed) {
    const codePoint = character.codePointAt(0)!;
    const action = actionOf(character, codePoint);
    if (action === DROP) continue;
    if (action === BREAK) {
      units[length++] = 32;
      continue;
    }
    if (action === ALONE) units[length++] = 32;
    // One character at a time, so that a capital sigma becomes the same small one at the end of a word and within it.
    const small = character.toLowerCase();
    for (let index = 0; index < small.length; index += 1) units[length++] = small.charCodeAt(index);
    if (action === ALONE) units[length++] = 32;
  }
  target.length = length;
}
