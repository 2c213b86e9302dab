import { candidateText } from './candidate-text.js';
import type { CandidateGraph } from './candidate-text.js';

const names = ['Ataxia', 'ABC1', 'Tremor', 'Fever', 'Cough'];
const edges: readonly (readonly [from: number, relation: string, to: number])[] = [
  [0, 'presents with', 2],
  [0, 'presents with', 3],
  [0, 'presents with', 4],
  [1, 'associated with', 0],
  [0, 'associated with', 1],
];

const graph: CandidateGraph = {
  schema: {
    nodeTypes: [
      {
        name: 'disease',
        fields: [
          { name: 'definition', kind: 'text' },
          { name: 'year', kind: 'number' },
          { name: 'tags', kind: 'keyword' },
        ],
      },
    ],
    relations: [{ name: 'associated with' }, { name: 'presents with' }, { name: 'treated by' }],
  },
  node: (index) => ({
    type: 'disease',
    name: names[index]!,
    fields: { tags: ['rare', 'movement'], definition: 'Unsteady  gait\nand more', year: 1899 },
  }),
  nameOf: (index) => names[index]!,
  neighbours: (index, relation, direction) =>
    edges
      .filter(([from, name, to]) => name === relation && (direction === 'out' ? from : to) === index)
      .map(([from, , to]) => (direction === 'out' ? to : from)),
};

describe('candidateText', () => {
  it('lists type, name, fields in schema order and neighbours of both directions once', () => {
    expect(candidateText(graph, 0)).toBe(
      [
        'type: disease',
        'name: Ataxia',
        'definition: Unsteady gait and more',
        'year: 1899',
        'tags: rare, movement',
        '[associated with] ABC1',
        '[presents with] Tremor; Fever; Cough',
      ].join('\n'),
    );
  });

  it('cuts fields and neighbours and says how many were left out', () => {
    const text = candidateText(graph, 0, { wordsPerField: 2, neighboursPerRelation: 1 });
    expect(text).toContain('definition: Unsteady gait …');
    expect(text).toContain('[presents with] Tremor … (2 more)');
  });

  it('names the wanted neighbours first', () => {
    const text = candidateText(graph, 0, { neighboursPerRelation: 2, namedFirst: new Set([4]) });
    expect(text).toContain('[presents with] Cough; Tremor … (1 more)');
  });
});
