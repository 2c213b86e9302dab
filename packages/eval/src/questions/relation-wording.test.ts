import { descriptionClause, linkClause, phraseClause, withArticle, wordsOf } from './relation-wording.js';

test.each([
  ['has_brand', 'has brand'],
  ['alsoBuy', 'also buy'],
  ['author___writes___paper', 'author writes paper'],
  ['PARENT_CHILD', 'parent child'],
])('%s is read as "%s"', (name, words) => expect(wordsOf(name)).toBe(words));

test.each([
  ['cites', 'subject', 'that cites P'],
  ['cites', 'object', 'that P cites'],
  ['associated with', 'subject', 'that is associated with P'],
  ['associated with', 'object', 'that P is associated with'],
  ['belongs to', 'subject', 'that belongs to P'],
  ['is part of', 'object', 'that P is part of'],
  ['has onset', 'subject', 'with P as its onset'],
  ['has onset', 'object', 'that is given as the onset of P'],
  ['hypernym', 'subject', 'with P as its hypernym'],
  ['hypernym', 'object', 'that is given as the hypernym of P'],
] as const)('"%s" with the node as %s: "%s"', (phrase, role, clause) => {
  expect(phraseClause(phrase, role, 'P')).toBe(clause);
});

describe('descriptions', () => {
  const relation = (description: string): Parameters<typeof descriptionClause>[0] => ({
    name: 'r',
    description,
    endpoints: [{ from: 'disease', to: 'sign' }],
  });
  const occurs = relation('From a disease to a sign that is recorded as occurring in it. Not more.');
  const name = { text: 'N', isName: true };
  const phrase = { text: 'a disease that is rare', isName: false };

  test.each([
    [occurs, 'object', name, 'that is recorded as occurring in N'],
    [occurs, 'subject', name, 'such that N is recorded as occurring in it'],
    [occurs, 'object', phrase, 'that is recorded as occurring in a disease that is rare'],
    [relation('From a product to its brand.'), 'object', name, "that is N's brand"],
    [relation('From a product to its brand.'), 'subject', name, 'such that N is its brand'],
    [
      relation('From a disease to a mode in which it is inherited: as a trait.'),
      'object',
      name,
      'that is a mode in which N is inherited',
    ],
    [
      relation('From a word to the field that it is of, such as law.'),
      'object',
      name,
      'that is the field that N is of',
    ],
  ] as const)('%#', (given, role, other, clause) => {
    expect(descriptionClause(given, role, 'sign', other, false)).toBe(clause);
  });

  test('names that hold signs of replacement patterns stay as they are', () => {
    const other = { text: '$& it $1', isName: true };
    expect(descriptionClause(occurs, 'object', 'sign', other, false)).toBe('that is recorded as occurring in $& it $1');
  });

  test('none where the form is another, or the clause would be hard to read', () => {
    expect(descriptionClause(relation('Between two senses.'), 'object', 'sign', name, true)).toBeUndefined();
    expect(descriptionClause(relation('From a group to a member.'), 'object', 'sign', name, true)).toBeUndefined();
    expect(descriptionClause({ name: 'r', endpoints: [] }, 'object', 'sign', name, true)).toBeUndefined();
    expect(descriptionClause(relation('From a group to its head.'), 'object', 'sign', phrase, true)).toBeUndefined();
    expect(descriptionClause(occurs, 'subject', 'sign', phrase, false)).toBeUndefined();
    expect(descriptionClause(occurs, 'subject', 'sign', phrase, true)).toBe(
      'such that a disease that is rare is recorded as occurring in it',
    );
  });
});

test('links and articles', () => {
  expect(linkClause('also_see', 'N')).toBe('that "also see" connects with N');
  expect([withArticle('onset'), withArticle('gene')]).toEqual(['an onset', 'a gene']);
});
