import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

it('reads the data set as it was published', () => {
  const folder = join(__dirname, '../../../datasets/wikidata-shortpathqa');
  const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(5);
  for (const line of lines) {
    const [sum, file] = line.split(/\s+/);
    expect([
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file!)))
        .digest('hex'),
    ]).toEqual([file, sum]);
  }
});
