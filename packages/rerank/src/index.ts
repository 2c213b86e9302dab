export { candidateText, CANDIDATE_TEXT_DEFAULTS } from './candidate-text.js';
export type { CandidateGraph, CandidateTextOptions } from './candidate-text.js';
export { createEncoderReranker } from './encoder-reranker.js';
export type { QueryDocumentEncoder } from './encoder-reranker.js';
export { RerankError } from './errors.js';
export { orderRerankResults } from './reranker.js';
export type { RerankDocument, Reranker, RerankRequest, RerankResult } from './reranker.js';
export { createScoringReranker } from './scoring-reranker.js';
export type { ScoreTexts } from './scoring-reranker.js';
