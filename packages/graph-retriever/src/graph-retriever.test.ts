import type { Plan, Schema } from '@grasp/plan';

import { indexGraph } from '../test/small-graph.js';
import { tableEncoder } from '../test/vector-list.js';
import { createGraphRetriever } from './graph-retriever.js';
import { createResidual } from './residual.js';

const schema: Schema = {
  nodeTypes: ['paper', 'author'].map((name) => ({ name, fields: [] })),
  relations: [{ name: 'writes', endpoints: [{ from: 'author', to: 'paper' }] }],
};

const graph = indexGraph({
  schema,
  nodes: [
    { id: 'p1', type: 'paper' },
    { id: 'p2', type: 'paper' },
    { id: 'p3', type: 'paper' },
    { id: 'a1', type: 'author' },
  ],
  edges: ['p1', 'p2', 'p3'].map((to) => ({ relation: 'writes', from: 'a1', to })),
});

const plan: Plan = {
  anchors: [{ var: 'A', text: 'Ada', label: 'author', match_mode: 'name' }],
  hops: [{ from: 'A', rel: 'writes', to_var: 'T', to_label: 'paper' }],
  target: { var: 'T', labels: ['paper'], relevance_text: 'engines' },
  risk_level: 'normal',
};

const documents = new Map([
  ['p1', [0.6, 0.8]],
  ['p2', [1, 0]],
]);

const vectors = {
  vector: (index: number): Float32Array | undefined => {
    const vector = documents.get(graph.idOf(index));
    return vector === undefined ? undefined : Float32Array.from(vector);
  },
};

const setUp = () => {
  const encoder = tableEncoder({ engines: [1, 0] });
  const link = jest.fn(async () => ({ A: [{ id: 'a1', score: 0.5, via: 'name' as const }] }));
  return { encoder, link, retriever: createGraphRetriever({ graph, linker: { link }, encoder, vectors }) };
};

describe('createGraphRetriever', () => {
  it('links, executes and rescores', async () => {
    const { retriever } = setUp();
    const { bindings, execution } = await retriever.retrieve(plan, { limit: 2 });
    expect(bindings).toEqual({ A: [{ id: 'a1', score: 0.5, via: 'name' }] });
    expect(execution).toMatchObject({
      candidates: [
        { id: 'p2', score: 1.5, anchorScore: 0.5, residualScore: 1 },
        { id: 'p1', score: expect.closeTo(1.1), anchorScore: 0.5, residualScore: expect.closeTo(0.6) },
      ],
      candidateCount: 3,
      truncated: true,
    });
  });

  it('leaves scores alone without a text', async () => {
    const { retriever, encoder } = setUp();
    const { execution } = await retriever.retrieve({ ...plan, target: { ...plan.target, relevance_text: ' ' } });
    expect(execution.candidates.map(({ id, score }) => [id, score])).toEqual([
      ['p1', 0.5],
      ['p2', 0.5],
      ['p3', 0.5],
    ]);
    expect(execution.candidates[0]).not.toHaveProperty('residualScore');
    expect(encoder.calls).toEqual([]);
  });

  it('uses given bindings as they are', async () => {
    const { retriever, link } = setUp();
    const { bindings, execution } = await retriever.retrieve(plan, { bindings: { A: [] } });
    expect(bindings).toEqual({ A: [] });
    expect(execution.candidateCount).toBe(0);
    expect(link).not.toHaveBeenCalled();
  });

  it('does nothing for a plan that is to be skipped', async () => {
    const { retriever, link } = setUp();
    const { bindings, execution } = await retriever.retrieve({ ...plan, retrieval_mode: 'skip' });
    expect({ bindings, execution }).toEqual({
      bindings: {},
      execution: { candidates: [], candidateCount: 0, truncated: false },
    });
    expect(link).not.toHaveBeenCalled();
  });

  it('hands its signal on', async () => {
    const { retriever, link } = setUp();
    const { signal } = new AbortController();
    await retriever.retrieve(plan, { signal });
    expect(link).toHaveBeenCalledWith(plan, { signal });
    const reason = new Error('enough');
    await expect(retriever.retrieve(plan, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('createResidual', () => {
  it('is 0 for a node without a vector', async () => {
    const residual = await createResidual('engines', tableEncoder({ engines: [1, 0] }), vectors);
    expect(residual!(graph.indexOf('p3')!)).toBe(0);
    expect(residual!(graph.indexOf('p1')!)).toBeCloseTo(0.6);
  });
});
