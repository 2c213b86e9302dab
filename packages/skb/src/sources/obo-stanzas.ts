import type { ImportProblem } from '../source.js';
import { readLines } from './read-lines.js';
import type { SourceFile } from './read-lines.js';

/** A tag of a stanza, without what follows a ` !` outside quotes. */
interface OboTag {
  readonly tag: string;
  readonly value: string;
  readonly line: number;
}

/** A part of an OBO file; the file's head is one of the kind ''. */
export interface OboStanza {
  /** `Term`, `Typedef`, `Instance`, … */
  readonly kind: string;
  /** Of its first line. */
  readonly line: number;
  readonly tags: readonly OboTag[];
}

/** Replaces escapes such as `\n` and `\"` by what they stand for. */
export const unescapeObo = (text: string): string =>
  text.replace(/\\(.)/gu, (_, character: string) => ({ n: '\n', t: '\t', W: ' ' })[character] ?? character);

/** The text between the first pair of quotes. */
export function quotedOboText(value: string): string | undefined {
  const found = /"((?:[^"\\]|\\.)*)"/u.exec(value)?.[1];
  return found === undefined ? undefined : unescapeObo(found);
}

/** An id without the comment (` ! `) and the qualifiers (` {`) that may follow it. */
export const bareOboId = (value: string): string => value.split(' ! ')[0]!.split(' {')[0]!.trim();

/**
 * Reads an OBO file stanza by stanza. Lines that hold no tag are passed over; one that is not UTF-8 or too long is a
 * problem.
 *
 * @throws {SourceError} when the file cannot be read; the signal's reason.
 */
export async function* oboStanzas(source: SourceFile, signal?: AbortSignal): AsyncGenerator<OboStanza | ImportProblem> {
  let kind = '';
  let first = 1;
  let tags: OboTag[] = [];
  for await (const { firstLine, lines, faults } of readLines(source, signal)) {
    for (const [line, message] of faults) {
      yield { kind: 'problem', code: 'malformed_row', message, origin: { file: source.file, line } };
    }
    for (const [index, text] of lines.entries()) {
      const line = firstLine + index;
      if (text.startsWith('[')) {
        yield { kind, line: first, tags };
        kind = /^\[([^\]]+)\]/u.exec(text)?.[1] ?? 'unknown';
        first = line;
        tags = [];
        continue;
      }
      const colon = text.indexOf(':');
      if (colon > 0) tags.push({ tag: text.slice(0, colon), value: text.slice(colon + 1).trim(), line });
    }
  }
  yield { kind, line: first, tags };
}
