import fc from 'fast-check';

import { answerKey } from './answer-text.js';
import { gatherAnswers } from './gather-answers.js';

describe('gatherAnswers', () => {
  it('counts spellings of one answer together, and keeps the first', () => {
    expect(gatherAnswers(['The Beatles', 'Queen', ' ', 'beatles', { text: 'QUEEN', count: 5 }, 'ABBA'])).toEqual([
      { text: 'The Beatles', count: 2, position: 0 },
      { text: 'Queen', count: 6, position: 1 },
      { text: 'ABBA', count: 1, position: 2 },
    ]);
    expect(gatherAnswers([])).toEqual([]);
  });

  it('loses no count, and repeats no answer', () => {
    const given = fc.record({ text: fc.constantFrom('a', 'A', 'b', 'the b', 'ç', '1 000', '1,000'), count: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(given), (answers) => {
        const gathered = gatherAnswers(answers);
        const total = (list: readonly { readonly count: number }[]): number =>
          list.reduce((sum, { count }) => sum + count, 0);
        expect(total(gathered)).toBe(total(answers));
        expect(new Set(gathered.map(({ text }) => answerKey(text))).size).toBe(gathered.length);
        expect(gathered.map(({ position }) => position)).toEqual(gathered.map((_, at) => at));
      }),
    );
  });

  it.each([-1, NaN, Infinity])('refuses a count of %s', (count) => {
    expect(() => gatherAnswers([{ text: 'a', count }])).toThrow(expect.objectContaining({ code: 'invalid_option' }));
  });
});
