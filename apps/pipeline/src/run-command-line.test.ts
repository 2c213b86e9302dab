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
      [['build', join(folder.path, 'nowhere')], 'got nothing there'],
      [['build', text], 'got a file'],
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

  it('makes the folder that the file is to be written to', async () => {
    const out = join(folder.path, 'new', 'folder', 'products.skb');
    expect((await grasp('build', datasetFolder('products'), '--out', out)).code).toBe(0);
    expect((await grasp('ask', 'tents', '--kb', out)).code).toBe(0);
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

describe('grasp for run files', () => {
  const file = (name: string, lines: readonly string[]): string => {
    const path = join(folder.path, name);
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    return path;
  };
  const graph = () => file('graph.trec', ['1 Q0 a 1 9 g', '1 Q0 b 2 8 g', '2 Q0 c 1 1 g']);
  const text = () => file('text.trec', ['1 Q0 c 1 3 t', '1 Q0 b 2 2 t', '2 Q0 d 1 1 t', '2 Q0 c 2 0.5 t']);
  const qrels = () => file('qrels.trec', ['1 0 b 1', '2 0 d 1']);
  const plans = () =>
    file('plans.jsonl', [
      '{"id":"1","candidate_count":2,"risk_level":"normal","skipped":false}',
      '{"id":"2","candidate_count":1,"risk_level":"no_trade","skipped":false}',
    ]);

  it('fuses as arithmetic says, and measures what it fused', async () => {
    const fused = await grasp('fuse', '--run', graph(), '--run', text(), '--rank-constant', '1', '--tag', 'both');
    expect(fused.out.split('\n').map((line) => line.split(' '))).toEqual([
      ['1', 'Q0', 'b', '1', String(1 / 3 + 1 / 3), 'both'],
      ['1', 'Q0', 'a', '2', String(1 / 2), 'both'],
      ['1', 'Q0', 'c', '3', String(1 / 2), 'both'],
      ['2', 'Q0', 'c', '1', String(1 / 2 + 1 / 3), 'both'],
      ['2', 'Q0', 'd', '2', String(1 / 2), 'both'],
    ]);
    const run = file('fused.trec', fused.out.split('\n'));
    const measured = await grasp(
      'measure',
      '--run',
      run,
      '--qrels',
      qrels(),
      '-m',
      'hit@1',
      '-m',
      'mrr',
      '--format',
      'json',
    );
    expect((JSON.parse(measured.out) as { means: object }).means).toEqual({ 'hit@1': 1 / 2, mrr: (1 + 1 / 2) / 2 });
    const perQuery = await grasp('measure', '--run', run, '--qrels', qrels(), '-m', 'mrr', '--per-query');
    expect(perQuery.out).toContain('2\t0.5000');
  });

  it('weighs runs in their order, and refuses weights where they mean nothing', async () => {
    const closed = await grasp('fuse', '--run', graph(), '--weight', '0', '--run', text(), '--weight', '1');
    expect(closed.out.split('\n').map((line) => line.split(' ')[2])).toEqual(['c', 'b', 'd', 'c']);
    expect(await grasp('fuse', '--run', graph(), '--run', text(), '--weight', '1')).toMatchObject({ code: 1, out: '' });
    const words = ['fuse', '--run', graph(), '--weight', '2', '--method', 'comb-sum'];
    expect(await grasp(...words)).toMatchObject({ code: 1, notes: expect.stringContaining('weighted-sum') as string });
  });

  it('compares runs in every form', async () => {
    for (const [format, part] of [
      ['text', 'wins'],
      ['markdown', '|'],
      ['latex', 'tabular'],
      ['json', '"pairs"'],
    ]) {
      const words = ['compare', '--qrels', qrels(), '--run', graph(), '--run', text(), '--format', format!];
      expect(await grasp(...words)).toMatchObject({ code: 0, out: expect.stringContaining(part!) as string });
    }
    expect(await grasp('compare', '--qrels', qrels(), '--run', graph())).toMatchObject({ code: 1 });
  });

  it('tunes over the whole grids', async () => {
    const words = ['tune', '--graph', graph(), '--text', text(), '--qrels', qrels()];
    const fixed = await grasp(...words, '--json', '--goal', 'mrr');
    expect(JSON.parse(fixed.out)).toMatchObject({ questionCount: 2, heatMap: { weights: { length: 21 } } });
    const dynamic = await grasp(...words, '--plans', plans(), '--mode', 'dynamic');
    expect(dynamic.out).toContain('1290240');
    const choice = await grasp(...words, '--plans', plans(), '--mode', 'choose', '--json');
    expect(choice).toMatchObject({ code: 1, notes: expect.stringContaining('folds') as string });
    expect(await grasp(...words, '--mode', 'dynamic')).toMatchObject({
      code: 1,
      notes: expect.stringContaining('--plans') as string,
    });
    const bad = file('bad.jsonl', ['{"id":"1"}']);
    expect((await grasp(...words, '--mode', 'dynamic', '--plans', bad)).notes).toContain('bad.jsonl:1');
  });

  it('names file and line of what it cannot read', async () => {
    const broken = file('broken.trec', ['1 Q0 a 1 9 g', '1 Q0 b 2']);
    const { code, notes } = await grasp('measure', '--run', broken, '--qrels', qrels());
    expect({ code, notes }).toEqual({ code: 1, notes: expect.stringContaining('broken.trec:2') as string });
  });

  it('generates the same questions for the same seed, with splits', async () => {
    const out = join(folder.path, 'generated');
    const again = join(folder.path, 'generated-again');
    expect((await grasp('generate', '--kb', kb, '--count', '12', '--seed', '7', '--out', out)).code).toBe(0);
    await grasp('generate', '--kb', kb, '--count', '12', '--seed', '7', '--out', again);
    const questions = readFileSync(join(out, 'questions.jsonl'), 'utf8');
    expect(questions.trim().split('\n')).toHaveLength(12);
    expect(readFileSync(join(again, 'questions.jsonl'), 'utf8')).toBe(questions);
    expect(readdirSync(out).sort()).toEqual(['questions.jsonl', 'test.index', 'train.index', 'val.index']);
    const evaluated = await grasp('eval', '--kb', kb, '--questions', join(out, 'questions.jsonl'), '--json');
    expect(JSON.parse(evaluated.out)).toMatchObject({ questions: 12 });
  });
});
