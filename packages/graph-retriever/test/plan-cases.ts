import type { Anchor, Hop, Plan, Schema, Target } from '@grasp/plan';

import type { Bindings } from '../src/index.js';
import type { SmallGraph } from './small-graph.js';

export interface PlanCase {
  readonly name: string;
  readonly plan: Plan;
  readonly bindings: Bindings;
}

const PWNED = 'paper\\u0060) RETURN 1 AS x UNION CREATE (m:Pwned) RETURN 1 AS x //';
const DETACHED = 'paper`) DETACH DELETE n //';

const schema: Schema = {
  nodeTypes: ['paper', 'author', 'Medical Condition', 'biolink:Disease', DETACHED, PWNED].map((name) => ({
    name,
    fields: [{ name: 'year', kind: 'number' }],
  })),
  relations: [
    { name: 'cites', endpoints: [{ from: 'paper', to: 'paper' }] },
    { name: 'writes', endpoints: [{ from: 'author', to: 'paper' }] },
    { name: 'DIAGNOSED_WITH', endpoints: [{ from: 'author', to: 'Medical Condition' }] },
    { name: 'biolink:treats', endpoints: [{ from: 'paper', to: 'biolink:Disease' }] },
    { name: '`]-() DETACH DELETE n //', endpoints: [{ from: 'paper', to: DETACHED }] },
    { name: 'x\\u0060]-(m) SET m.pwned = true //', endpoints: [{ from: 'paper', to: PWNED }] },
  ],
};

const PAPERS = Array.from({ length: 12 }, (_, index) => `p${String(index).padStart(2, '0')}`);
const AUTHORS = ['ada', "o'hara", 'null', '"; DROP'];
const ODD = ['Medical Condition', 'biolink:Disease', DETACHED, PWNED];

/** Papers in a ring of citations, each with an author or two, and two nodes of each oddly named type. */
export const graph: SmallGraph = {
  schema,
  nodes: [
    ...PAPERS.map((id, index) => ({ id, type: 'paper', fields: { year: 2000 + (index % 3) } })),
    ...AUTHORS.map((id) => ({ id, type: 'author' })),
    ...ODD.flatMap((type, index) => ['x', 'y'].map((letter) => ({ id: `${letter}${index}`, type }))),
  ],
  edges: [
    ...PAPERS.flatMap((from, index) => [
      { relation: 'cites', from, to: PAPERS[(index + 1) % 12]! },
      { relation: 'writes', from: AUTHORS[index % 4]!, to: from },
      ...(index % 3 === 0 ? [{ relation: 'writes', from: AUTHORS[(index + 1) % 4]!, to: from }] : []),
    ]),
    { relation: 'cites', from: 'p03', to: 'p03' },
    { relation: 'DIAGNOSED_WITH', from: 'ada', to: 'x0' },
    { relation: 'biolink:treats', from: 'p01', to: 'x1' },
    { relation: '`]-() DETACH DELETE n //', from: 'p02', to: 'x2' },
    { relation: 'x\\u0060]-(m) SET m.pwned = true //', from: 'p03', to: 'x3' },
  ],
};

const anchor = (variable: string, label: string, more: Partial<Anchor> = {}): Anchor => ({
  var: variable,
  text: variable,
  label,
  match_mode: 'name',
  ...more,
});
const hop = (from: string, rel: string, to: string, label: string, more: Partial<Hop> = {}): Hop => ({
  from,
  rel,
  to_var: to,
  to_label: label,
  ...more,
});
const plan = (anchors: Anchor[], hops: Hop[], target: Partial<Target> = {}): Plan => ({
  anchors,
  hops,
  target: { var: 'T', labels: ['paper'], relevance_text: '', ...target },
  risk_level: 'normal',
});
const bound = (...ids: string[]): Bindings[string] =>
  ids.map((id, index) => ({ id, score: 1 - index / 8, via: 'name' as const }));
const authors = bound(...AUTHORS);

