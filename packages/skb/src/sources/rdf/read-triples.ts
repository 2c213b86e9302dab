import type { Parser, Quad, Term } from 'n3';

import type { ImportProblem } from '../../source.js';
import { readLines } from '../read-lines.js';
import type { LineBatch, SourceFile } from '../read-lines.js';
import { SourceError } from '../source-error.js';

/** What a triple says of its subject: an IRI, or a literal with its language (lower case) or datatype. */
export type TripleObject =
  | { readonly kind: 'iri'; readonly value: string }
  | { readonly kind: 'literal'; readonly value: string; readonly language: string; readonly datatype: string };

/** One statement. */
export interface Triple {
  readonly kind: 'triple';
  readonly subject: string;
  readonly predicate: string;
  readonly object: TripleObject;
  /** Of a Turtle statement the line at which it is complete. */
  readonly line: number;
}

const FORMATS = new Map([
  ['nt', 'N-Triples'],
  ['nq', 'N-Quads'],
  ['ttl', 'Turtle'],
  ['trig', 'TriG'],
]);

/** Endings of the files that are read, without `.gz`. */
export const RDF_ENDINGS: readonly string[] = Object.freeze([...FORMATS.keys()]);

const formatOf = (file: string): string | undefined =>
  FORMATS.get(/\.([^.]+?)(?:\.gz)?$/u.exec(file)?.[1]?.toLowerCase() ?? '');

/** Whether a file's ending tells that it holds RDF. */
export const isRdfFile = (file: string): boolean => formatOf(file) !== undefined;

function objectOf({ termType, value, language, datatype }: Term): TripleObject | undefined {
  if (termType === 'NamedNode') return { kind: 'iri', value };
  if (termType !== 'Literal') return undefined;
  return { kind: 'literal', value, language: (language ?? '').toLowerCase(), datatype: datatype?.value ?? '' };
}

function tripleOf({ subject, predicate, object }: Quad, file: string, line: number): Triple | ImportProblem {
  const value = subject.termType === 'NamedNode' ? objectOf(object) : undefined;
  if (value !== undefined)
    return { kind: 'triple', subject: subject.value, predicate: predicate.value, object: value, line };
  const message = `<${predicate.value}> at a blank node or a triple, which has no id that lasts`;
  return { kind: 'problem', code: 'out_of_scope', message, origin: { file, line } };
}

const problemAt = (file: string, line: number, message: string): ImportProblem => ({
  kind: 'problem',
  code: 'malformed_row',
  message,
  origin: { file, line },
});

const withoutLine = (error: unknown): string => (error as Error).message.replace(/ on line \d+\.?$/u, '');

/** N-Triples and N-Quads: a statement a line, so that a bad one is skipped. */
function lineTriples(
  newParser: () => Parser,
  file: string,
  { firstLine, lines, faults }: LineBatch,
): (Triple | ImportProblem)[] {
  const found: (Triple | ImportProblem)[] = [...faults].map(([line, fault]) => problemAt(file, line, fault));
  const filled = lines.flatMap((text, index) => (/^\s*(?:#|$)/u.test(text) ? [] : [{ text, line: firstLine + index }]));
  let quads: readonly Quad[] | undefined;
  try {
    quads = newParser().parse(filled.map(({ text }) => `${text}\n`).join(''));
  } catch {
    quads = undefined;
  }
  if (quads?.length === filled.length) {
    for (const [index, quad] of quads.entries()) found.push(tripleOf(quad, file, filled[index]!.line));
    return found;
  }
  for (const { text, line } of filled) {
    try {
      for (const quad of newParser().parse(`${text}\n`)) found.push(tripleOf(quad, file, line));
    } catch (error) {
      found.push(problemAt(file, line, `expected a statement, got "${withoutLine(error).slice(0, 200)}"`));
    }
  }
  return found;
}

/**
 * Reads the statements of an RDF file as a stream: N-Triples, N-Quads, Turtle or TriG by its ending, the names of graphs
 * left out. Statements with blank nodes are problems with the code `out_of_scope`. A bad line of N-Triples or N-Quads is
 * a problem; of Turtle and TriG nothing after a fault can be read.
 *
 * @throws {SourceError} `invalid_file` with the line of a fault in Turtle or TriG, and what {@link readLines} throws.
 */
export async function* readTriples(
  source: SourceFile,
  base: string | undefined,
  signal?: AbortSignal,
): AsyncGenerator<readonly (Triple | ImportProblem)[]> {
  const { file } = source;
  const format = formatOf(file) ?? 'Turtle';
  const { Parser: N3Parser } = await import('n3');
  const newParser = (): Parser => new N3Parser({ format, ...(base === undefined ? {} : { baseIRI: base }) });
  if (format === 'N-Triples' || format === 'N-Quads') {
    for await (const batch of readLines(source, signal)) yield lineTriples(newParser, file, batch);
    return;
  }
  let found: (Triple | ImportProblem)[] = [];
  let line = 0;
  let failure: Error | undefined;
  let feed: (text: string) => void = () => undefined;
  let end: () => void = () => undefined;
  newParser().parse(
    {
      on(event, listener) {
        if (event === 'data') feed = listener;
        if (event === 'end') end = listener;
      },
    },
    (error, quad) => {
      if (error !== null) failure ??= error;
      else if (quad !== null) found.push(tripleOf(quad, file, line));
    },
  );
  const check = (): void => {
    if (failure === undefined) return;
    const at = Number(/ on line (\d+)/u.exec(failure.message)?.[1] ?? line);
    throw new SourceError('invalid_file', file, `expected ${format}, got "${withoutLine(failure)}"`, {
      line: at,
      cause: failure,
    });
  };
  for await (const { firstLine, lines, faults } of readLines(source, signal)) {
    for (const [at, fault] of faults) throw new SourceError('invalid_file', file, fault, { line: at });
    for (const [index, text] of lines.entries()) {
      line = firstLine + index;
      feed(`${text}\n`);
      if (failure !== undefined) break;
    }
    check();
    yield found;
    found = [];
  }
  end();
  check();
  yield found;
}
