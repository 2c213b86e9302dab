import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { importKnowledgeBase, openKnowledgeBase, openSource, starkDocuments } from '../src/index.js';

const tools = join(__dirname, '../../../tools/stark');
const python = (...words: readonly string[]): ReturnType<typeof spawnSync> =>
  spawnSync('python3', ['-B', ...words], { cwd: tools, encoding: 'utf8' });
const hasPython = python('-c', 'import sys; sys.exit(sys.version_info < (3, 9))').status === 0;
// Where there is no Python these are shown as skipped.
const testWithPython = hasPython ? test : test.skip;

testWithPython('tools/stark: its own tests', () => {
  const { status, stderr } = python('-m', 'unittest', 'discover');
  expect(stderr).toMatch(/^OK/mu);
  expect(status).toBe(0);
});

testWithPython('tools/stark: what it exports builds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stark-export-'));
  try {
    const [processed, out] = [join(folder, 'processed'), join(folder, 'prime')];
    const make = 'import sys; from test_export_stark import make_prime; make_prime(sys.argv[1])';
    expect(python('-c', make, processed).status).toBe(0);
    expect(python('export_stark.py', processed, out)).toMatchObject({
      status: 0,
      stdout: `${out}: prime, 3 nodes, 4 edges\n`,
    });
    const file = join(folder, 'prime.skb');
    const report = await importKnowledgeBase(await openSource(out, { format: 'stark' }), file, { strict: true });
    expect(report).toMatchObject({ nodeCount: 3, relations: { target: 1, indication: 1 }, problems: [] });
    const knowledgeBase = openKnowledgeBase(file);
    const gene = knowledgeBase.node(knowledgeBase.indexOf('0')!);
    expect(starkDocuments(knowledgeBase)!(gene)).toBe(
      '- name: PHYHIP\n- type: gene/protein\n- source: NCBI\n- details:\n  - score: 1.0\n',
    );
    knowledgeBase.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
