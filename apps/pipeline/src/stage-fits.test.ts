// Stages never import each other. These assignments, checked by the compiler, prove that what each gives is what the next takes.
import type { Encoder, VectorIndex } from '@grasp/encoders';
import type { Question } from '@grasp/eval';
import type { RankingEntry } from '@grasp/fusion';
import type { Execution, Graph, LinkerGraph, PlanExecutor, VectorSearch } from '@grasp/graph-retriever';
import type { FieldVectors, MultiFieldRetrieval, QuestionEncoder, RetrievedNodes } from '@grasp/mfar';
import type { Plan } from '@grasp/plan';
import type { createOpenAiModel, Lexicon, PlanOutcome, QueryEncoder, RelationGraph } from '@grasp/planner';
import type { CandidateGraph, QueryDocumentEncoder, RerankResult } from '@grasp/rerank';
import type { KnowledgeBase } from '@grasp/skb';
import type { KnowledgeGraph, PoolAnswer, SubgraphNode, TextModel } from '@grasp/subgraph-features';

type Fits<Given extends Needed, Needed> = Given;

/** Every seam of the pipeline, given on the left, needed on the right. */
export type Seams = [
  Fits<KnowledgeBase, Graph>,
  Fits<KnowledgeBase, LinkerGraph>,
  Fits<KnowledgeBase, RetrievedNodes>,
  Fits<KnowledgeBase, Lexicon>,
  Fits<KnowledgeBase, RelationGraph>,
  Fits<KnowledgeBase, CandidateGraph>,
  Fits<KnowledgeBase, KnowledgeGraph>,
  Fits<SubgraphNode, PoolAnswer>,
  Fits<ReturnType<typeof createOpenAiModel>, TextModel>,
  Fits<VectorIndex, VectorSearch>,
  Fits<VectorIndex, FieldVectors>,
  Fits<Encoder, QuestionEncoder>,
  Fits<Encoder, QueryEncoder>,
  Fits<Encoder, QueryDocumentEncoder>,
  Fits<Extract<PlanOutcome, { status: 'planned' }>['plan'], Plan>,
  Fits<NonNullable<Question['plan']>, Parameters<PlanExecutor['execute']>[0]>,
  Fits<Execution['candidates'][number], RankingEntry>,
  Fits<MultiFieldRetrieval['ranking'][number], RankingEntry>,
  Fits<RerankResult, RankingEntry>,
];

it('fits, or this file does not compile', () => {
  const seams: Seams['length'] = 19;
  expect(seams).toBe(19);
});
