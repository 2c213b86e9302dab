import { join } from 'node:path';

import { SIMILAR_NAMES } from '../base-entries.js';
import { importKnowledgeBase, openKnowledgeBase, updateKnowledgeBase } from '../index.js';
import { openStore } from '../knowledge-base.js';
import { author, paper, sourceOf, temporaryFolder } from '../../test/small-source.js';

const folder = temporaryFolder();

const records = [
  paper('p1', { name: 'Deep learning', aliases: ['DL', 'Deep Learnings'] }),
  paper('p2', { name: 'deep-learning' }),
  paper('p3', { name: 'Deep leaning' }),
  author('a1', { name: 'Deep Learner' }),
];

describe('KnowledgeBase.findSimilarNames', () => {
  it('gives names near a text in all types or one, nearest first', async () => {
    const file = join(folder, 'names.skb');
    await importKnowledgeBase(sourceOf(records), file);
    const { store } = openStore(file);
    expect(store.names()).toEqual(expect.arrayContaining(Object.values(SIMILAR_NAMES)));
    store.close();
    using knowledgeBase = openKnowledgeBase(file);
    expect(knowledgeBase.findSimilarNames('Deep Leerning')).toEqual([
      { name: 'deep learning', edits: 1, nodes: [0, 1] },
      { name: 'deep leaning', edits: 2, nodes: [2] },
      { name: 'deep learnings', edits: 2, nodes: [0] },
    ]);
    expect(knowledgeBase.findSimilarNames('deep learning', { type: 'author' })).toEqual([]);
    expect(knowledgeBase.findSimilarNames('deep learnerr', { type: 'author' })).toEqual([
      { name: 'deep learner', edits: 1, nodes: [3] },
    ]);
    expect(knowledgeBase.findSimilarNames('deep learning', { count: 1 })).toHaveLength(1);
    expect(() => knowledgeBase.findSimilarNames('x', { type: 'unknown' })).toThrow(RangeError);
  });

  it('knows the names that updates wrote, and not those that they took away', async () => {
    const file = join(folder, 'updated.skb');
    await importKnowledgeBase(sourceOf(records), file);
    await updateKnowledgeBase(file, [
      { kind: 'delete-node', id: 'p2' },
      paper('p0', { name: 'Deep burning' }),
      paper('p3', { name: 'Deep learning', aliases: ['Deep yearning'] }),
    ]);
    using knowledgeBase = openKnowledgeBase(file);
    const found = knowledgeBase.findSimilarNames('Deep learnin', { type: 'paper' });
    expect(found.map(({ name, edits, nodes }) => [name, edits, nodes.map((node) => knowledgeBase.idOf(node))])).toEqual(
      [
        ['deep learning', 1, ['p1', 'p3']],
        ['deep learnings', 2, ['p1']],
        ['deep yearning', 2, ['p3']],
      ],
    );
  });
});
