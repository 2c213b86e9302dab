import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { loadStaticEncoder } from '@grasp/encoders';
import type { Encoder, StaticEncoder } from '@grasp/encoders';
import { openKnowledgeBase } from '@grasp/skb';
import type { KnowledgeBaseSource, NodeRecord, RelationRecord } from '@grasp/skb';

import { buildKnowledgeBase, createPipeline, updateKnowledgeBaseFile } from '../src/index.js';
import type { BuildProgress, BuildReport } from '../src/index.js';
import { temporaryFolder } from './built-knowledge-base.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());
let fileCount = 0;
const nextFile = (): string => join(folder.path, `${fileCount++}.skb`);
const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

const paper = (number: number, abstract = `Abstract number ${number} on fever.`): NodeRecord => ({
  kind: 'node',
  type: 'paper',
  id: `p${number}`,
  name: `Paper number ${number}`,
  aliases: [`P${number}`],
  fields: { abstract },
});
const cites = (from: number, to: number): RelationRecord => ({
  kind: 'relation',
  relation: 'cites',
  from: `p${from}`,
  to: `p${to}`,
});
const papers = Array.from({ length: 50 }, (_, number) => paper(number));
const citations = papers.map((_, number) => cites(number, (number * 7) % 50));

const sourceOf = (records: readonly (NodeRecord | RelationRecord)[]): KnowledgeBaseSource => ({
  name: 'papers',
  schema: {
    nodeTypes: [{ name: 'paper', fields: [{ name: 'abstract', kind: 'text' }] }],
    relations: [{ name: 'cites', endpoints: [{ from: 'paper', to: 'paper' }] }],
  },
  async *records() {
    yield* records;
  },
  position: () => ({ done: 1, total: 4 }),
});
const source = sourceOf([...papers, ...citations]);

let plain: StaticEncoder;
beforeAll(async () => {
  plain = await loadStaticEncoder();
});

/** Counts what it encodes as documents, takes its time, and fails after some texts if it is told to. */
function slowEncoder({ failAfter = Infinity, id = plain.id } = {}): Encoder & { readonly count: number } {
  let count = 0;
  return {
    id,
    dimensions: plain.dimensions,
    get count() {
      return count;
    },
    async encode(texts, options) {
      if (options.role === 'document') count += texts.length;
      if (count > failAfter) throw new Error('the server went away');
      const vectors = await plain.encode(texts, options);
      if (options.role === 'document') await new Promise((resolve) => setTimeout(resolve, texts.length));
      return vectors;
    },
  };
}

