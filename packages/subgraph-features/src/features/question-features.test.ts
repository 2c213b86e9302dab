import fc from 'fast-check';

import { smallSubgraph } from '../../test/make-subgraph.js';
import { shortestPaths } from '../../test/shortest-paths.js';
import type { Subgraph } from '../subgraph.js';
import { questionFeatures } from './question-features.js';

/** Vectors with a component for each of these words, so that cosines can be told in the head. */
const AXES = ['born', 'father', 'place', 'birth'];
const encodeText = (text: string): number[] => AXES.map((axis) => (text.split(' ').includes(axis) ? 1 : 0));

const cosine = (left: string, right: string): number => {
  const [a, b] = [encodeText(left), encodeText(right)];
  const dot = (x: number[], y: number[]): number => x.reduce((sum, value, place) => sum + value * y[place]!, 0);
  return dot(a, b) === 0 ? 0 : dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

const most = (values: readonly number[]): number => Math.max(0, ...values);

describe('questionFeatures', () => {
  it('equals what all shortest paths give', () => {
    const relation = fc.constantFrom('father', 'place birth', 'place', 'owner', 'of the');
    fc.assert(
      fc.property(smallSubgraph, fc.infiniteStream(relation), (plain, names) => {
        fc.pre(plain.nodes.length > 2);
        const subgraph: Subgraph = {
          nodes: plain.nodes.map((node, position) =>
            position === 1 || position === 2 ? { ...node, name: 'Nobel', role: 'question' } : node,
          ),
          edges: plain.edges.map((edge) => ({ ...edge, name: names.next().value as string })),
        };
        const paths = [1, 2].map((question) => shortestPaths(subgraph, question));
        const stepsOf = (path: readonly number[]) =>
          path
            .slice(1)
            .map((outer, place) =>
              subgraph.edges
                .filter(
                  ({ source, target }) =>
                    (source === outer && target === path[place]) || (target === outer && source === path[place]),
                )
                .map((edge) => ({ name: edge.name!, isInward: edge.target === path[place], isLast: place === 0 })),
            );
        const all = paths.flat().flatMap((path) => stepsOf(path).flat());
        const last = all.filter(({ isLast }) => isLast);
        // The question's own words are "place" and "births".
        const shareOf = ({ name }: { name: string }): number => ({ 'place birth': 1, place: 1 })[name as 'place'] ?? 0;
        const bestWordOf = (name: string): number => cosine('place', name);
        const features = questionFeatures(subgraph, 'What is the place of Nobel births?', { encodeText });
        expect(features).toMatchObject({
          offered: 0,
          relationWords: most(all.map(shareOf)),
          lastRelationWords: most(last.map(shareOf)),
          relationIn: most(last.filter(({ isInward }) => isInward).map(({ name }) => cosine('place births', name))),
          relationOut: most(last.filter(({ isInward }) => !isInward).map(({ name }) => cosine('place births', name))),
        });
        const fits = paths.map((list) =>
          most(
            list.map((path) => {
              const sums = stepsOf(path).map((edges) => most(edges.map(({ name }) => bestWordOf(name))));
              return sums.reduce((sum, value) => sum + value, 0) / sums.length ** 2;
            }),
          ),
        );
        expect(features.relationFit).toBeCloseTo((fits[0]! + fits[1]!) / 2, 12);
      }),
    );
  });

  const pair = (answerName: string, isQuestion: boolean): Subgraph => ({
    nodes: [
      { id: 'a', name: answerName, role: 'answer', ...(isQuestion ? { isQuestion } : {}) },
      { id: 'q', name: 'Texas', role: 'question' },
    ],
    edges: [{ source: 1, target: 0, relation: 'P47', name: null }],
  });

  it('knows an offered choice', () => {
    expect(questionFeatures(pair('California', true), 'Which is larger, Texas or California?').offered).toBe(1);
    expect(questionFeatures(pair('California', true), 'Is Oregon larger than California?').offered).toBe(0);
    expect(questionFeatures(pair('Nevada', false), 'Which is larger, Texas or California?').offered).toBe(0);
  });

  it('has nulls without vectors, and compares the relation when the edge has no name', () => {
    expect(questionFeatures(pair('Nevada', false), 'What has P47 to do with Texas?')).toEqual({
      offered: 0,
      relationWords: 1,
      lastRelationWords: 1,
      relationIn: null,
      relationOut: null,
      relationFit: null,
    });
  });

  it('takes empty subgraphs, questions without words, and vectors of zeros', () => {
    const nothing = {
      offered: 0,
      relationWords: 0,
      lastRelationWords: 0,
      relationIn: 0,
      relationOut: 0,
      relationFit: 0,
    };
    expect(questionFeatures({ nodes: [], edges: [] }, '', { encodeText })).toEqual(nothing);
    expect(questionFeatures(pair('Nevada', false), '?!', { encodeText })).toEqual(nothing);
    expect(() => questionFeatures({ nodes: [] } as never, 'Who?')).toThrow(
      expect.objectContaining({ code: 'invalid_subgraph' }),
    );
  });
});
