import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { loadStaticEncoder } from '@grasp/encoders';
import { DEFAULT_WEIGHTS } from '@grasp/planner';

import { storePlannerWeights } from '../src/planner-weights.js';
import { runCommandLine } from '../src/run-command-line.js';
import { datasetFolder, temporaryFolder } from './built-knowledge-base.js';
import { recordTerminal } from './terminal-recorder.js';

const folder = temporaryFolder();
const kb = join(folder.path, 'products.skb');
const question = 'products of the brand Nordvik';

async function grasp(...words: string[]): Promise<{ code: number; out: string; notes: string }> {
  const terminal = recordTerminal();
  const code = await runCommandLine(words, terminal);
  return { code, out: terminal.output.join('\n'), notes: terminal.notes.join('\n') };
}

beforeAll(async () => {
  expect((await grasp('build', datasetFolder('products'), '--out', kb)).code).toBe(0);
}, 60_000);

afterAll(() => folder.remove());

describe('grasp plan', () => {
  it('explains a plan: words, score, weights and the other plans, whose probabilities sum to at most 1', async () => {
    const { code, out } = await grasp('plan', question, '--kb', kb, '--explain');
    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines.slice(0, 2)).toEqual(['? product', '└─ has brand ── brand "Nordvik"']);
    expect(lines).toContain('anchor A: "Nordvik"');
    expect(lines).toContain("weights: the planner's own");
    const probabilities = [...out.matchAll(/probability (?<value>\d\.\d{3})$/gmu)].map(({ groups }) =>
      Number(groups!['value']),
    );
    expect(probabilities.length).toBeGreaterThan(1);
    expect(probabilities).toEqual([...probabilities].sort((a, b) => b - a));
    expect(probabilities.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(1.005);
  });

  it('shows a score as the sum of its parts', async () => {
    const explained = await grasp('plan', question, '--kb', kb, '--explain');
    const [, score, parts] = /^score (-?\d+\.\d+): (.*)$/mu.exec(explained.out)!;
    const sum = [...parts!.matchAll(/[+-]\d+\.\d+/gu)].reduce((total, [value]) => total + Number(value), 0);
    expect(sum).toBeCloseTo(Number(score), 1);
    const json = JSON.parse((await grasp('plan', question, '--kb', kb, '--json')).out) as {
      score: number;
      features: Record<string, number>;
      weights: { source: string; features: Record<string, number> };
    };
    const { source, features: own } = json.weights;
    const byHand = Object.entries(json.features).reduce((total, [name, value]) => total + own[name]! * value, 0);
    expect(byHand).toBeCloseTo(json.score, 9);
    expect(Number(score)).toBeCloseTo(json.score, 2);
    expect(source).toBe('default');
    expect(DEFAULT_WEIGHTS.features).toMatchObject(own);
  });

  it('says which trained weights it used', async () => {
    const encoder = await loadStaticEncoder();
    const features = { ...DEFAULT_WEIGHTS.features, plural: 0.75 };
    await storePlannerWeights(kb, { ...DEFAULT_WEIGHTS, features }, encoder);
    const silent = await grasp('plan', question, '--kb', kb, '--explain');
    expect(silent.out).toMatch(/^weights: trained, stored in the file$/mu);
    const [before, after] = [
      { hitAt1: 0.5, precision: 0.5 },
      { hitAt1: 0.625, precision: 0.6 },
    ];
    const training = { questions: 70, generated: true, seed: 4, heldOut: { questions: 30, before, after } };
    await storePlannerWeights(kb, { ...DEFAULT_WEIGHTS, features }, encoder, { training });
    const told = await grasp('plan', question, '--kb', kb, '--explain');
    expect(told.out).toContain(
      'weights: trained on 70 generated questions (seed 4); on 30 others hit@1 0.500 before, 0.625 after',
    );
    const json = JSON.parse((await grasp('plan', question, '--kb', kb, '--json')).out) as { weights: object };
    expect(json.weights).toMatchObject({ source: 'trained', training, features: { plural: 0.75 } });
    expect((await grasp('train', 'planner', '--kb', kb, '--reset')).code).toBe(0);
    const reset = await grasp('plan', question, '--kb', kb, '--explain');
    expect(reset.out).toContain("weights: the planner's own");
  });

  it('estimates each hop beside what it finds, as text and as JSON', async () => {
    const { out } = await grasp('plan', question, '--kb', kb, '--estimate');
    expect(out.split('\n')).toEqual([
      'A: linked to 1',
      expect.stringMatching(/^A has brand T: predicted \d\.\d, found 6$/u),
      expect.stringMatching(/^candidates: predicted \d\.\d, found 6$/u),
    ]);
    const json = JSON.parse((await grasp('plan', question, '--kb', kb, '--estimate', '--json')).out) as object;
    expect(json).toMatchObject({
      plan: { target: { labels: ['product'] } },
      linked: { A: 1 },
      hops: [{ hop: { rel: 'has brand' }, predicted: expect.any(Number) as number, found: 6 }],
      candidates: { found: 6 },
    });
  });

  it('estimates what a model would cost, for each sample', async () => {
    const file = join(folder.path, 'questions.jsonl');
    writeFileSync(file, `${JSON.stringify({ id: '1', query: question, answer_ids: ['TNT-01'] })}\n`);
    const model = ['--planner', 'llm', '--llm-url', 'http://localhost:9/v1', '--llm-model', 'm', '--llm-price', '2,8'];
    const costs = async (...more: string[]): Promise<{ promptTokens: number; money: number }> => {
      const words = ['plan', '--questions', file, '--kb', kb, '--estimate', '--json', ...model, ...more];
      return JSON.parse((await grasp(...words)).out) as { promptTokens: number; money: number };
    };
    const [once, thrice] = [await costs(), await costs('--llm-samples', '3')];
    expect(once).toMatchObject({ questions: 1, samples: 1, completionTokens: 1024 });
    expect(once.money).toBeCloseTo((2 * once.promptTokens + 8 * 1024) / 1e6, 12);
    expect(thrice.promptTokens).toBe(3 * once.promptTokens);
    expect(thrice.money).toBeCloseTo(3 * once.money, 12);
    const told = await grasp('plan', '--questions', file, '--kb', kb, '--estimate');
    expect(told).toMatchObject({
      code: 1,
      notes: expect.stringContaining('without a model nothing is paid for') as string,
    });
  });

  it('prints in one form only, and explains single questions only', async () => {
    for (const words of [
      [question, '--explain', '--json'],
      [question, '--draw', 'text', '--link'],
      ['--questions', 'questions.jsonl', '--explain'],
    ]) {
      expect((await grasp('plan', ...words, '--kb', kb)).code).toBe(2);
    }
  });
});

