import fc from 'fast-check';

import { sumUp } from './collect-postings.js';
import { buildLexicalIndex, createLexicalRevision, lexicalIndexFromArrays, reviseLexicalIndex } from './index.js';
import type { LexicalFields, LexicalIndex, LexicalIndexArrays } from './index.js';

const anyText = fc
  .array(fc.constantFrom('heart', 'lung', 'kidney', 'bone', 'a1', 'x', 'y', 'z'), { maxLength: 12 })
  .map((words) => words.join(' '));
const anyDocuments = fc.array(fc.record({ title: anyText, body: anyText }), { minLength: 1, maxLength: 20 });
const OPTIONS = { fields: ['title', 'body'], documentField: 'all' } as const;

const isPostings = (name: string): boolean => /\.(?:documents|frequencies)/u.test(name);

/** The longest array that cannot be parted. */
const smallestLimit = ({ arrays }: LexicalIndexArrays): number =>
  Math.max(...Object.entries(arrays).map(([name, { byteLength }]) => (isPostings(name) ? 0 : byteLength)));

/** All that an index answers. */
function answers(index: LexicalFields, documentCount: number): unknown {
  return index.fields.map((name) => {
    const field = index.field(name);
    const query = field.prepare('heart lung x unheard');
    const documents = Array.from({ length: documentCount }, (_, document) => document);
    return [
      query.bound,
      query.search({ count: 30 }),
      query.search({ start: 2, end: 9, count: 4 }),
      documents.map((document) => [query.score(document), field.frequency('x', document), field.length(document)]),
      ['heart', 'x', 'unheard'].map((term) => field.documentFrequency(term)),
    ];
  });
}

const reopened = (index: LexicalIndex): LexicalIndex => {
  const { meta, arrays } = index.toArrays();
  return lexicalIndexFromArrays(JSON.parse(JSON.stringify(meta)), (name) => arrays[name]);
};

test('postings that are too long for one array are parted between terms, and answer the same', async () => {
  let parted = 0;
  await fc.assert(
    fc.asyncProperty(anyDocuments, fc.nat(40), async (documents, slack) => {
      const whole = await buildLexicalIndex(documents, OPTIONS);
      const maxArrayBytes = Math.max(4, smallestLimit(whole.toArrays())) + slack;
      const index = await buildLexicalIndex(documents, { ...OPTIONS, maxArrayBytes });
      const { meta, arrays } = index.toArrays();
      for (const { byteLength } of Object.values(arrays)) expect(byteLength).toBeLessThanOrEqual(maxArrayBytes);
      for (const [position, { segmentStarts = [0] }] of meta.fields.entries()) {
        parted += segmentStarts.length - 1;
        for (const name of ['documents', 'frequencies']) {
          const parts = segmentStarts.map(
            (_, segment) => arrays[`${position}.${name}${segment === 0 ? '' : `.${segment}`}`]!,
          );
          const joined = parts.flatMap((part) => Array.from(part));
          expect(joined).toEqual(Array.from(whole.toArrays().arrays[`${position}.${name}`]!));
        }
        // No term has postings on both sides.
        const offsets = new Set(arrays[`${position}.offsets`]);
        for (const start of segmentStarts) expect(offsets.has(start)).toBe(true);
      }
      const expected = answers(whole, documents.length);
      expect(answers(index, documents.length)).toEqual(expected);
      expect(answers(reopened(index), documents.length)).toEqual(expected);
    }),
  );
  expect(parted).toBeGreaterThan(0);
});

test('a revised index over parted postings answers the same', async () => {
  const documents = Array.from({ length: 12 }, (_, index) => ({
    title: `x w${index}`,
    body: `heart x ${'y '.repeat(index)}`,
  }));
  const numbering = {
    indexes: Uint32Array.from({ length: 12 }, (_, index) => index),
    slots: Uint32Array.from({ length: 12 }, (_, index) => index),
    importedCount: 12,
  };
  const revised = [undefined, 64].map(async (maxArrayBytes) => {
    const index = reopened(await buildLexicalIndex(documents, { ...OPTIONS, maxArrayBytes }));
    const stored = index.toArrays();
    const { meta, arrays } = createLexicalRevision(
      { meta: stored.meta, array: (name) => stored.arrays[name], revisions: [] },
      [
        {
          slot: 3,
          isDeleted: false,
          fields: { body: { removed: [documents[3]!.body], added: ['lung lung'] } },
        },
      ],
      OPTIONS,
    );
    return [index, reviseLexicalIndex(index, [{ meta, array: (name) => arrays[name] }], numbering)] as const;
  });
  const [[whole, expected], [parted, found]] = await Promise.all([revised[0]!, revised[1]!]);
  expect(whole.toArrays().meta.fields.map(({ segmentStarts }) => segmentStarts)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(parted.toArrays().meta.fields.every(({ segmentStarts }) => segmentStarts!.length > 1)).toBe(true);
  expect(answers(found, 12)).toEqual(answers(expected, 12));
});

test('one segment at the limit, two beyond it', async () => {
  const documents = Array.from({ length: 10 }, (_, index) => ({ body: index < 5 ? 'x y' : 'x' }));
  const segments = async (maxArrayBytes: number): Promise<readonly number[] | undefined> => {
    const index = await buildLexicalIndex(documents, { fields: ['body'], maxArrayBytes });
    return index.toArrays().meta.fields[0]!.segmentStarts;
  };
  // 15 postings of four bytes, ten of them of "x", which comes first.
  expect(await segments(60)).toBeUndefined();
  expect(await segments(59)).toEqual([0, 10]);
  expect(await segments(40)).toEqual([0, 10]);
});

test('more documents than an array holds are refused, before all are read', async () => {
  const build = (count: number): Promise<LexicalIndex> =>
    buildLexicalIndex(
      Array.from({ length: count }, () => ({ body: 'x' })),
      { fields: ['body'], maxArrayBytes: 40 },
    );
  await expect(build(10)).resolves.toMatchObject({ documentCount: 10 });
  await expect(build(11)).rejects.toMatchObject({ code: 'too_large' });
  await expect(build(11)).rejects.toThrow('at most 40 bytes for an array of the index, got 44 for "0.documents"');
  function* endless(): Generator<Record<string, string>> {
    for (;;) yield { body: 'x' };
  }
  await expect(buildLexicalIndex(endless(), { fields: ['body'], maxArrayBytes: 40 })).rejects.toMatchObject({
    code: 'too_large',
  });
});

test('offsets that do not fit into 32 bits are refused', () => {
  const offsets = Uint32Array.of(0, 2 ** 31, 2 ** 31 - 1);
  sumUp(offsets);
  expect(offsets[2]).toBe(2 ** 32 - 1);
  expect(() => sumUp(Uint32Array.of(0, 2 ** 31, 2 ** 31))).toThrow(expect.objectContaining({ code: 'too_large' }));
});

test('segments that are none are refused', async () => {
  const { meta, arrays } = (await buildLexicalIndex([{ body: 'x y' }], { fields: ['body'] })).toArrays();
  const open = (segmentStarts: unknown): LexicalIndex =>
    lexicalIndexFromArrays({ ...meta, fields: [{ ...meta.fields[0], segmentStarts }] }, (name) => arrays[name]);
  expect(open([0]).field('body').documentFrequency('x')).toBe(1);
  for (const wrong of [[], [1], [0, 0], [0, 0.5], 'all', null]) {
    expect(() => open(wrong)).toThrow(expect.objectContaining({ code: 'malformed_meta' }));
  }
  expect(() => open([0, 1])).toThrow(expect.objectContaining({ code: 'malformed_array' }));
});
