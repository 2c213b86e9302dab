// Checks a golden file of fused scores and measures against @grasp/fusion and @grasp/eval: `npm run golden -- <file>`.
// The form is that of packages/eval/test/fixtures/fusion-eval.json. Ends with `15 of 15 cases`.
import { readFileSync } from 'node:fs';

import { evaluate } from '@grasp/eval';
import { planConditionedFusion, dynamicFusionWeights, reciprocalRankFusion } from '@grasp/fusion';

const [file, ...rest] = process.argv.slice(2);
if (file === undefined || rest.length > 0 || file.startsWith('-')) {
  console.error('usage: npm run golden -- <file>');
  process.exit(2);
}

/** Collects what differs within one case. */
function comparer(tolerance) {
  const faults = [];
  const same = (what, got, expected) => {
    const isClose = typeof expected === 'number' ? Math.abs(got - expected) <= tolerance : got === expected;
    if (!isClose) faults.push(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
  };
  return { faults, same };
}

/** Ids of equal score may stand in any order; across groups the order is fixed. */
function compareHits(hits, expected, { faults, same }) {
  const scored = new Map(hits.map((hit) => [hit.id, hit]));
  const listed = expected.results.filter(({ id, score }) => score !== 0 || scored.has(id));
  same('number of hits', hits.length, listed.length);
  for (const { id, score, contributions } of listed) {
    const hit = scored.get(id);
    if (hit === undefined) {
      faults.push(`"${id}" is missing`);
      continue;
    }
    same(`score of "${id}"`, hit.score, score);
    if (contributions === undefined) continue;
    const byList = new Map(hit.contributions.map((contribution) => [contribution.run, contribution]));
    same(`contributions of "${id}"`, byList.size, contributions.length);
    for (const { list, rank, weight, value } of contributions) {
      const found = byList.get(list);
      same(`rank of "${id}" in ${list}`, found?.rank, rank);
      same(`weight of ${list} for "${id}"`, found?.weight, weight);
      same(`value of "${id}" from ${list}`, found?.value, value);
    }
  }
  let place = 0;
  for (const group of expected.ranking_groups) {
    const wanted = group.filter((id) => scored.has(id));
    const found = hits.slice(place, (place += wanted.length)).map(({ id }) => id);
    same('ids of equal rank', JSON.stringify([...found].sort()), JSON.stringify([...wanted].sort()));
  }
}

function fuse(lists, { k, weights, window }) {
  const runs = lists.map(({ name, ids }, index) => ({
    name,
    weight: weights[index],
    ranking: ids.map((id) => ({ id })),
  }));
  return reciprocalRankFusion(runs, { rankConstant: k, ...(window === null ? {} : { windowSize: window }) });
}

function group(rows) {
  const queries = new Map();
  for (const [query, document, value] of rows) {
    if (!queries.has(query)) queries.set(query, new Map());
    queries.get(query).set(document, value);
  }
  return queries;
}

function compareMeasures(run, qrelRows, relevanceLevel, expected, { same }) {
  const measures = Object.keys(Object.values(expected.per_query)[0] ?? expected.mean.all_judged);
  const averagings = { 'all-judged': 'all_judged', 'judged-and-retrieved': 'judged_and_retrieved' };
  for (const [averaging, key] of Object.entries(averagings)) {
    const report = evaluate(run, group(qrelRows), { measures, conventions: 'trec_eval', relevanceLevel, averaging });
    same(`number of queries, ${averaging}`, report.counts.averaged, expected.num_q[key]);
    const values = new Map(report.queries.map((query) => [query.id, query.values]));
    for (const [name, value] of Object.entries(expected.mean[key]))
      same(`mean ${name}, ${averaging}`, report.means[name], value);
    for (const [query, wanted] of Object.entries(expected.per_query)) {
      for (const [name, value] of Object.entries(wanted)) same(`${name} of ${query}`, values.get(query)?.[name], value);
    }
  }
}

const checks = {
  rrf({ lists, params, expected, expected_by_duplicate_policy: byPolicy }, compare) {
    // Ours is to drop later copies before ranks are given.
    compareHits(fuse(lists, params), expected ?? byPolicy.compact, compare);
  },
  rrf_dynamic({ lists, params, query, expected }, compare) {
    const [graph, text] = lists;
    const options = {
      candidateCount: query.n_cand,
      riskLevel: query.risk_level,
      bucketWeights: params.w_bucket,
      riskMultipliers: params.m_risk,
      rankConstant: params.k,
    };
    const weights = dynamicFusionWeights(options, options);
    compare.same('bucket', weights.bucket, expected.bucket_index);
    compare.same('graph weight', weights.graph, expected.graph_weight);
    compare.same('text weight', weights.text, expected.dense_weight);
    const ranking = ({ ids }) => ids.map((id) => ({ id }));
    const names = { graph: graph.name, text: text.name };
    const hits = planConditionedFusion({ graph: ranking(graph), text: ranking(text) }, options).map((hit) => ({
      ...hit,
      contributions: hit.contributions.map((contribution) => ({ ...contribution, run: names[contribution.run] })),
    }));
    compareHits(hits, expected, compare);
  },
  metrics({ run, qrels, params, expected }, compare) {
    const rankings = [...group(run)].map(([query, scores]) => [
      query,
      [...scores].map(([id, score]) => ({ id, score })),
    ]);
    compareMeasures(rankings, qrels, params.relevance_level, expected, compare);
  },
  pipeline({ queries, qrels, params, expected }, compare) {
    const fused = Object.entries(queries).map(([query, lists]) => [query, fuse(lists, params)]);
    for (const [query, hits] of fused) compareHits(hits, expected.fused[query], compare);
    compareMeasures(fused, qrels, params.relevance_level, expected.metrics, compare);
  },
};

const { abs_tolerance: tolerance, cases } = JSON.parse(readFileSync(file, 'utf8'));
let passed = 0;
for (const example of cases) {
  const compare = comparer(tolerance);
  const check = checks[example.kind];
  if (check === undefined) compare.faults.push(`unknown kind "${example.kind}"`);
  else {
    try {
      check(example, compare);
    } catch (error) {
      compare.faults.push(String(error));
    }
  }
  if (compare.faults.length === 0) passed++;
  else console.log(`${example.id}:\n  ${compare.faults.join('\n  ')}`);
}
console.log(`${passed} of ${cases.length} cases`);
process.exitCode = passed === cases.length ? 0 : 1;
