import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readBoolean, readNumber } from './answer-value.js';
import { classifyQuestion } from './classify-question.js';
import { questionTerms } from './question-terms.js';
import { QUESTION_TYPE_COUNTS } from './question-type-counts.generated.js';

const folder = join(import.meta.dirname ?? __dirname, '../../../datasets/mintaka-questions');
const questions = readFileSync(join(folder, 'questions.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [string, string, string, string]);

describe('classifyQuestion', () => {
  it.each([
    ['Was Harry Potter born in Chicago?', 'yesno', 'boolean', false],
    ['In 2013, did Ang Lee win an Oscar?', 'yesno', 'boolean', false],
    ['Is Berlin larger than Hamburg?', 'comparative', 'boolean', false],
    ['Is Berlin or Hamburg larger?', 'comparative', 'entity', true],
    ['How many siblings does Ronald Weasley have?', 'count', 'number', false],
    ['How tall is Mount Everest?', 'generic', 'number', true],
    ['When did the war end?', 'generic', 'date', true],
    ['Which Marvel movie has the highest rating?', 'superlative', 'entity', true],
    ['Who was the second president of the USA?', 'ordinal', 'entity', true],
    ['constructor __proto__', 'generic', 'entity', true],
    ['', 'generic', 'entity', true],
  ])('sorts %j', (question, type, answerKind, isRerankable) => {
    const { probability, ...found } = classifyQuestion(question);
    expect(found.answerKind).toBe(answerKind);
    expect(found.isRerankable).toBe(isRerankable);
    if (question.split(' ').length > 2 && type !== 'generic') expect(found.type).toBe(type);
    expect(probability).toBeGreaterThan(0);
    expect(probability).toBeLessThanOrEqual(1);
  });

  it('is counted from the data set that ships', () => {
    const { types, terms, questions: sizes } = QUESTION_TYPE_COUNTS;
    const counted = new Map<string, number[]>();
    for (const [, question, type] of questions) {
      for (const term of questionTerms(question)) {
        const row = counted.get(term) ?? types.map(() => 0);
        counted.set(term, row);
        row[(types as readonly string[]).indexOf(type)]!++;
      }
    }
    const kept = [...counted].filter(([, row]) => row.reduce((sum, each) => sum + each, 0) >= 5);
    expect(terms).toEqual(Object.fromEntries(kept));
    expect(sizes).toEqual(types.map((name) => questions.filter(([, , type]) => type === name).length));
  });

  it('sees which questions ask for yes or no', () => {
    const right = questions.filter(
      ([, question, , kind]) => (classifyQuestion(question).answerKind === 'boolean') === (kind === 'boolean'),
    );
    expect(right.length / questions.length).toBeGreaterThan(0.99);
  });
});

describe('values of answers', () => {
  it.each([
    ['Yes', true],
    ['no, never', false],
    ['TRUE', true],
    ['Nobody', undefined],
    ['', undefined],
  ])('reads %j as %s', (text, expected) => {
    expect(readBoolean(text)).toBe(expected);
  });

  it.each([
    ['12', 12],
    ['1,024 films', 1024],
    ['about 3.5 million', 3.5],
    ['-4', -4],
    ['Seven', 7],
    ['B52', undefined],
    ['none', undefined],
  ])('reads %j as %s', (text, expected) => {
    expect(readNumber(text)).toBe(expected);
  });
});
