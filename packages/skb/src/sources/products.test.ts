import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openSource } from './open-source.js';

const folder = fileURLToPath(new URL('../../../../datasets/products', import.meta.url));

describe('datasets/products', () => {
  it('has the nodes and relations that its README counts, and no problem', async () => {
    const counts: Record<string, number> = {};
    const ids = new Set<string>();
    const ends = new Set<string>();
    for await (const record of (await openSource(folder)).records()) {
      const key = record.kind === 'node' ? record.type : record.kind === 'relation' ? record.relation : record.message;
      counts[key] = (counts[key] ?? 0) + 1;
      if (record.kind === 'node') ids.add(record.id);
      if (record.kind === 'relation') ends.add(record.from).add(record.to);
    }
    const readme = await readFile(join(folder, 'README.md'), 'utf8');
    const stated = [...readme.replace(/\s+/gu, ' ').matchAll(/(\d+) `([a-z ]+)`/gu)].map(([, count, key]) => [
      key,
      Number(count),
    ]);
    expect(counts).toEqual(Object.fromEntries(stated));
    expect([...ends].filter((id) => !ids.has(id))).toEqual([]);
  });
});
