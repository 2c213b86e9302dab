import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { pythonText } from './python-text.js';
import { STARK_DATA_SETS } from './stark-data-sets.js';
import type { StarkDataSetName } from './stark-data-sets.js';

const fixture = (name: string): string =>
  readFileSync(join(__dirname, '../../../test/fixtures/stark', name), 'utf8').replace(/\n$/u, '');

const document = (dataSet: StarkDataSetName, type: string, attributes: Readonly<Record<string, unknown>>): string => {
  const { text, document: write } = STARK_DATA_SETS[dataSet];
  return write({ type, ...text(type, attributes) });
};

test('a product comes out as STaRK printed it', () => {
  const expected = fixture('amazon_doc.txt');
  const [, title, brand, description, features, reviews] =
    /^- product: (.*)\n- brand: (.*)\n- description: (.*)\n- features: \n([\s\S]*?)- reviews: \n([\s\S]*)$/u.exec(
      expected,
    )!;
  const shown = [...reviews!.matchAll(/^#(\d+):\nsummary: (.*)\ntext: "([\s\S]*?)"\n(?=#\d+:\n|$)/gmu)];
  expect(shown).toHaveLength(27);
  const all: unknown[] = Array.from({ length: 90 }, () => ({ summary: 'not helpful', reviewText: '…', vote: null }));
  shown.forEach(([, number, summary, reviewText], place) => {
    all[Number(number) - 1] = { summary, reviewText, vote: `1,${String(200 - place).padStart(3, '0')}` };
  });
  const attributes = {
    title,
    brand,
    description: [description, ''],
    feature: features!
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^#\d+: /u, '')),
    review: all,
    qa: [],
    details: { product_dimensions: 'only one part' },
  };
  expect(document('amazon', 'product', attributes)).toBe(expected);
});

test('a drug comes out as STaRK printed it', () => {
  const expected = fixture('prime_15450_doc.txt');
  const details = Object.fromEntries(
    [...expected.matchAll(/^ {2}- (\w+): (.*)$/gmu)].map(([, key, value]) => [key!, value!]),
  );
  expect(Object.keys(details)).toHaveLength(14);
  const attributes = {
    id: 'DB00602',
    name: 'Ivermectin',
    type: 'drug',
    source: 'DrugBank',
    details: { ...details, aggregate: 'nan', clogp: '', mondo_id: '12', _score: 3, missing: null },
  };
  expect(document('prime', 'drug', attributes)).toBe(expected);
});

test('parts of a product that come and go', () => {
  const feature = ['Soft', 'ASIN: B00', '', null, 'Red'];
  const qa = Array.from({ length: 30 }, (_, index) => ({ question: `q${index}`, answer: null }));
  const details = { product_dimensions: '3 x 4 inches ; 2 ounces' };
  const text = document('amazon', 'product', { title: 'Mat', brand: '', description: [' ', ''], feature, details, qa });
  expect(text.split('- Q&A: \n')[0]).toBe(
    '- product: Mat\n- brand: \n- dimensions: 3 x 4 inches\n- weight: 2 ounces\n- features: \n#1: Soft\n#5: Red\n',
  );
  expect(text.match(/^question: /gmu)).toHaveLength(27);
  expect(text).toContain('#27:\nquestion: "q26"\nanswer: "nan"\n');
  expect(document('amazon', 'product', { title: 'Mat', feature: ['asin'] })).toBe('- product: Mat\n- features: \n');
  expect(document('amazon', 'color', { color_name: 'navy blue' })).toBe('color name: navy blue');
});

test('reviews with as many votes stay in their order', () => {
  const review = ['a', 'b', 'c'].map((reviewText, index) => ({
    summary: null,
    reviewText,
    vote: index === 2 ? '3' : '2',
  }));
  expect(STARK_DATA_SETS.amazon.text('product', { title: 'x', review }).fields['review']).toEqual([
    '#3:\nsummary: nan\ntext: "c"',
    '#1:\nsummary: nan\ntext: "a"',
    '#2:\nsummary: nan\ntext: "b"',
  ]);
});

test('papers and those around them', () => {
  const paper = { title: 'On X', abstract: 'First.\r\nSecond.\n\n', Date: '2018-05-01', OriginalVenue: -1 };
  expect(document('mag', 'paper', { ...paper, JournalDisplayName: '-1', ConferenceSeriesDisplayName: 'ICML' })).toBe(
    ' - paper title: On X\n - abstract: First.\nSecond.\n - publication date: 2018-05-01\n - conference: ICML\n',
  );
  expect(
    document('mag', 'paper', { title: 'On Y', abstract: '', Date: -1, OriginalVenue: 'V', JournalDisplayName: 'J' }),
  ).toBe(' - paper title: On Y\n - abstract: \n - venue: V\n');
  expect(document('mag', 'author', { DisplayName: 'A-1', PaperCount: 7, CitationCount: -1 })).toBe(
    '- author name: AUnknown\n- author paper count: 7\n',
  );
  expect(document('mag', 'institution', { DisplayName: -1, PaperCount: 3, CitationCount: 4 })).toBe(
    ' - institution: Unknown\n- institution paper count: 3\n- institution citation count: 4\n',
  );
  expect(document('mag', 'field_of_study', { DisplayName: 'Optics' })).toBe(' - field of study: Optics\n');
});

test('details of a gene', () => {
  const details = {
    name: 'a gene',
    interpro: { id: 'IPR1', desc: "5' cap" },
    generif: [{ text: 'one' }, { text: 'two' }],
    genomic_pos: [{ chr: '19', end: 12, strand: -1 }, { chr: '20' }],
    alias: ['A', 'B"'],
    other: { left: '', right: 'nan', deep: { x: 1.5 } },
  };
  expect(document('prime', 'gene/protein', { name: 'PHYHIP', source: 'NCBI', details })).toBe(
    [
      '- name: PHYHIP',
      '- type: gene/protein',
      '- source: NCBI',
      '- details:',
      '  - name (gene name): a gene',
      `  - interpro (protein family and classification information): ["5' cap"]`,
      '  - generif (PubMed text): one; two',
      "  - genomic_pos (genomic position): {'chr': '19', 'end': 12, 'strand': -1}",
      `  - alias (other gene names): ['A', 'B"']`,
      "  - other: {'deep': {'x': 1.5}}",
      '',
    ].join('\n'),
  );
  expect(document('prime', 'anatomy', { name: 'nose', source: 'UBERON', details: { x: '' } })).toBe(
    '- name: nose\n- type: anatomy\n- source: UBERON\n',
  );
});

test.each([
  ['it\'s "so"', `'it\\'s "so"'`],
  ["it's", `"it's"`],
  ['a\\b\n\u0001', "'a\\\\b\\n\\x01'"],
  [true, 'True'],
  [null, 'nan'],
  [1e-7, '1e-07'],
  [0.0001, '0.0001'],
  [2.5e16, '25000000000000000'],
])('%j in a list is %s to Python', (value, expected) => {
  expect(pythonText([value])).toBe(`[${expected}]`);
});
