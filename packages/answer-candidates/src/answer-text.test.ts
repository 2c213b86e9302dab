import fc from 'fast-check';

import { answerKey, answerText } from './answer-text.js';

describe('answerText', () => {
  it.each([
    ['Paris', 'Paris'],
    ['  "Paris."  ', 'Paris'],
    ['**Paris**', 'Paris'],
    ['The answer is: Paris.', 'Paris'],
    ['Final answer: Paris', 'Paris'],
    ['1. Paris\n2. Lyon', 'Paris'],
    ['- Paris', 'Paris'],
    ['<think>It may be Lyon.</think>\n\nParis', 'Paris'],
    ['<think>It may be', ''],
    ['Washington, D.C.', 'Washington, D.C.'],
    ['J. R. R. Tolkien', 'J. R. R. Tolkien'],
    ['24', '24'],
    ['3.5', '3.5'],
    ['…\n', ''],
    ['', ''],
  ])('finds the answer in %j', (written, expected) => {
    expect(answerText(written)).toBe(expected);
  });

  it('is done with what it has made', () => {
    fc.assert(
      fc.property(fc.string(), (written) => {
        const text = answerText(written);
        expect(text).toBe(text.trim());
        expect(text).not.toMatch(/[\r\n]/u);
      }),
    );
  });
});

describe('answerKey', () => {
  it.each([
    ['The Beatles', 'beatles'],
    ['PARIS', 'paris!'],
    ['Beyoncé', 'beyonce'],
    ['1,024', '1024'],
    ['Catch-22', 'catch 22'],
    ['A', 'a'],
  ])('is the same for %j and %j', (one, other) => {
    expect(answerKey(one)).toBe(answerKey(other));
  });

  it('tells apart what differs in letters, digits, or is signs alone', () => {
    const texts = ['Paris', 'Pari', 'Rocky', 'Rocky 2', '++', '--', 'the', 'A Team'];
    expect(new Set(texts.map(answerKey)).size).toBe(texts.length);
  });
});
