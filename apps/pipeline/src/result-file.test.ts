import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkResultFile, makeResultFolder, writeResultFile } from './result-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grasp-result-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file that can be written is left as it is until it is written', async () => {
  const file = join(folder, 'new.txt');
  await checkResultFile(file);
  expect(readdirSync(folder)).toEqual([]);
  await writeResultFile(file, 'first');
  await checkResultFile(file);
  expect(readFileSync(file, 'utf8')).toBe('first');
});

test.each([
  ['a folder that is not there', (): string => join(folder, 'none', 'new.txt'), 'ENOENT'],
  ['a folder in its place', (): string => folder, 'EISDIR'],
])('%s is refused before and while writing, by its path', async (_what, pathOf, code) => {
  const refused = { code: 'invalid_input', message: `${pathOf()}: expected a file that can be written, got ${code}` };
  await expect(checkResultFile(pathOf())).rejects.toMatchObject(refused);
  await expect(writeResultFile(pathOf(), 'text')).rejects.toMatchObject(refused);
});

test('a folder is made with those above it, unless a file stands there', async () => {
  await makeResultFolder(join(folder, 'a', 'b'));
  expect(readdirSync(join(folder, 'a'))).toEqual(['b']);
  await writeResultFile(join(folder, 'file'), '');
  const path = join(folder, 'file', 'c');
  await expect(makeResultFolder(path)).rejects.toMatchObject({
    code: 'invalid_input',
    message: `${path}: expected a folder that can be written, got ENOTDIR`,
  });
});

test('writing can be cancelled', async () => {
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(writeResultFile(join(folder, 'new.txt'), 'text', signal)).rejects.toThrow('stopped');
});
