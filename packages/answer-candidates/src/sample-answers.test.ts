import { ANSWER_INSTRUCTION, sampleAnswers } from './sample-answers.js';
import type { SamplingModel } from './sample-answers.js';

type Request = Parameters<SamplingModel['sample']>[0];

function modelOf(...replies: readonly (readonly string[])[]): { model: SamplingModel; requests: Request[] } {
  const requests: Request[] = [];
  const model: SamplingModel = {
    async sample(request) {
      request.signal?.throwIfAborted();
      requests.push(request);
      return { texts: replies[Math.min(requests.length, replies.length) - 1]! };
    },
  };
  return { model, requests };
}

describe('sampleAnswers', () => {
  it('counts the answers of one reply', async () => {
    const { model, requests } = modelOf(['Oslo', 'Bergen.', '"Oslo"', 'oslo', 'The answer is Bergen', '…']);
    expect(await sampleAnswers(model, 'Capital of Norway?', { count: 6 })).toEqual([
      { text: 'Oslo', count: 3, position: 0 },
      { text: 'Bergen', count: 2, position: 1 },
    ]);
    expect(requests).toEqual([
      {
        messages: [
          { role: 'system', content: ANSWER_INSTRUCTION },
          { role: 'user', content: 'Capital of Norway?' },
        ],
        count: 6,
        temperature: 0.8,
        maxTokens: 64,
        seed: 1,
      },
    ]);
  });

  it('asks again when a server gives one answer at a time, and stops when it gives none', async () => {
    const one = modelOf(['Oslo']);
    expect(await sampleAnswers(one.model, 'q', { count: 3 })).toEqual([{ text: 'Oslo', count: 3, position: 0 }]);
    expect(one.requests.map(({ count, seed }) => [count, seed])).toEqual([
      [3, 1],
      [2, 2],
      [1, 3],
    ]);
    const none = modelOf(['Oslo'], []);
    expect(await sampleAnswers(none.model, 'q', { count: 3 })).toHaveLength(1);
    expect(none.requests).toHaveLength(2);
  });

  it('takes no more than it asked for', async () => {
    const { model } = modelOf(['a', 'b', 'c', 'd']);
    expect(await sampleAnswers(model, 'q', { count: 2 })).toHaveLength(2);
  });

  it('asks for a beam search once', async () => {
    const { model, requests } = modelOf(['a', 'b']);
    expect(await sampleAnswers(model, 'q', { count: 9, beamSearch: true })).toHaveLength(2);
    expect(requests).toMatchObject([{ beamSearch: true, temperature: 0, count: 9 }]);
  });

  it('refuses options out of range, texts without an answer, and stops with the reason', async () => {
    const { model } = modelOf(['…', ' ']);
    await expect(sampleAnswers(model, 'q', { count: 2 })).rejects.toMatchObject({ code: 'no_answers' });
    for (const options of [{ count: 0 }, { maxTokens: 0.5 }, { temperature: -1 }, { temperature: NaN }]) {
      await expect(sampleAnswers(model, 'q', options)).rejects.toMatchObject({ code: 'invalid_option' });
    }
    const reason = new Error('enough');
    await expect(sampleAnswers(model, 'q', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
