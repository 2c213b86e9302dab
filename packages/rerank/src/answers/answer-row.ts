import { AnswerRankerError } from './answer-ranker-error.js';

/** One candidate answer of one question, with what is known about it. Plain data; a line of a JSONL file. */
export interface AnswerRow {
  readonly questionId: string;
  readonly answerId: string;
  /** Place in the order in which the answers were generated, smallest first; any finite number. Default: the order of the rows. */
  readonly position?: number;
  /** How often the answer was generated, at least 0; the majority vote needs it. Default 1. */
  readonly count?: number;
  /** Numbers by name; true and false count as 1 and 0. A name that is absent, null or not finite is not defined. */
  readonly features?: Readonly<Record<string, number | boolean | null>>;
  /** Embeddings by name, for example of the question, the answer, or the text of the subgraph. */
  readonly vectors?: Readonly<Record<string, ArrayLike<number>>>;
  /** Texts by name, for models that read text. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Needed in rows to learn from only. */
  readonly isCorrect?: boolean;
}

/** The rows of one question. */
export interface QuestionRows {
  readonly questionId: string;
  /** Indexes into the rows, first position first. */
  readonly indexes: readonly number[];
}

/**
 * Gathers the rows by question, questions in order of their first row.
 *
 * @throws AnswerRankerError `invalid_row` for a position that is not finite.
 */
export function groupByQuestion(rows: readonly AnswerRow[]): readonly QuestionRows[] {
  const groups = new Map<string, number[]>();
  rows.forEach(({ questionId, position }, row) => {
    if (position !== undefined && !Number.isFinite(position)) {
      throw new AnswerRankerError('invalid_row', 'a finite position', position, { row });
    }
    const group = groups.get(questionId);
    if (group === undefined) groups.set(questionId, [row]);
    else group.push(row);
  });
  const place = (row: number): number => rows[row]!.position ?? Number.MAX_VALUE;
  return [...groups].map(([questionId, indexes]) => ({
    questionId,
    indexes: indexes.sort((a, b) => place(a) - place(b) || a - b),
  }));
}
