import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The plan shapes of the compiler's tests, without those that differ from another only in how they are compiled. */
export async function planShapes() {
  const source = readFileSync(join(root, 'packages/cypher-compiler/test/shapes.ts'), 'utf8');
  const { code } = transformSync(source.replaceAll('../src/index.js', '@grasp/cypher-compiler'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'es6' },
  });
  // Beside the workspace's packages, so that their names resolve.
  mkdirSync(join(root, 'tmp'), { recursive: true });
  const folder = mkdtempSync(join(root, 'tmp', 'plan-shapes-'));
  try {
    const file = join(folder, 'shapes.mjs');
    writeFileSync(file, code);
    const { SHAPES } = await import(pathToFileURL(file).href);
    return Object.entries(SHAPES)
      .filter(([, { options }]) => options === undefined)
      .map(([name, { plan, isFlatOnly = false }]) => ({ name, plan, isFlatOnly }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
