import type { ImportProblem } from '../../source.js';
import { readLines } from '../read-lines.js';
import type { SourceFile } from '../read-lines.js';
import { scanJson } from '../scan-json.js';
import type { StarkAttributes } from './stark-node.js';

/** Ids are dense in STaRK; beyond this they are a slip. */
export const MAX_STARK_ID = 0xffff_fff;

/** One line of a file of nodes. */
export interface StarkNodeRow {
  readonly kind: 'row';
  readonly id: number;
  /** Number of its type. */
  readonly type: number;
  readonly attributes: StarkAttributes;
  readonly line: number;
}

/** Edges that follow one another in a file: ends at the same positions, and the line of each. */
export interface StarkEdges {
  readonly count: number;
  readonly sources: Uint32Array;
  readonly targets: Uint32Array;
  readonly lines: Uint32Array;
  readonly problems: readonly ImportProblem[];
}

type Row = Readonly<Record<string, unknown>>;

const HEAD = /^\{"node_id": ?(\d{1,9}), ?"node_type": ?(?:(\d{1,3})|"((?:[^"\\])*)")[,}]/u;
const NESTED_KEYS = ['info', 'node_info', 'attributes', 'properties'];
const OWN_KEYS = new Set(['node_id', 'node_type']);

const problemAt = (file: string, line: number, message: string, column?: number): ImportProblem => ({
  kind: 'problem',
  code: 'malformed_row',
  message,
  origin: column === undefined ? { file, line } : { file, line, column },
});

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

function idOf(value: unknown): number {
  const id = typeof value === 'string' && /^\d{1,9}$/u.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id >= 0 && id <= MAX_STARK_ID ? id : -1;
}

function typeNumber(value: unknown, nodeTypes: readonly string[]): number {
  if (typeof value === 'number') return Number.isInteger(value) && value < nodeTypes.length ? value : -1;
  return typeof value === 'string' ? nodeTypes.indexOf(value) : -1;
}

function nodeRow(text: string, file: string, line: number, nodeTypes: readonly string[]): StarkNodeRow | ImportProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const found = scanJson(text);
    return problemAt(file, line, `expected ${found?.expected ?? 'JSON'}`, (found?.offset ?? 0) + 1);
  }
  if (!isObject(value)) return problemAt(file, line, 'expected a JSON object');
  const id = idOf(value['node_id'] ?? value['id'] ?? value['index']);
  if (id < 0) return problemAt(file, line, `expected a "node_id" from 0 to ${MAX_STARK_ID}`);
  const type = typeNumber(value['node_type'] ?? value['type'], nodeTypes);
  if (type < 0) return problemAt(file, line, `expected a "node_type" of schema.json: ${nodeTypes.join(', ')}`);
  const nested = NESTED_KEYS.map((key) => value[key]).find(isObject);
  const attributes = nested ?? Object.fromEntries(Object.entries(value).filter(([key]) => !OWN_KEYS.has(key)));
  return { kind: 'row', id, type, attributes, line };
}

/**
 * The nodes of a file: JSON objects with `node_id` (or `id`), `node_type` (or `type`; a name or a number) and the
 * attributes in `info` (or `attributes`), else beside these.
 */
export async function* starkNodes(
  source: SourceFile,
  nodeTypes: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<readonly (StarkNodeRow | ImportProblem)[]> {
  const { file } = source;
  for await (const { firstLine, lines, faults } of readLines(source, signal)) {
    const rows: (StarkNodeRow | ImportProblem)[] = [];
    lines.forEach((text, index) => {
      const line = firstLine + index;
      const fault = faults.get(line);
      if (fault !== undefined) rows.push(problemAt(file, line, fault));
      else if (text.trim() !== '') rows.push(nodeRow(text, file, line, nodeTypes));
    });
    yield rows;
  }
}

/** Ids and types alone, without parsing what follows them where the line begins with both. */
export async function* starkNodeTypes(
  source: SourceFile,
  nodeTypes: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<readonly { readonly id: number; readonly type: number }[]> {
  for await (const { firstLine, lines } of readLines(source, signal)) {
    const found: { id: number; type: number }[] = [];
    lines.forEach((text, index) => {
      const head = HEAD.exec(text);
      if (head !== null) {
        const type = typeNumber(head[2] === undefined ? head[3] : Number(head[2]), nodeTypes);
        if (type >= 0) found.push({ id: Number(head[1]), type });
      } else if (text.trim() !== '') {
        const row = nodeRow(text, source.file, firstLine + index, nodeTypes);
        if (row.kind === 'row') found.push({ id: row.id, type: row.type });
      }
    });
    yield found;
  }
}

const TAB = 9;
const COMMA = 44;

/** Reads `12<tab>34` into `into`; false when the line is not of that form. */
function parseEdge(text: string, into: [number, number]): boolean {
  let value = 0;
  let digits = 0;
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      value = value * 10 + code - 48;
      digits++;
    } else if ((code === TAB || code === COMMA) && end === 0 && digits > 0 && digits < 10) {
      into[end++] = value;
      value = 0;
      digits = 0;
    } else return false;
  }
  into[1] = value;
  return end === 1 && digits > 0 && digits < 10;
}

/** The edges of a file: a header `source_id target_id`, then two ids a line, with a tab (or comma) between them. */
export async function* starkEdges(source: SourceFile, signal?: AbortSignal): AsyncGenerator<StarkEdges> {
  const { file } = source;
  const ends: [number, number] = [0, 0];
  for await (const { firstLine, lines, faults } of readLines(source, signal)) {
    const sources = new Uint32Array(lines.length);
    const targets = new Uint32Array(lines.length);
    const rows = new Uint32Array(lines.length);
    const problems: ImportProblem[] = [];
    let count = 0;
    for (let index = 0; index < lines.length; index++) {
      const text = lines[index]!;
      const line = firstLine + index;
      if (parseEdge(text, ends)) {
        sources[count] = ends[0];
        targets[count] = ends[1];
        rows[count++] = line;
      } else if (faults.size > 0 && faults.has(line)) problems.push(problemAt(file, line, faults.get(line)!));
      else if (text !== '' && !(line === 1 && /^\D/u.test(text))) {
        const shown = JSON.stringify(text.slice(0, 60));
        problems.push(problemAt(file, line, `expected two ids with a tab between them, got ${shown}`));
      }
    }
    yield { count, sources, targets, lines: rows, problems };
  }
}
