import type { Anchor, Hop, Plan, Schema, Target } from '@grasp/plan';

import { neo4j2026 } from '../src/index.js';
import type { CompileOptions } from '../src/index.js';

export const schema: Schema = {
  nodeTypes: [
    {
      name: 'paper',
      fields: [
        { name: 'year', kind: 'number' },
        { name: 'venue', kind: 'keyword' },
        { name: 'published', kind: 'date' },
        { name: 'abstract', kind: 'text' },
      ],
    },
    { name: 'author', fields: [{ name: 'year', kind: 'keyword' }] },
    { name: 'field of study', fields: [] },
    { name: 'Medical Condition', fields: [] },
    { name: 'biolink:Disease', fields: [] },
  ],
  relations: [
    { name: 'writes', endpoints: [{ from: 'author', to: 'paper' }] },
    { name: 'cites', endpoints: [{ from: 'paper', to: 'paper' }] },
    { name: 'has topic', endpoints: [{ from: 'paper', to: 'field of study' }] },
    { name: 'knows', endpoints: [{ from: 'author', to: 'author' }] },
    { name: 'DIAGNOSED_WITH', endpoints: [{ from: 'author', to: 'Medical Condition' }] },
    { name: 'biolink:treats', endpoints: [{ from: 'paper', to: 'biolink:Disease' }] },
  ],
};

export const anchor = (variable: string, label: string): Anchor => ({
  var: variable,
  text: `the ${variable}`,
  label,
  match_mode: 'name',
});

export const hop = (from: string, rel: string, to: string, label: string, more: Partial<Hop> = {}): Hop => ({
  from,
  rel,
  to_var: to,
  to_label: label,
  ...more,
});

export const plan = (anchors: Anchor[], hops: Hop[], labels: string | Partial<Target> = 'paper'): Plan => ({
  anchors,
  hops,
  target: {
    var: 'T',
    labels: ['paper'],
    relevance_text: '',
    ...(typeof labels === 'string' ? { labels: [labels] } : labels),
  },
  risk_level: 'normal',
});

export interface Shape {
  readonly plan: Plan;
  readonly options?: CompileOptions;
}

const [author, paper, field] = ['author', 'paper', 'field of study'];
const A = anchor('A', author);
const P = anchor('P', paper);
const F = anchor('F', field);

