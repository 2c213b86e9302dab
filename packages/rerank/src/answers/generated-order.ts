import type { QuestionRows } from './answer-row.js';

/** No reranking: the order in which the answers were generated. The score is 1, 1/2, 1/3, …. */
export interface GeneratedOrderModel {
  readonly kind: 'none';
}

export function scoreByGeneratedOrder({ indexes }: QuestionRows): number[] {
  return indexes.map((_, place) => 1 / (place + 1));
}
