import { join } from 'node:path';

import { loadStaticEncoder } from '@grasp/encoders';
import { openKnowledgeBase, openSource, updateKnowledgeBase } from '@grasp/skb';

import { datasetFolder, temporaryFolder } from '../test/built-knowledge-base.js';
import { buildKnowledgeBase } from './build-knowledge-base.js';
import { createPipeline } from './pipeline.js';
import { openTextIndex } from './text-index.js';
import { writeTextIndexUpdate } from './text-index-update.js';
import { compactKnowledgeBaseFile } from './update-knowledge-base-file.js';

const folder = temporaryFolder();

afterAll(() => folder.remove());

test('names are linked over graphs as they are without, also after updates', async () => {
  const encoder = await loadStaticEncoder();
  const file = join(folder.path, 'products.skb');
  await buildKnowledgeBase(await openSource(datasetFolder('products')), file, { encoder, approximateFrom: 20 });
  const [query] = await encoder.encode(['a tent for a family'], { role: 'query' });
  const nearest = (): string[] => {
    using knowledgeBase = openKnowledgeBase(file);
    const { names, nearestNames } = openTextIndex(knowledgeBase, encoder);
    const options = { ...knowledgeBase.typeRange('product'), count: 5 };
    const hits = nearestNames.search(query!, options);
    expect(hits).toEqual(names.search(query!, options));
    expect(nearestNames).not.toBe(names);
    return hits.map(({ index }) => knowledgeBase.idOf(index));
  };
  const before = nearest();
  expect(before).toHaveLength(5);
  await updateKnowledgeBase(
    file,
    [
      { kind: 'delete-node', id: before[0]! },
      { kind: 'node', type: 'product', id: 'NEW-1', name: 'A tent for a family' },
    ],
    { decorate: (writer, update) => writeTextIndexUpdate(writer, update, encoder) },
  );
  expect(nearest()).toEqual(['NEW-1', ...before.slice(1)]);
  await compactKnowledgeBaseFile(file, { encoder });
  expect(nearest()).toEqual(['NEW-1', ...before.slice(1)]);
});

test('another type that has a name is told, not bound', async () => {
  const encoder = await loadStaticEncoder();
  using knowledgeBase = openKnowledgeBase(join(folder.path, 'products.skb'));
  const pipeline = createPipeline({ knowledgeBase, encoder, reranker: null });
  const plan = {
    anchors: [{ var: 'T', text: 'Nordvik', label: 'product', match_mode: 'name' }],
    hops: [],
    target: { var: 'T', labels: ['product'], relevance_text: '' },
    risk_level: 'normal',
  };
  const { bindings, typeAlternatives } = await pipeline.run('Nordvik', { plan });
  expect(typeAlternatives).toMatchObject([{ var: 'T', text: 'Nordvik', label: 'product', type: 'brand' }]);
  for (const { id } of bindings['T']!) expect(knowledgeBase.typeOf(knowledgeBase.indexOf(id)!)).toBe('product');
});
