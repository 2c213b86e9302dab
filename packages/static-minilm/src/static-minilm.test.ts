import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { staticMinilm } from './index.js';

const sha256 = async (file: URL): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

describe('staticMinilm', () => {
  it('locates the two files, byte for byte as published', async () => {
    expect(await sha256(staticMinilm.modelFile)).toBe(
      '9256f27cd62b7dfe982f9dc877f0a561d440b668a3620f58520bd5e74fb11d66',
    );
    expect(await sha256(staticMinilm.vocabularyFile)).toBe(
      '2154fe433507696463956bfdd3e6f74a8413e13f3f73e0e10d1b0565b958628d',
    );
  });

  it('has a row for each word piece', async () => {
    const model = await readFile(staticMinilm.modelFile);
    const header = JSON.parse(model.toString('utf8', 8, 8 + Number(model.readBigUInt64LE(0))));
    const vocabulary = (await readFile(staticMinilm.vocabularyFile, 'utf8')).split('\n').slice(0, -1);
    expect(header.embedding).toMatchObject({ dtype: 'I8', shape: [vocabulary.length, staticMinilm.dimensions] });
    expect(header.scale).toMatchObject({ dtype: 'F16', shape: [vocabulary.length] });
  });
});
