import fc from 'fast-check';

import { buildLexicalIndex, lexicalIndexFromArrays, LexicalIndexError } from './index.js';
import type { LexicalDocument, StoredArray } from './index.js';
import { tokenizeEnglish } from './tokenize-english.js';

const FIELDS = ['title', 'body'] as const;

/** BM25 straight from its formula, over the documents that have the field: the oracle. */
function bruteForce(documents: readonly LexicalDocument[], field: string, question: string, k1 = 1.2, b = 0.75) {
  const all = documents.map((document) => tokenizeEnglish(document[field] ?? ''));
  const present = all.filter((terms) => terms.length > 0);
  const averageLength = present.reduce((sum, terms) => sum + terms.length, 0) / present.length;
  return all.map((terms) => {
    if (terms.length === 0) return undefined;
    return tokenizeEnglish(question).reduce((sum, term) => {
      const frequency = terms.filter((other) => other === term).length;
      const documentFrequency = present.filter((other) => other.includes(term)).length;
      const idf = Math.log(1 + (present.length - documentFrequency + 0.5) / (documentFrequency + 0.5));
      return sum + (idf * frequency) / (frequency + k1 * (1 - b + (b * terms.length) / averageLength));
    }, 0);
  });
}

const anyText = fc
  .array(fc.constantFrom('heart', 'hearts', 'lung', 'kidney', 'the', 'Café', 'bone', 'a1', '𐐀', '漢', 'x'), {
    maxLength: 8,
  })
  .map((words) => words.join(' '));
const anyDocument: fc.Arbitrary<LexicalDocument> = fc.record({ title: anyText, body: anyText }, { requiredKeys: [] });
const anyDocuments = fc.array(anyDocument, { maxLength: 25 });

