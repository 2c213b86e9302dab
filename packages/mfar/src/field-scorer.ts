import type { LexicalQuery } from './lexical-field.js';

/** What a lexical scorer needs of an index of one field; `LexicalField` has it. */
export interface FieldLexicon {
  prepare(question: string): LexicalQuery;
}

/** What a dense scorer needs of the vectors of one field; the vector index of `@grasp/encoders` has it. */
export interface FieldVectors {
  /** The best nodes of the range: score descending, then index ascending. */
  search(
    query: Float32Array,
    options: { readonly start: number; readonly end: number; readonly count: number },
  ): readonly { readonly index: number; readonly score: number }[];
  /** The cosine of one node's best vector, or `undefined` if the node lacks the field. */
  score(query: Float32Array, index: number): number | undefined;
}

/** One way to score one field. A node that lacks the field is not scored by it. */
export type FieldScorer = {
  /** The field's name, as it is to appear in results. */
  readonly field: string;
  /** How much the scorer counts against the others before any question is seen, above 0. Default 1. */
  readonly prior?: number | undefined;
} & (
  | { readonly kind: 'lexical'; readonly lexicon: FieldLexicon }
  | { readonly kind: 'dense'; readonly vectors: FieldVectors }
);

/** Names a scorer among others: `title/lexical`. */
export const scorerName = ({ field, kind }: Pick<FieldScorer, 'field' | 'kind'>): string => `${field}/${kind}`;

/**
 * The "1+n" arrangement of mFAR: the scorers of the whole document count as much as those of all fields together, and
 * within each of the two groups all count the same.
 *
 * @param document scorers of the whole document, as a rule one lexical scorer
 * @param fields scorers of single fields, as a rule one dense scorer each
 */
export function onePlusN(document: readonly FieldScorer[], fields: readonly FieldScorer[]): FieldScorer[] {
  return [
    ...document.map((scorer) => ({ ...scorer, prior: 1 / document.length })),
    ...fields.map((scorer) => ({ ...scorer, prior: 1 / fields.length })),
  ];
}
