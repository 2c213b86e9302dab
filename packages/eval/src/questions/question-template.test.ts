import type { Schema } from '@grasp/plan';

import type { QuestionKind } from './question-template.js';
import { enumerateTemplates, QUESTION_KINDS } from './question-template.js';

const schema: Schema = {
  nodeTypes: [
    { name: 'a', fields: [] },
    { name: 'b', fields: [] },
  ],
  relations: [
    { name: 'r', endpoints: [{ from: 'a', to: 'b' }] },
    { name: 's', endpoints: [{ from: 'b', to: 'b' }] },
  ],
};

/** Templates in short: `a-r-b` along the direction, `b-r*a` against it. */
const shown = (kind: QuestionKind): readonly string[] =>
  enumerateTemplates(schema, [kind]).map(({ branches }) =>
    branches
      .map(({ anchor, steps, isNegated }) => {
        const way = steps.map(({ relation, direction, to }) => `-${relation}${direction === 'in' ? '*' : '-'}${to}`);
        return `${isNegated ? '!' : ''}${anchor}${steps[0]!.from}${way.join('')}`;
      })
      .join(' '),
  );

test('one hop: each relation along and against its direction', () => {
  expect(shown('one-hop')).toEqual(['0a-r-b', '0b-r*a', '0b-s-b', '0b-s*b']);
});

test('two hops: all that fit', () => {
  expect(shown('two-hops')).toEqual([
    '0a-r-b-r*a',
    '0a-r-b-s-b',
    '0a-r-b-s*b',
    '0b-r*a-r-b',
    '0b-s-b-r*a',
    '0b-s-b-s-b',
    '0b-s-b-s*b',
    '0b-s*b-r*a',
    '0b-s*b-s-b',
    '0b-s*b-s*b',
  ]);
});

test('two anchors: each unordered pair of steps into one type', () => {
  expect(shown('two-anchors')).toEqual([
    '0a-r-b 1a-r-b',
    '0a-r-b 1b-s-b',
    '0a-r-b 1b-s*b',
    '0b-r*a 1b-r*a',
    '0b-s-b 1b-s-b',
    '0b-s-b 1b-s*b',
    '0b-s*b 1b-s*b',
  ]);
});

test('shared anchor: one step and two steps between the same types', () => {
  expect(shown('shared-anchor')).toContain('0a-r-b 0a-r-b-s*b');
  expect(shown('shared-anchor').every((text) => /^0(.).* 0\1/u.test(text))).toBe(true);
});

test('negation: each ordered pair, the second negated', () => {
  expect(shown('negation')).toHaveLength(1 + 9);
  expect(shown('negation')).toContain('0b-s-b !1a-r-b');
});

test('kinds keep the given order', () => {
  const kinds = enumerateTemplates(schema, QUESTION_KINDS.toReversed()).map(({ kind }) => kind);
  expect([...new Set(kinds)]).toEqual(QUESTION_KINDS.toReversed());
});