describe('a file', () => {
  test('with vectors of names alone, or none, is smaller and answers by names and words', async () => {
    const sizes: number[] = [];
    for (const vectors of ['all', 'names', 'none'] as const) {
      const file = nextFile();
      sizes.push((await buildKnowledgeBase(source, file, { encoder: plain, vectors })).bytes);
      using knowledgeBase = openKnowledgeBase(file);
      expect(knowledgeBase.array('names.vectors') === undefined).toBe(vectors === 'none');
      expect(knowledgeBase.array('documents.vectors') === undefined).toBe(vectors !== 'all');
      const pipeline = createPipeline({ knowledgeBase, encoder: plain });
      const plan = {
        anchors: [{ var: 'A', text: 'paper NUMBER 3', label: 'paper', match_mode: 'name' }],
        hops: [{ from: 'A', rel: 'cites', to_var: 'T', to_label: 'paper', direction: 'out' }],
        target: { var: 'T', labels: ['paper'], relevance_text: 'fever' },
        risk_level: 'normal',
      };
      const { graph, text } = await pipeline.run('Which papers does paper number 3 cite?', { plan });
      expect(graph.map(({ id }) => id)).toContain('p21');
      expect(text.length).toBeGreaterThan(0);
      const { hits } = await pipeline.ask('Abstract number 17');
      expect(hits.map(({ id }) => id)).toContain('p17');
    }
    expect(sizes[0]).toBeGreaterThan(sizes[1]!);
    expect(sizes[1]).toBeGreaterThan(sizes[2]!);
  });

  test('refuses vectors that no file holds before it makes any', async () => {
    const encoder = { ...plain, dimensions: 2 ** 24, encode: jest.fn() };
    const file = nextFile();
    await expect(buildKnowledgeBase(source, file, { encoder, vectors: 'names' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(
        'expected at most 31 texts with vectors of 16777216 numbers in one file, got 100',
      ),
    });
    expect(encoder.encode).not.toHaveBeenCalled();
    expect(existsSync(file)).toBe(false);
  });

  test('keeps its choice of vectors when it is updated', async () => {
    for (const vectors of ['names', 'none'] as const) {
      const file = nextFile();
      await buildKnowledgeBase(source, file, { encoder: plain, vectors });
      await updateKnowledgeBaseFile(file, [paper(50, 'A late one on snails.'), cites(50, 1)], { encoder: plain });
      using knowledgeBase = openKnowledgeBase(file);
      const { hits } = await createPipeline({ knowledgeBase, encoder: plain }).ask('snails');
      expect(hits[0]?.id).toBe('p50');
    }
  });

  test('says how far it is', async () => {
    const seen: BuildProgress[] = [];
    const many = [...papers, ...Array.from({ length: 9_950 }, (_, number) => cites(number % 50, number % 49))];
    await buildKnowledgeBase(sourceOf(many), nextFile(), {
      encoder: plain,
      vectors: 'names',
      onProgress: (progress) => seen.push(progress),
    });
    expect(seen).toContainEqual({ phase: 'reading rows', done: 10_000, share: 0.25 });
    expect(seen).toContainEqual({ phase: 'encoding names', done: 100, total: 100 });
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual([
      'reading rows',
      'sorting',
      'encoding names',
      'indexing words',
      'indexing neighbours',
      'writing',
    ]);
  });
});

describe('a build over an older file', () => {
  const build = (file: string, encoder: Encoder, records: readonly (NodeRecord | RelationRecord)[], reuse = true) =>
    buildKnowledgeBase(sourceOf(records), file, { encoder, reuse });

  test('encodes only texts that changed, and gives the same file byte for byte', async () => {
    const [file, fresh] = [nextFile(), nextFile()];
    const changed = [...papers.slice(0, 40), paper(40, 'Another abstract.'), ...citations.slice(0, 30)];
    await build(file, plain, [...papers, ...citations]);
    const encoder = slowEncoder();
    const report = await build(file, encoder, changed);
    await build(fresh, plain, changed);
    expect(digest(file)).toBe(digest(fresh));
    // The document and the abstract of one paper.
    expect(encoder.count).toBe(2);
    // A name, an alias, a document and an abstract of the other 40, name and alias of the one.
    expect(report.reusedVectors).toBe(4 * 40 + 2);
    const again = slowEncoder();
    expect((await build(file, again, changed, false)).reusedVectors).toBe(0);
    expect(again.count).toBe(4 * 41);
    expect(digest(file)).toBe(digest(fresh));
  });

  test('uses nothing of one with another encoder, with updates in it only what it was built with, and replaces a damaged one', async () => {
    const file = nextFile();
    await build(file, slowEncoder({ id: 'other' }), papers);
    const encoder = slowEncoder();
    await build(file, encoder, papers);
    expect(encoder.count).toBe(4 * 50);
    await updateKnowledgeBaseFile(file, [paper(3, 'Changed since.'), { kind: 'delete-node', id: 'p4' }], {
      encoder: plain,
    });
    const after = slowEncoder();
    await build(file, after, [...papers, paper(50)]);
    expect(after.count).toBe(4);
    const fresh = nextFile();
    await build(fresh, plain, [...papers, paper(50)]);
    expect(digest(file)).toBe(digest(fresh));
  });
});

describe('a build that is cut off', () => {
  test('goes on with the vectors that it had, and leaves nothing when it is done', async () => {
    const [file, fresh] = [nextFile(), nextFile()];
    // More than one batch of 1,024.
    const many = sourceOf(Array.from({ length: 1500 }, (_, number) => paper(number)));
    const build = (encoder: Encoder): Promise<BuildReport> =>
      buildKnowledgeBase(many, file, { encoder, vectors: 'names' });
    await expect(build(slowEncoder({ failAfter: 2048 }))).rejects.toThrow('the server went away');
    expect(readdirSync(folder.path).filter((name) => name.startsWith(file.slice(folder.path.length + 1)))).toEqual([
      `${file.slice(folder.path.length + 1)}.vectors`,
    ]);
    const second = slowEncoder();
    const report = await build(second);
    expect(second.count).toBe(3000 - 2048);
    expect(report.reusedVectors).toBe(2048);
    expect(existsSync(`${file}.vectors`)).toBe(false);
    await buildKnowledgeBase(many, fresh, { encoder: plain, vectors: 'names' });
    expect(digest(file)).toBe(digest(fresh));
  }, 30_000);

  test('by its signal leaves the older file and nothing else', async () => {
    const file = nextFile();
    await buildKnowledgeBase(source, file, { encoder: plain });
    const before = digest(file);
    const controller = new AbortController();
    const building = buildKnowledgeBase(sourceOf(papers), file, {
      encoder: plain,
      signal: controller.signal,
      onProgress: ({ phase }) => {
        if (phase === 'indexing words') controller.abort(new Error('enough'));
      },
    });
    await expect(building).rejects.toThrow('enough');
    expect(digest(file)).toBe(before);
    const leftovers = readdirSync(folder.path).filter((name) => /draft|spool|vectors/u.test(name));
    expect(leftovers).toEqual([]);
  });
});
