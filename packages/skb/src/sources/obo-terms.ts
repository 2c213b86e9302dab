import type { ImportProblem } from '../source.js';
import { readLines } from './read-lines.js';
import type { SourceFile } from './read-lines.js';

/** One term of an ontology. */
export interface OboTerm {
  readonly id: string;
  readonly name: string;
  readonly definition: string | undefined;
  readonly comment: string | undefined;
  /** Of every scope and type, in the file's order, each once. */
  readonly synonyms: readonly string[];
  readonly alternativeIds: readonly string[];
  /** What this term is a kind of, with the line that says so. */
  readonly parents: readonly { readonly id: string; readonly line: number }[];
  /** Of the stanza's first line. */
  readonly line: number;
}

/** The terms of an ontology file in its order, without obsolete ones. */
export interface OboTerms {
  readonly terms: readonly OboTerm[];
  readonly problems: readonly ImportProblem[];
}

interface Stanza {
  readonly line: number;
  readonly tags: { readonly tag: string; readonly value: string; readonly line: number }[];
}

const unescape = (text: string): string =>
  text.replace(/\\(.)/gu, (_, character: string) => (character === 'n' ? '\n' : character));

/** The text between the first pair of quotes. */
function quotedText(value: string): string | undefined {
  const found = /"((?:[^"\\]|\\.)*)"/u.exec(value)?.[1];
  return found === undefined ? undefined : unescape(found);
}

/** An id without the comment (` ! `) and the qualifiers (` {`) that may follow it. */
const bareId = (value: string): string => value.split(' ! ')[0]!.split(' {')[0]!.trim();

function termOf(stanza: Stanza, problem: (line: number, message: string) => void): OboTerm | undefined {
  const values = (tag: string): string[] => stanza.tags.filter((entry) => entry.tag === tag).map(({ value }) => value);
  if (values('is_obsolete').includes('true')) return undefined;
  const [id] = values('id');
  const [name] = values('name');
  if (id === undefined || id === '' || name === undefined || name === '') {
    problem(stanza.line, 'expected a [Term] with an id and a name, got one without');
    return undefined;
  }
  const synonyms = new Set<string>();
  let definition: string | undefined;
  for (const { tag, value, line } of stanza.tags) {
    if (tag !== 'synonym' && tag !== 'def') continue;
    const text = quotedText(value);
    if (text === undefined) problem(line, `expected "${tag}" to hold a text in double quotes`);
    else if (tag === 'def') definition ??= text;
    else synonyms.add(text);
  }
  const [comment] = values('comment');
  return {
    id: bareId(id),
    name: unescape(name),
    definition,
    comment: comment === undefined ? undefined : unescape(comment),
    synonyms: [...synonyms],
    alternativeIds: values('alt_id').map(bareId),
    parents: stanza.tags.filter(({ tag }) => tag === 'is_a').map(({ value, line }) => ({ id: bareId(value), line })),
    line: stanza.line,
  };
}

/**
 * Reads the `[Term]` stanzas of an OBO 1.2 file that are not obsolete. Lines it has no use for are passed over.
 *
 * @throws {SourceError} when the file cannot be read; the signal's reason.
 */
export async function oboTerms(source: SourceFile, signal?: AbortSignal): Promise<OboTerms> {
  const terms: OboTerm[] = [];
  const problems: ImportProblem[] = [];
  const problem = (line: number, message: string): void => {
    problems.push({ kind: 'problem', code: 'malformed_row', message, origin: { file: source.file, line } });
  };
  let stanza: Stanza | undefined;
  const close = (): void => {
    const term = stanza === undefined ? undefined : termOf(stanza, problem);
    if (term !== undefined) terms.push(term);
    stanza = undefined;
  };
  for await (const { firstLine, lines, faults } of readLines(source, signal)) {
    for (const [line, message] of faults) problem(line, message);
    lines.forEach((text, index) => {
      const line = firstLine + index;
      if (text.startsWith('[')) {
        close();
        if (text.trim() === '[Term]') stanza = { line, tags: [] };
        return;
      }
      const colon = text.indexOf(':');
      if (stanza !== undefined && colon > 0) {
        stanza.tags.push({ tag: text.slice(0, colon), value: text.slice(colon + 1).trim(), line });
      }
    });
  }
  close();
  return { terms, problems };
}
