import type { Question } from '../questions/question.js';
import { readCsvRows } from './csv-rows.js';
import { FileFormatError } from './file-format-error.js';
import type { ReadOptions, TextSource } from './text-lines.js';

/**
 * Reads a STaRK question file (`stark_qa.csv`, `stark_qa_human_generated_eval.csv`): columns `id`, `query` and
 * `answer_ids` in any order, others ignored; the answers are a JSON list of node ids in one cell. Ids become strings, an
 * answer listed twice is kept once, and the query keeps its blanks and line breaks.
 *
 * @throws FileFormatError with the line: `missing_column`, `malformed_csv`, `malformed_question` for an answer cell that is
 *   not such a list or a record with too few cells, `duplicate_id`.
 */
export async function* readStarkQuestions(source: TextSource, options: ReadOptions = {}): AsyncGenerator<Question> {
  let columns: readonly number[] | undefined;
  const ids = new Set<string>();
  for await (const { cells, line } of readCsvRows(source, options)) {
    if (columns === undefined) {
      columns = ['id', 'query', 'answer_ids'].map((name) => {
        const index = cells.indexOf(name);
        if (index >= 0) return index;
        throw new FileFormatError('missing_column', line, `expected a column "${name}", got ${cells.join(', ')}`);
      });
      continue;
    }
    const [id, query, answers] = columns.map((index) => cells[index]);
    if (id === undefined || id === '' || query === undefined || answers === undefined) {
      throw new FileFormatError('malformed_question', line, 'expected a record with id, query and answer_ids');
    }
    if (ids.has(id)) throw new FileFormatError('duplicate_id', line, `expected each id once, got "${id}" again`);
    ids.add(id);
    yield { id, query, answer_ids: parseAnswers(answers, line) };
  }
}

function parseAnswers(cell: string, line: number): readonly string[] {
  try {
    const value: unknown = JSON.parse(cell);
    const isId = (item: unknown): boolean => typeof item === 'string' || Number.isSafeInteger(item);
    if (Array.isArray(value) && value.every(isId)) return [...new Set(value.map(String))];
  } catch {
    // Falls through to the one error that says what was expected.
  }
  throw new FileFormatError('malformed_question', line, `expected a JSON list of ids as answer_ids, got ${cell}`);
}
