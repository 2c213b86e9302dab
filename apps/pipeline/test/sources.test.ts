import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { openKnowledgeBase } from '@grasp/skb';

import { runCommandLine } from '../src/run-command-line.js';
import { temporaryFolder } from './built-knowledge-base.js';
import { recordTerminal } from './terminal-recorder.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

async function grasp(...words: string[]): Promise<{ code: number; out: string; notes: string }> {
  const terminal = recordTerminal();
  const code = await runCommandLine(words, terminal);
  return { code, out: terminal.output.join('\n'), notes: terminal.notes.join('\n') };
}

function write(name: string, content: string): string {
  const path = join(folder.path, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const rows = (...values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const edges = (...pairs: readonly string[]): string =>
  ['source_id\ttarget_id', ...pairs.map((pair) => pair.replace(' ', '\t'))].map((line) => `${line}\n`).join('');

describe('a graph of STaRK', () => {
  const kb = join(folder.path, 'amazon.skb');

  beforeAll(async () => {
    write(
      'amazon/schema.json',
      '{"node_types": ["product", "brand"], "edge_types": ["also_buy", "also_view", "has_brand"]}',
    );
    const product = (id: number, title: string): object => ({
      node_id: id,
      node_type: 'product',
      info: { title, feature: ['light'] },
    });
    write(
      'amazon/nodes/0000.jsonl',
      rows(product(0, 'Tent'), product(1, 'Mat'), product(2, 'tent'), {
        node_id: 3,
        node_type: 1,
        info: { brand_name: 'Nordvik' },
      }),
    );
    write('amazon/edges/00.tsv', edges('0 1'));
    write('amazon/edges/01.tsv', edges('1 0', '1 2'));
    write('amazon/edges/02.tsv', edges('0 3', '1 3'));
    write('amazon/candidate_ids.txt', '0\n1\n2\n');
    const words = ['build', '--format', 'stark', '--edges', 'both', '--merge-also-view', join(folder.path, 'amazon')];
    expect(await grasp(...words, '--out', kb)).toMatchObject({ code: 0, notes: '' });
  });

  test('is built with the options of the command line', () => {
    const knowledgeBase = openKnowledgeBase(kb);
    expect(knowledgeBase.report.relations).toEqual({ also_buy: 2, also_view: 2, has_brand: 4 });
    expect(knowledgeBase.array('documents.vectors')?.length).toBeGreaterThan(0);
    knowledgeBase.close();
  });

  test('inspect shows it', async () => {
    const { code, out, notes } = await grasp('inspect', '--kb', kb);
    expect([code, notes]).toEqual([0, '']);
    for (const part of [
      '4 nodes, 8 relations',
      '"Tent": 2 nodes (0, 2)',
      'feature (text): 100.0 %',
      'most: Nordvik (2)',
      'STaRK: amazon, text format 1, edges both, also_view merged',
      'candidates: 3',
      'documents: 4',
      'edges to nodes that do not exist: 0',
      'base/records',
    ]) {
      expect(out).toContain(part);
    }
  });

  test('inspect --json holds all of it', async () => {
    const { out } = await grasp('inspect', '--kb', kb, '--json', '--examples', '1');
    const inspection = JSON.parse(out) as Record<string, unknown>;
    expect(inspection).toMatchObject({
      nodeCount: 4,
      candidates: 3,
      updates: 0,
      stark: { dataSet: 'amazon', relations: { also_view: { rows: 2, merged: 1, reversed: 1 } } },
      vectors: { encoder: { dimensions: expect.any(Number) as number }, counts: { documents: 4 } },
      answers: null,
    });
    const total = (inspection['entries'] as { bytes: number }[]).reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total).toBeLessThanOrEqual(inspection['bytes'] as number);
  });

  test('inspect --questions finds answers that are no candidates', async () => {
    const good = write('good.csv', 'id,query,answer_ids\n7,which tent?,"[0, 2]"\n');
    expect(await grasp('inspect', '--kb', kb, '--questions', good)).toMatchObject({ code: 0 });
    const bad = write('bad.csv', 'id,query,answer_ids\n7,which tent?,"[0, 3]"\n8,who?,[99]\n');
    const { code, out, notes } = await grasp('inspect', '--kb', kb, '--questions', bad);
    expect(code).toBe(1);
    expect(out).toContain('question 7: 3 is no candidate');
    expect(out).toContain('question 8: 99 is no node');
    expect(out).toContain('1 questions have no answer that can be found');
    expect(notes).toContain('bad.csv: expected answers that are candidates');
  });
});

test('RDF needs no grasp.json', async () => {
  const data = dirname(write('people/a.nt', '<u:ada> <u:knows> <u:charles> .\n<u:charles> <u:born> "1791" .\n'));
  const kb = join(folder.path, 'people.skb');
  expect((await grasp('build', data, '--format', 'rdf', '--out', kb)).code).toBe(0);
  const { out } = await grasp('inspect', '--kb', kb);
  expect(out).toContain('knows: 1 edges');
  expect(out).toContain('candidates: every node');
});
