import { linkName } from './link-name.js';
import type { NameGraph } from './link-name.js';

const NAMES = ['Paris', 'Paris', 'Paris', 'The Lord of the Rings', 'Beatles', 'Springfield', 'Springfield, Ohio'];
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const graph: NameGraph = {
  idOf: (index) => `Q${index}`,
  nameOf: (index) => NAMES[index]!,
  findByName: (text) => NAMES.flatMap((name, index) => (fold(name) === fold(text) ? [index] : [])),
};
const ids = async (text: string, options = {}): Promise<string[]> =>
  (await linkName(graph, text, options)).map(({ id }) => id);

describe('linkName', () => {
  it('gives all nodes of a name, the most prominent first, then by id', async () => {
    expect(await ids('paris')).toEqual(['Q0', 'Q1', 'Q2']);
    expect(await ids('Paris', { prominenceOf: (index: number) => (index === 2 ? 9 : 1) })).toEqual(['Q2', 'Q0', 'Q1']);
    expect(await ids('Paris', { count: 1 })).toEqual(['Q0']);
  });

  it.each([
    ['"Paris"', ['Q0', 'Q1', 'Q2']],
    ['Lord of the Rings', ['Q3']],
    ['The Beatles', ['Q4']],
    ['Springfield, Ohio', ['Q6']],
    ['Springfield, Illinois', ['Q5']],
    ['Beatles (band)', ['Q4']],
    ['Nowhere', []],
    ['', []],
    ['!', []],
  ])('links %j', async (text, expected) => {
    expect(await ids(text)).toEqual(expected);
  });

  it('asks for similar names only where no name is the text, and takes none that is too far', async () => {
    const asked: string[] = [];
    const similarNames = async (text: string) => {
      asked.push(text);
      return [
        { index: 4, score: 0.9 },
        { index: 3, score: 0.5 },
      ];
    };
    expect(await linkName(graph, 'Paris', { similarNames })).toHaveLength(3);
    expect(await linkName(graph, 'Fab Four', { similarNames })).toEqual([
      { index: 4, id: 'Q4', name: 'Beatles', score: 0.9, via: 'similar' },
    ]);
    expect(await linkName(graph, 'Fab Four', { similarNames, leastSimilarity: 0.95 })).toEqual([]);
    expect(asked).toEqual(['Fab Four', 'Fab Four']);
    await expect(linkName(graph, 'x', { count: 0 })).rejects.toMatchObject({ code: 'invalid_option' });
  });
});
