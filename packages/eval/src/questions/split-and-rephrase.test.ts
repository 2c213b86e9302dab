import { qrelsOfQuestions } from './question.js';
import type { Question } from './question.js';
import { rephraseQuestions } from './rephrase-questions.js';
import { splitQuestions } from './split-questions.js';

const questions: readonly Question[] = Array.from({ length: 40 }, (_, index) => ({
  id: `q${index}`,
  query: `Who knows Ann ${index}?`,
  answer_ids: ['x'],
  kind: index < 30 ? 'one-hop' : 'two-hops',
}));

test('answers become judgements of 1, each once', () => {
  expect(qrelsOfQuestions([{ id: 'q', answer_ids: ['a', 'a', 'b'] }])).toEqual(
    new Map([
      [
        'q',
        new Map([
          ['a', 1],
          ['b', 1],
        ]),
      ],
    ]),
  );
});

test('splits hold each question once and each kind by its share', () => {
  const splits = splitQuestions(questions);
  expect(Object.entries(splits).map(([name, ids]) => [name, ids.length])).toEqual([
    ['train', 24],
    ['val', 8],
    ['test', 8],
  ]);
  expect(new Set(Object.values(splits).flat()).size).toBe(40);
  const kindOf = new Map(questions.map(({ id, kind }) => [id, kind]));
  expect(splits['test']!.filter((id) => kindOf.get(id) === 'two-hops')).toHaveLength(2);
  expect(splitQuestions(questions, undefined, 2)).not.toEqual(splits);
  expect(splitQuestions(questions, { all: 1 })).toEqual({ all: questions.map(({ id }) => id) });
});

test.each([[{ a: 0.5 }], [{ a: 1.5, b: -0.5 }], [{ a: Number.NaN }], [{}]])('refuses shares %j', (shares) => {
  expect(() => splitQuestions(questions, shares)).toThrow(expect.objectContaining({ code: 'invalid_option' }));
});

describe('rephrasing', () => {
  const anchor = { var: 'A', text: 'Ann', label: 'person', match_mode: 'name' } as const;
  const target = { var: 'T', labels: ['person'], relevance_text: '' } as const;
  const plan = { anchors: [anchor], hops: [], target, risk_level: 'normal' } as const;
  const [first, second, third] = questions.slice(0, 3).map((question) => ({ ...question, plan }));

  test('takes new words, unless they are blank or lose an anchor', async () => {
    const answers = [' ANN is known to whom? ', 'Who knows her?', ' '].values();
    const result = await rephraseQuestions([first!, second!, third!], async () => answers.next().value!);
    expect(result.questions.map(({ query }) => query)).toEqual(['ANN is known to whom?', second!.query, third!.query]);
    expect(result.kept).toEqual([second!.id, third!.id]);
  });

  test('hands on the signal, stops when asked to, and passes errors through', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const seen: string[] = [];
    const rephrase = async (question: Question): Promise<string> => {
      seen.push(question.id);
      controller.abort(reason);
      return question.query;
    };
    await expect(rephraseQuestions(questions, rephrase, { signal: controller.signal })).rejects.toBe(reason);
    expect(seen).toEqual(['q0']);
    const failing = (): Promise<string> => Promise.reject(reason);
    await expect(rephraseQuestions(questions, failing)).rejects.toBe(reason);
  });
});