/** A plan for each shape that the compiler tells apart. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  'target only': { plan: plan([anchor('T', paper)], []) },
  'one hop': { plan: plan([A], [hop('A', 'writes', 'T', paper)]) },
  'one hop, written from the target': { plan: plan([A], [hop('T', 'writes', 'A', author)]) },
  'one hop out': { plan: plan([P], [hop('P', 'cites', 'T', paper, { direction: 'out' })]) },
  'one hop in, written from the target': { plan: plan([P], [hop('T', 'cites', 'P', paper, { direction: 'in' })]) },
  'out and back': { plan: plan([P], [hop('P', 'writes', 'X', author), hop('X', 'writes', 'T', paper)]) },
  'two relations': {
    plan: plan([F], [hop('F', 'has topic', 'X', paper), hop('X', 'writes', 'T', author)], author),
  },
  'chain of four': {
    plan: plan(
      [F],
      [
        hop('F', 'has topic', 'X', paper),
        hop('X', 'cites', 'Y', paper),
        hop('Y', 'cites', 'Z', paper),
        hop('Z', 'writes', 'T', author),
      ],
      author,
    ),
  },
  'three hops of one relation': {
    plan: plan([A], [hop('A', 'writes', 'X', paper), hop('X', 'writes', 'Y', author), hop('Y', 'writes', 'T', paper)]),
  },
  'an anchor within a chain': {
    plan: plan([F, P], [hop('F', 'has topic', 'P', paper), hop('P', 'cites', 'T', paper)]),
  },
  'a target that is an anchor': { plan: plan([A, anchor('T', paper)], [hop('A', 'writes', 'T', paper)]) },
  'two anchors': { plan: plan([A, F], [hop('A', 'writes', 'T', paper), hop('F', 'has topic', 'T', paper)]) },
  'three anchors by one relation': {
    plan: plan(
      [A, anchor('B', author), anchor('C', author)],
      ['A', 'B', 'C'].map((from) => hop(from, 'writes', 'T', paper)),
    ),
  },
  'branches of two hops': {
    plan: plan(
      [A, F],
      [
        hop('A', 'writes', 'X', paper),
        hop('X', 'cites', 'T', paper),
        hop('F', 'has topic', 'Y', paper),
        hop('Y', 'cites', 'T', paper),
      ],
    ),
  },
  'branches that meet before the target': {
    plan: plan(
      [A, anchor('B', author)],
      [hop('A', 'writes', 'X', paper), hop('B', 'writes', 'X', paper), hop('X', 'writes', 'T', author)],
      author,
    ),
  },
  'two branches from one anchor': {
    plan: plan([A], [hop('A', 'writes', 'T', paper), hop('A', 'knows', 'B', author), hop('B', 'writes', 'T', paper)]),
  },
  'two branches from one anchor by one relation': {
    plan: plan(
      [A],
      [
        hop('A', 'writes', 'X', paper),
        hop('A', 'writes', 'Y', paper),
        hop('X', 'cites', 'T', paper),
        hop('Y', 'cites', 'T', paper),
      ],
    ),
  },
  'a leaf that is no anchor': {
    plan: plan([A], [hop('A', 'writes', 'T', paper), hop('T', 'has topic', 'X', field)]),
  },
  'a leaf that is no anchor, by the same relation': {
    plan: plan([A], [hop('A', 'writes', 'T', paper), hop('T', 'writes', 'X', author)]),
  },
  'leaves that are no anchors, by one relation': {
    plan: plan(
      [F],
      [hop('F', 'has topic', 'T', paper), hop('T', 'writes', 'X', author), hop('T', 'writes', 'Y', author)],
    ),
  },
  'a branch without an anchor': {
    plan: plan([A], [hop('A', 'writes', 'T', paper), hop('T', 'cites', 'X', paper), hop('X', 'cites', 'Y', paper)]),
  },
  'a leaf beyond an anchor': { plan: plan([A], [hop('A', 'writes', 'T', paper), hop('A', 'knows', 'X', author)]) },
  'a self-relation': { plan: plan([A], [hop('A', 'knows', 'T', author)], author) },
  'a negated anchor': {
    plan: plan([F, A], [hop('F', 'has topic', 'T', paper), hop('T', 'writes', 'A', author, { negated: true })]),
  },
  'nothing but a negated anchor': { plan: plan([A], [hop('A', 'writes', 'T', paper, { negated: true })]) },
  'a negated branch': {
    plan: plan(
      [F, A],
      [
        hop('F', 'has topic', 'T', paper),
        hop('T', 'cites', 'X', paper, { negated: true, direction: 'out' }),
        hop('A', 'writes', 'X', paper),
        hop('X', 'cites', 'Y', paper),
      ],
    ),
  },
  'a negation within a negation': {
    plan: plan(
      [F, A],
      [
        hop('F', 'has topic', 'T', paper),
        hop('T', 'cites', 'X', paper, { negated: true }),
        hop('X', 'writes', 'A', author, { negated: true }),
      ],
    ),
  },
  'a negation that shares an anchor': {
    plan: plan(
      [A],
      [
        hop('A', 'writes', 'T', paper),
        hop('A', 'writes', 'X', paper),
        hop('X', 'cites', 'T', paper, { negated: true }),
      ],
    ),
  },
  'a negated edge to an anchor': {
    plan: plan(
      [A, anchor('B', author)],
      [
        hop('A', 'writes', 'X', paper),
        hop('X', 'cites', 'T', paper),
        hop('B', 'writes', 'T', paper),
        hop('B', 'writes', 'X', paper, { negated: true }),
      ],
    ),
  },
  'several target types': {
    plan: plan([P], [hop('P', 'writes', 'X', author), hop('X', 'knows', 'Y', author), hop('Y', 'writes', 'T', paper)], {
      labels: [paper, author],
    }),
  },
  'filters of all kinds': {
    plan: plan([A], [hop('A', 'writes', 'T', paper)], {
      filters: [
        { field: 'year', op: 'gte', value: 2001 },
        { field: 'year', op: 'ne', value: 2003 },
        { field: 'year', op: 'in', value: [2001, 2002.5] },
        { field: 'venue', op: 'eq', value: "O'Reilly \\u0027" },
        { field: 'venue', op: 'in', value: ['a', 'b'] },
        { field: 'published', op: 'lt', value: '2001-05-03 10:00' },
        { field: 'published', op: 'in', value: ['2001', '2002-01'] },
        { field: 'abstract', op: 'contains', value: 'Graph' },
      ],
    }),
  },
  'a filter on one of two types': {
    plan: plan([anchor('T', paper)], [], {
      labels: [paper, author],
      filters: [{ field: 'abstract', op: 'contains', value: 'x' }],
    }),
  },
  'a limit': { plan: plan([A], [hop('A', 'writes', 'T', paper)]), options: { limit: 10 } },
  'relevance and a limit': {
    plan: plan([A], [hop('A', 'writes', 'T', paper)], { relevance_text: 'on graphs' }),
    options: { limit: 10, documentProperty: 'doc vector' },
  },
  "Neo4j's own ids": { plan: plan([A], [hop('A', 'writes', 'T', paper)]), options: { idProperty: null } },
  'a newer server': { plan: plan([A], [hop('A', 'writes', 'T', paper)]), options: { dialect: neo4j2026 } },
  'a label with a space': {
    plan: plan([anchor('C', 'Medical Condition')], [hop('C', 'DIAGNOSED_WITH', 'T', author)], author),
  },
  'a label with a colon': {
    plan: plan([anchor('D', 'biolink:Disease')], [hop('D', 'biolink:treats', 'T', paper)]),
  },
};