describe('buildLexicalIndex', () => {
  it('scores as the formula says, and searches as a full sort would', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyDocuments,
        anyText,
        fc.record({ start: fc.nat(27), end: fc.nat(27), count: fc.nat(27), order: fc.array(fc.nat(27)) }),
        async (documents, question, { start, end, count, order }) => {
          const index = await buildLexicalIndex(documents, { fields: FIELDS });
          for (const field of FIELDS) {
            const scores = bruteForce(documents, field, question);
            const query = index.field(field).prepare(question);
            scores.forEach((score, document) => {
              const found = query.score(document);
              if (score === undefined) expect(found).toBeUndefined();
              else expect(found).toBeCloseTo(score, 9);
              if (score !== undefined && score > 0) expect(score).toBeLessThan(query.bound);
            });
            for (const document of order) {
              expect(query.score(document)).toBe(index.field(field).prepare(question).score(document));
            }
            const hits = query.search({ start, end, count });
            const wanted = scores
              .map((score, document) => ({ score: score ?? 0, document }))
              .filter(({ score, document }) => score > 0 && document >= start && document < end)
              .sort((one, other) => other.score - one.score);
            expect(hits.length).toBe(Math.min(count, wanted.length));
            hits.forEach((hit, rank) => {
              expect(hit.score).toBeCloseTo(wanted[rank]!.score, 9);
              expect(hit.score).toBeCloseTo(scores[hit.index]!, 9);
              const before = hits[rank - 1];
              if (before?.score === hit.score) expect(before.index).toBeLessThan(hit.index);
            });
            expect(query.search({ start, end, count })).toEqual(hits);
          }
        },
      ),
    );
  });

  it('takes linked texts as if they were joined', async () => {
    const linked = anyDocuments.chain((documents) =>
      fc.record({
        documents: fc.constant(documents),
        links: fc.array(
          fc.array(fc.array(fc.nat(Math.max(0, documents.length - 1)), { maxLength: documents.length === 0 ? 0 : 4 }), {
            minLength: documents.length,
            maxLength: documents.length,
          }),
          { maxLength: 3 },
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(linked, fc.constantFrom('title', 'hidden'), async ({ documents, links }, of) => {
        const texts: LexicalDocument[] = documents.map((document) => ({
          ...document,
          hidden: `${document['body'] ?? ''} x`,
        }));
        const joined = texts.map((document, index) => ({
          ...document,
          near: links.flatMap((targets) => targets[index]!.map((target) => texts[target]![of] ?? '')).join('\n'),
        }));
        const arrays = links.map((targets) => ({
          offsets: Uint32Array.from([0, ...targets].map((_, index) => targets.slice(0, index).flat().length)),
          targets: Uint32Array.from(targets.flat()),
        }));
        const expected = await buildLexicalIndex(joined, {
          fields: [...FIELDS, 'near', ...(of === 'hidden' ? ['hidden'] : [])],
        });
        const fields = of === 'hidden' ? [...FIELDS, 'hidden'] : FIELDS;
        const index = await buildLexicalIndex(texts, {
          fields,
          linkedFields: [{ name: 'near', of, links: arrays }],
          documentField: 'all',
        });
        expect(index.termCount).toBe(expected.termCount);
        for (const field of expected.fields) {
          const [found, wanted] = [index.field(field), expected.field(field)].map((one) =>
            one.prepare('heart hearts x a1'),
          );
          expect(found!.search({ count: 30 })).toEqual(wanted!.search({ count: 30 }));
          expect(index.field(field).averageLength).toBe(expected.field(field).averageLength);
        }
        const whole = await buildLexicalIndex(
          joined.map((document) => ({
            all: [...fields, 'near'].map((field) => document[field as 'near'] ?? '').join(' '),
          })),
          { fields: ['all'] },
        );
        const { arrays: wantedArrays } = whole.toArrays();
        const { arrays: foundArrays } = index.toArrays();
        for (const [name, array] of Object.entries(wantedArrays)) {
          const place = name.replace(/^0\./u, `${index.fields.indexOf('all')}.`);
          expect([place, foundArrays[place]]).toEqual([place, array]);
        }
      }),
    );
  });

  it('refuses links of another number of documents', async () => {
    const links = [{ offsets: new Uint32Array(2), targets: new Uint32Array(0) }];
    const building = buildLexicalIndex([{}, {}], {
      fields: FIELDS,
      linkedFields: [{ name: 'near', of: 'title', links }],
    });
    await expect(building).rejects.toMatchObject({ code: 'invalid_options' });
  });

  it('gives the numbers of a worked example', async () => {
    const documents = [{ title: 'heart' }, { title: 'heart heart lung kidney' }, { title: 'bone' }, { body: 'heart' }];
    const index = await buildLexicalIndex(documents, { fields: FIELDS });
    const title = index.field('title');
    // Three documents have a title, of 1, 4 and 1 terms; two of them have the term.
    expect([title.documentCount, title.averageLength]).toEqual([3, 2]);
    const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
    const query = title.prepare('the heart');
    expect(query.bound).toBeCloseTo(idf, 12);
    expect(query.search({ count: 5 })).toEqual([
      { index: 0, score: expect.closeTo(idf / (1 + 1.2 * (0.25 + 0.75 * (1 / 2))), 12) },
      { index: 1, score: expect.closeTo((idf * 2) / (2 + 1.2 * (0.25 + 0.75 * (4 / 2))), 12) },
    ]);
    expect([0, 2, 3, 4].map((document) => query.score(document) === undefined)).toEqual([false, false, true, true]);
    expect(query.score(2)).toBe(0);
    // An unknown term cannot be reached by any title, and counts in the bound.
    expect(title.prepare('heart unheard').bound).toBeCloseTo(idf + Math.log(1 + 3.5 / 0.5), 12);
    expect(title.prepare('heart heart').score(0)).toBeCloseTo(2 * query.score(0)!, 12);
    const other = index.field('title', { k1: 0.5, b: 0 });
    expect(other.prepare('heart').score(1)).toBeCloseTo((idf * 2) / (2 + 0.5), 12);
  });

  it('makes a field of all fields that equals their joined text', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocuments, anyText, async (documents, question) => {
        const index = await buildLexicalIndex(documents, { fields: FIELDS, documentField: 'all' });
        const joined = documents.map(({ title = '', body = '' }) => ({ all: `${title} ${body}` }));
        const alone = await buildLexicalIndex(joined, { fields: ['all'] });
        const options = { count: 30 };
        expect(index.field('all').prepare(question).search(options)).toEqual(
          alone.field('all').prepare(question).search(options),
        );
        expect(index.fields).toEqual(['title', 'body', 'all']);
      }),
      { numRuns: 50 },
    );
  });

  it('stores a frequency of at most 255, and grows past its first buffers', async () => {
    const documents = Array.from({ length: 3000 }, (_, index) => ({
      body: index === 7 ? 'x '.repeat(300) : `x w${index}`,
    }));
    const index = await buildLexicalIndex(documents, { fields: ['body'] });
    expect(index.termCount).toBe(3000);
    expect(Math.max(...(index.toArrays().arrays['0.frequencies'] as Uint8Array))).toBe(255);
    expect(index.field('body').prepare('w2999').search({ count: 3 })).toEqual([
      { index: 2999, score: expect.any(Number) },
    ]);
  });

  it('takes documents as they come, reports progress, and stops when it is told to', async () => {
    async function* documents(): AsyncGenerator<LexicalDocument> {
      for (let index = 0; index < 5000; index += 1) yield { body: 'heart' };
    }
    const progress: number[] = [];
    const onProgress = (count: number): unknown => progress.push(count);
    await buildLexicalIndex(documents(), { fields: ['body'], onProgress });
    expect(progress).toEqual([2048, 4096, 5000]);
    const linked: number[] = [];
    const links = [{ offsets: new Uint32Array(5001), targets: new Uint32Array(0) }];
    await buildLexicalIndex(documents(), {
      fields: ['body'],
      linkedFields: ['one', 'two'].map((name) => ({ name, of: 'body', links })),
      onLinkProgress: (done, total) => linked.push(done, total),
    });
    const passes = [0, 5000, 10_000, 15_000].flatMap((start) => [0, 2048, 4096].map((done) => start + done));
    expect(linked).toEqual(passes.flatMap((done) => [done, 20_000]));
    const controller = new AbortController();
    const stopped = buildLexicalIndex(documents(), {
      fields: ['body'],
      onProgress: () => controller.abort(new Error('enough')),
      signal: controller.signal,
    });
    await expect(stopped).rejects.toThrow('enough');
  });
});

