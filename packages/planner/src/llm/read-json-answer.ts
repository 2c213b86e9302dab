import { jsonrepair } from 'jsonrepair';

const LONGEST_ANSWER = 200_000;

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function repair(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

/** Ends of the objects that begin at `start`: where the braces outside of strings balance, or the end of the text. */
function objectAt(text: string, start: number): string {
  let [depth, inString] = [0, false];
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}

/** Pieces of the text that may be the answer, the likeliest first. */
function* pieces(text: string): Generator<string> {
  yield text;
  // What a reasoning model thinks is no answer; if it never closes the thought, nothing else is there.
  const afterThought = text.replace(/^[\s\S]*<\/think(?:ing)?>/iu, '');
  const spoken = afterThought.replace(/<think(?:ing)?>/giu, '');
  for (const [, inner] of spoken.matchAll(/```[\w-]*\s*\n?([\s\S]*?)(?:```|$)/gu)) yield inner!;
  let start = spoken.indexOf('{');
  for (let count = 0; start >= 0 && count < 20; count++) {
    const piece = objectAt(spoken, start);
    yield piece;
    start = spoken.indexOf('{', start + (parse(piece) === undefined ? 1 : piece.length));
  }
}

/** The wanted object inside a value: the value itself, or deeper, also in strings that hold JSON (tool calls). */
function within(value: unknown, isWanted: (value: Json) => boolean, depth: number): Json | undefined {
  if (isObject(value) && isWanted(value)) return value;
  if (depth === 0) return undefined;
  if (typeof value === 'string') {
    return value.trimStart().startsWith('{') ? within(parse(value) ?? repair(value), isWanted, depth - 1) : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const inner of Object.values(value).slice(0, 32)) {
    const found = within(inner, isWanted, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Finds the JSON object in what a model said: with prose around it, in a code fence, after `<think>` text, in the form of a
 * tool call, with trailing commas, single quotes or comments, or cut off in the middle.
 *
 * @param isWanted - Tells the answer from other objects.
 * @returns The object, or undefined when there is none.
 */
export function readJsonAnswer(said: string, isWanted: (value: Json) => boolean): Json | undefined {
  const text = said.slice(0, LONGEST_ANSWER);
  for (const read of [parse, repair]) {
    for (const piece of pieces(text)) {
      // Everything can be "repaired" into a string; only what holds an object is worth it.
      if (!piece.includes('{')) continue;
      const found = within(read(piece), isWanted, 4);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
