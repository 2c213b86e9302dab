// The human-annotated questions of ShortPathQA as rows for @grasp/rerank, with every feature that measure.mjs compares.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { loadStaticEncoder } from '../../packages/encoders/dist/index.js';
import { addRelativeFeatures } from '../../packages/rerank/dist/index.js';
import {
  askedFeatures,
  connectionFeatures,
  createSubgraphExtractor,
  poolFeatures,
  questionFeatures,
} from '../../packages/subgraph-features/dist/index.js';

const GRAPH = ['num_nodes', 'num_edges', 'cycle', 'true_bridges_undirected', 'density', 'avg_ssp_length'];
GRAPH.push('katz_centrality', 'page_rank');
const CONNECTION = ['averageDistance', 'discountedPaths'];
const FIT = ['relationIn', 'relationOut', 'relationFit'];
const ASKED = ['askedOut', 'askedIn'];
const POOL = ['namesakes', 'containedIn', 'contains'];
const COSINES = ['cosine_answer', 'cosine_question_answer', 'cosine_linear_text'];
const relative = (names) => names.map((name) => `relative:${name}`);

/** Features by what they are made of; `alone` says which end is the better one when a feature ranks by itself. */
export const FEATURES = {
  graph: [...GRAPH, ...relative(GRAPH)],
  paths: relative(CONNECTION),
  question: [...relative(FIT), 'relationWords', 'lastRelationWords', 'answerInQuestion', 'offered'],
  asked: relative(ASKED),
  names: POOL,
  cosines: [...COSINES, ...relative(COSINES)],
};
export const ALONE = {
  num_nodes: 'low',
  num_edges: 'low',
  density: 'high',
  page_rank: 'high',
  katz_centrality: 'high',
  avg_ssp_length: 'low',
  averageDistance: 'low',
  discountedPaths: 'high',
  relationFit: 'high',
  lastRelationWords: 'high',
  askedOut: 'high',
  askedIn: 'high',
  cosine_answer: 'high',
  cosine_question_answer: 'high',
  cosine_linear_text: 'high',
};

const data = new URL('../../datasets/wikidata-shortpathqa/data/', import.meta.url);
const fixture = new URL('../../packages/rerank/test/fixtures/shortpathqa-features.tsv', import.meta.url);

/** The rows, with the static encoder, or with another, `{ encode(text): Promise<vector> }`. */
export async function readShortPathQa({ vectors = false, encoder } = {}) {
  if (encoder === undefined) {
    const staticEncoder = await loadStaticEncoder();
    return makeRows(
      remembering((text) => staticEncoder.encodeSync(text)),
      vectors,
    );
  }
  const texts = new Map();
  makeRows(
    remembering((text) => texts.set(text) && [0]),
    vectors,
  );
  for (const text of texts.keys()) texts.set(text, await encoder.encode(text));
  return makeRows((text) => texts.get(text), vectors);
}

function makeRows(encode, vectors) {
  const [published, plain] = [readTable(new URL('human_annotated_test.tsv.gz', data)), readTable(fixture)];
  const sequences = readTable(new URL('networkx_features.tsv.gz', data));
  const graph = unionGraph();
  const extractor = createSubgraphExtractor(graph);
  const extracted = published.map(({ questionEntityId, answerEntityId }) => {
    const sources = questionEntityId.split(',').map((id) => graph.indexOf(id.trim()));
    const { relations } = graph;
    return extractor.extract(sources, graph.indexOf(answerEntityId), { relationName: (id) => relations.get(id) });
  });
  const pools = poolsOf(plain, published, extracted);
  const rows = plain.map(({ question: questionId, candidate: answerId, correct, ...cells }, index) => {
    const question = unquote(published[index].question);
    const { subgraph } = extracted[index];
    const texts = [published[index].answerEntity, `${question} ; ${published[index].answerEntity}`];
    texts.push(sequences[index].determ_sequence.replaceAll(',', ' '));
    const cosines = texts.map((text, place) => [COSINES[place], dot(encode(question), encode(text))]);
    const features = {
      ...Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell === '' ? null : Number(cell)])),
      ...connectionFeatures(subgraph),
      ...questionFeatures(subgraph, question, { encodeText: encode }),
      ...askedFeatures(question, graph.relationNames(answerId), { encodeText: encode }),
      ...pools[index],
      ...Object.fromEntries(cosines),
    };
    const ofTexts = vectors ? { question_answer: [...encode(texts[1])], linear_text: [...encode(texts[2])] } : {};
    return { questionId, answerId, isCorrect: correct === '1', features, vectors: ofTexts };
  });
  return addRelativeFeatures(rows, [...GRAPH, ...CONNECTION, ...FIT, ...ASKED, ...COSINES]);
}

