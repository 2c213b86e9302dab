import { PipelineError } from './pipeline-error.js';
import { readTextFile } from './read-json-file.js';

/** Reads a file with one JSON object a line; blank lines do not count. @throws {@link PipelineError} `invalid_input` that names file and line. */
export async function readJsonLines(file: string, signal?: AbortSignal): Promise<object[]> {
  const lines = (await readTextFile(file, signal)).split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const place = `${file}:${at + 1}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (cause) {
      throw new PipelineError('invalid_input', `${place}: expected JSON, got ${(cause as Error).message}`, { cause });
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return [value];
    throw new PipelineError('invalid_input', `${place}: expected a JSON object, got ${line.slice(0, 40)}`);
  });
}
