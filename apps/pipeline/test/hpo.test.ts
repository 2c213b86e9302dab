import { join } from 'node:path';

import { loadStaticEncoder } from '@grasp/encoders';
import { openKnowledgeBase } from '@grasp/skb';
import type { KnowledgeBase } from '@grasp/skb';

import { createPipeline, evaluatePipeline } from '../src/index.js';
import type { Pipeline, PipelineEvaluation } from '../src/index.js';
import { readQuestionFile } from '../src/read-evaluation-file.js';
import { buildDataset, datasetFolder, temporaryFolder } from './built-knowledge-base.js';

const folder = temporaryFolder();
let knowledgeBase: KnowledgeBase;
let pipeline: Pipeline;

beforeAll(async () => {
  const file = join(folder.path, 'hpo.skb');
  await buildDataset('hpo', file);
  knowledgeBase = openKnowledgeBase(file);
  pipeline = createPipeline({ knowledgeBase, encoder: await loadStaticEncoder() });
}, 300_000);

afterAll(() => {
  knowledgeBase.close();
  folder.remove();
});

describe('the Human Phenotype Ontology', () => {
  it("answers the paper's own example first, by gene and phenotype", async () => {
    const question = 'What disease is associated with the PNPLA8 gene and presents with hypotonia as a symptom?';
    const { hits } = await pipeline.ask(question, { count: 1 });
    expect(hits[0]).toMatchObject({ id: 'OMIM:251950', type: 'disease', trace: { graphRank: 1 } });
    const steps = hits[0]!.trace.path.map(({ from, relation, to }) => [from.name, relation, to.id]);
    expect(steps.sort()).toEqual([
      ['Hypotonia', 'phenotype present', 'OMIM:251950'],
      ['PNPLA8', 'associated with', 'OMIM:251950'],
    ]);
  });

  it('executes the gold plans of all questions to their answers', async () => {
    const questions = await readQuestionFile(join(datasetFolder('hpo'), 'questions.jsonl'));
    expect(questions).toHaveLength(70);
    for (const { query, plan, anchors, answer_ids: answers, kind } of questions) {
      const bindings = Object.fromEntries(
        Object.entries(anchors!).map(([variable, id]) => [variable, [{ id, score: 1, via: 'name' as const }]]),
      );
      const run = await pipeline.run(query, { plan, bindings });
      const found = run.execution.candidates.map(({ id }) => id);
      if (kind === 'gene->disease->phenotype+text') expect(found).toEqual(expect.arrayContaining([...answers]));
      else expect([...found].sort()).toEqual([...answers].sort());
    }
  }, 120_000);

  it('finds more with all stages than with any one', async () => {
    const questions = await readQuestionFile(join(datasetFolder('hpo'), 'questions.jsonl'));
    const { rows }: PipelineEvaluation = await evaluatePipeline(pipeline, questions);
    const [graph, text, fused, reranked] = rows.map(({ measures }) => measures);
    // Floors, well below what was measured, so that a stage that breaks is seen and a small change is not.
    expect(graph!['hit@1']).toBeGreaterThan(0.75);
    expect(text!['hit@1']).toBeGreaterThan(0.25);
    expect(fused!['hit@1']).toBeGreaterThan(0.75);
    expect(fused!['recall@20']).toBeGreaterThan(Math.max(text!['recall@20']!, 0.8));
    expect(reranked!['hit@1']).toBeGreaterThan(0.75);
  }, 120_000);
});
