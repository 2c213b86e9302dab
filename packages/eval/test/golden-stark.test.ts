import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { evaluate } from '../src/evaluate.js';
import type { ScoredId } from '../src/ranking.js';

interface Line {
  readonly dataset: string;
  readonly query_id: number;
  readonly answers: number;
  readonly candidate_answers: number;
  readonly ranks: readonly number[];
  readonly beyond_1000: number;
  readonly map: number;
  readonly mrr: number;
  readonly [measure: string]: number | string | readonly number[];
}

const lines = readFileSync(join(__dirname, 'fixtures/evaluator-golden.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);

const CUTOFF_MEASURES = [
  ...[5, 10, 20, 50, 100].map((cutoff) => `recall@${cutoff}`),
  ...[1, 3, 5, 10, 20, 50].map((cutoff) => `hit@${cutoff}`),
  'rprec',
];

const officialName = (name: string): string => (name === 'rprec' ? 'rprecision' : name);

/**
 * A run of 1,000 with the answers at their recorded ranks. An answer outside the candidates, which the official evaluator
 * ignores, is put on top: it must change nothing.
 */
function rebuild(line: Line): ReturnType<typeof evaluate> {
  const ranks = new Set(line.ranks);
  const answers = Array.from({ length: line.answers }, (_, index) => `answer-${index}`);
  const candidates = answers.slice(0, line.candidate_answers);
  const retrieved = candidates.values();
  const ranking: ScoredId[] = answers.slice(line.candidate_answers).map((id) => ({ id, score: 2000 }));
  for (let rank = 1; rank <= 1000; rank++) {
    const id = ranks.has(rank) ? retrieved.next().value! : `other-${rank}`;
    ranking.push({ id, score: 1001 - rank });
    // A second copy further down must collapse.
    if (rank === 1) ranking.push({ id, score: 0.5 });
  }
  const isOutside = new Set(answers.slice(line.candidate_answers));
  return evaluate(new Map([['q', ranking]]), new Map([['q', new Map(answers.map((id) => [id, 1]))]]), {
    measures: [...CUTOFF_MEASURES, 'mrr', 'map'],
    candidates: { has: (id) => !isOutside.has(id) },
  });
}

test('there are 274 queries', () => expect(lines).toHaveLength(274));

test.each(lines.map((line) => [`${line.dataset} ${line.query_id}`, line] as const))('%s', (_, line) => {
  const { means } = rebuild(line);
  for (const name of CUTOFF_MEASURES) {
    expect(Math.abs(means[name]! - (line[officialName(name)] as number))).toBeLessThanOrEqual(1e-6);
  }
  if (line.beyond_1000 === 0) {
    expect(Math.abs(means['mrr']! - line.mrr)).toBeLessThanOrEqual(1e-6);
    expect(Math.abs(means['map']! - line.map)).toBeLessThanOrEqual(1e-5);
    return;
  }
  // One answer stands below rank 1,000 where the rank is not recorded. The official evaluator ranks every candidate, so its
  // value is larger by what that rank adds, which is at most what rank 1,001 would add.
  expect(line.beyond_1000).toBe(1);
  const missing = line.ranks.length === 0 ? 1 / 1001 : 0;
  expect(line.mrr - means['mrr']!).toBeGreaterThanOrEqual(-1e-6);
  expect(line.mrr - means['mrr']!).toBeLessThanOrEqual(missing + 1e-6);
  expect(line.map - means['map']!).toBeGreaterThanOrEqual(-1e-5);
  expect(line.map - means['map']!).toBeLessThanOrEqual(1 / 1001 + 1e-5);
});
