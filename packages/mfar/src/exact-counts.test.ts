import fc from 'fast-check';

import { buildLexicalIndex, createLexicalRevision, lexicalIndexFromArrays, reviseLexicalIndex } from './index.js';
import type { LexicalFields, LexicalIndex, LexicalRevisionArrays, StoredRevision } from './index.js';
import { tokenizeEnglish } from './tokenize-english.js';

const FIELDS = ['title', 'body'] as const;
const TERMS = ['heart', 'lung', 'bone'] as const;
/** Counts on both sides of what a byte holds, also for the sum of two fields. */
const anyCount = fc.constantFrom(0, 1, 100, 127, 128, 200, 254, 255, 256, 300, 700);
const anyText = fc.tuple(anyCount, anyCount, anyCount).map((counts) => ({
  text: counts.map((count, term) => `${TERMS[term]!} `.repeat(count)).join(' '),
}));
const anyDocument = fc.record({ title: anyText, body: anyText }).map(({ title, body }) => ({
  title: title.text,
  body: `${body.text} x1 x2 x3 x4`,
}));
type Document = Readonly<Record<(typeof FIELDS)[number], string>>;

const countIn = (text: string, term: string): number => tokenizeEnglish(text).filter((other) => other === term).length;

/** Counts all terms of the texts themselves. */
function expectCounts(index: LexicalFields, documents: readonly Document[], links: readonly (readonly number[])[]) {
  documents.forEach((texts, document) => {
    for (const term of TERMS) {
      const own = FIELDS.map((name) => countIn(texts[name], term));
      const linked = links[document]!.reduce((sum, other) => sum + countIn(documents[other]!.title, term), 0);
      const found = index.fields.map((name) => index.field(name).frequency(term, document));
      expect(found).toEqual([...own, linked, own[0]! + own[1]! + linked]);
    }
  });
}

test('an index knows counts above 255, and revisions add to them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyDocument, { minLength: 2, maxLength: 5 }),
      fc.array(fc.tuple(fc.nat(4), anyDocument), { maxLength: 4 }),
      fc.boolean(),
      async (imported, updates, isParted) => {
        const count = imported.length;
        const all = Array.from({ length: count }, (_, other) => other);
        // The last document has no links, each other one is linked to all.
        const links = all.map((document) => (document === count - 1 ? [] : all));
        const built = await buildLexicalIndex(imported, {
          fields: FIELDS,
          linkedFields: [
            {
              name: 'linked',
              of: 'title',
              links: [
                {
                  offsets: Uint32Array.of(0, ...links.map((_, document) => Math.min(document + 1, count - 1) * count)),
                  targets: Uint32Array.from(links.flat()),
                },
              ],
            },
          ],
          documentField: 'all',
          ...(isParted && { maxArrayBytes: 64 }),
        });
        const { meta, arrays } = built.toArrays();
        const stored = lexicalIndexFromArrays(JSON.parse(JSON.stringify(meta)), (name) => arrays[name]);
        expectCounts(stored, imported, links);

        const numbering = { indexes: Uint32Array.from(all), slots: Uint32Array.from(all), importedCount: count };
        const documents = [...imported];
        const revisions: StoredRevision[] = [];
        let index: LexicalFields = stored;
        for (const [at, next] of updates) {
          const changed = at % count;
          const { title, body } = documents[changed]!;
          const changes = all.map((document) => ({
            slot: document,
            isDeleted: false,
            fields: {
              ...(document === changed && {
                title: { removed: [title], added: [next.title] },
                body: { removed: [body], added: [next.body] },
              }),
              ...(links[document]!.length > 0 && { linked: { removed: [title], added: [next.title] } }),
            },
          }));
          const before = { meta, array: (name: string) => arrays[name], revisions };
          const revision = createLexicalRevision(before, changes, { documentField: 'all' });
          revisions.push({ meta: revision.meta, array: (name) => revision.arrays[name] });
          index = reviseLexicalIndex(stored, revisions, numbering);
          documents[changed] = next;
        }
        expectCounts(index, documents, links);
      },
    ),
    { numRuns: 40 },
  );
});

test('an index of the first format, without exact counts, is searched and not revised', async () => {
  const documents = ['heart '.repeat(300), 'lung heart'].map((body) => ({ body }));
  const { meta, arrays } = (await buildLexicalIndex(documents, { fields: ['body'] })).toArrays();
  const open = (format: string, withCounts: boolean): LexicalIndex =>
    lexicalIndexFromArrays({ ...meta, format }, (name) =>
      !withCounts && /exact/u.test(name) ? undefined : arrays[name],
    );
  const answer = (index: LexicalFields): unknown => index.field('body').prepare('heart').search({ count: 9 });
  const [old, now] = [open('grasp-lexical-1', false), open('grasp-lexical-2', true)];
  expect(answer(old)).toEqual(answer(now));
  expect([old, now].map((index) => index.field('body').frequency('heart', 0))).toEqual([255, 300]);
  expect(() => open('grasp-lexical-2', false)).toThrow(expect.objectContaining({ code: 'missing_array' }));
  expect(() => open('grasp-lexical-3', true)).toThrow(expect.objectContaining({ code: 'malformed_meta' }));

  const numbering = { indexes: Uint32Array.of(0, 1), slots: Uint32Array.of(0, 1), importedCount: 2 };
  const revise = (format: string): LexicalRevisionArrays =>
    createLexicalRevision({ meta: { ...meta, format }, array: (name) => arrays[name], revisions: [] }, []);
  const revision = revise('grasp-lexical-2');
  const stored = [{ meta: revision.meta, array: (name: string) => revision.arrays[name] }];
  expect(answer(reviseLexicalIndex(now, stored, numbering))).toEqual(answer(now));
  const refused = expect.objectContaining({ code: 'malformed_meta' });
  expect(() => reviseLexicalIndex(old, [], numbering)).toThrow(refused);
  expect(() => revise('grasp-lexical-1')).toThrow(refused);
});
