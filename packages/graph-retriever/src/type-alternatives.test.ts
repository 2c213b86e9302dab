import type { Anchor } from '@grasp/plan';

import { findTypeAlternatives } from './type-alternatives.js';

const nodes = [
  { type: 'gene', name: 'WAS' },
  { type: 'disease', name: 'fever' },
  { type: 'disease', name: 'WAS' },
  { type: 'phenotype', name: 'Fever' },
  { type: 'phenotype', name: 'fever' },
];
const graph = {
  idOf: (index: number) => `n${index}`,
  typeOf: (index: number) => nodes[index]!.type,
  typeRange: (type: string) => ({
    start: nodes.findIndex((node) => node.type === type),
    end: nodes.findLastIndex((node) => node.type === type) + 1,
  }),
  findByName: (text: string) =>
    nodes.flatMap(({ name }, index) => (name.toLowerCase() === text.toLowerCase() ? [index] : [])),
};
const find = (anchor: Partial<Anchor>) =>
  findTypeAlternatives(graph, { anchors: [{ var: 'A', text: 'fever', label: 'gene', match_mode: 'name', ...anchor }] });

describe('findTypeAlternatives', () => {
  it('names the types that have what the anchor’s type lacks', () => {
    expect(find({})).toEqual([
      { var: 'A', text: 'fever', label: 'gene', type: 'disease', ids: ['n1'] },
      { var: 'A', text: 'fever', label: 'gene', type: 'phenotype', ids: ['n3', 'n4'] },
    ]);
  });

  it('says nothing where the anchor’s type has the name, none has it, or documents are meant', () => {
    expect(find({ label: 'disease' })).toEqual([]);
    expect(find({ text: 'cough' })).toEqual([]);
    expect(find({ match_mode: 'doc' })).toEqual([]);
    expect(findTypeAlternatives(graph, { anchors: [] })).toEqual([]);
  });
});
