import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { datasetFolder, temporaryFolder } from '../test/built-knowledge-base.js';
import { recordTerminal } from '../test/terminal-recorder.js';
import { runCommandLine } from './run-command-line.js';

const folder = temporaryFolder();
const kb = join(folder.path, 'products.skb');

async function grasp(...words: string[]): Promise<{ code: number; out: string; notes: string }> {
  const terminal = recordTerminal();
  const code = await runCommandLine(words, terminal);
  return { code, out: terminal.output.join('\n'), notes: terminal.notes.join('\n') };
}

beforeAll(async () => {
  const { code, out } = await grasp('build', datasetFolder('products'), '--out', kb);
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/product +65[\s\S]*also bought +68/u) as string,
  });
}, 60_000);

afterAll(() => folder.remove());

describe('grasp', () => {
  it('helps on the whole and on each command', async () => {
    for (const words of [
      ['--help'],
      ...['build', 'ask', 'plan', 'eval', 'measure', 'compare', 'fuse', 'tune', 'generate'].map((command) => [
        command,
        '--help',
      ]),
    ]) {
      expect(await grasp(...words)).toMatchObject({
        code: 0,
        notes: '',
        out: expect.stringContaining('Usage: grasp') as string,
      });
    }
    expect(await grasp('--version')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+/u) as string,
    });
  });

  it.each([
    [[]],
    [['bogus']],
    [['ask', 'x']],
    [['ask', 'x', 'y', '--kb', kb]],
    [['ask', 'x', '--kb', kb, '--count', '0']],
    [['ask', 'x', '--kb', kb, '--types', ' , ']],
    [['eval', '--kb', kb]],
    [['build']],
    [['build', 'x', '--bogus']],
  ])('ends with 2 on wrong usage: %j', async (words) => {
    const { code, out, notes } = await grasp(...words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(notes).not.toBe('');
  });

  it('ends with 1 and says what is wrong when a file cannot be used', async () => {
    const text = join(folder.path, 'text.json');
    writeFileSync(text, '{ "anchors": ');
    const failures: [string[], string][] = [
      [['ask', 'x', '--kb', join(folder.path, 'none.skb')], 'none.skb'],
      [['ask', 'x', '--kb', text], 'text.json'],
      [['ask', 'x', '--kb', kb, '--plan', text], 'text.json: expected JSON'],
      [['ask', 'x', '--kb', kb, '--plan', 'none.json'], 'none.json'],
      [['ask', 'x', '--kb', kb, '--types', 'shop'], 'shop'],
      [['eval', '--kb', kb, '--questions', text], 'text.json:1'],
      [['build', folder.path], 'grasp.json'],
    ];
    for (const [words, expected] of failures) {
      const { code, out, notes } = await grasp(...words);
      expect({ code, out, notes }).toEqual({ code: 1, out: '', notes: expect.stringContaining(expected) as string });
      expect(notes).not.toMatch(/^\s+at /mu);
    }
  });

  it('asks: answers, explanation, and JSON that is nothing but JSON', async () => {
    const question = 'Nordvik tent for a family';
    const plain = await grasp('ask', question, '--kb', kb, '--count', '3');
    expect(plain.out.split('\n')).toHaveLength(3);
    const explained = await grasp('ask', question, '--kb', kb, '--explain');
    for (const part of ['plan', 'graph', 'text', 'fused', 'reranker', 'has brand'])
      expect(explained.out).toContain(part);
    const json = await grasp('ask', question, '--kb', kb, '--json', '--count', '2');
    const answer = JSON.parse(json.out) as { question: string; hits: { id: string; trace: object }[] };
    expect(Object.keys(answer)).toEqual(['question', 'plan', 'hits', 'timings']);
    expect(answer.question).toBe(question);
    expect(plain.out.split('\n')[0]).toContain(answer.hits[0]!.id);
  });

  it('prints a plan that it takes back, and its bindings', async () => {
    const question = 'products of the brand Nordvik';
    const plan = await grasp('plan', question, '--kb', kb);
    const file = join(folder.path, 'plan.json');
    writeFileSync(file, plan.out);
    const again = await grasp('ask', question, '--kb', kb, '--plan', file, '--json');
    const direct = await grasp('ask', question, '--kb', kb, '--json');
    const hitsOf = ({ out }: { out: string }): unknown => (JSON.parse(out) as { hits: unknown }).hits;
    expect(hitsOf(again)).toEqual(hitsOf(direct));
    const linked = await grasp('plan', question, '--kb', kb, '--link');
    const { bindings } = JSON.parse(linked.out) as { bindings: Record<string, { id: string }[]> };
    expect(Object.values(bindings)[0]![0]!.id).toBe('brand:Nordvik');
  });

  it('evaluates: four rows, figures by kind, and run files', async () => {
    const questions = join(folder.path, 'questions.jsonl');
    const lines = [
      {
        id: 1,
        query: 'products of the brand Nordvik that are tents for a family',
        answer_ids: ['TNT-02'],
        kind: 'brand',
      },
      { id: 2, query: 'xyzzy', answer_ids: ['TNT-01'] },
    ];
    writeFileSync(questions, lines.map((line) => JSON.stringify(line)).join('\n'));
    const runs = join(folder.path, 'runs');
    const { code, out } = await grasp('eval', '--kb', kb, '--questions', questions, '--json', '--runs', runs);
    expect(code).toBe(0);
    const figures = JSON.parse(out) as { questions: number; rows: { run: string; measures: Record<string, number> }[] };
    expect(figures.questions).toBe(2);
    expect(figures.rows.map(({ run }) => run)).toEqual(['graph', 'text', 'fused', 'reranked']);
    for (const { measures } of figures.rows) {
      expect(Object.keys(measures)).toEqual(['hit@1', 'hit@5', 'recall@20', 'mrr']);
    }
    expect(readdirSync(runs).sort()).toEqual([
      'fused.trec',
      'graph.trec',
      'plans.jsonl',
      'qrels.trec',
      'reranked.trec',
      'text.trec',
    ]);
    expect(readFileSync(join(runs, 'qrels.trec'), 'utf8')).toBe('1 0 TNT-02 1\n2 0 TNT-01 1\n');
    expect(readFileSync(join(runs, 'fused.trec'), 'utf8')).toMatch(/^1 Q0 \S+ 1 \S+ fused\n/u);
    const table = await grasp('eval', '--kb', kb, '--questions', questions);
    expect(table.out).toMatch(/^2 questions\nrun +hit@1/u);
  });

  it('names file and line of each bad row, builds without them, and refuses them under --strict', async () => {
    const data = temporaryFolder();
    const description = {
      nodes: [{ type: 'city', file: 'cities.csv', fields: { size: 'number' } }],
      relations: [{ relation: 'near', file: 'near.tsv' }],
    };
    writeFileSync(join(data.path, 'grasp.json'), JSON.stringify(description));
    writeFileSync(join(data.path, 'cities.csv'), 'id,name,size\n1,Bergen,290\n2,Oslo,many\n3,Tromsø,77\n3,Twice,1\n');
    writeFileSync(join(data.path, 'near.tsv'), 'from\tto\n1\t3\n1\t9\n');
    const out = join(data.path, 'out.skb');
    const loose = await grasp('build', data.path, '--out', out);
    expect(loose.code).toBe(0);
    for (const place of ['cities.csv:3', 'cities.csv:5', 'near.tsv:3']) expect(loose.out).toContain(place);
    const before = readFileSync(out);
    const strict = await grasp('build', data.path, '--out', out, '--strict');
    expect(strict).toMatchObject({ code: 1, out: '' });
    expect(strict.notes).toContain('cities.csv:3');
    expect(readFileSync(out).equals(before)).toBe(true);
    expect(readdirSync(data.path).sort()).toEqual(['cities.csv', 'grasp.json', 'near.tsv', 'out.skb']);
    data.remove();
  });

  it('ends with 130 and leaves nothing behind when it is interrupted', async () => {
    const target = temporaryFolder();
    const terminal = recordTerminal(AbortSignal.abort(new Error('interrupted')));
    const words = ['build', datasetFolder('products'), '--out', join(target.path, 'x.skb')];
    expect(await runCommandLine(words, terminal)).toBe(130);
    expect(readdirSync(target.path)).toEqual([]);
    target.remove();
  });
});
