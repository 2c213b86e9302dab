import type { Readable } from 'node:stream';

import { readLines, SourceError } from '@grasp/skb';
import type { ImportProblem, KnowledgeBaseChange, NodeRecord, Origin, RelationRecord } from '@grasp/skb';

import { PipelineError } from './pipeline-error.js';

const STANDARD_INPUT = '-';

interface Line {
  readonly text: string;
  readonly origin: Origin;
  /** What was expected of a line without usable text. */
  readonly fault: string | undefined;
}

/** The lines of a text file, plain or `.gz`, or of standard input for `-`, without empty ones. */
async function* readTextLines(name: string, signal: AbortSignal, input: Readable): AsyncGenerator<Line> {
  const source = name === STANDARD_INPUT ? { file: 'standard input', input } : { file: name };
  try {
    for await (const { firstLine, lines, faults } of readLines({ folder: '.', ...source }, signal)) {
      for (const [place, text] of lines.entries()) {
        const line = firstLine + place;
        const fault = faults.get(line);
        if (fault !== undefined || text.trim() !== '') yield { text, origin: { file: source.file, line }, fault };
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SourceError) || error.cause === undefined || error.code === 'corrupt_file') throw error;
    const found = (error.cause as NodeJS.ErrnoException).code ?? String(error.cause);
    const message = `${name}: expected a readable file, got ${found}; check the path and its permissions`;
    throw new PipelineError('invalid_input', message, { cause: error });
  }
}

const problem = (message: string, origin: Origin): ImportProblem => ({
  kind: 'problem',
  code: 'malformed_row',
  message,
  origin,
});

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** What an object of a file of relations says; undefined when it lacks something. */
function relationOf({
  relation,
  from,
  to,
}: Readonly<Record<string, unknown>>):
  { readonly relation: string; readonly from: string; readonly to: string } | undefined {
  if (typeof relation !== 'string' || typeof from !== 'string' || typeof to !== 'string') return undefined;
  return { relation, from, to };
}

/**
 * Reads nodes and relations from a file with a JSON object on each line, plain or `.gz`, or from standard input for `-`:
 * `{ "type", "id", "name", "aliases"?, "fields"? }` and `{ "relation", "from", "to" }`. A line of another form is a
 * problem with its place.
 *
 * @throws {@link PipelineError} `invalid_input` when the file cannot be read.
 */
export async function* readRecords(
  file: string,
  signal: AbortSignal,
  input: Readable = process.stdin,
): AsyncGenerator<KnowledgeBaseChange> {
  for await (const { text, origin, fault } of readTextLines(file, signal, input)) {
    const value = parseObject(text);
    const relation = value === undefined ? undefined : relationOf(value);
    if (fault !== undefined) yield problem(fault, origin);
    else if (relation !== undefined) yield { kind: 'relation', ...relation, origin } satisfies RelationRecord;
    else if (value !== undefined && typeof value['type'] === 'string' && value['relation'] === undefined) {
      const { type, id, name, aliases, fields } = value as unknown as NodeRecord;
      yield {
        ...{ kind: 'node', type, id, name, origin },
        ...(aliases !== undefined && aliases !== null && { aliases }),
        ...(typeof fields === 'object' && fields !== null && { fields }),
      } satisfies NodeRecord;
    } else {
      const expected = 'expected {"type": …, "id": …, "name": …} or {"relation": …, "from": …, "to": …}';
      yield problem(`${expected}, got ${text.slice(0, 80)}`, origin);
    }
  }
}

/**
 * Reads what is to be deleted from a file, or from standard input for `-`: on each line the id of a node, or a JSON object
 * `{ "id" }` or `{ "relation", "from", "to" }`. A line that begins with a brace is JSON.
 *
 * @throws {@link PipelineError} `invalid_input` when the file cannot be read.
 */
export async function* readDeletions(
  file: string,
  signal: AbortSignal,
  input: Readable = process.stdin,
): AsyncGenerator<KnowledgeBaseChange> {
  for await (const { text, origin, fault } of readTextLines(file, signal, input)) {
    if (fault !== undefined) {
      yield problem(fault, origin);
      continue;
    }
    if (!text.startsWith('{')) {
      yield { kind: 'delete-node', id: text, origin };
      continue;
    }
    const value = parseObject(text);
    const relation = value === undefined ? undefined : relationOf(value);
    if (relation !== undefined) yield { kind: 'delete-relation', ...relation, origin };
    else if (typeof value?.['id'] === 'string') yield { kind: 'delete-node', id: value['id'], origin };
    else
      yield problem(
        `expected an id, {"id": …} or {"relation": …, "from": …, "to": …}, got ${text.slice(0, 80)}`,
        origin,
      );
  }
}
