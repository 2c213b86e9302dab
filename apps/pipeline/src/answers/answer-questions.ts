import { gatherAnswers } from '@grasp/answer-candidates';
import { z } from 'zod';

import { PipelineError } from '../pipeline-error.js';
import { readTextFile } from '../read-json-file.js';

const text = z.string().trim().min(1);
const count = z.number().min(0);
const candidate = z.union(
  [
    text.transform((only) => ({ text: only, id: undefined, count: 1 })),
    z.object({ text, id: text.optional(), count: count.default(1) }),
    z.object({ id: text, text: text.optional(), count: count.default(1) }),
  ],
  { error: 'expected a text or { text or id, count? }' },
);

const line = z.object({
  id: text.optional(),
  question: text,
  type: text.optional(),
  entities: z.array(text).optional(),
  candidates: z.array(candidate).max(10_000),
  answers: z.array(text).optional(),
});

/** A candidate answer as a file gives it: its text, the id of its node, or both. */
export interface GivenCandidate {
  readonly text: string | undefined;
  readonly id: string | undefined;
  /** How often it was generated. */
  readonly count: number;
}

/** A question with candidate answers. */
export interface AnswerQuestion {
  readonly id: string;
  readonly question: string;
  /** Where it stands, as `file:line`. */
  readonly place: string;
  readonly type: string | undefined;
  /** Ids or names of the question's entities; undefined when they are to be found in the question. */
  readonly entities: readonly string[] | undefined;
  /** In the generator's order, each text without an id once. */
  readonly candidates: readonly GivenCandidate[];
  /** Ids or texts of the right answers, for measuring and learning. */
  readonly answers: readonly string[] | undefined;
}

/** Texts that are the same answer become one, where the first of them stands; candidates with ids stay as they are. */
function withoutRepetition(candidates: readonly z.infer<typeof candidate>[]): GivenCandidate[] {
  const plain = candidates
    .filter(({ id }) => id === undefined)
    .map((each) => ({ text: each.text!, count: each.count }));
  const gathered = gatherAnswers(plain);
  const firsts = new Map(gathered.map(({ text: first, count: total }) => [first, total]));
  return candidates.flatMap((each): GivenCandidate[] => {
    if (each.id !== undefined) return [{ text: each.text, id: each.id, count: each.count }];
    const total = firsts.get(each.text!);
    if (total === undefined) return [];
    firsts.delete(each.text!);
    return [{ text: each.text, id: undefined, count: total }];
  });
}

/**
 * Reads a file of questions with candidate answers: one JSON object a line with `question` and `candidates` (texts, or
 * `{ text?, id?, count? }`), and optionally `id` (default: the number of the line), `entities`, `type` and `answers`.
 *
 * @throws {@link PipelineError} `invalid_input` that names file, line and path.
 */
export async function readAnswerQuestions(file: string, signal?: AbortSignal): Promise<AnswerQuestion[]> {
  const questions = new Map<string, AnswerQuestion>();
  for (const [at, json] of (await readTextFile(file, signal)).split('\n').entries()) {
    if (json.trim() === '') continue;
    const place = `${file}:${at + 1}`;
    const refuse = (message: string): never => {
      throw new PipelineError('invalid_input', `${place}: ${message}`);
    };
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch (cause) {
      refuse(`expected JSON, got ${(cause as Error).message}`);
    }
    const parsed = line.safeParse(value);
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0]!;
      const shown = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
      return refuse(`${shown.replace(/^\./u, '') || 'the line'}: ${message.replace(/^Invalid input: /u, '')}`);
    }
    const { id = String(at + 1), question, type, entities, candidates, answers } = parsed.data;
    if (questions.has(id)) refuse(`expected an id of its own, got "${id}" again`);
    questions.set(id, { id, question, place, type, entities, candidates: withoutRepetition(candidates), answers });
  }
  if (questions.size > 0) return [...questions.values()];
  throw new PipelineError('invalid_input', `${file}: expected at least one question, got none`);
}
