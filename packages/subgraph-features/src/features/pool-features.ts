import { shortName, wordsOf } from '../text/words.js';

/** What {@link poolFeatures} reads of an answer; the answer's node of a subgraph fits. */
export interface PoolAnswer {
  readonly id: string;
  readonly name: string | null;
  /** Edges at the answer in the whole graph; without it namesakes are not told apart. */
  readonly degree?: number;
}

/** How an answer's name relates to the names of the question's other answers; ours, not the paper's. */
export interface PoolFeatures {
  /** Of the answers with the same name: 1 for the one with the most edges, -1 for the others; 0 when there is none, or most have equally many. */
  readonly namesakes: number;
  /** Answers whose longer names contain this one's name, as "California" is in "California Trail". */
  readonly containedIn: number;
  /** Answers whose shorter names this one's name contains. */
  readonly contains: number;
}

/**
 * Features of all answers proposed for one question, in their order. A person who asks for California seldom means the airline that
 * is named after it: what is named after another answer, and the less connected of two entities of one name, is rarely right.
 * Names are compared by whole words of their first 1,000 characters, without case and accents; a name without words contains nothing. An id that comes twice counts once.
 */
export function poolFeatures(answers: readonly PoolAnswer[]): PoolFeatures[] {
  const keys = answers.map(({ name }) =>
    wordsOf(shortName(name ?? ''))
      .map(({ form }) => form)
      .join(' '),
  );
  const padded = keys.map((key) => ` ${key} `);
  const distinct = [...new Map(answers.map(({ id }, place) => [id, place])).values()];
  return answers.map(({ id, degree = 0 }, place) => {
    const key = keys[place]!;
    const others = key === '' ? [] : distinct.filter((other) => answers[other]!.id !== id && keys[other] !== '');
    const degrees = others.filter((other) => keys[other] === key).map((other) => answers[other]!.degree ?? 0);
    const most = Math.max(...degrees);
    const different = others.filter((other) => keys[other] !== key);
    return {
      namesakes: degrees.length === 0 || most === degree ? 0 : degree > most ? 1 : -1,
      containedIn: different.filter((other) => padded[other]!.includes(padded[place]!)).length,
      contains: different.filter((other) => padded[place]!.includes(padded[other]!)).length,
    };
  });
}
