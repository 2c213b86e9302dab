import { loadLlamaModel } from './llama-model.js';
import { retryAfterMs } from './fetch-with-retries.js';

describe('retryAfterMs', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  it.each<[string | null, number | undefined]>([
    [null, undefined],
    ['', undefined],
    ['2', 2_000],
    ['0.5', 500],
    ['-3', 0],
    ['Tue, 01 Jan 2030 00:00:07 GMT', 7_000],
    ['Mon, 31 Dec 2029 00:00:00 GMT', 0],
    ['soon', undefined],
  ])('reads %j as %s', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});

/** What the code uses of node-llama-cpp 3, writing down what it is asked. */
function fakeModule() {
  const seen: unknown[] = [];
  let open = 0;
  let most = 0;
  class LlamaChatSession {
    history: unknown;
    setChatHistory(history: unknown): void {
      this.history = history;
    }
    async prompt(text: string, options: Record<string, unknown>): Promise<string> {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open--;
      seen.push({ history: this.history, text, ...options });
      return '{"ok": true}';
    }
    dispose(): void {
      seen.push('disposed');
    }
  }
  const getLlama = async () => ({
    loadModel: async ({ modelPath }: { modelPath: string }) => {
      if (modelPath.includes('none')) throw new Error('no such file');
      return { createContext: async () => ({ getSequence: () => 'sequence' }) };
    },
    createGrammarForJsonSchema: async (schema: object) => `grammar of ${JSON.stringify(schema)}`,
    dispose: async () => void seen.push('closed'),
  });
  return { module: { getLlama, LlamaChatSession }, seen, mostAtOnce: () => most };
}

describe('loadLlamaModel', () => {
  const request = { schema: { type: 'object' }, temperature: 0, maxTokens: 9 };

  it('makes the schema a grammar and answers one question at a time', async () => {
    const { module, seen, mostAtOnce } = fakeModule();
    const model = await loadLlamaModel({ modelPath: '/models/tiny.gguf', module });
    expect(model.id).toBe('tiny.gguf');
    const messages = [
      { role: 'system', content: 's' },
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c' },
    ] as const;
    const replies = await Promise.all([1, 2, 3].map((seed) => model.complete({ ...request, messages, seed })));
    expect(replies.map(({ text }) => text)).toEqual(Array(3).fill('{"ok": true}'));
    expect(mostAtOnce()).toBe(1);
    expect(seen[0]).toMatchObject({
      history: [
        { type: 'system', text: 's' },
        { type: 'user', text: 'a' },
        { type: 'model', response: ['b'] },
      ],
      text: 'c',
      grammar: 'grammar of {"type":"object"}',
      temperature: 0,
      maxTokens: 9,
      seed: 1,
    });
    await model.close();
    expect(seen.filter((entry) => entry === 'disposed')).toHaveLength(3);
    expect(seen.at(-1)).toBe('closed');
  });

  it('goes on after a question that was given up', async () => {
    const { module } = fakeModule();
    const model = await loadLlamaModel({ modelPath: 'tiny.gguf', module });
    const messages = [{ role: 'user', content: 'a' }] as const;
    const given = model.complete({ ...request, messages, signal: AbortSignal.abort(new Error('enough')) });
    const next = model.complete({ ...request, messages });
    await expect(given).rejects.toThrow('enough');
    expect(await next).toMatchObject({ text: '{"ok": true}' });
  });

  it('says what is missing', async () => {
    await expect(loadLlamaModel({ modelPath: 'none.gguf', module: fakeModule().module })).rejects.toMatchObject({
      name: 'ModelError',
      code: 'not_available',
    });
    await expect(loadLlamaModel({ modelPath: 'tiny.gguf' })).rejects.toMatchObject({ code: 'not_available' });
  });
});
