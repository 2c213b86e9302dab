import { isFunctionWord, shortName, wordsOf } from '../text/words.js';
import { cosine } from './cosine.js';

/** The names of the relations at an answer in the whole graph, not in the subgraph alone. */
export interface AnswerRelations {
  /** Of edges that start at the answer. */
  readonly out: Iterable<string>;
  /** Of edges that end there. */
  readonly in: Iterable<string>;
}

/**
 * How well an answer is what the question asks for, by the relations that it has anywhere in the graph: who is asked for a stadium looks for
 * something that teams have as their "home venue". Ours, not the paper's.
 */
export interface AskedFeatures {
  /** Largest cosine of what is asked for and the name of a relation that starts at the answer, at least 0; 0 without one. */
  readonly askedOut: number;
  /** The same of relations that end at the answer. */
  readonly askedIn: number;
}

const QUESTION_WORDS: ReadonlySet<string> = new Set(['what', 'which', 'who', 'whom', 'whose', 'where', 'when', 'how']);

/**
 * What a question asks for: the first words after its first question word, without function words before them, up to the next one; as in
 * "which FOOTBALL CLUB did" and "what is the HIGHEST POINT of". Empty when there is no question word, or nothing follows.
 */
export function askedPhrase(question: string): string {
  const forms = wordsOf(question).map(({ form }) => form);
  const asking = forms.findIndex((form) => QUESTION_WORDS.has(form));
  if (asking === -1) return '';
  const rest = forms.slice(asking + 1);
  const start = rest.findIndex((form) => !isFunctionWord(form));
  if (start === -1) return '';
  const end = rest.findIndex((form, place) => place > start && isFunctionWord(form));
  return rest.slice(start, end === -1 ? undefined : end).join(' ');
}

/**
 * Features of the words that say what is asked for and the relations at an answer; see {@link AskedFeatures}. `encodeText` gives the vector
 * of a text, as for `questionFeatures`; let it remember what it gave.
 */
export function askedFeatures(
  question: string,
  relations: AnswerRelations,
  { encodeText }: { readonly encodeText: (text: string) => ArrayLike<number> },
): AskedFeatures {
  const phrase = askedPhrase(question);
  if (phrase === '') return { askedOut: 0, askedIn: 0 };
  const asked = encodeText(phrase);
  const largest = (names: Iterable<string>): number => {
    let most = 0;
    for (const name of names) most = Math.max(most, cosine(asked, encodeText(shortName(name))));
    return most;
  };
  return { askedOut: largest(relations.out), askedIn: largest(relations.in) };
}
