// Sizes, types and relations of the graphs. Those of STaRK are from its paper and its files; texts have about the number
// of tokens that STaRK counts (213 million in MAG, 32 million in Prime, 592 million in Amazon).
//
// A node type has `count`, `name(words)`, and `fields(words, text)`, where `text` scales the length of documents.
// Edges have `count` rows, and `skew` at either end: a node of rank r of n is drawn with a density of r^(1/skew − 1), so 1 is
// even, and with 3.5 the first of 60,000 has 4 % of all. `isBothWays` stores each pair in both directions; `isTree` lets
// each pair occur once and without cycles.

const field = (name, kind) => ({ name, kind });
const date = (words) =>
  `${1950 + Math.floor(Math.sqrt(words.below(4900)))}-${pad(1 + words.below(12))}-${pad(1 + words.below(28))}`;
const pad = (number) => String(number).padStart(2, '0');
const counted = (words) => ({ paper_count: 1 + words.below(200), citation_count: words.below(5000) });
const COUNTS = [field('paper_count', 'number'), field('citation_count', 'number')];

const mag = {
  nodeTypes: [
    {
      name: 'author',
      count: 1_104_554,
      fields: COUNTS,
      make: (words) => ({ name: words.person(), fields: counted(words) }),
    },
    {
      name: 'institution',
      count: 8_701,
      fields: COUNTS,
      make: (words) => ({ name: `University of ${words.title(1 + words.below(3))}`, fields: counted(words) }),
    },
    {
      name: 'field_of_study',
      count: 59_469,
      fields: COUNTS,
      make: (words) => ({ name: words.title(1 + words.below(3)), fields: counted(words) }),
    },
    {
      name: 'paper',
      count: 700_244,
      fields: [field('abstract', 'text'), field('date', 'date'), field('venue', 'keyword')],
      make: (words, text) => ({
        name: words.title(5 + words.below(12)),
        fields: { abstract: words.passage(150 * text), date: date(words), venue: `Journal ${words.below(9000)}` },
      }),
    },
  ],
  edges: [
    {
      relation: 'author___affiliated_with___institution',
      from: 'author',
      to: 'institution',
      count: 1_000_000,
      skew: [1, 2.5],
    },
    { relation: 'paper___cites___paper', from: 'paper', to: 'paper', count: 4_870_000, skew: [1.4, 1.9] },
    {
      relation: 'paper___has_topic___field_of_study',
      from: 'paper',
      to: 'field_of_study',
      count: 7_270_000,
      skew: [1.1, 3.5],
    },
    {
      relation: 'author___writes___paper',
      from: 'paper',
      to: 'author',
      count: 6_779_698,
      skew: [1.4, 1.7],
      isReversed: true,
    },
  ],
};

const thing = (most) => (words) => ({ name: words.title(1 + words.below(most)), fields: {} });
const described = (most, mean) => (words, text) => ({
  name: words.title(1 + words.below(most)),
  fields: { source: 'Ontology', details: words.passage(mean * text) },
});
const DETAILS = [field('source', 'keyword'), field('details', 'text')];
const biomedical = (name, count, make) => ({ name, count, make, fields: DETAILS });
const pairs = (relation, from, to, count, skew) => ({ relation, from, to, count: count / 2, skew, isBothWays: true });

const prime = {
  nodeTypes: [
    biomedical('disease', 17_080, described(5, 200)),
    biomedical('gene/protein', 27_671, (words, text) => ({
      name: `${words.word().toUpperCase()}${words.below(1000)}`,
      aliases: Array.from({ length: words.below(6) }, () => `${words.word().toUpperCase()}${words.below(1000)}`),
      fields: { source: 'NCBI', details: words.passage(400 * text) },
    })),
    biomedical('molecular_function', 11_169, described(7, 30)),
    biomedical('drug', 7_957, described(2, 190)),
    biomedical('pathway', 2_516, described(7, 90)),
    biomedical('anatomy', 14_035, thing(5)),
    biomedical('effect/phenotype', 15_311, thing(6)),
    biomedical('biological_process', 28_642, described(8, 35)),
    biomedical('cellular_component', 4_176, described(5, 35)),
    biomedical('exposure', 818, thing(3)),
  ],
  edges: [
    pairs('ppi', 'gene/protein', 'gene/protein', 642_150, [1.3, 1.6]),
    pairs('carrier', 'drug', 'gene/protein', 1_728, [1, 4]),
    pairs('enzyme', 'drug', 'gene/protein', 10_634, [1, 4]),
    pairs('target', 'drug', 'gene/protein', 32_760, [1.3, 2.5]),
    pairs('transporter', 'drug', 'gene/protein', 6_184, [1, 4]),
    pairs('contraindication', 'drug', 'disease', 61_350, [1.5, 2]),
    pairs('indication', 'drug', 'disease', 18_776, [1.5, 2]),
    pairs('off-label use', 'drug', 'disease', 5_136, [1.5, 2]),
    pairs('synergistic interaction', 'drug', 'drug', 2_672_628, [1, 1.2]),
    pairs('associated with', 'disease', 'gene/protein', 160_822, [2, 1.6]),
    pairs('associated with', 'effect/phenotype', 'gene/protein', 6_660, [2, 1.6]),
    pairs('parent-child', 'biological_process', 'biological_process', 105_772, [1, 1.2]),
    pairs('parent-child', 'disease', 'disease', 64_388, [1, 1.2]),
    pairs('parent-child', 'effect/phenotype', 'effect/phenotype', 37_472, [1, 1.2]),
    pairs('parent-child', 'anatomy', 'anatomy', 28_064, [1, 1.2]),
    pairs('parent-child', 'molecular_function', 'molecular_function', 27_148, [1, 1.2]),
    pairs('parent-child', 'cellular_component', 'cellular_component', 9_690, [1, 1.2]),
    pairs('parent-child', 'pathway', 'pathway', 5_070, [1, 1.2]),
    pairs('parent-child', 'exposure', 'exposure', 4_140, [1, 1.2]),
    pairs('phenotype absent', 'disease', 'effect/phenotype', 2_386, [2, 2]),
    pairs('phenotype present', 'disease', 'effect/phenotype', 300_634, [1.5, 2.2]),
    pairs('side effect', 'drug', 'effect/phenotype', 129_568, [1.5, 2.2]),
    pairs('interacts with', 'biological_process', 'gene/protein', 289_610, [1.7, 1.4]),
    pairs('interacts with', 'cellular_component', 'gene/protein', 166_804, [2.5, 1.4]),
    pairs('interacts with', 'molecular_function', 'gene/protein', 139_060, [2.2, 1.4]),
    pairs('interacts with', 'pathway', 'gene/protein', 85_292, [1.5, 1.6]),
    pairs('interacts with', 'exposure', 'gene/protein', 5_784, [1.5, 1.6]),
    pairs('linked to', 'exposure', 'disease', 4_608, [1.5, 2]),
    pairs('expression present', 'anatomy', 'gene/protein', 3_036_406, [3, 1.1]),
    pairs('expression absent', 'anatomy', 'gene/protein', 39_774, [2, 1.3]),
  ],
};

