export type { QuestionEncoder } from './ask-scorer.js';
export { buildLexicalIndex } from './build-lexical-index.js';
export type { BuildLexicalIndexOptions, DocumentLinks, LexicalDocument, LinkedField } from './build-lexical-index.js';
export { createLexicalRevision } from './create-lexical-revision.js';
export type {
  LexicalDocumentChange,
  LexicalFieldChange,
  LexicalRevisionOptions,
  StoredLexicalIndex,
} from './create-lexical-revision.js';
export { LexicalIndexError, MultiFieldError } from './errors.js';
export type { LexicalIndexErrorCode, MultiFieldErrorCode } from './errors.js';
export type { LexicalFieldMeta, LexicalIndexArrays, LexicalIndexMeta } from './lexical-arrays.js';
export { BM25_DEFAULTS } from './lexical-field.js';
export type { Bm25Parameters, DocumentRange, LexicalField, LexicalQuery } from './lexical-field.js';
export { lexicalIndexFromArrays } from './lexical-index.js';
export type { LexicalFields, LexicalIndex } from './lexical-index.js';
export type { LexicalRevisionArrays, LexicalRevisionMeta, RevisedFieldMeta } from './lexical-revision.js';
export { reviseLexicalIndex } from './revised-lexical-index.js';
export type { DocumentNumbering, StoredRevision } from './revised-lexical-index.js';
export { tokenizeEnglish } from './tokenize-english.js';
export { onePlusN } from './field-scorer.js';
export type { FieldLexicon, FieldScorer, FieldVectors } from './field-scorer.js';
export type { FieldWeights } from './field-weights.js';
export { createMultiFieldRetriever, MULTI_FIELD_DEFAULTS } from './multi-field-retriever.js';
export type {
  FieldScore,
  MultiFieldRetrieval,
  MultiFieldRetriever,
  MultiFieldRetrieverOptions,
  RetrievedNode,
  RetrievedNodes,
  RetrieveOptions,
  ScorerWeight,
} from './multi-field-retriever.js';
export { FIT_SCALES_DEFAULTS, fitScorerScales } from './fit-scorer-scales.js';
export type { FitScorerScalesOptions, ScorerScale, ScorerScales } from './fit-scorer-scales.js';
export type { StoredArray } from './stored-arrays.js';
