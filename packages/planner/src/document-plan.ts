import type { Plan, Schema } from '@grasp/plan';

/** The type with the most text to search; ties keep the schema's order. */
function documentType(schema: Schema): string | undefined {
  const texts = (type: Schema['nodeTypes'][number]): number =>
    type.fields.filter((field) => field.kind === 'text').length;
  return [...schema.nodeTypes].sort((a, b) => texts(b) - texts(a))[0]?.name;
}

/** The plan of last resort: a search of documents with the question itself (paper, appendix 8.2). */
export function documentPlan(question: string, schema: Schema, type?: string): Plan | undefined {
  const label = type ?? documentType(schema);
  const text = question.replace(/\s+/gu, ' ').trim().slice(0, 2_000);
  if (label === undefined || text === '') return undefined;
  return {
    anchors: [{ var: 'T', text, label, match_mode: 'doc' }],
    hops: [],
    target: { var: 'T', labels: [label], relevance_text: text },
    risk_level: 'no_trade',
    retrieval_mode: 'doc_search',
  };
}
