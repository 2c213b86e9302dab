import { hierarchyRole, upwardDirection } from './hierarchy.js';
import { tokenize } from './tokenize.js';

describe('hierarchyRole', () => {
  it.each([
    ['Which broader term does FERN belong to?', 'broader'],
    ['FERN is a special case of which plant?', 'broader'],
    ['What are the kinds of FERN?', 'narrower'],
    ['FERN: more specific forms', 'narrower'],
    ['siblings of FERN', 'sibling'],
    ['What grows near FERN?', undefined],
    ['Which kinds sit under the parent FERN?', undefined],
  ] as const)('%s', (question, role) => {
    const tokens = tokenize(question);
    const at = tokens.findIndex((token) => token.text === 'FERN');
    const mention = { tokens: [at], type: 't', nodes: [0], text: 'FERN', via: 'exact', evidence: 3 } as const;
    expect(hierarchyRole(mention, tokens)).toBe(role);
  });
});

describe('upwardDirection', () => {
  const graphOf = (edges: readonly (readonly [number, number])[], nodeCount: number) => ({
    typeRange: () => ({ start: 0, end: nodeCount }),
    adjacency(_: string, direction: 'out' | 'in') {
      const ends = edges.map(([from, to]) => (direction === 'out' ? [from, to] : [to, from]) as [number, number]);
      const offsets = new Uint32Array(nodeCount + 1);
      for (const [from] of ends) for (let node = from; node < nodeCount; node++) offsets[node + 1]!++;
      return { offsets, targets: Uint32Array.from(ends.sort((a, b) => a[0] - b[0]).map(([, to]) => to)) };
    },
  });

  it('is the direction in which most nodes have something', () => {
    const parentToChild = graphOf(
      [
        [0, 1],
        [0, 2],
        [0, 3],
        [0, 4],
      ],
      5,
    );
    const childToParent = graphOf(
      [
        [1, 0],
        [2, 0],
        [3, 0],
        [4, 0],
      ],
      5,
    );
    expect(upwardDirection('r', 't', parentToChild)).toBe('in');
    expect(upwardDirection('r', 't', childToParent)).toBe('out');
    expect(
      upwardDirection(
        'r',
        't',
        graphOf(
          [
            [0, 1],
            [1, 2],
            [2, 0],
          ],
          3,
        ),
      ),
    ).toBeUndefined();
    expect(upwardDirection('r', 't', undefined)).toBeUndefined();
  });
});
