import { toDigraph } from '../src/features/digraph.js';
import { iteratedKatz } from '../src/features/katz-centrality.js';
import { answerPositions, connectionFeatures, createSubgraphExtractor, graphFeatures } from '../src/index.js';
import { indexGraph } from './index-graph.js';
import { readEntities, readShortPathRows, readTriples } from './shortpathqa.js';
import type { ShortPathRow } from './shortpathqa.js';

const rows = readShortPathRows();

const graph = indexGraph(
  readEntities().map(({ id, label }) => ({ id: id!, name: label! })),
  readTriples().map(({ head, relation, tail }) => [head!, relation!, tail!] as const),
);
const extractor = createSubgraphExtractor(graph);

/** Mean reciprocal rank over the questions when their answers are ordered by one value, largest first, then by label. */
function meanReciprocalRank(valueOf: (row: ShortPathRow) => number): number {
  const questions = new Map<string, ShortPathRow[]>();
  for (const row of rows) {
    const key = `${row.question}\t${row.questionIds.join()}`;
    questions.set(key, [...(questions.get(key) ?? []), row]);
  }
  let sum = 0;
  for (const pool of questions.values()) {
    const values = new Map(pool.map((row) => [row, valueOf(row)]));
    const ordered = pool.toSorted(
      (left, right) => values.get(right)! - values.get(left)! || (left.answer < right.answer ? -1 : 1),
    );
    const rank = ordered.findIndex(({ isCorrect }) => isCorrect) + 1;
    if (rank > 0) sum += 1 / rank;
  }
  return sum / questions.size;
}

describe('single features as rankers', () => {
  it('of the paper have the mean reciprocal ranks that networkx gives', () => {
    const features = new Map(rows.map((row) => [row, graphFeatures(row.subgraph)]));
    const katz = ({ subgraph }: ShortPathRow): number =>
      iteratedKatz(toDigraph(subgraph))![answerPositions(subgraph)[0]!]!;
    expect(meanReciprocalRank((row) => -features.get(row)!.nodes)).toBeCloseTo(0.642, 3);
    expect(meanReciprocalRank((row) => features.get(row)!.pageRank!)).toBeCloseTo(0.635, 3);
    expect(meanReciprocalRank(katz)).toBeCloseTo(0.662, 3);
    expect(meanReciprocalRank((row) => -(features.get(row)!.averagePathLength ?? 1e9))).toBeCloseTo(0.659, 3);
  });

  it('of ours are worth as much', () => {
    const features = new Map(
      rows.map((row) => {
        const sources = row.questionIds.map(graph.indexOf);
        return [row, connectionFeatures(extractor.extract(sources, graph.indexOf(row.answerId)).subgraph)];
      }),
    );
    expect(meanReciprocalRank((row) => features.get(row)!.restartedPageRank ?? 0)).toBeCloseTo(0.663, 3);
    expect(meanReciprocalRank((row) => -(features.get(row)!.averageDistance ?? 1e9))).toBeCloseTo(0.661, 3);
    expect(meanReciprocalRank((row) => features.get(row)!.rarestPath)).toBeCloseTo(0.652, 3);
    expect(meanReciprocalRank((row) => features.get(row)!.discountedPaths)).toBeCloseTo(0.65, 3);
    expect(meanReciprocalRank((row) => features.get(row)!.directEdges)).toBeCloseTo(0.646, 3);
  });
});