describe('lexicalIndexFromArrays', () => {
  it('opens what was stored, without copying', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocuments, anyText, async (documents, question) => {
        const index = await buildLexicalIndex(documents, { fields: FIELDS });
        const { meta, arrays } = index.toArrays();
        const opened = lexicalIndexFromArrays(JSON.parse(JSON.stringify(meta)), (name) => arrays[name]);
        for (const field of FIELDS) {
          expect(opened.field(field).prepare(question).search({ count: 9 })).toEqual(
            index.field(field).prepare(question).search({ count: 9 }),
          );
        }
        const again = opened.toArrays();
        expect(again.meta).toEqual(meta);
        for (const [name, array] of Object.entries(arrays)) expect(again.arrays[name]).toBe(array);
      }),
      { numRuns: 50 },
    );
  });

  it('refuses what is not a stored index', async () => {
    const { meta, arrays } = (await buildLexicalIndex([{ body: 'heart' }], { fields: ['body'] })).toArrays();
    const open =
      (value: unknown, change: Record<string, StoredArray | undefined> = {}) =>
      () =>
        lexicalIndexFromArrays(value, (name) => (name in change ? change[name] : arrays[name]));
    const mistakes: [string, () => unknown][] = [
      ['malformed_meta', open(undefined)],
      ['malformed_meta', open({ ...meta, format: 'other' })],
      ['malformed_meta', open({ ...meta, fields: [{ name: 'body' }] })],
      ['missing_array', open(meta, { '0.lengths': undefined })],
      ['malformed_array', open(meta, { '0.lengths': new Uint32Array(2) })],
      ['malformed_array', open(meta, { '0.documents': new Float32Array(1) })],
      ['unknown_field', () => open(meta)().field('title')],
      ['invalid_options', () => open(meta)().field('body', { k1: -1 })],
      ['invalid_options', () => open(meta)().field('body', { b: 1.5 })],
    ];
    for (const [code, call] of mistakes) {
      expect(call).toThrow(LexicalIndexError);
      expect(call).toThrow(expect.objectContaining({ code }));
    }
    await expect(buildLexicalIndex([], { fields: [] })).rejects.toMatchObject({ code: 'invalid_options' });
    await expect(buildLexicalIndex([], { fields: ['a'], documentField: 'a' })).rejects.toBeInstanceOf(
      LexicalIndexError,
    );
  });
});
