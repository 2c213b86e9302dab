import fc from 'fast-check';

import { smallSubgraph } from '../../test/make-subgraph.js';
import { shortestPaths } from '../../test/shortest-paths.js';
import type { Subgraph } from '../subgraph.js';
import { connectionFeatures } from './connection-features.js';

const discount = (degree: number): number => 1 / Math.log(Math.E + degree);

describe('connectionFeatures', () => {
  it('equals sums over all shortest paths', () => {
    fc.assert(
      fc.property(smallSubgraph, fc.infiniteStream(fc.nat(9)), (plain, numbers) => {
        fc.pre(plain.nodes.length > 2);
        const draw = (): number => numbers.next().value as number;
        const subgraph: Subgraph = {
          nodes: plain.nodes.map((node, position) => ({
            ...node,
            degree: draw(),
            role: position === 1 || position === 2 ? 'question' : node.role,
          })),
          edges: plain.edges.map((edge) => ({ ...edge, frequency: draw() })),
        };
        const weightOf = (left: number, right: number): number =>
          Math.max(
            ...subgraph.edges
              .filter(
                ({ source, target }) => (source === left && target === right) || (source === right && target === left),
              )
              .map(({ frequency }) => discount(frequency!)),
          );
        const paths = [1, 2].map((question) => shortestPaths(subgraph, question));
        const reached = paths.filter(({ length }) => length > 0);
        const lengthOf = (list: number[][]): number => list[0]!.length - 1;
        const features = connectionFeatures(subgraph);
        expect(features).toMatchObject({
          questionEntities: 2,
          answerInQuestion: 0,
          sourcesReached: reached.length / 2,
          averageDistance:
            reached.length === 0 ? null : reached.reduce((sum, list) => sum + lengthOf(list), 0) / reached.length,
          shortestPaths: paths.flat().length,
          directEdges: subgraph.edges.filter(
            ({ source, target }) => Math.min(source, target) === 0 && [1, 2].includes(Math.max(source, target)),
          ).length,
        });
        const discounted = reached.flatMap((list) =>
          list.map((path) =>
            path
              .slice(1, -1)
              .reduce((value, node) => value * discount(subgraph.nodes[node]!.degree!), 1 / lengthOf(list)),
          ),
        );
        expect(features.discountedPaths).toBeCloseTo(discounted.reduce((sum, value) => sum + value, 0) / 2, 12);
        const best = reached.map((list) =>
          Math.max(
            ...list.map((path) =>
              path.slice(1).reduce((value, node, place) => value * weightOf(path[place]!, node), 1),
            ),
          ),
        );
        expect(features.rarestPath).toBeCloseTo(best.reduce((sum, value) => sum + value, 0) / 2, 12);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves the answer out of the question entities', () => {
    const alone: Subgraph = { nodes: [{ id: 'a', name: 'A', role: 'answer', isQuestion: true }], edges: [] };
    expect(connectionFeatures(alone)).toEqual({
      questionEntities: 0,
      answerInQuestion: 1,
      sourcesReached: null,
      averageDistance: null,
      directEdges: 0,
      shortestPaths: 0,
      discountedPaths: 0,
      rarestPath: 0,
      restartedPageRank: null,
      selfLoops: 0,
      strongComponents: 1,
      weakComponents: 1,
    });
    expect(connectionFeatures({ nodes: [], edges: [] })).toMatchObject({ questionEntities: 0, strongComponents: 0 });
  });

  it('counts within the subgraph without degrees and frequencies', () => {
    const subgraph: Subgraph = {
      nodes: [
        { id: 'a', name: 'A', role: 'answer' },
        { id: 'q', name: 'Q', role: 'question' },
        { id: 'i', name: 'I', role: 'internal' },
      ],
      edges: [
        { source: 2, target: 0, relation: 'r', name: 'r' },
        { source: 2, target: 1, relation: 'r', name: 'r' },
        { source: 2, target: 1, relation: 's', name: 's' },
      ],
    };
    const { discountedPaths, rarestPath, shortestPaths: count } = connectionFeatures(subgraph);
    expect(count).toBe(1);
    expect(discountedPaths).toBeCloseTo(discount(2) / 2, 15);
    expect(rarestPath).toBeCloseTo(discount(2) * discount(1), 15);
  });
});
