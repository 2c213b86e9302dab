import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { runCommandLine } from '../src/run-command-line.js';
import { temporaryFolder } from './built-knowledge-base.js';
import { recordTerminal } from './terminal-recorder.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

function write(name: string, content: string): string {
  const file = join(folder.path, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

async function grasp(...words: string[]): Promise<{ code: number; out: string; notes: string }> {
  const terminal = recordTerminal();
  const code = await runCommandLine(words, terminal);
  return { code, out: terminal.output.join('\n'), notes: terminal.notes.join('\n') };
}

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const edges = (pairs: readonly (readonly [number, number])[]): string =>
  ['source_id\ttarget_id', ...pairs.map((pair) => pair.join('\t')), ''].join('\n');

const TOPICS = ['gravity waves', 'coral reefs', 'river deltas', 'glass optics', 'plant roots', 'ocean currents'];

/** A graph of MAG's form: authors 0 to 2, institution 3, fields 4 and 5, papers 6 to 17, of which 17 is no candidate. */
function exportFolder(name: string): string {
  const papers = Array.from({ length: 12 }, (_, at) => ({
    node_id: 6 + at,
    node_type: 'paper',
    info: {
      title: `${at < 6 ? 'Measuring' : 'Modelling'} ${TOPICS[at % 6]!}`,
      abstract: `A study of ${TOPICS[at % 6]!} by ${at < 6 ? 'careful observation' : 'simulation'}.`,
      Date: `20${String(10 + at)}-01-01`,
    },
  }));
  write(
    `${name}/schema.json`,
    JSON.stringify({
      node_types: ['author', 'institution', 'field_of_study', 'paper'],
      edge_types: [
        'author___affiliated_with___institution',
        'paper___cites___paper',
        'paper___has_topic___field_of_study',
        'author___writes___paper',
      ],
    }),
  );
  write(
    `${name}/nodes/0000.jsonl`,
    lines([
      ...['Ada Lindqvist', 'Bruno Okafor', 'Coral Reefs'].map((DisplayName, node_id) => ({
        node_id,
        node_type: 'author',
        info: { DisplayName },
      })),
      { node_id: 3, node_type: 'institution', info: { DisplayName: 'Harbour University' } },
      { node_id: 4, node_type: 'field_of_study', info: { DisplayName: 'Oceanography' } },
      { node_id: 5, node_type: 'field_of_study', info: { DisplayName: 'Optics' } },
      ...papers,
    ]),
  );
  write(`${name}/edges/00.tsv`, edges([[0, 3]]));
  write(
    `${name}/edges/01.tsv`,
    edges([
      [6, 7],
      [8, 17],
    ]),
  );
  write(
    `${name}/edges/02.tsv`,
    edges([
      [11, 4],
      [7, 4],
      [17, 4],
      [9, 5],
    ]),
  );
  write(
    `${name}/edges/03.tsv`,
    edges([
      [0, 6],
      [0, 7],
      [0, 17],
      [1, 11],
      [2, 12],
    ]),
  );
  write(
    `${name}/candidate_ids.txt`,
    `${papers
      .slice(0, -1)
      .map(({ node_id }) => node_id)
      .join('\n')}\n`,
  );
  return join(folder.path, name);
}

const kb = join(folder.path, 'mag.skb');

beforeAll(async () => {
  const built = await grasp('build', '--format', 'stark', exportFolder('mag'), '--out', kb, '--strict');
  expect(built).toMatchObject({ code: 0, out: expect.stringMatching(/paper +12/u) as string });
}, 60_000);

const ids = ({ out }: { out: string }): string[] =>
  (JSON.parse(out) as { hits: { id: string }[] }).hits.map(({ id }) => id);

const questionsOf = (rows: readonly (readonly [number, string, readonly number[]])[]): string =>
  `id,query,answer_ids\n${rows.map(([id, query, answers]) => `${id},"${query}","[${answers.join(', ')}]"`).join('\n')}\n`;

describe('a graph of STaRK', () => {
  it('is asked for candidates only, unless all nodes may be answers', async () => {
    for (const question of ['papers by Ada Lindqvist', 'Modelling ocean currents', 'coral reefs', 'Oceanography']) {
      const restricted = await grasp('ask', question, '--kb', kb, '--json', '--count', '20');
      expect(restricted.notes).toContain('11 of 18 nodes');
      const found = ids(restricted).map(Number);
      expect(found.length).toBeGreaterThan(0);
      expect(found.every((id) => id >= 6 && id < 17)).toBe(true);
    }
    const all = await grasp('ask', 'papers by Ada Lindqvist', '--kb', kb, '--json', '--all-nodes');
    expect(ids(all).slice(0, 3).sort()).toEqual(['17', '6', '7']);
    expect(all.notes).toBe('');
    expect(ids(await grasp('ask', 'Coral Reefs', '--kb', kb, '--json', '--all-nodes', '--types', 'author'))).toContain(
      '2',
    );
  });

  it('gives candidates also for a plan and for types that ask for other nodes', async () => {
    const plan = write(
      'plan.json',
      JSON.stringify({
        anchors: [{ var: 'A', text: 'Measuring gravity waves', label: 'paper', match_mode: 'name' }],
        hops: [{ from: 'A', rel: 'writes', to_var: 'T', to_label: 'author' }],
        target: { var: 'T', labels: ['author'], relevance_text: 'coral reefs' },
        risk_level: 'normal',
      }),
    );
    const found = ids(await grasp('ask', 'coral reefs', '--kb', kb, '--json', '--plan', plan)).map(Number);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((id) => id >= 6 && id < 17)).toBe(true);
    expect(ids(await grasp('ask', 'coral reefs', '--kb', kb, '--json', '--types', 'author'))).toEqual([]);
  });

  it('is evaluated over its candidates: other answers are told and do not count', async () => {
    const questions = write(
      'stark_qa.csv',
      questionsOf([
        [0, 'Which papers were written by Ada Lindqvist?', [6, 7, 17]],
        [1, 'Measuring ocean currents', [11]],
        [2, 'Who is at Harbour University?', [0]],
        [3, 'Measuring glass optics', [9, 99]],
      ]),
    );
    const { code, out, notes } = await grasp('eval', '--kb', kb, '--questions', questions, '--json');
    expect(code).toBe(0);
    expect(notes).toContain('3 of 7 answers cannot be found: 1 are no nodes, 2 no candidates');
    expect(notes).toContain('question 0: 17 is no candidate');
    expect(notes).toContain('question 3: 99 is no node');
    expect(notes).toContain('1 questions have no other answer');
    const { rows } = JSON.parse(out) as { rows: { run: string; measures: Record<string, number> }[] };
    // Question 0 is complete with two papers; question 2 counts 0.
    expect(rows.find(({ run }) => run === 'reranked')!.measures).toMatchObject({ 'hit@1': 0.75, 'recall@20': 0.75 });

    const all = await grasp('eval', '--kb', kb, '--questions', questions, '--json', '--all-nodes');
    expect(all.code).toBe(0);
    const inspected = await grasp('inspect', '--kb', kb, '--questions', questions);
    expect(inspected).toMatchObject({ code: 1, out: expect.stringContaining('candidates: 11') as string });
  });

  it('takes new papers only as nodes that are no answers, since not all papers are candidates', async () => {
    const changes = write('more.jsonl', lines([{ type: 'paper', id: '50', name: 'Measuring quicksilver' }]));
    expect(await grasp('upsert', changes, '--kb', kb)).toMatchObject({ code: 0 });
    const question = 'Measuring quicksilver';
    expect(ids(await grasp('ask', question, '--kb', kb, '--json'))).not.toContain('50');
    expect(ids(await grasp('ask', question, '--kb', kb, '--json', '--all-nodes'))[0]).toBe('50');
    expect(await grasp('compact', '--kb', kb)).toMatchObject({ code: 0 });
    expect(ids(await grasp('ask', question, '--kb', kb, '--json'))).not.toContain('50');
  });
});
