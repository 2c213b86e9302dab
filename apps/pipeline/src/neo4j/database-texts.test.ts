import { fullTextQuery, fullTextStatement } from './database-texts.js';
import type { InspectedDatabase } from './inspect-neo4j.js';

describe('fullTextQuery', () => {
  it.each([
    ['Which films did Ridley Scott direct?', 'which films did ridley scott direct'],
    ['root causes/solutions AND (a OR NOT b)', 'root causes solutions and a or not b'],
    ['C++ (x) "y" tb- a~2 title:z^4 [1 TO 2] \\ *?', 'c x y tb a 2 title z 4 1 to'],
    ['crème brûlée 北京', 'crème brûlée 北京'],
    ['the the THE', 'the'],
    ['?!', ''],
    ['', ''],
  ])('has words only: %s', (text, expected) => {
    expect(fullTextQuery(text)).toBe(expected);
  });

  it('is bounded', () => {
    const long = Array.from({ length: 10_000 }, (_, index) => `word${index}`).join(' ');
    expect(fullTextQuery(long).split(' ')).toHaveLength(200);
  });
});

it('quotes the names of an index to be created', () => {
  const inspected: InspectedDatabase = {
    format: 'neo4j',
    schema: {
      nodeTypes: [
        {
          name: 'a`b',
          fields: [
            { name: 'plot', kind: 'text' },
            { name: 'year', kind: 'number' },
          ],
        },
      ],
      relations: [],
    },
    idProperty: null,
    names: { 'a`b': { name: 'title', aliases: [] } },
    loaded: null,
    counts: { nodes: {}, relations: {} },
    indexes: [],
    skipped: [],
  };
  expect(fullTextStatement(inspected, 'a`b')).toBe(
    'CREATE FULLTEXT INDEX FOR (n:`a``b`) ON EACH [n.`title`, n.`plot`]',
  );
});
