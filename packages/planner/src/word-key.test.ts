import { wordForms } from './word-key.js';

describe('the root of a word', () => {
  const roots = (words: readonly string[]): number => new Set(words.map((word) => wordForms(word).root)).size;

  it.each([
    [['hypoplasia', 'hypoplastic']],
    [['dominant', 'dominantly']],
    [['recessive', 'recessively']],
    [['progressive', 'progressively']],
    [['bilateral', 'bilaterally']],
    [['haemolysis', 'hemolysis', 'haemolytic']],
  ])('is one for %j', (words) => {
    expect(roots(words)).toBe(1);
  });

  it('differs for words that say something else', () => {
    expect(roots(['recessive', 'dominant', 'progressive', 'polydactyly', 'family', 'anomaly'])).toBe(6);
  });
});
