import fc from 'fast-check';

import {
  buildLexicalIndex,
  createLexicalRevision,
  lexicalIndexFromArrays,
  LexicalIndexError,
  reviseLexicalIndex,
} from './index.js';
import type {
  DocumentNumbering,
  LexicalDocumentChange,
  LexicalFields,
  LexicalIndex,
  StoredArray,
  StoredLexicalIndex,
  StoredRevision,
} from './index.js';

const FIELDS = ['title', 'body'] as const;
const OPTIONS = { fields: FIELDS, documentField: 'all' } as const;
const NO_DOCUMENT = 2 ** 32 - 1;

/** A document as lists of texts by field. */
type Texts = Readonly<Record<(typeof FIELDS)[number], readonly string[]>>;

interface Slot {
  readonly slot: number;
  readonly texts: Texts;
}

const numberingOf = (current: readonly Slot[], slotCount: number, importedCount: number): DocumentNumbering => {
  const indexes = new Uint32Array(slotCount).fill(NO_DOCUMENT);
  current.forEach(({ slot }, index) => {
    indexes[slot] = index;
  });
  return { indexes, slots: Uint32Array.from(current, ({ slot }) => slot), importedCount };
};

const flat = (texts: Texts) => ({ title: texts.title.join('\n'), body: texts.body.join('\n') });

const many = Array.from({ length: 130 }, () => 'heart lung').join(' ');
const text = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('heart', 'hearts lung', 'kidney', 'the', 'Café heart', '漢 x', '') },
  { weight: 1, arbitrary: fc.constant(many) },
);
const texts: fc.Arbitrary<Texts> = fc.record({
  title: fc.array(text, { maxLength: 2 }),
  body: fc.array(text, { maxLength: 4 }),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), at: fc.nat(20), texts }),
  fc.record({ kind: fc.constant('change' as const), at: fc.nat(20), texts }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(20) }),
);
const questions = ['heart', 'lungs heart heart', 'kidney x unknown words here', 'café 漢 heart', ''];

async function build(documents: readonly Texts[]) {
  const built = await buildLexicalIndex(documents.map(flat), OPTIONS);
  const { meta, arrays } = built.toArrays();
  return lexicalIndexFromArrays(JSON.parse(JSON.stringify(meta)), (name) => arrays[name]);
}

function storedOf(index: LexicalIndex, revisions: readonly StoredRevision[] = []): StoredLexicalIndex {
  const { meta, arrays } = index.toArrays();
  return { meta, array: (name) => arrays[name], revisions };
}

function expectSame(found: LexicalFields, expected: LexicalFields, start: number, end: number): void {
  expect([found.fields, found.documentCount]).toEqual([expected.fields, expected.documentCount]);
  for (const name of expected.fields) {
    const [one, other] = [found.field(name), expected.field(name)];
    expect([one.documentCount, one.totalLength, one.averageLength]).toEqual([
      other.documentCount,
      other.totalLength,
      other.averageLength,
    ]);
    for (const term of ['heart', 'lung', 'kidnei', 'cafe', '漢', 'x', 'none']) {
      expect(one.documentFrequency(term)).toBe(other.documentFrequency(term));
      for (let document = 0; document < expected.documentCount; document++) {
        expect(one.frequency(term, document)).toBe(other.frequency(term, document));
        expect(one.length(document)).toBe(other.length(document));
      }
    }
    for (const question of questions) {
      const [asked, wanted] = [one.prepare(question), other.prepare(question)];
      expect(asked.bound).toBe(wanted.bound);
      expect(asked.search({ count: 30 })).toEqual(wanted.search({ count: 30 }));
      expect(asked.search({ start, end, count: 3 })).toEqual(wanted.search({ start, end, count: 3 }));
      for (let document = 0; document <= expected.documentCount; document++) {
        expect(asked.score(document)).toBe(wanted.score(document));
      }
    }
  }
}

