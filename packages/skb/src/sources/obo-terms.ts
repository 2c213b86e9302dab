import type { ImportProblem } from '../source.js';
import { bareOboId, oboStanzas, quotedOboText, unescapeObo } from './obo-stanzas.js';
import type { OboStanza } from './obo-stanzas.js';
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

/** What a `[Term]` says; undefined when it is obsolete, or at fault, which `problem` is told. */
export function oboTermOf(stanza: OboStanza, problem: (line: number, message: string) => void): OboTerm | undefined {
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
    const text = quotedOboText(value);
    if (text === undefined) problem(line, `expected "${tag}" to hold a text in double quotes`);
    else if (tag === 'def') definition ??= text;
    else synonyms.add(text);
  }
  const [comment] = values('comment');
  return {
    id: bareOboId(id),
    name: unescapeObo(name),
    definition,
    comment: comment === undefined ? undefined : unescapeObo(comment),
    synonyms: [...synonyms],
    alternativeIds: values('alt_id').map(bareOboId),
    parents: stanza.tags.filter(({ tag }) => tag === 'is_a').map(({ value, line }) => ({ id: bareOboId(value), line })),
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
  for await (const stanza of oboStanzas(source, signal)) {
    if (stanza.kind === 'problem') problems.push(stanza as ImportProblem);
    else if (stanza.kind === 'Term') {
      const term = oboTermOf(stanza as OboStanza, problem);
      if (term !== undefined) terms.push(term);
    }
  }
  return { terms, problems };
}
