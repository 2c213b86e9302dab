import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { loadStaticEncoder } from '@grasp/encoders';
import { openKnowledgeBase } from '@grasp/skb';
import { fromNodeLink, parsePythonLiteral, shortestPathSubgraph } from '@grasp/subgraph-features';

import { openAnswerGraph } from '../src/index.js';
import type { AnswerGraphOptions, FindAnchors } from '../src/index.js';
import { runCommandLine } from '../src/run-command-line.js';
import { datasetFolder, temporaryFolder } from './built-knowledge-base.js';
import { recordTerminal } from './terminal-recorder.js';

const folder = temporaryFolder();
const kb = join(folder.path, 'wikidata.skb');
const shop = join(folder.path, 'products.skb');
const data = datasetFolder('wikidata-shortpathqa');

async function grasp(...words: string[]): Promise<{ code: number; out: string; notes: string }> {
  const terminal = recordTerminal();
  const code = await runCommandLine(['answers', ...words], terminal);
  return { code, out: terminal.output.join('\n'), notes: terminal.notes.join('\n') };
}

let files = 0;
function fileOf(lines: readonly unknown[]): string {
  const file = join(folder.path, `questions-${files++}.jsonl`);
  writeFileSync(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return file;
}

interface Ranked {
  readonly id: string;
  readonly type: string;
  readonly reranked: boolean;
  readonly reason?: string;
  readonly entities: readonly { readonly id: string }[];
  readonly checked?: { readonly value: unknown };
  readonly answers: readonly {
    readonly id: string;
    readonly text: string;
    readonly count: number;
    readonly score: number | null;
    readonly features?: Readonly<Record<string, number | null>>;
    readonly alternatives?: readonly { readonly id: string }[];
  }[];
}

async function rank(lines: readonly unknown[], ranker: string, knowledgeBase = kb): Promise<Ranked[]> {
  const { code, out, notes } = await grasp(
    'rank',
    '--kb',
    knowledgeBase,
    '--questions',
    fileOf(lines),
    '--ranker',
    ranker,
  );
  expect({ code, notes }).toEqual({ code: 0, notes: '' });
  return out.split('\n').map((line) => JSON.parse(line) as Ranked);
}

const FEW = readFileSync(join(data, 'questions.jsonl'), 'utf8').split('\n').slice(0, 12);

beforeAll(async () => {
  for (const [name, file] of [
    ['wikidata-shortpathqa', kb],
    ['products', shop],
  ] as const) {
    const terminal = recordTerminal();
    const words = ['build', datasetFolder(name), '--out', file, '--vectors', 'names'];
    expect(await runCommandLine(words, terminal)).toBe(0);
  }
}, 120_000);

afterAll(() => folder.remove());

describe('the union graph as a knowledge base', () => {
  it('has the counts of the data set, and the published distances and links', () => {
    const knowledgeBase = openKnowledgeBase(kb);
    const { nodeCount, schema, report } = knowledgeBase;
    const edges = schema.relations.map(({ name }) => knowledgeBase.adjacency(name, 'out').targets.length);
    expect([nodeCount, schema.relations.length, edges.reduce((sum, count) => sum + count, 0)]).toEqual([
      4895, 318, 9829,
    ]);
    expect(report.problems).toEqual([]);
    const table = gunzipSync(readFileSync(join(data, 'data/human_annotated_test.tsv.gz'))).toString('utf8');
    const rows = table.trimEnd().split('\n').slice(1);
    for (const row of rows.filter((_, at) => at % 97 === 0)) {
      const cells = row.split('\t');
      const quoted = cells[8]!;
      const literal = quoted.startsWith('"') ? quoted.slice(1, -1).replaceAll('""', '"') : quoted;
      const published = fromNodeLink(parsePythonLiteral(literal));
      const answer = knowledgeBase.indexOf(cells[4]!)!;
      const questions = cells[5]!.split(',').map((id) => knowledgeBase.indexOf(id.trim())!);
      const { subgraph, connections } = shortestPathSubgraph(knowledgeBase, questions, answer);
      for (const { source, distance } of connections) {
        const ends = published.nodes.map(({ id }) => id);
        expect([source, distance]).toEqual([source, hops(published, ends.indexOf(source), ends.indexOf(cells[4]!))]);
      }
      const triples = ({ nodes, edges: list }: typeof subgraph): string[] =>
        list.map(({ source, target, name }) => `${nodes[source]!.id} ${name} ${nodes[target]!.id}`);
      expect(triples(subgraph)).toEqual(expect.arrayContaining(triples(published)));
    }
    knowledgeBase.close();
  });
});

describe('names in questions', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ['Who won medals in figure skating for France?', [], ['figure skating', 'France'], ['figure skating', 'France']],
    ['Who skates figures for France?', ['figure skating'], ['France'], ['France', 'figure skating']],
    [
      'Is it Soccer like that of France on the Beach?',
      ['beach soccer'],
      ['soccer', 'France'],
      ['France', 'beach soccer'],
    ],
    ['Which countries are in the European Union?', ['European Union'], ['European Union'], ['European Union']],
    ['Who is in Europe?', ['no such node'], ['Europe'], ['Europe']],
  ])('of %j, with anchors %j', async (question, anchors, alone, expected) => {
    const knowledgeBase = openKnowledgeBase(kb);
    const encoder = await loadStaticEncoder();
    const named = async (options: AnswerGraphOptions): Promise<string[]> =>
      (await openAnswerGraph(knowledgeBase, encoder, options).linkQuestion(question)).map(
        ({ nodes }) => nodes[0]!.name,
      );
    const findAnchors: FindAnchors = () => Promise.resolve(anchors.map((text) => ({ text, label: 'entity' })));
    expect([await named({}), await named({ findAnchors })]).toEqual([alone, expected]);
    knowledgeBase.close();
  });
});