it('scores and ranks as an index built from the final documents, to the last bit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(texts, { maxLength: 10 }),
      fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 4 }),
      fc.nat(10),
      fc.nat(10),
      async (documents, updates, start, length) => {
        const stored = await build(documents);
        let current: Slot[] = documents.map((texts, slot) => ({ slot, texts }));
        let slotCount = documents.length;
        const revisions: StoredRevision[] = [];
        let index: LexicalFields = reviseLexicalIndex(
          stored,
          revisions,
          numberingOf(current, slotCount, documents.length),
        );
        for (const steps of updates) {
          const before = new Map(current.map((entry) => [entry.slot, entry]));
          for (const one of steps) {
            const at = Math.min(one.at, current.length - 1);
            if (one.kind === 'add') {
              current = current.toSpliced(Math.min(one.at, current.length), 0, { slot: slotCount++, texts: one.texts });
            } else if (at < 0) continue;
            else if (one.kind === 'delete') current = current.toSpliced(at, 1);
            else current = current.with(at, { slot: current[at]!.slot, texts: one.texts });
          }
          const after = new Map(current.map((entry) => [entry.slot, entry]));
          const changes = [...new Set([...before.keys(), ...after.keys()])].map((slot): LexicalDocumentChange => {
            const [old, next] = [before.get(slot), after.get(slot)];
            const fields = Object.fromEntries(
              FIELDS.map((name) => [name, { removed: old?.texts[name] ?? [], added: next?.texts[name] ?? [] }]),
            );
            return { slot, isDeleted: next === undefined, fields };
          });
          const { meta, arrays } = createLexicalRevision(storedOf(stored, revisions), changes, OPTIONS);
          revisions.push({
            meta: JSON.parse(JSON.stringify(meta)) as unknown,
            array: (name): StoredArray | undefined => arrays[name],
          });
          index = reviseLexicalIndex(stored, revisions, numberingOf(current, slotCount, documents.length));
        }
        const fresh = await build(current.map((entry) => entry.texts));
        expectSame(index, fresh, start, start + length);
      },
    ),
    { numRuns: 50 },
  );
});

describe('what cannot be right is refused', () => {
  const change = (removed: string): LexicalDocumentChange => ({
    slot: 0,
    isDeleted: false,
    fields: { title: { removed: [removed], added: [] } },
  });

  it('a text that the field does not have, a numbering for another index, an array of another length', async () => {
    const stored = await build([{ title: ['heart'], body: [] }]);
    const codeOf = (use: () => unknown): unknown => {
      try {
        use();
        return undefined;
      } catch (error) {
        expect(error).toBeInstanceOf(LexicalIndexError);
        return (error as LexicalIndexError).code;
      }
    };
    const numbering = numberingOf([{ slot: 0, texts: { title: [], body: [] } }], 1, 1);
    expect(codeOf(() => createLexicalRevision(storedOf(stored), [change('heart heart')], OPTIONS))).toBe(
      'inconsistent_change',
    );
    expect(codeOf(() => reviseLexicalIndex(stored, [], { ...numbering, importedCount: 2 }))).toBe('invalid_options');
    const wrong = createLexicalRevision(storedOf(stored), [change('lung')], OPTIONS);
    const damaged = reviseLexicalIndex(stored, [{ meta: wrong.meta, array: (name) => wrong.arrays[name] }], numbering);
    expect(codeOf(() => damaged.field('title').prepare('heart'))).toBeUndefined();
    expect(codeOf(() => damaged.field('title').prepare('lung'))).toBe('inconsistent_change');
    expect(codeOf(() => damaged.field('all').prepare('lung'))).toBe('inconsistent_change');
    const { meta, arrays } = createLexicalRevision(storedOf(stored), [change('heart')], OPTIONS);
    const open = (name: string, array: StoredArray | undefined) => () =>
      reviseLexicalIndex(stored, [{ meta, array: (asked) => (asked === name ? array : arrays[asked]) }], numbering);
    expect(codeOf(open('', undefined))).toBeUndefined();
    expect(codeOf(open('0.slots', undefined))).toBe('missing_array');
    expect(codeOf(open('0.slots', new Uint32Array(2)))).toBe('malformed_array');
    expect(codeOf(open('0.changes', new Uint32Array(1)))).toBe('malformed_array');
    const isOld = { ...meta, format: 'grasp-lexical-revision-1' };
    expect(codeOf(() => reviseLexicalIndex(stored, [{ meta: isOld, array: () => undefined }], numbering))).toBe(
      'malformed_meta',
    );
    expect(codeOf(() => reviseLexicalIndex(stored, [{ meta: {}, array: () => undefined }], numbering))).toBe(
      'malformed_meta',
    );
    expect(codeOf(() => reviseLexicalIndex({ ...stored, fields: [] } as never, [], numbering))).toBe('invalid_options');
  });
});