describe('grasp train planner', () => {
  it('tells before any work what is missing', async () => {
    const line = (id: number, answer: string): string =>
      `${JSON.stringify({ id: String(id), query: `products ${id}`, answer_ids: [answer] })}\n`;
    const few = join(folder.path, 'few.jsonl');
    writeFileSync(few, line(1, 'TNT-01') + line(2, 'none'));
    const tooFew = await grasp('train', 'planner', '--kb', kb, '--questions', few);
    expect(tooFew).toMatchObject({ code: 1, out: '2 questions read' });
    expect(tooFew.notes).toContain('1 questions have no answer that is a node');
    expect(tooFew.notes).toContain('expected at least 20 questions to train with, got 2');
    const foreign = join(folder.path, 'foreign.jsonl');
    writeFileSync(foreign, line(1, 'none'));
    const unknown = await grasp('train', 'planner', '--kb', kb, '--questions', foreign);
    expect(unknown).toMatchObject({ code: 1, out: '' });
    expect(unknown.notes).toContain('expected answers that are nodes of the knowledge base, none is');
    const nowhere = await grasp('train', 'planner', '--kb', kb, '--out', join(folder.path, 'nowhere', 'weights.json'));
    expect(nowhere).toMatchObject({ code: 1, out: '' });
    expect(nowhere.notes).toContain('expected a file that can be written, got ENOENT');
    expect((await grasp('train', 'planner', '--kb', kb, '--count', '19')).code).toBe(2);
  });

  it('stores nothing on a dry run and shows what it did', async () => {
    const words = ['--kb', kb, '--count', '20', '--dry-run', '--progress'];
    const { code, out, notes } = await grasp('train', 'planner', ...words);
    expect(code).toBe(0);
    const phases = [/^making questions: 1 of 20/mu, /^training questions: 0 of 14/mu, /^fitting weights: 0 of 25/mu];
    for (const phase of phases) expect(notes).toMatch(phase);
    expect(out).toMatch(/^20 questions generated\nlearned from \d+ of them; the plans of \d+ differ/u);
    expect(out).toContain('<- chosen');
    const { out: explained } = await grasp('plan', question, '--kb', kb, '--explain');
    expect(explained).toContain("weights: the planner's own");
  });
});
