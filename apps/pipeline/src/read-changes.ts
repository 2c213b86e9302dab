import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import type { ImportProblem, KnowledgeBaseChange, NodeRecord, Origin, RelationRecord } from '@grasp/skb';

import { PipelineError } from './pipeline-error.js';

const STANDARD_INPUT = '-';

interface Line {
  readonly text: string;
  readonly origin: Origin;
}

/** The lines of a text file, or of standard input for `-`, without empty ones. */
async function* readTextLines(file: string, signal: AbortSignal, input: Readable): AsyncGenerator<Line> {
  const isStandardInput = file === STANDARD_INPUT;
  const stream = isStandardInput ? input : createReadStream(file, { encoding: 'utf8', signal });
  let number = 0;
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      signal.throwIfAborted();
      number++;
      const text = number === 1 ? line.replace(/^\ufeff/u, '') : line;
      if (text.trim() !== '') yield { text, origin: { file: isStandardInput ? 'standard input' : file, line: number } };
    }
  } catch (cause) {
    signal.throwIfAborted();
    const found = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new PipelineError('invalid_input', `${file}: expected a readable file, got ${found}`, { cause });
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
 * Reads nodes and relations from a file with a JSON object on each line, or from standard input for `-`:
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
  for await (const { text, origin } of readTextLines(file, signal, input)) {
    const value = parseObject(text);
    const relation = value === undefined ? undefined : relationOf(value);
    if (relation !== undefined) yield { kind: 'relation', ...relation, origin } satisfies RelationRecord;
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
  for await (const { text, origin } of readTextLines(file, signal, input)) {
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
