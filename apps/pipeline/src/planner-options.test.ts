import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { buildDataset, temporaryFolder } from '../test/built-knowledge-base.js';
import { recordTerminal } from '../test/terminal-recorder.js';
import { runCommandLine } from './run-command-line.js';

const folder = temporaryFolder();
const kb = join(folder.path, 'products.skb');
const file = (name: string): string => join(folder.path, name);
const question = 'Which products of the brand Fernhollow are for camping?';
const plan = {
  anchors: [{ var: 'A', text: 'Fernhollow', label: 'brand', match_mode: 'name' }],
  hops: [{ from: 'A', rel: 'HAS BRAND', to_var: 'T', to_label: 'product' }],
  target: { var: 'T', labels: ['product'], relevance_text: 'camping' },
  risk_level: 'normal',
};
const key = 'sk-test-5678';

/** A model server that gives one answer to all. */
let server: Server;
let url = '';
let authorization: string | undefined;
let content = JSON.stringify(plan);

async function grasp(...words: string[]): Promise<{ code: number; out: string; notes: string }> {
  const terminal = recordTerminal();
  const code = await runCommandLine(words, terminal);
  const [out, notes] = [terminal.output.join('\n'), terminal.notes.join('\n')];
  expect(out + notes).not.toContain(key);
  return { code, out, notes };
}

beforeAll(async () => {
  await buildDataset('products', kb);
  server = createServer((request, response) => {
    authorization = request.headers.authorization;
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ choices: [{ message: { content } }], usage: { prompt_tokens: 7, completion_tokens: 5 } }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  process.env['GRASP_LLM_KEY'] = key;
}, 60_000);

afterAll(async () => {
  delete process.env['GRASP_LLM_KEY'];
  await new Promise((resolve) => server.close(resolve));
  folder.remove();
});

const llm = (...more: string[]): string[] => ['--kb', kb, '--planner', 'llm', '--llm-model', 'm', ...more];

it('asks a model for the plan, repairs it, keeps a record, and repeats it without the server', async () => {
  const record = file('calls.jsonl');
  const first = await grasp('plan', question, ...llm('--llm-url', url, '--record', record));
  expect(first.code).toBe(0);
  const printed = JSON.parse(first.out) as typeof plan;
  expect(printed).toEqual({ ...plan, hops: [{ ...plan.hops[0], rel: printed.hops[0]!.rel }] });
  expect(printed.hops[0]!.rel).not.toBe('HAS BRAND');
  expect(authorization).toBe(`Bearer ${key}`);
  const lines = readFileSync(record, 'utf8');
  expect(lines.trim().split('\n')).toHaveLength(1);
  expect(lines).not.toContain(key);

  const again = await grasp('plan', question, ...llm('--replay', record));
  expect(again).toEqual(first);
  const other = await grasp('plan', 'Which brands make tents?', ...llm('--replay', record));
  expect(other).toMatchObject({ code: 1, out: '', notes: expect.stringContaining('expected a record') as string });
});

it('explains, draws and estimates', async () => {
  const explained = await grasp('plan', question, ...llm('--llm-url', url, '--explain'));
  expect(explained.out).toMatch(/^\? product · text: "camping"\n└─ .+ ── brand "Fernhollow"\nrisk normal/u);
  expect(explained.out).toContain('model, planned: the plan is valid after 1 repairs');
  expect(explained.out).toContain('the relation "HAS BRAND" became');
  const drawn = await grasp('plan', question, ...llm('--llm-url', url, '--draw', 'mermaid'));
  expect(drawn.out).toMatch(/^flowchart LR\n/u);
  const estimated = await grasp('plan', question, ...llm('--llm-url', url, '--estimate'));
  expect(estimated.out).toMatch(
    /A: linked to \d+\nA .+ T: predicted [\d.]+, found [1-9]\d*\ncandidates: predicted [\d.]+, found [1-9]/u,
  );
  const all = JSON.parse(
    (await grasp('plan', question, ...llm('--llm-url', url, '--json', '--llm-samples', '3'))).out,
  ) as Record<string, unknown>;
  expect(all).toMatchObject({ status: 'planned', probability: 1, usage: { promptTokens: 21, completionTokens: 15 } });
});

it('keeps all samples of a question within one budget', async () => {
  const outcomes = async (...more: string[]): Promise<Set<string>> => {
    const { out } = await grasp('plan', question, ...llm('--llm-url', url, '--json', ...more));
    const { attempts } = JSON.parse(out) as { attempts: { source: string; outcome: string }[] };
    return new Set(attempts.map(({ source, outcome }) => `${source} ${outcome}`));
  };
  const budget = ['--llm-budget', '20000', '--llm-price', '1,1', '--llm-money', '0.02', '--llm-seconds', '600'];
  expect(await outcomes(...budget)).toEqual(new Set(['model planned']));
  const shared = await outcomes(...budget, '--llm-samples', '50');
  expect(shared.has('model refused')).toBe(true);
  expect(shared.has('model planned')).toBe(false);
});

it('executes several plans and fuses what they find', async () => {
  const { code, out } = await grasp('ask', question, '--kb', kb, '--fuse-plans', '3', '--json');
  expect(code).toBe(0);
  const { hits } = JSON.parse(out) as { hits: { trace: { contributions: { run: string }[] } }[] };
  const runs = new Set(hits.flatMap(({ trace }) => trace.contributions.map(({ run }) => run)));
  expect(runs.has('plan 1')).toBe(true);
  expect(runs.has('graph')).toBe(false);
  const one = await grasp('ask', question, '--kb', kb, '--json');
  expect(one.out).toContain('"run": "graph"');
});

it('asks for names only', async () => {
  content = JSON.stringify({
    asked: 'product',
    mentions: [
      { text: 'Fernhollow', label: 'brand' },
      { text: 'Globex', label: 'brand' },
    ],
  });
  const { out } = await grasp('plan', question, ...llm('--llm-url', url, '--llm-mode', 'mentions', '--explain'));
  content = JSON.stringify(plan);
  expect(out).toContain('brand "Fernhollow"');
  expect(out).toContain('not in the question: "Globex"');
});

it('plans a file, whose lines can be used as recorded plans', async () => {
  const questions = file('questions.jsonl');
  writeFileSync(questions, `${JSON.stringify({ id: 1, query: question, answer_ids: ['x'] })}\n`);
  const planned = await grasp('plan', ...llm('--llm-url', url, '--questions', questions));
  expect(JSON.parse(planned.out)).toMatchObject({ id: '1', question, plan: { risk_level: 'normal' } });
  writeFileSync(file('plans.jsonl'), `${planned.out}\n`);
  const asked = await grasp('ask', question, '--kb', kb, '--plans', file('plans.jsonl'), '--explain');
  expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('"relevance_text":"camping"') as string });
  const cost = await grasp(
    'plan',
    ...llm('--llm-url', url, '--questions', questions, '--estimate', '--llm-price', '1,2'),
  );
  expect(cost.out).toMatch(
    /^1 questions: \d+ tokens of prompts and at most 1024 of answers, costs at most 0\.\d+, before corrections$/u,
  );
  const evaluated = await grasp('eval', ...llm('--llm-url', url, '--questions', questions));
  expect(evaluated).toMatchObject({ code: 0, out: expect.stringContaining('1 questions') as string });
});