function poolsOf(plain, published, extracted) {
  const pools = new Map();
  plain.forEach(({ question }, index) => pools.set(question, [...(pools.get(question) ?? []), index]));
  const features = [];
  for (const indexes of pools.values()) {
    const answers = indexes.map((index) => ({
      id: published[index].answerEntityId,
      name: published[index].answerEntity,
      degree: extracted[index].subgraph.nodes.find(({ role }) => role === 'answer').degree,
    }));
    poolFeatures(answers).forEach((each, place) => {
      features[indexes[place]] = each;
    });
  }
  return features;
}

/** The union of all subgraphs as the graph that extraction takes. */
function unionGraph() {
  const [entities, properties, triples] = ['entities', 'relations', 'triples'].map((name) =>
    readTable(new URL(`${name}.tsv`, data)),
  );
  const indexes = new Map(entities.map(({ id }, index) => [id, index]));
  const rowsOf = (pairs) => {
    pairs.sort(([a, b], [c, d]) => a - c || b - d);
    const offsets = new Uint32Array(entities.length + 1);
    for (const [source] of pairs) offsets[source + 1]++;
    for (let node = 0; node < entities.length; node++) offsets[node + 1] += offsets[node];
    return { offsets, targets: Uint32Array.from(pairs, ([, target]) => target) };
  };
  const labels = new Map(properties.map(({ id, label }) => [id, label]));
  const named = new Map();
  for (const { head, relation, tail } of triples) {
    for (const end of [`${head} out`, `${tail} in`]) {
      if (!named.has(end)) named.set(end, new Set());
      named.get(end).add(labels.get(relation));
    }
  }
  const adjacencies = new Map();
  for (const { id } of properties) {
    const pairs = triples
      .filter(({ relation }) => relation === id)
      .map(({ head, tail }) => [indexes.get(head), indexes.get(tail)]);
    adjacencies.set(`${id} out`, rowsOf(pairs));
    adjacencies.set(`${id} in`, rowsOf(pairs.map(([source, target]) => [target, source])));
  }
  return {
    nodeCount: entities.length,
    schema: { relations: properties.map(({ id }) => ({ name: id })) },
    relations: labels,
    adjacency: (relation, direction) => adjacencies.get(`${relation} ${direction}`),
    idOf: (index) => entities[index].id,
    nameOf: (index) => entities[index].label,
    typeOf: () => 'entity',
    indexOf: (id) => indexes.get(id),
    relationNames: (id) => ({ out: named.get(`${id} out`) ?? [], in: named.get(`${id} in`) ?? [] }),
  };
}

function readTable(url) {
  const bytes = readFileSync(url);
  const text = (url.pathname.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const [header, ...lines] = text.trimEnd().split('\n');
  const columns = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? '']));
  });
}

function remembering(encodeText) {
  const known = new Map();
  return (text) => {
    if (!known.has(text)) known.set(text, encodeText(text));
    return known.get(text);
  };
}

const dot = (left, right) => left.reduce((sum, value, place) => sum + value * right[place], 0);

const unquote = (cell) => (/^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell);
