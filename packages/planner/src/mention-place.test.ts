import type { Mention } from './mention.js';
import { isAsked } from './mention-place.js';
import { tokenize } from './tokenize.js';

/** Whether words of a question, as a mention, describe what it asks for. */
function describesTheAnswer(question: string, words: string): boolean {
  const tokens = tokenize(question);
  const first = tokens.findIndex(({ start }) => question.startsWith(words, start));
  const own = tokenize(words).map((_, at) => first + at);
  const mention: Mention = { tokens: own, type: 'part', nodes: [0], text: words, via: 'exact', evidence: 5 };
  return isAsked(mention, [], tokens);
}

describe('isAsked', () => {
  it('is so for a name right after a word that asks', () => {
    expect(describesTheAnswer('Which brass hinges fit the old door?', 'brass hinges')).toBe(true);
    expect(describesTheAnswer('On a door, which brass hinges fit?', 'brass hinges')).toBe(true);
    expect(describesTheAnswer('Whose brass hinges are these?', 'brass hinges')).toBe(true);
    expect(describesTheAnswer('Where are brass hinges from?', 'brass hinges')).toBe(false);
  });

  it('is not so after a word that relates to what stands before it', () => {
    expect(describesTheAnswer('A door whose brass hinges creak', 'brass hinges')).toBe(false);
    expect(describesTheAnswer('The shop in which brass hinges are sold', 'brass hinges')).toBe(false);
  });
});
