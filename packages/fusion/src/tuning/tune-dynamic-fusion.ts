import { FusionError } from '../fusion-error.js';
import { candidateBucket, RISK_LEVELS, signalledRisk } from '../plan-conditioned-fusion.js';
import type { DynamicWeightTables, PlanSignals, RiskLevel } from '../plan-conditioned-fusion.js';
import { exactScale, toExact } from './exact-sums.js';
import type { Flatness } from './flatness.js';
import { measureFlatness } from './flatness.js';
import { QuestionEvaluator } from './question-evaluator.js';
import { checkRankConstants } from './tune-static-fusion.js';
import { compileQuestions, tuningOptions } from './tuning-questions.js';
import type { CompiledQuestions, TuningOptions, TuningQuestion } from './tuning-questions.js';

/** A question for dynamic tuning: `first` is the graph run, `second` the text run. */
export interface PlannedTuningQuestion<Id = string> extends TuningQuestion<Id>, PlanSignals {}

/** The values that dynamic tuning tries. */
export interface DynamicFusionGrid {
  readonly rankConstants: readonly number[];
  /** For each bucket of the candidate count, the weights to try. */
  readonly bucketWeights: readonly [
    readonly number[],
    readonly number[],
    readonly number[],
    readonly number[],
    readonly number[],
  ];
  /** For each risk level, the multipliers to try. */
  readonly riskMultipliers: Readonly<Record<RiskLevel, readonly number[]>>;
}

/** The paper's grid (7.0.0.2): 7 rank constants × 720 bucket weights × 256 risk multipliers = 1,290,240 points. */
export const DYNAMIC_FUSION_GRID: DynamicFusionGrid = Object.freeze({
  rankConstants: Object.freeze([5, 10, 20, 40, 80, 150, 300]),
  bucketWeights: Object.freeze([
    Object.freeze([1.0, 1.2, 1.4, 1.6, 2.0]),
    Object.freeze([0.8, 1.0, 1.2, 1.4]),
    Object.freeze([0.2, 0.4, 0.6, 0.8]),
    Object.freeze([0, 0.05, 0.1]),
    Object.freeze([0, 0.05, 0.1]),
  ] as const),
  riskMultipliers: Object.freeze({
    no_trade: Object.freeze([0, 0.25, 0.5, 0.75]),
    weak: Object.freeze([0.5, 0.75, 1.0, 1.25]),
    normal: Object.freeze([0.75, 1.0, 1.25, 1.5]),
    aggressive: Object.freeze([1.0, 1.25, 1.5, 2.0]),
  }),
});

/** A point of the dynamic grid, ready for `planConditionedFusion`. */
export interface DynamicFusionPoint extends DynamicWeightTables {
  /** Rank constants vary slowest, then the bucket weights from the first bucket on, then the multipliers from `no_trade` on; `aggressive` varies fastest. */
  readonly index: number;
  readonly rankConstant: number;
  /** Mean of the goal over the questions. */
  readonly goal: number;
  /** Mean of the tie breaker over the questions. */
  readonly tieBreaker: number;
}

/** What dynamic tuning found. */
export interface DynamicFusionTuning {
  readonly best: DynamicFusionPoint;
  readonly questionCount: number;
  /** Number of points of the grid; all of them were searched. */
  readonly pointCount: number;
  readonly flatness: Flatness;
  /**
   * Questions by bucket (rows) and risk level (columns, in the order of `RISK_LEVELS`). A weight whose row or column is empty
   * is not determined by the questions: it is the first of its grid.
   */
  readonly cells: readonly (readonly number[])[];
  /** Questions without candidates, which no weight reaches. */
  readonly withoutCandidates: number;
}

/** Options of dynamic tuning. */
export interface DynamicTuningOptions<Id = string> extends TuningOptions<Id> {
  /** Default {@link DYNAMIC_FUSION_GRID}. */
  readonly grid?: DynamicFusionGrid;
}

/**
 * Finds the rank constant and both lookup vectors of dynamic fusion that are best on average over the whole grid (GRASP paper,
 * 3.2 and 7.0.0.2). The search is exact: a question meets the vectors only through its cell, the product of one bucket weight and one
 * multiplier, so its lists are measured once for each product and rank constant, and the grid's points are sums over cells.
 * Equal goals go by the tie breaker, then by the smaller index; sums do not round (see `tuneStaticFusion`).
 *
 * @throws FusionError for questions, signals, grid or options out of range; the signal's reason when aborted
 */
export function tuneDynamicFusion<Id = string>(
  questions: readonly PlannedTuningQuestion<Id>[],
  options: DynamicTuningOptions<Id> = {},
): DynamicFusionTuning {
  return dynamicSearch(compileQuestions(questions, options), questions, options).best();
}

/** A search whose measurements are made once and can be asked for any subset of the questions. */
export interface DynamicSearch {
  /** The best point on some questions, by default all. */
  best(subset?: readonly number[]): DynamicFusionTuning;
  /** The goal of one question at a point. */
  goalOf(question: number, index: number): number;
}

