import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fusion from '../src/index.js';
import type { FusedHit, Normalization } from '../src/index.js';

interface RanxGolden {
  readonly cases: readonly {
    readonly runs: readonly (readonly (readonly [id: string, score: number])[])[];
    readonly weights: readonly number[];
    readonly expected: readonly (readonly [
      method: string,
      normalization: Normalization | null,
      scores: Readonly<Record<string, number>>,
    ])[];
  }[];
  readonly condorcet: readonly {
    readonly runs: readonly (readonly (readonly [id: string, score: number])[])[];
    readonly expected: Readonly<Record<string, number>>;
  }[];
}

const golden = JSON.parse(readFileSync(join(__dirname, 'fixtures/ranx-fusion.json'), 'utf8')) as RanxGolden;

function toRuns(runs: RanxGolden['cases'][number]['runs'], weights?: readonly number[]) {
  return runs.map((run, index) => ({
    name: `run ${index}`,
    ranking: run.map(([id, score]) => ({ id, score })),
    ...(weights === undefined ? {} : { weight: weights[index]! }),
  }));
}

type Scored = 'combSum' | 'combMnz' | 'combAnz' | 'combMin' | 'combMax' | 'combMed' | 'weightedSum';

function fuse(
  method: string,
  normalization: Normalization | null,
  { runs, weights }: RanxGolden['cases'][number],
): FusedHit[] {
  const plain = toRuns(runs);
  const weighted = toRuns(runs, weights);
  switch (method) {
    case 'reciprocalRankFusion':
      return fusion.reciprocalRankFusion(plain, { rankConstant: 60 });
    case 'inverseSquareRank':
      return fusion.inverseSquareRank(plain);
    case 'rankBiasedCentroid':
      return fusion.rankBiasedCentroid(plain, { persistence: 0.7 });
    case 'bordaFuse':
      return fusion.bordaFuse(plain);
    case 'weightedBordaFuse':
      return fusion.bordaFuse(weighted);
    case 'weightedSum':
      return fusion.weightedSum(weighted, { normalization: normalization! });
    default:
      return fusion[method as Exclude<Scored, 'weightedSum'>](plain, { normalization: normalization! });
  }
}

describe('scores agree with ranx to 1e-9', () => {
  golden.cases.forEach((one, index) => {
    it.each(one.expected)(`case ${index}: %s, normalization %s`, (method, normalization, expected) => {
      const hits = fuse(method, normalization, one);
      expect(hits.map(({ id }) => id).sort()).toEqual(Object.keys(expected).sort());
      for (const { id, score } of hits) {
        expect(Math.abs(score - expected[id]!)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected[id]!)));
      }
    });
  });

  it.each(golden.condorcet)('Condorcet on full rankings without a cycle, case %#', ({ runs, expected }) => {
    const hits = fusion.condorcetFuse(toRuns(runs));
    expect(Object.fromEntries(hits.map(({ id, score }) => [id, score]))).toEqual(expected);
  });
});
