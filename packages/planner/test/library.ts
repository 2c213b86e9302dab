import type { Plan, Schema } from '@grasp/plan';

import type { Lexicon, NamedNode } from '../src/index.js';

/** A small knowledge base of papers. */
export const schema: Schema = {
  nodeTypes: [
    {
      name: 'paper',
      aliases: ['article', 'publication'],
      fields: [
        { name: 'abstract', kind: 'text' },
        { name: 'year', kind: 'number' },
      ],
    },
    { name: 'author', aliases: ['researcher'], fields: [] },
    { name: 'institution', aliases: ['university'], fields: [] },
    { name: 'topic', fields: [] },
  ],
  relations: [
    { name: 'writes', aliases: ['written by'], endpoints: [{ from: 'author', to: 'paper' }] },
    { name: 'affiliated with', aliases: ['works at'], endpoints: [{ from: 'author', to: 'institution' }] },
    { name: 'cites', endpoints: [{ from: 'paper', to: 'paper' }] },
    { name: 'about', aliases: ['on'], endpoints: [{ from: 'paper', to: 'topic' }] },
  ],
};

export const nodes: readonly NamedNode[] = [
  { type: 'paper', name: 'Lenses and Light', aliases: [] },
  { type: 'author', name: 'Ada Quill', aliases: ['A. Quill'] },
  { type: 'author', name: 'Bo Marsh', aliases: [] },
  { type: 'institution', name: 'Trent University', aliases: [] },
  { type: 'topic', name: 'colour vision', aliases: [] },
  { type: 'topic', name: 'optics', aliases: [] },
];

export const lexicon: Lexicon = {
  nodeCount: nodes.length,
  node: (index) => nodes[index]!,
  findByName: (text) =>
    nodes.flatMap(({ name, aliases }, index) =>
      [name, ...aliases].some((known) => known.toLowerCase() === text.toLowerCase()) ? [index] : [],
    ),
};

export const question = 'Which papers on optics were written by Ada Quill?';

/** The plan of {@link question}. */
export const plan: Plan = {
  anchors: [
    { var: 'A', text: 'Ada Quill', label: 'author', match_mode: 'name' },
    { var: 'B', text: 'optics', label: 'topic', match_mode: 'name' },
  ],
  hops: [
    { from: 'A', rel: 'writes', to_var: 'T', to_label: 'paper' },
    { from: 'B', rel: 'about', to_var: 'T', to_label: 'paper' },
  ],
  target: { var: 'T', labels: ['paper'], relevance_text: '' },
  risk_level: 'normal',
};