const RISK_COUNT = RISK_LEVELS.length;

export function dynamicSearch<Id>(
  compiled: CompiledQuestions,
  questions: readonly PlanSignals[],
  options: DynamicTuningOptions<Id>,
): DynamicSearch {
  const { goal, tieBreaker, tolerance } = tuningOptions(options);
  const { rankConstants, bucketWeights, riskMultipliers } = checkGrid(options.grid ?? DYNAMIC_FUSION_GRID);
  const multipliers = RISK_LEVELS.map((level) => riskMultipliers[level]);
  const bucketTuples = tuples(bucketWeights.map((values) => values.length));
  const riskTuples = tuples(multipliers.map((values) => values.length));
  const pointCount = rankConstants.length * bucketTuples.length * riskTuples.length;

  // Each question's cell, -1 without candidates, and where its measurements start: for each rank constant one per product.
  const cellOf = questions.map((question) => {
    const bucket = candidateBucket(question.candidateCount);
    const risk = RISK_LEVELS.indexOf(signalledRisk(question));
    return bucket === undefined ? -1 : bucket * RISK_COUNT + risk;
  });
  const cellSize = (cell: number): number =>
    cell < 0 ? 1 : bucketWeights[Math.floor(cell / RISK_COUNT)]!.length * multipliers[cell % RISK_COUNT]!.length;
  const starts = new Uint32Array(questions.length + 1);
  cellOf.forEach((cell, question) => {
    starts[question + 1] = starts[question]! + rankConstants.length * cellSize(cell);
  });

  const evaluator = new QuestionEvaluator(compiled, goal, tieBreaker);
  const goals = new Float64Array(starts[questions.length]!);
  const tieBreakers = new Float64Array(goals.length);
  const questionsByCell = new Map<number, number[]>();
  cellOf.forEach((cell, question) => {
    const members = questionsByCell.get(cell);
    if (members === undefined) questionsByCell.set(cell, [question]);
    else members.push(question);
  });
  rankConstants.forEach((rankConstant, constantIndex) => {
    const secondTerms = evaluator.terms(1, rankConstant);
    for (const [cell, members] of questionsByCell) {
      options.signal?.throwIfAborted();
      for (const [product, positions] of productsOf(cell, bucketWeights, multipliers)) {
        const firstTerms = evaluator.terms(product, rankConstant);
        for (const question of members) {
          const values = evaluator.evaluate(question, firstTerms, secondTerms);
          const start = starts[question]! + constantIndex * cellSize(cell);
          for (const position of positions) {
            goals[start + position] = values.goal;
            tieBreakers[start + position] = values.tieBreaker;
          }
        }
      }
    }
  });
  const goalScale = exactScale(goals, questions.length);
  const tieScale = exactScale(tieBreakers, questions.length);
  const exactGoals = toExact(goals, goalScale);
  const exactTieBreakers = toExact(tieBreakers, tieScale);
  const everyQuestion = questions.map((_, question) => question);

  function pointParts(index: number): { constantIndex: number; bucketTuple: Uint8Array; riskTuple: Uint8Array } {
    const perConstant = bucketTuples.length * riskTuples.length;
    return {
      constantIndex: Math.floor(index / perConstant),
      bucketTuple: bucketTuples[Math.floor((index % perConstant) / riskTuples.length)]!,
      riskTuple: riskTuples[index % riskTuples.length]!,
    };
  }

  /** The sums of every point, or only of the points that `wanted` marks. */
  function pointSums(values: Float64Array, subset: readonly number[], wanted?: Uint8Array): Float64Array {
    const sums = new Float64Array(pointCount);
    rankConstants.forEach((_, constantIndex) => {
      const cellSums = Array.from(
        { length: bucketWeights.length * RISK_COUNT },
        (__, cell) => new Float64Array(cellSize(cell)),
      );
      let fixed = 0;
      for (const question of subset) {
        const cell = cellOf[question]!;
        const size = cellSize(cell);
        const start = starts[question]! + constantIndex * size;
        if (cell < 0) fixed += values[start]!;
        else
          for (let position = 0; position < size; position += 1)
            cellSums[cell]![position]! += values[start + position]!;
      }
      riskTuples.forEach((riskTuple, riskIndex) => {
        // What each bucket weight is worth once the multipliers are fixed.
        const bucketSums = bucketWeights.map((bucketValues, bucket) =>
          bucketValues.map((__, choice) => {
            let sum = 0;
            for (let risk = 0; risk < RISK_COUNT; risk += 1) {
              sum += cellSums[bucket * RISK_COUNT + risk]![choice * multipliers[risk]!.length + riskTuple[risk]!]!;
            }
            return sum;
          }),
        );
        for (let bucketIndex = 0; bucketIndex < bucketTuples.length; bucketIndex += 1) {
          const point = (constantIndex * bucketTuples.length + bucketIndex) * riskTuples.length + riskIndex;
          if (wanted !== undefined && wanted[point] === 0) continue;
          const bucketTuple = bucketTuples[bucketIndex]!;
          let sum = fixed;
          for (let bucket = 0; bucket < bucketTuple.length; bucket += 1)
            sum += bucketSums[bucket]![bucketTuple[bucket]!]!;
          sums[point] = sum;
        }
      });
    });
    return sums;
  }

  return {
    goalOf(question, index) {
      const { constantIndex, bucketTuple, riskTuple } = pointParts(index);
      const cell = cellOf[question]!;
      const start = starts[question]! + constantIndex * cellSize(cell);
      if (cell < 0) return goals[start]!;
      const risk = cell % RISK_COUNT;
      return goals[start + bucketTuple[Math.floor(cell / RISK_COUNT)]! * multipliers[risk]!.length + riskTuple[risk]!]!;
    },
    best(subset = everyQuestion) {
      const goalSums = pointSums(exactGoals, subset);
      const peak = goalSums.reduce((left, right) => Math.max(left, right), -Infinity);
      const atPeak = Uint8Array.from(goalSums, (sum) => (sum === peak ? 1 : 0));
      const tieSums = pointSums(exactTieBreakers, subset, atPeak);
      let index = -1;
      for (let point = 0; point < pointCount; point += 1) {
        if (atPeak[point] === 1 && (index < 0 || tieSums[point]! > tieSums[index]!)) index = point;
      }
      const { constantIndex, bucketTuple, riskTuple } = pointParts(index);
      const cells = bucketWeights.map(() => RISK_LEVELS.map(() => 0));
      let withoutCandidates = 0;
      for (const question of subset) {
        const cell = cellOf[question]!;
        if (cell < 0) withoutCandidates += 1;
        else cells[Math.floor(cell / RISK_COUNT)]![cell % RISK_COUNT]! += 1;
      }
      const pick = (bucket: 0 | 1 | 2 | 3 | 4): number => bucketWeights[bucket][bucketTuple[bucket]!]!;
      return {
        best: {
          index,
          rankConstant: rankConstants[constantIndex]!,
          bucketWeights: [pick(0), pick(1), pick(2), pick(3), pick(4)],
          riskMultipliers: Object.fromEntries(
            RISK_LEVELS.map((level, risk) => [level, multipliers[risk]![riskTuple[risk]!]!]),
          ) as Record<RiskLevel, number>,
          goal: peak / goalScale / subset.length,
          tieBreaker: tieSums[index]! / tieScale / subset.length,
        },
        questionCount: subset.length,
        pointCount,
        flatness: measureFlatness(
          goalSums,
          [
            rankConstants.length,
            ...bucketWeights.map(({ length }) => length),
            ...multipliers.map(({ length }) => length),
          ],
          index,
          tolerance * subset.length * goalScale,
          tolerance,
        ),
        cells,
        withoutCandidates,
      };
    },
  };
}