const amazon = {
  nodeTypes: [
    {
      name: 'product',
      count: 957_192,
      fields: [
        ...[field('price', 'number'), field('rank', 'number')],
        ...['feature', 'description', 'review', 'qa'].map((name) => field(name, 'text')),
      ],
      make: (words, text) => ({
        name: words.title(6 + words.below(14)),
        fields: {
          price: words.below(20_000) / 100,
          rank: 1 + words.below(1_000_000),
          feature: Array.from({ length: 3 + words.below(4) }, () => words.passage(10 * text)),
          description: words.passage(70 * text),
          review: Array.from({ length: 1 + words.below(6) }, () => words.passage(52 * text)),
          qa: Array.from({ length: words.below(4) }, () => words.passage(30 * text)),
        },
      }),
    },
    { name: 'brand', count: 75_223, fields: [], make: thing(2) },
    { name: 'category', count: 1_424, fields: [], make: thing(3) },
    { name: 'color', count: 1_703, fields: [], make: thing(2) },
  ],
  edges: [
    { relation: 'also_buy', from: 'product', to: 'product', count: 1_750_000, skew: [3, 1.5] },
    { relation: 'also_view', from: 'product', to: 'product', count: 1_312_103, skew: [3, 1.5] },
    { relation: 'has_brand', from: 'product', to: 'brand', count: 870_000, skew: [1, 2.5] },
    { relation: 'has_category', from: 'product', to: 'category', count: 1_150_000, skew: [1, 2.5] },
    { relation: 'has_color', from: 'product', to: 'color', count: 300_000, skew: [2, 3] },
  ],
};

// The types and relations of the plan shapes in the tests of @grasp/cypher-compiler.
const skewed = {
  nodeTypes: [
    {
      name: 'paper',
      count: 55_000,
      fields: [
        field('year', 'number'),
        field('venue', 'keyword'),
        field('published', 'date'),
        field('abstract', 'text'),
      ],
      make: (words, text) => {
        const published = date(words);
        const venue = `Journal ${words.below(900)}`;
        const abstract = words.passage(40 * text);
        return {
          name: words.title(5 + words.below(12)),
          fields: { year: Number(published.slice(0, 4)), venue, published, abstract },
        };
      },
    },
    {
      name: 'author',
      count: 35_000,
      fields: [field('year', 'keyword')],
      make: (words) => ({ name: words.person(), fields: { year: String(1900 + words.below(100)) } }),
    },
    { name: 'field of study', count: 3_000, fields: [], make: thing(3) },
    { name: 'Medical Condition', count: 4_000, fields: [], make: thing(4) },
    { name: 'biolink:Disease', count: 3_000, fields: [], make: thing(4) },
  ],
  edges: [
    { relation: 'writes', from: 'paper', to: 'author', count: 130_000, skew: [1.2, 1.8], isReversed: true },
    { relation: 'cites', from: 'paper', to: 'paper', count: 100_000, skew: [1.4, 2] },
    { relation: 'has topic', from: 'paper', to: 'field of study', count: 110_000, skew: [1, 3] },
    { relation: 'knows', from: 'author', to: 'author', count: 40_000, skew: [1.5, 1.8] },
    { relation: 'DIAGNOSED_WITH', from: 'author', to: 'Medical Condition', count: 10_000, skew: [1, 2.5] },
    { relation: 'biolink:treats', from: 'paper', to: 'biolink:Disease', count: 10_000, skew: [1, 2.5] },
  ],
};

/** The graphs that can be made, by name. */
export const SHAPES = { mag, prime, amazon, skewed };
