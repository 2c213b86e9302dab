import type { Question } from '../questions/question.js';
import { FileFormatError } from './file-format-error.js';
import type { ReadOptions, TextSource } from './text-lines.js';
import { lineBatches } from './text-lines.js';

/**
 * Reads questions from JSON lines: an object with `id`, `query` and `answer_ids` a line, further keys kept. Ids may be
 * numbers; they become strings. Blank lines are skipped.
 *
 * @throws FileFormatError with the line: `malformed_question`, `duplicate_id`.
 */
export async function* readQuestions(source: TextSource, options: ReadOptions = {}): AsyncGenerator<Question> {
  const ids = new Set<string>();
  let lineNumber = 0;
  for await (const lines of lineBatches(source, options)) {
    for (const line of lines) {
      lineNumber++;
      if (line.trim() === '') continue;
      const question = parseQuestion(line, lineNumber);
      if (ids.has(question.id)) {
        throw new FileFormatError('duplicate_id', lineNumber, `expected each id once, got "${question.id}" again`);
      }
      ids.add(question.id);
      yield question;
    }
  }
}

const isId = (value: unknown): value is string | number => typeof value === 'string' || Number.isSafeInteger(value);

function parseQuestion(line: string, lineNumber: number): Question {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new FileFormatError(
      'malformed_question',
      lineNumber,
      `expected a JSON object, got ${(cause as Error).message}`,
    );
  }
  const question = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof Question, unknown>
  >;
  const { id, query, answer_ids: answers } = question;
  if (!isId(id) || typeof query !== 'string' || !Array.isArray(answers) || !answers.every(isId)) {
    const expected = 'expected an object with id, query (a string) and answer_ids (a list of ids)';
    throw new FileFormatError('malformed_question', lineNumber, expected);
  }
  return { ...(question as Question), id: String(id), query, answer_ids: answers.map(String) };
}

/** Writes questions as JSON lines, one string a question. */
export function* formatQuestions(questions: Iterable<Question>): Generator<string> {
  for (const question of questions) yield `${JSON.stringify(question)}\n`;
}
