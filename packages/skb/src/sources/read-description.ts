import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { positionAt, scanJson } from './scan-json.js';
import { SOURCE_DESCRIPTIONS, SOURCE_FORMATS } from './source-description.js';
import type { SourceDescription, SourceFormat } from './source-description.js';
import { SourceError } from './source-error.js';

/** The file that says what a folder holds. */
export const DESCRIPTION_FILE = 'grasp.json';

const EXAMPLE = `{
  "nodes": [{ "type": "product", "file": "products.jsonl", "id": "id", "name": "title" }],
  "relations": [{ "relation": "also bought", "file": "also_bought.csv", "from": "product", "to": "other" }]
}`;

/** A place in grasp.json. */
type DescriptionPath = readonly (string | number)[];

/** Makes the error for one place of grasp.json. */
export type DescriptionFault = (path: DescriptionPath, message: string) => SourceError;

/** What a folder's grasp.json says, and how to complain about it. */
export interface ReadDescription {
  readonly description: SourceDescription;
  readonly fault: DescriptionFault;
}

const shown = (path: DescriptionPath): string =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`)).join('') ||
  'the whole';

/** The error for a path, placed at the nearest value that exists. */
function faultIn(text: string): DescriptionFault {
  return (path, message) => {
    let offset = 0;
    scanJson(text, (at, start) => {
      if (at.length <= path.length && at.every((key, index) => key === path[index])) offset = start;
    });
    return new SourceError('invalid_description', DESCRIPTION_FILE, `${shown(path)}: ${message}`, {
      ...positionAt(text, offset),
      path,
    });
  };
}

/** What a folder is taken for, whatever its grasp.json leaves open. */
export interface FormatChoice {
  /** Needs no grasp.json; one that is there has to have the same format, or none. */
  readonly format?: SourceFormat | undefined;
  /** Keys of grasp.json, which take the place of those in the file. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

const isFormat = (value: unknown): value is SourceFormat => (SOURCE_FORMATS as readonly unknown[]).includes(value);

async function readText(folder: string, isOptional: boolean, signal: AbortSignal | undefined): Promise<string> {
  try {
    const text = await readFile(join(folder, DESCRIPTION_FILE), { encoding: 'utf8', signal });
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  } catch (error) {
    signal?.throwIfAborted();
    const { code, message: found } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && isOptional) return '{}';
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      const message = `expected this file in the folder "${folder}", got none; it says which file holds what, for example\n${EXAMPLE}`;
      throw new SourceError('no_description', DESCRIPTION_FILE, message, { cause: error });
    }
    const message = `expected a readable file, got "${found}"; check its permissions and its folder's`;
    throw new SourceError('unreadable_file', DESCRIPTION_FILE, message, { cause: error });
  }
}

/**
 * Reads and checks the grasp.json of a folder; there need be none when the choice names a format.
 *
 * @throws {SourceError} `no_description`, `invalid_description` with line, column and path, `unreadable_file`.
 */
export async function readDescription(
  folder: string,
  signal?: AbortSignal,
  choice: FormatChoice = {},
): Promise<ReadDescription> {
  const text = await readText(folder, choice.format !== undefined, signal);
  const syntax = scanJson(text);
  if (syntax !== undefined) {
    const place = positionAt(text, syntax.offset);
    throw new SourceError('invalid_description', DESCRIPTION_FILE, `expected ${syntax.expected}`, place);
  }
  const value: unknown = JSON.parse(text);
  const fault = faultIn(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw fault([], `expected an object, for example\n${EXAMPLE}`);
  }
  const format = 'format' in value ? value.format : (choice.format ?? 'tables');
  if (!isFormat(format)) {
    const known = SOURCE_FORMATS.map((name) => `"${name}"`).join(', ');
    throw fault(['format'], `expected one of ${known}, got ${JSON.stringify(format)}`);
  }
  if (choice.format !== undefined && format !== choice.format) {
    throw fault(['format'], `expected "${choice.format}", which was asked for, got "${format}"`);
  }
  const parsed = SOURCE_DESCRIPTIONS[format].safeParse({ ...value, format, ...choice.settings });
  if (parsed.success) return { description: parsed.data, fault };
  const issue = parsed.error.issues[0]!;
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  if (issue.code !== 'unrecognized_keys') throw fault(path, issue.message.replace(/^Invalid input: /u, ''));
  throw fault([...path, issue.keys[0]!], `expected a key that the format "${format}" has here, got an unknown one`);
}