/** Plans that have broken other compilers, and shapes at the edges of what a plan can say; all have candidates. */
export const PLAN_CASES: readonly PlanCase[] = [
  {
    name: 'a label with a space',
    plan: plan([anchor('A', 'author')], [hop('A', 'DIAGNOSED_WITH', 'T', 'Medical Condition')], { labels: [ODD[0]!] }),
    bindings: { A: authors },
  },
  {
    name: 'a label and a relation with a colon',
    plan: plan([anchor('P', 'paper')], [hop('P', 'biolink:treats', 'T', 'biolink:Disease')], { labels: [ODD[1]!] }),
    bindings: { P: bound('p01', 'p02') },
  },
  {
    name: 'a label that would end its pattern',
    plan: plan([anchor('P', 'paper')], [hop('P', schema.relations[4]!.name, 'T', DETACHED)], { labels: [DETACHED] }),
    bindings: { P: bound('p02') },
  },
  {
    name: 'a label with an escaped backtick',
    plan: plan([anchor('X', PWNED)], [hop('T', schema.relations[5]!.name, 'X', PWNED)]),
    bindings: { X: bound('x3') },
  },
  {
    name: 'ids and texts that look like Cypher',
    plan: plan(
      [
        anchor('A', 'author', { text: "/b testing' }) DETACH DELETE n //" }),
        anchor('C', 'author', { text: 'tb-* AND' }),
      ],
      [hop('A', 'writes', 'T', 'paper'), hop('C', 'writes', 'T', 'paper')],
    ),
    bindings: { A: authors, C: authors },
  },
  {
    name: 'no hop and an anchor on the target',
    plan: plan([anchor('T', 'paper', { match_mode: 'doc' })], []),
    bindings: { T: bound(...PAPERS.slice(0, 8), 'ada', 'missing') },
  },
  {
    name: 'two target labels',
    plan: plan([anchor('T', 'author')], [], { labels: ['paper', 'author'] }),
    bindings: { T: authors },
  },
  {
    name: 'a hop written from its far side',
    plan: plan([anchor('A', 'author')], [hop('T', 'writes', 'A', 'author')]),
    bindings: { A: authors },
  },
  {
    name: 'a chain of four',
    plan: plan(
      [anchor('A', 'author')],
      [
        hop('A', 'writes', 'X', 'paper'),
        hop('X', 'cites', 'Y', 'paper'),
        hop('Y', 'cites', 'Z', 'paper'),
        hop('Z', 'writes', 'T', 'author'),
      ],
      { labels: ['author'] },
    ),
    bindings: { A: bound('ada', 'null') },
  },
  {
    name: 'two hops to one variable',
    plan: plan(
      [anchor('A', 'author'), anchor('P', 'paper')],
      [hop('A', 'writes', 'X', 'paper'), hop('P', 'cites', 'X', 'paper'), hop('X', 'cites', 'T', 'paper')],
    ),
    bindings: { A: authors, P: bound(...PAPERS) },
  },
  {
    name: 'a hop from a node to itself',
    plan: plan([anchor('P', 'paper')], [hop('P', 'cites', 'T', 'paper', { direction: 'out' })]),
    bindings: { P: bound('p03', 'p02') },
  },
  {
    name: 'two branches from one anchor',
    plan: plan(
      [anchor('P', 'paper')],
      [hop('P', 'cites', 'T', 'paper'), hop('P', 'writes', 'A', 'author'), hop('A', 'writes', 'T', 'paper')],
    ),
    bindings: { P: bound('p00', 'p03', 'p04') },
  },
  {
    name: 'three anchors on one target',
    plan: plan(
      ['A', 'B', 'C'].map((variable) => anchor(variable, variable === 'C' ? 'paper' : 'author')),
      [hop('A', 'writes', 'T', 'paper'), hop('B', 'writes', 'T', 'paper'), hop('C', 'cites', 'T', 'paper')],
    ),
    bindings: { A: authors, B: authors, C: bound(...PAPERS) },
  },
  {
    name: 'the same node bound to two anchors, and equal scores',
    plan: plan(
      [anchor('A', 'author'), anchor('B', 'author')],
      [hop('A', 'writes', 'X', 'paper'), hop('X', 'cites', 'T', 'paper'), hop('B', 'writes', 'T', 'paper')],
    ),
    bindings: {
      A: AUTHORS.map((id) => ({ id, score: 1, via: 'name' })),
      B: AUTHORS.map((id) => ({ id, score: 1, via: 'name' })),
    },
  },
  {
    name: 'one node bound twice, and scores below 0',
    plan: plan([anchor('A', 'author')], [hop('A', 'writes', 'T', 'paper')]),
    bindings: { A: [-0.5, -0.25, -1].map((score) => ({ id: 'ada', score, via: 'name' })) },
  },
  {
    name: 'nothing but a negation, and a filter',
    plan: plan([anchor('A', 'author')], [hop('A', 'writes', 'T', 'paper', { negated: true })], {
      filters: [{ field: 'year', op: 'in', value: [2000, 2001.5] }],
    }),
    bindings: { A: bound('ada') },
  },
  {
    name: 'variables that are words of Cypher',
    plan: plan(
      [anchor('null', 'author')],
      [hop('null', 'writes', 'true', 'paper'), hop('true', 'cites', 'T', 'paper')],
    ),
    bindings: { null: authors },
  },
];
