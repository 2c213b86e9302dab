import type { KnowledgeBase } from '@grasp/skb';

import type { Hit, TracedBinding, TracedStep } from './hit.js';
import type { PipelineRun } from './pipeline.js';

const rankOf = (ranking: readonly { readonly id: string }[], id: string): number | null => {
  const place = ranking.findIndex((entry) => entry.id === id);
  return place < 0 ? null : place + 1;
};

/** The first `count` hits of a run, each with what every stage knows of it. */
export function traceHits(
  knowledgeBase: Pick<KnowledgeBase, 'nameOf' | 'indexOf' | 'typeOf'>,
  run: PipelineRun,
  count: number,
): Hit[] {
  const named = (id: string): { readonly id: string; readonly name: string } => ({
    id,
    name: knowledgeBase.nameOf(knowledgeBase.indexOf(id)!),
  });
  const candidates = new Map(run.execution.candidates.map((candidate) => [candidate.id, candidate]));
  const retrieved = new Map(run.retrieval.ranking.map((node) => [node.id, node]));
  const finals = new Map(run.finalHits.map((hit) => [hit.id, hit]));
  const scores = new Map(run.rerankResults.map((result) => [result.id, result.score]));
  const finders = new Map(
    (run.executedPlans ?? [])
      .toReversed()
      .flatMap((executed) => executed.execution.candidates.map(({ id }) => [id, executed])),
  );
  const relaxed = run.attempts?.find(
    ({ source, outcome }) => source === 'relaxation' && outcome === 'planned',
  )?.message;
  const weights = new Map(run.retrieval.weights.map(({ field, kind, weight }) => [`${field}/${kind}`, weight]));

  return run.reranked.slice(0, count).map(({ id, score }): Hit => {
    const candidate = candidates.get(id);
    const { plan, bindings: linked } = finders.get(id) ?? run;
    const bindings = (candidate?.anchors ?? []).map(
      ({ variable, id: bound, score: cosine }): [string, TracedBinding] => {
        const via = linked[variable]?.find((binding) => binding.id === bound)?.via ?? 'name';
        return [variable, { ...named(bound), score: cosine, via }];
      },
    );
    const path = (candidate?.path ?? []).map(({ from, relation, to, direction }): TracedStep => {
      return { from: named(from), relation, to: named(to), direction };
    });
    const fused = run.fusedHits.find((hit) => hit.id === id);
    const index = knowledgeBase.indexOf(id)!;
    return {
      id,
      type: knowledgeBase.typeOf(index),
      name: knowledgeBase.nameOf(index),
      score,
      trace: {
        plan,
        ...(relaxed === undefined ? {} : { relaxed }),
        bindings: Object.fromEntries(bindings),
        path,
        anchorScore: candidate?.anchorScore ?? null,
        residualScore: candidate?.residualScore ?? null,
        graphRank: rankOf(run.graph, id),
        textRank: rankOf(run.text, id),
        fieldScores: (retrieved.get(id)?.fieldScores ?? []).map((fieldScore) => ({
          ...fieldScore,
          weight: weights.get(`${fieldScore.field}/${fieldScore.kind}`) ?? 0,
        })),
        fusionWeight: run.fusionWeight,
        contributions: fused?.contributions ?? [],
        fusedRank: rankOf(run.fused, id) ?? 0,
        rerankerScore: scores.get(id) ?? null,
        finalContributions: run.rerankResults.length === 0 ? [] : (finals.get(id)?.contributions ?? []),
      },
    };
  });
}
