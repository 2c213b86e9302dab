import { FileFormatError, readQuestions } from '@grasp/eval';
import type { Question } from '@grasp/eval';

import { PipelineError } from './pipeline-error.js';
import { readTextFile } from './read-json-file.js';

/**
 * Reads a file of questions with known answers: JSON lines with `id`, `query`, `answer_ids`, and optionally `kind`.
 *
 * @throws {@link PipelineError} `invalid_input` that names file and line.
 */
export async function readQuestionFile(file: string, signal?: AbortSignal): Promise<Question[]> {
  const text = await readTextFile(file, signal);
  const questions: Question[] = [];
  try {
    for await (const question of readQuestions([text])) questions.push(question);
  } catch (cause) {
    if (!(cause instanceof FileFormatError)) throw cause;
    throw new PipelineError('invalid_input', `${file}:${cause.line}: ${cause.message}`, { cause });
  }
  if (questions.length > 0) return questions;
  throw new PipelineError('invalid_input', `${file}: expected at least one question, got an empty file`);
}