it.each<[string, string[], number, RegExp]>([
  ['no model', ['--kb', kb, '--planner', 'llm'], 1, /expected --llm-model/u],
  ['no server named', llm(), 1, /expected --llm-url/u],
  ['an address that is none', llm('--llm-url', 'nowhere'), 1, /expected --llm-url with an address/u],
  ['a key in the address', llm('--llm-url', `http://x:${key}@127.0.0.1/v1`), 1, /without credentials/u],
  ['no server there', llm('--llm-url', 'http://127.0.0.1:9/v1'), 1, /expected a model server at 127\.0\.0\.1:9/u],
  [
    'no such model file',
    ['--kb', kb, '--planner', 'llm', '--llm-model', file('none.gguf')],
    1,
    /node-llama-cpp|can be loaded/u,
  ],
  ['plans that are no JSON', ['--kb', kb, '--plans', kb], 1, /expected JSON/u],
  [
    'money without a price',
    llm('--llm-url', 'http://127.0.0.1:9/v1', '--llm-money', '1'),
    1,
    /expected --llm-price with --llm-money/u,
  ],
  ['time that is none', llm('--llm-seconds', '0'), 2, /Expected a number above 0/u],
  ['a price that is none', llm('--llm-price', 'cheap'), 2, /Expected two numbers/u],
])('says what to do about %s', async (_, words, code, notes) => {
  const result = await grasp('plan', question, ...words);
  expect(result).toMatchObject({ code, out: '', notes: expect.stringMatching(notes) as string });
});

it('wants a question or a file', async () => {
  expect(await grasp('plan', '--kb', kb)).toMatchObject({
    code: 2,
    notes: expect.stringContaining('expected a question') as string,
  });
});