/** Edges on a shortest path, directions ignored. */
function hops({ edges }: ReturnType<typeof fromNodeLink>, from: number, to: number): number {
  let [seen, steps] = [new Set([from]), 0];
  for (; !seen.has(to); steps++) {
    const next = edges.flatMap(({ source, target }) => [
      ...(seen.has(source) ? [target] : []),
      ...(seen.has(target) ? [source] : []),
    ]);
    seen = new Set([...seen, ...next]);
  }
  return steps;
}

describe('grasp answers', () => {
  it('helps with each command, and ends with 2 on wrong usage', async () => {
    expect(await grasp('--help')).toMatchObject({ code: 0, out: expect.stringContaining('explain') as string });
    for (const command of ['explain', 'rank', 'eval', 'train', 'sample']) {
      expect(await grasp(command, '--help')).toMatchObject({
        code: 0,
        notes: '',
        out: expect.stringContaining(`grasp answers ${command}`) as string,
      });
      expect((await grasp(command)).code).toBe(2);
    }
    expect((await grasp('train', '--kb', kb, '--questions', 'x', '--ranker', 'magic', '--out', 'y')).code).toBe(2);
  });

  it('explains an answer by triples, features and text, and draws it', async () => {
    const question = 'Which European Union country has the largest land area?';
    for (const [ending, start] of [
      ['dot', 'digraph'],
      ['svg', '<?xml'],
      ['json', '{'],
      ['graphml', '<?xml'],
    ]) {
      const file = join(folder.path, `france.${ending}`);
      const { code, out } = await grasp('explain', question, 'france', '--kb', kb, '--out', file);
      expect(code).toBe(0);
      expect(out).toContain('"European Union" = European Union (Q458)');
      expect(out).toContain('France (Q142) —[member of]→ European Union (Q458)');
      expect(out).toMatch(/averagePathLength +1\n/u);
      expect(out).toContain('France is member of European Union.');
      expect(out).toContain(`drawing     ${file}`);
      const drawn = readFileSync(file, 'utf8');
      expect(drawn.startsWith(start!)).toBe(true);
      expect(drawn).toContain('European Union');
    }
    const similar = await grasp('explain', 'Where was Picasso born?', 'Málaga', '--kb', kb, '--json');
    expect(JSON.parse(similar.out)).toMatchObject({
      entities: [{ text: 'Picasso', nodes: [{ id: 'Q5593', via: 'similar' }] }],
    });
    const byId = await grasp('explain', 'x', 'Q142', '--kb', kb, '--json', '--entities', 'Q458', 'Q5');
    const told = JSON.parse(byId.out) as { connections: { source: string; distance: number }[] };
    expect(told.connections.map(({ source, distance }) => [source, distance])).toEqual([
      ['Q458', 1],
      ['Q5', expect.any(Number) as number],
    ]);
  });

  it.each([
    ['Q30', 'Q1428', 'Q230'],
    ['Q458', 'Q230', 'Q1428'],
  ])('explains, of the nodes that a name may mean, the one nearest to %s', async (entity, nearest, other) => {
    const { out } = await grasp('explain', 'x', 'Georgia', '--kb', kb, '--json', '--entities', entity);
    expect(JSON.parse(out)).toMatchObject({ answer: { text: 'Georgia', nodes: [{ id: nearest }, { id: other }] } });
  });

  it('says what cannot be explained', async () => {
    const failures: [string[], string][] = [
      [['Which European Union country?', 'Atlantis'], 'answer: expected the id or name of a node, got "Atlantis"'],
      [['why?', 'France'], '--entities'],
      [['why?', 'France', '--entities', 'Nowhere at all'], '--entities: entities'],
      [['European Union?', 'France', '--out', join(folder.path, 'x.png')], '.svg'],
    ];
    for (const [words, expected] of failures) {
      const { code, out, notes } = await grasp('explain', ...words, '--kb', kb);
      expect({ code, out, notes }).toEqual({ code: 1, out: '', notes: expect.stringContaining(expected) as string });
    }
    expect(existsSync(join(folder.path, 'x.png'))).toBe(false);
  });

  it('links candidates with alternatives, counts what is one answer once, and puts what is no node last', async () => {
    const candidates = [
      'france',
      'Atlantis',
      { text: 'The Kingdom of Spain', count: 2 },
      'Spain',
      'France.',
      'Georgia',
    ];
    const question = 'Which of the countries founded the European Union?';
    const [ranked] = await rank([{ question, candidates }], 'low:averageDistance');
    expect(ranked).toMatchObject({ id: '1', reranked: true, entities: [{ id: 'Q458' }] });
    expect(ranked!.answers.map(({ id, count, score }) => [id, count, score])).toEqual([
      ['Q142', 2, -1],
      ['Q29', 3, -1],
      ['Q230', 1, -2],
      ['text:atlantis', 1, null],
    ]);
    expect(ranked!.answers[2]!.alternatives!.map(({ id }) => id)).toContain('Q1428');
    const [voted] = await rank([{ question, candidates }], 'majority-vote');
    expect(voted!.answers.map(({ id }) => id)).toEqual(['Q29', 'Q142', 'text:atlantis', 'Q230']);
    const [byVotes] = await rank([{ question, candidates }], 'high:votes');
    expect(byVotes!.answers.map(({ id, score }) => [id, score])).toEqual([
      ['Q29', 3 / 7],
      ['Q142', 2 / 7],
      ['Q230', 1 / 7],
      ['text:atlantis', null],
    ]);
    const [byPlace] = await rank([{ question, candidates }], 'high:place');
    expect(byPlace!.answers.map(({ score }) => score)).toEqual([1, 1 / 3, 1 / 4, null]);
  });

  it("keeps the generator's order where there is no subgraph", async () => {
    const ranked = await rank(
      [
        { id: 'a', question: 'why?', candidates: ['France', 'Spain'] },
        { id: 'b', question: 'Which year was it in France?', candidates: ['1789', '1799', '1789'] },
        { id: 'c', question: 'Which European Union country?', candidates: [] },
      ],
      'high:nodes',
    );
    expect(ranked.map(({ id, reason, answers }) => [id, reason, answers.map(({ text }) => text)])).toEqual([
      ['a', 'no_question_entity', ['France', 'Spain']],
      ['b', 'no_linked_answer', ['1789', '1799']],
      ['c', 'no_linked_answer', []],
    ]);
  });

  it('answers yes/no and count questions from the graph, where a plan allows', async () => {
    const ranked = await rank(
      [
        { question: 'Is France a member of the European Union?', candidates: ['No', 'Yes'] },
        { question: 'Is Harry Potter a member of the European Union?', candidates: ['Yes', 'No'] },
        { question: 'Is France nice?', candidates: ['Perhaps', 'Yes'] },
      ],
      'high:katz',
    );
    expect(
      ranked.map(({ reason, checked, answers }) => [reason, checked?.value, answers.map(({ text }) => text)]),
    ).toEqual([
      ['yes_no_question', true, ['Yes', 'No']],
      ['yes_no_question', false, ['No', 'Yes']],
      ['yes_no_question', undefined, ['Perhaps', 'Yes']],
    ]);
    const judged = fileOf([
      { question: 'Is France a member of the European Union?', candidates: ['No', 'Yes'], answers: ['Yes'] },
    ]);
    const measured = await grasp('eval', '--kb', kb, '--questions', judged, '--ranker', 'none');
    expect(measured.out).toMatch(/none +yesno +1 +1\.000/u);
    expect(measured.notes).toContain('1 of 1 questions are not reranked');
    expect(measured.notes).toContain('1 of them after what the graph itself says');
    const products = readFileSync(join(datasetFolder('products'), 'products.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    const made = products.filter((line) => (JSON.parse(line) as { brand?: string }).brand === 'Nordvik').length;
    const question = 'How many products does Nordvik have?';
    const [counted] = await rank(
      [{ question, candidates: ['1000', 'None', `${made} products`, 'Many'] }],
      'none',
      shop,
    );
    expect(counted).toMatchObject({ reason: 'count_question', checked: { value: made } });
    expect(counted!.answers.map(({ text }) => text)).toEqual([`${made} products`, '1000', 'None', 'Many']);
  });

  it('prints the same for people', async () => {
    const { out } = await grasp(
      'rank',
      '--kb',
      kb,
      '--questions',
      fileOf(FEW.slice(0, 1)),
      '--ranker',
      'high:katz',
      '--explain',
    );
    expect(out).toMatch(/^Among the European Union countries.*\n {2}entities .*European Union \(Q458\)\n {2}1\. /u);
    expect(out).toContain('—[member of]→');
    expect(out.match(/ ✓/gu)).toHaveLength(1);
  });

  it.each<[string, unknown[], string]>([
    ['a line that is no JSON', ['{}x'], ':1: expected JSON'],
    ['no question', [{ candidates: [] }], ':1: question: expected string'],
    ['a wrong candidate', [{ question: 'q', candidates: ['a', 5] }], ':1: candidates[1]: expected a text'],
    ['a negative count', [{ question: 'q', candidates: [{ text: 'a', count: -1 }] }], ':1: candidates[0]'],
    [
      'an id twice',
      [{ id: 'a', question: 'q', candidates: [] }, '', { id: 'a', question: 'q', candidates: [] }],
      ':3: ',
    ],
    ['an entity that is none', [{ question: 'q', entities: ['Nowhere at all'], candidates: [] }], ':1: entities: '],
    ['a node that is none', [{ question: 'q', candidates: [{ id: 'Q0' }] }], ':1: '],
    ['no line', [''], 'at least one question'],
  ])('names file and line of %s', async (_, lines, expected) => {
    const file = fileOf(lines);
    const { code, out, notes } = await grasp('rank', '--kb', kb, '--questions', file, '--ranker', 'none');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(notes).toContain(`${file}${expected.startsWith(':') ? expected : ''}`);
    expect(notes).toContain(expected);
  });

  it('refuses rankers that are none', async () => {
    const questions = fileOf(FEW.slice(0, 1));
    const broken = fileOf([{ format: 'other' }]);
    for (const [ranker, expected] of [
      ['best', 'majority-vote'],
      ['high:magic', 'averageDistance'],
      [join(folder.path, 'none.json'), 'none.json'],
      [broken, broken],
    ] as const) {
      const { code, notes } = await grasp('rank', '--kb', kb, '--questions', questions, '--ranker', ranker);
      expect({ code, notes }).toEqual({ code: 1, notes: expect.stringContaining(expected) as string });
    }
    const { notes } = await grasp('rank', '--kb', kb, '--questions', questions, '--ranker', 'high:magic');
    expect(notes).toMatch(/got "magic"; they have nodes, .+, katz, [^"]+, each also after "relative:"/u);
    expect(notes).not.toContain('relative:katz');
  });

  it('trains, measures, and ranks with what it trained', async () => {
    const questions = fileOf(FEW);
    const [out, rows] = [join(folder.path, 'ranker.json'), join(folder.path, 'rows.jsonl')];
    const settings = ['--features', 'graph,relative:katz,pool', '--folds', '3', '--repetitions', '2'];
    const trained = await grasp(
      'train',
      '--kb',
      kb,
      '--questions',
      questions,
      ...settings,
      '--out',
      out,
      '--rows',
      rows,
    );
    expect(trained).toMatchObject({ code: 0, notes: '' });
    expect(trained.out).toMatch(/^12 questions, \d+ answers, 12 features\n2 × 3-fold/u);
    expect(trained.out).toMatch(/softmax-regression +all +12 /u);
    const learned = readFileSync(rows, 'utf8').trimEnd().split('\n');
    expect(JSON.parse(learned[0]!)).toMatchObject({ questionId: 'q1', isCorrect: expect.any(Boolean) as boolean });

    const measured = await grasp(
      'eval',
      '--kb',
      kb,
      '--questions',
      questions,
      '--ranker',
      out,
      '--ranker',
      'none',
      '--json',
    );
    const [ours, none] = JSON.parse(measured.out) as {
      figures: { type: string; questions: number; means: Record<string, number> }[];
    }[];
    expect(ours!.figures[0]).toMatchObject({ type: 'all', questions: 12 });
    const sizes = ours!.figures.slice(1).map((group) => group.questions);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(12);
    expect(ours!.figures[0]!.means['mrr']).toBeGreaterThan(none!.figures[0]!.means['mrr']!);
    const mean = FEW.map((line) => JSON.parse(line) as { candidates: { id: string }[]; answers: string[] })
      .map(({ candidates, answers }) => 1 / (1 + candidates.findIndex(({ id }) => answers.includes(id))))
      .reduce((sum, value) => sum + value / 12, 0);
    expect(none!.figures[0]!.means['mrr']).toBeCloseTo(mean, 12);

    const features = await grasp('train', '--kb', kb, '--questions', questions, '--features', 'magic', '--out', out);
    expect(features).toMatchObject({ code: 1, notes: expect.stringContaining('got "magic"') as string });
    const unjudged = fileOf([{ question: 'q', candidates: [] }]);
    const refused = await grasp('eval', '--kb', kb, '--questions', unjudged, '--ranker', 'none');
    expect(refused).toMatchObject({ code: 1, notes: expect.stringContaining(':1: expected "answers"') as string });
  });

  it('learns from vectors of texts, and writes those that it is told to learn from', async () => {
    const questions = fileOf(FEW);
    const [out, rows] = [join(folder.path, 'texts.json'), join(folder.path, 'texts.jsonl')];
    const settings = ['--features', 'nodes,text,description', '--folds', '2', '--repetitions', '1', '--rows', rows];
    const trained = await grasp('train', '--kb', kb, '--questions', questions, ...settings, '--out', out);
    expect(trained).toMatchObject({ code: 0, out: expect.stringContaining('answers, 3 features') as string });
    const [row] = readFileSync(rows, 'utf8').split('\n');
    const { vectors } = JSON.parse(row!) as { readonly vectors: Record<string, number[]> };
    expect(Object.keys(vectors)).toEqual(['vector:questionAnswer', 'vector:description']);
    expect(vectors['vector:description']!.reduce((sum, value) => sum + value ** 2, 0)).toBeCloseTo(1, 4);
    const [first] = await rank([JSON.parse(FEW[0]!)], out);
    const scores = first!.answers.map(({ score }) => score!);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
  });

  it('stops on Ctrl-C and writes nothing', async () => {
    const controller = new AbortController();
    const terminal = { ...recordTerminal(controller.signal), progress: (): void => controller.abort() };
    const out = join(folder.path, 'stopped.jsonl');
    const words = ['rank', '--kb', kb, '--questions', fileOf(FEW), '--ranker', 'none', '--out', out];
    expect(await runCommandLine(['answers', ...words], terminal)).toBe(130);
    expect(existsSync(out)).toBe(false);
  });
});

describe('grasp answers sample', () => {
  type Body = Readonly<Record<string, unknown>>;
  let server: Server;
  let url: string;
  let behave: (body: Body, response: ServerResponse) => void;
  const requests: Body[] = [];
  const out = join(folder.path, 'pool.jsonl');
  const answer = (response: ServerResponse, code: number, body: unknown): void => {
    response.writeHead(code, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(JSON.stringify(body));
  };
  const choices = (...texts: string[]): unknown => ({ choices: texts.map((content) => ({ message: { content } })) });

  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const body = JSON.parse(text) as Body;
        requests.push(body);
        behave(body, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  beforeEach(() => requests.splice(0));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const sample = (...words: string[]) =>
    grasp(
      'sample',
      '--questions',
      fileOf([{ id: 'a', question: 'Capital of Norway?' }]),
      '--llm-url',
      url,
      '--llm-model',
      'm',
      '--out',
      out,
      ...words,
    );
  const pool = (): unknown => JSON.parse(readFileSync(out, 'utf8'));

  it('takes all choices of a reply, with their counts, ready to be ranked', async () => {
    behave = (_, response) => answer(response, 200, choices('Oslo', 'Bergen.', ' ', 'The answer is Oslo', 'oslo'));
    expect((await sample('--samples', '4')).code).toBe(0);
    expect(requests).toMatchObject([{ n: 4, model: 'm', temperature: 0.8 }]);
    expect(requests[0]).not.toHaveProperty('response_format');
    expect(pool()).toEqual({
      id: 'a',
      question: 'Capital of Norway?',
      candidates: [
        { text: 'Oslo', count: 3 },
        { text: 'Bergen', count: 1 },
      ],
    });
  });

  it('asks for a beam search, and one by one where a server knows no n', async () => {
    behave = (_, response) => answer(response, 200, choices('Oslo', 'Bergen'));
    await sample('--samples', '2', '--beam-search');
    expect(requests).toMatchObject([{ use_beam_search: true, n: 2, temperature: 0 }]);
    requests.splice(0);
    behave = (body, response) =>
      'n' in body
        ? answer(response, 400, { error: { message: "Unsupported parameter: 'n'" } })
        : answer(response, 200, choices('Oslo'));
    expect((await sample('--samples', '3')).code).toBe(0);
    expect(requests.map((body) => 'n' in body)).toEqual([true, false, false, false]);
    expect(pool()).toMatchObject({ candidates: [{ text: 'Oslo', count: 3 }] });
  });

  it('tries again when there are too many requests', async () => {
    behave = (_, response) =>
      requests.length < 2 ? answer(response, 429, { error: 'busy' }) : answer(response, 200, choices('Oslo'));
    expect((await sample('--samples', '1')).code).toBe(0);
    expect(requests).toHaveLength(2);
  });

  it('fails on a server without answers, and stops waiting for one that hangs', async () => {
    behave = (_, response) => answer(response, 200, choices());
    expect(await sample()).toMatchObject({ code: 1, notes: expect.stringContaining('got none') as string });
    behave = (_, response) => answer(response, 200, choices('…'));
    expect(await sample('--samples', '1')).toMatchObject({ code: 1 });
    behave = (_, response) => answer(response, 401, { error: { message: 'no key' } });
    expect(await sample()).toMatchObject({ code: 1, notes: expect.stringContaining('key') as string });
    const controller = new AbortController();
    behave = () => controller.abort();
    const terminal = recordTerminal(controller.signal);
    const words = [
      '--questions',
      fileOf([{ question: 'q' }]),
      '--llm-url',
      url,
      '--llm-model',
      'm',
      '--out',
      `${out}.2`,
    ];
    expect(await runCommandLine(['answers', 'sample', ...words], terminal)).toBe(130);
    expect(existsSync(`${out}.2`)).toBe(false);
  });
});
