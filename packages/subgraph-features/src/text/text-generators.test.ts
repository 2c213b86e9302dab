import type { Subgraph } from '../subgraph.js';
import { sequenceInput } from './model-input.js';
import { neuralText } from './neural-text.js';
import type { TextModel } from './text-generators.js';
import { chatText, pipelineText, TEXT_INSTRUCTION } from './text-generators.js';

const subgraph: Subgraph = {
  nodes: [
    { id: 'Q142', name: 'France', role: 'answer' },
    { id: 'Q458', name: 'European Union', role: 'question' },
  ],
  edges: [{ source: 0, target: 1, relation: 'P463', name: 'member of' }],
};
const input = sequenceInput(subgraph);
const text = 'France is a member of the European Union.';

describe('pipelineText', () => {
  it.each([
    ['of a text2text pipeline', [{ generated_text: text }]],
    ['of a pipeline that repeats its input', [{ generated_text: `${input} ${text}` }]],
    ['that is not in a list', { generated_text: text }],
  ])('takes an output %s', async (_, output) => {
    const pipeline = jest.fn(() => Promise.resolve(output));
    const written = await neuralText(subgraph, pipelineText(pipeline, { maxTokens: 40 }));
    expect(written).toMatchObject({ text, origin: 'model' });
    expect(pipeline).toHaveBeenCalledWith(input, { max_new_tokens: 40, do_sample: false });
  });

  it.each([[[]], [[{ summary_text: text }]], [null]])('falls back after the output %j', async (output) => {
    const written = await neuralText(
      subgraph,
      pipelineText(() => Promise.resolve(output)),
    );
    expect(written).toMatchObject({ origin: 'fallback', failure: expect.any(TypeError) as unknown });
  });
});

describe('chatText', () => {
  it('asks once, for the likeliest text, with the graph after the instruction', async () => {
    const sample = jest.fn<ReturnType<TextModel['sample']>, Parameters<TextModel['sample']>>(() =>
      Promise.resolve({ texts: [text] }),
    );
    const { signal } = new AbortController();
    const written = await neuralText(subgraph, chatText({ sample }), { signal });
    expect(written).toMatchObject({ text, origin: 'model' });
    expect(sample.mock.calls).toEqual([
      [
        {
          messages: [
            { role: 'system', content: TEXT_INSTRUCTION },
            { role: 'user', content: input },
          ],
          count: 1,
          temperature: 0,
          maxTokens: 128,
          signal,
        },
      ],
    ]);
  });

  it('falls back when the model says nothing, or what the graph does not bear out', async () => {
    const of = (texts: string[]): TextModel => ({ sample: () => Promise.resolve({ texts }) });
    expect(await neuralText(subgraph, chatText(of([])))).toMatchObject({ origin: 'fallback', modelText: null });
    const invented = await neuralText(subgraph, chatText(of(['France left the European Union in Rome.'])));
    expect(invented).toMatchObject({ origin: 'fallback', report: { isFaithful: false } });
  });
});