/** The distinct products of a cell, each with the positions (bucket choice × multipliers + multiplier choice) that give it. */
function productsOf(
  cell: number,
  bucketWeights: readonly (readonly number[])[],
  multipliers: readonly (readonly number[])[],
): Map<number, number[]> {
  const products = new Map<number, number[]>();
  if (cell < 0) return products.set(0, [0]);
  const cellMultipliers = multipliers[cell % RISK_COUNT]!;
  bucketWeights[Math.floor(cell / RISK_COUNT)]!.forEach((weight, choice) => {
    cellMultipliers.forEach((multiplier, multiplierChoice) => {
      const position = choice * cellMultipliers.length + multiplierChoice;
      const positions = products.get(weight * multiplier);
      if (positions === undefined) products.set(weight * multiplier, [position]);
      else positions.push(position);
    });
  });
  return products;
}

/** All ways to pick one of each: the last position varies fastest. */
function tuples(sizes: readonly number[]): Uint8Array[] {
  return sizes.reduce<Uint8Array[]>(
    (all, size) =>
      all.flatMap((tuple) => Array.from({ length: size }, (_, choice) => Uint8Array.from([...tuple, choice]))),
    [new Uint8Array()],
  );
}

function checkGrid(grid: DynamicFusionGrid): DynamicFusionGrid {
  checkRankConstants(grid.rankConstants);
  if (grid.bucketWeights.length !== 5) {
    throw new FusionError('invalid_option', 'a grid with weights for 5 buckets', grid.bucketWeights.length);
  }
  for (const values of [...grid.bucketWeights, ...RISK_LEVELS.map((level) => grid.riskMultipliers[level])]) {
    if (!Array.isArray(values) || values.length === 0 || values.length > 255) {
      throw new FusionError('invalid_option', 'a grid with 1 to 255 values for each bucket and risk level', values);
    }
    for (const value of values as readonly number[]) {
      if (!(value >= 0 && value < 1e150))
        throw new FusionError('invalid_weight', 'grid values that are finite and ≥ 0', value);
    }
  }
  return grid;
}
