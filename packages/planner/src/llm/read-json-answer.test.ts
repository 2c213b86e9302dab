import fc from 'fast-check';

import { readJsonAnswer } from './read-json-answer.js';

const isPlan = (value: Readonly<Record<string, unknown>>): boolean => Object.hasOwn(value, 'anchors');
const plan = fc
  .record({ anchors: fc.jsonValue(), text: fc.string() })
  .map((value) => JSON.parse(JSON.stringify(value)) as object);

describe('readJsonAnswer', () => {
  it('finds the object whatever words stand around it', () => {
    const prose = fc.string({ maxLength: 40 }).filter((text) => !/[{}`"'[\]<\\/]/u.test(text));
    fc.assert(
      fc.property(
        plan,
        prose,
        prose,
        fc.constantFrom('', '```json\n', '<think>hm</think>'),
        (value, before, after, mark) => {
          const end = mark.startsWith('`') ? '\n```' : '';
          expect(readJsonAnswer(`${before}${mark}${JSON.stringify(value)}${end}${after}`, isPlan)).toEqual(value);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('finds it inside what calls a tool, also as text in text', () => {
    fc.assert(
      fc.property(plan, (value) => {
        const call = { name: 'plan', arguments: JSON.stringify(value) };
        expect(readJsonAnswer(JSON.stringify([call]), isPlan)).toEqual(value);
      }),
      { numRuns: 200 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom('{', '}', '"', '\\', '`', ',', ':', 'anchors', '<think>', '[') }),
        ),
        (text) => {
          const found = readJsonAnswer(text, isPlan);
          expect(found === undefined || isPlan(found)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['an answer that is cut off', '{"anchors": [{"text": "Ada Qu', { anchors: [{ text: 'Ada Qu' }] }],
    ['the last of several fences is not needed', '```\n{"a": 1}\n```\n```\n{"anchors": []}\n```', { anchors: [] }],
    ['a thought that never ends', '<think>so {"anchors": [1]}', { anchors: [1] }],
    ['an example in the thought', '<think>{"anchors": [1]}</think>{"anchors": [2]}', { anchors: [2] }],
    ['keys without quotes', '{anchors: [], target: {labels: [paper]}}', { anchors: [], target: { labels: ['paper'] } }],
  ])('reads %s', (_, text, expected) => {
    expect(readJsonAnswer(text, isPlan)).toEqual(expected);
  });

  it.each(['', 'no', '[]', '{"a": 1}', '{', '}{'])('finds nothing in %j', (text) => {
    expect(readJsonAnswer(text, isPlan)).toBeUndefined();
  });

  it('is quick about long nonsense', () => {
    expect(readJsonAnswer('{"a": '.repeat(30_000), isPlan)).toBeUndefined();
  });
});
