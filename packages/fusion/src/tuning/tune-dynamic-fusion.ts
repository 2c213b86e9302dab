import { candidateBucket, RISK_LEVELS, signalledRisk } from '../plan-conditioned-fusion.js';
import type { DynamicWeightTables, PlanSignals, RiskLevel } from '../plan-conditioned-fusion.js';
import { bestPoint } from './best-point.js';
import { checkDynamicGrid, DYNAMIC_FUSION_GRID } from './dynamic-fusion-grid.js';
import type { DynamicFusionGrid } from './dynamic-fusion-grid.js';
import type { Flatness } from './flatness.js';
import { measureFlatness } from './flatness.js';
import { QuestionEvaluator } from './question-evaluator.js';
import { compileQuestions, tuningOptions } from './tuning-questions.js';
import type { CompiledQuestions, TuningOptions, TuningQuestion } from './tuning-questions.js';

/** A question for dynamic tuning: `first` is the graph run, `second` the text run. */
export interface PlannedTuningQuestion<Id = string> extends TuningQuestion<Id>, PlanSignals {}

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
 * Equal goals go by the tie breaker, then by the smaller index; means within 1e-12 of each other are equal.
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
  const { rankConstants, bucketWeights, riskMultipliers } = checkDynamicGrid(options.grid ?? DYNAMIC_FUSION_GRID);
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
  const everyQuestion = questions.map((_, question) => question);

  function pointParts(index: number): { constantIndex: number; bucketTuple: Uint8Array; riskTuple: Uint8Array } {
    const perConstant = bucketTuples.length * riskTuples.length;
    return {
      constantIndex: Math.floor(index / perConstant),
      bucketTuple: bucketTuples[Math.floor((index % perConstant) / riskTuples.length)]!,
      riskTuple: riskTuples[index % riskTuples.length]!,
    };
  }

  /** For each rank constant: what each bucket's weights are worth under each tuple of multipliers; and the rest, which no weight reaches. */
  function bucketSums(values: Float64Array, subset: readonly number[]) {
    return rankConstants.map((_, constantIndex) => {
      const cellSums = bucketWeights.flatMap((weights) =>
        multipliers.map(({ length }) => new Float64Array(weights.length * length)),
      );
      let rest = 0;
      for (const question of subset) {
        const cell = cellOf[question]!;
        const size = cellSize(cell);
        const start = starts[question]! + constantIndex * size;
        if (cell < 0) rest += values[start]!;
        else
          for (let position = 0; position < size; position += 1)
            cellSums[cell]![position]! += values[start + position]!;
      }
      const sums = bucketWeights.map((weights, bucket) =>
        weights.map((__, choice) =>
          Float64Array.from(riskTuples, (riskTuple) => {
            let sum = 0;
            for (let risk = 0; risk < RISK_COUNT; risk += 1) {
              sum += cellSums[bucket * RISK_COUNT + risk]![choice * multipliers[risk]!.length + riskTuple[risk]!]!;
            }
            return sum;
          }),
        ),
      );
      return { sums, rest };
    });
  }

  function pointMeans(parts: ReturnType<typeof bucketSums>, count: number): Float64Array {
    const points = new Float64Array(pointCount);
    let point = 0;
    for (const { sums, rest } of parts) {
      for (const tuple of bucketTuples) {
        const [first, second, third, fourth, fifth] = sums.map((choices, bucket) => choices[tuple[bucket]!]!);
        for (let risk = 0; risk < riskTuples.length; risk += 1) {
          points[point++] =
            (rest + first![risk]! + second![risk]! + third![risk]! + fourth![risk]! + fifth![risk]!) / count;
        }
      }
    }
    return points;
  }

  function pointSum(parts: ReturnType<typeof bucketSums>, index: number): number {
    const { sums, rest } = parts[Math.floor(index / (bucketTuples.length * riskTuples.length))]!;
    const { bucketTuple } = pointParts(index);
    const risk = index % riskTuples.length;
    return sums.reduce((sum, choices, bucket) => sum + choices[bucketTuple[bucket]!]![risk]!, rest);
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
      const goalMeans = pointMeans(bucketSums(goals, subset), subset.length);
      const tieParts = bucketSums(tieBreakers, subset);
      const index = bestPoint(goalMeans, (point) => pointSum(tieParts, point) / subset.length);
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
          goal: goalMeans[index]!,
          tieBreaker: pointSum(tieParts, index) / subset.length,
        },
        questionCount: subset.length,
        pointCount,
        flatness: measureFlatness(
          goalMeans,
          [
            rankConstants.length,
            ...bucketWeights.map(({ length }) => length),
            ...multipliers.map(({ length }) => length),
          ],
          index,
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
