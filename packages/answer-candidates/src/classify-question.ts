import { questionTerms } from './question-terms.js';
import { QUESTION_TYPE_COUNTS } from './question-type-counts.generated.js';

/** Mintaka's complexity types. */
export type QuestionType =
  | 'generic'
  | 'multihop'
  | 'intersection'
  | 'difference'
  | 'comparative'
  | 'superlative'
  | 'ordinal'
  | 'count'
  | 'yesno';

/** What kind of thing answers a question. */
export type AnswerKind = 'entity' | 'boolean' | 'number' | 'date';

/** What a question is taken for. */
export interface QuestionClass {
  readonly type: QuestionType;
  /** Of the type, 0 to 1; 1 where the first words decide. */
  readonly probability: number;
  readonly answerKind: AnswerKind;
  /** False for yes/no and count questions, whose answers are no nodes: they go around a reranker of subgraphs (paper, 3.1). */
  readonly isRerankable: boolean;
}

/** How often each type and each of its terms occurred in labelled questions. */
export interface QuestionTypeCounts {
  readonly types: readonly QuestionType[];
  /** Questions of each type. */
  readonly questions: readonly number[];
  /** For each term the questions of each type that hold it. */
  readonly terms: Readonly<Record<string, readonly number[]>>;
}

const SMOOTHING = 0.5;
const AUXILIARY =
  /(?:^|, *)(?:and |but |so )?(?:is|isn't|are|was|wasn't|were|does|do|did|didn't|has|have|had|can|could|will|would|should)\b(?!.*\bor\b[^,]*\?*$)/iu;
const COMPARES = /\b(?:than|as \w+ as|before|after|same)\b/iu;
const COUNTS = /\bhow (?:many|often)\b|\bnumber of\b/iu;
const MEASURES = /\bhow (?:much|tall|long|old|far|high|deep|large|big|heavy|fast|wide)\b|\bat what age\b/iu;
const DATES =
  /^when\b|\b(?:in )?(?:what|which) (?:year|month|date|day|decade|century)\b|\bwhen (?:did|was|is|were|does|will)\b/iu;

/**
 * Sorts a question by how its first words look, and by naive Bayes over its words and pairs of words where these do not
 * decide. The counts come from the 2,000 questions of Mintaka's development set (Sen, Aji and Saffari, 2022, CC BY 4.0).
 */
export function classifyQuestion(question: string, counts: QuestionTypeCounts = QUESTION_TYPE_COUNTS): QuestionClass {
  const text = question.trim();
  if (AUXILIARY.test(text)) {
    const type = COMPARES.test(text) ? 'comparative' : 'yesno';
    return { type, probability: 1, answerKind: 'boolean', isRerankable: false };
  }
  if (COUNTS.test(text)) return { type: 'count', probability: 1, answerKind: 'number', isRerankable: false };
  const { type, probability } = likeliestType(text, counts);
  const answerKind = DATES.test(text) ? 'date' : MEASURES.test(text) ? 'number' : 'entity';
  return { type, probability, answerKind, isRerankable: true };
}

/** Types that only first words tell. */
const TOLD_BY_FORM: ReadonlySet<QuestionType> = new Set(['yesno', 'count']);

function likeliestType(
  text: string,
  { types, questions, terms }: QuestionTypeCounts,
): { readonly type: QuestionType; readonly probability: number } {
  const table = Object.values(terms);
  const total = types.map((_, type) => table.reduce((sum, row) => sum + row[type]!, 0));
  const all = questions.reduce((sum, count) => sum + count, 0);
  const rows = questionTerms(text).flatMap((term) => (Object.hasOwn(terms, term) ? [terms[term]!] : []));
  const scores = types.map((type, at) => {
    if (TOLD_BY_FORM.has(type)) return -Infinity;
    const prior = Math.log(questions[at]! / all);
    return rows.reduce(
      (sum, row) => sum + Math.log((row[at]! + SMOOTHING) / (total[at]! + SMOOTHING * table.length)),
      prior,
    );
  });
  const best = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - best));
  const at = scores.indexOf(best);
  return { type: types[at]!, probability: 1 / weights.reduce((sum, weight) => sum + weight, 0) };
}
