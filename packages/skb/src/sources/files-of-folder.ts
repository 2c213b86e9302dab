import { readdir } from 'node:fs/promises';

import { SourceError } from './source-error.js';

/**
 * The files of a folder that a source reads, by name in code-unit order.
 *
 * @param expected - What to look for, in the words of an error: "a file that ends in .obo".
 * @throws SourceError `unreadable_file` for a folder that cannot be read, `missing_file` when it has no such file.
 */
export async function filesOfFolder(
  folder: string,
  isWanted: (name: string) => boolean,
  expected: string,
): Promise<string[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    const message = `expected a folder that can be read, got "${(error as Error).message}"`;
    throw new SourceError('unreadable_file', '.', message, { cause: error });
  }
  const files = names.filter(isWanted).sort();
  if (files.length > 0) return files;
  throw new SourceError('missing_file', '.', `expected ${expected}, got none`);
}
