import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minifySync, transformSync } from '@swc/core';

/** A source file and all that it imports, types left out. */
function filesOf(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  const source = readFileSync(entry, 'utf8');
  for (const [, clause, path] of source.matchAll(/^(?:import|export) ([^;]*?)from '(\.[^']+)\.js';/gms)) {
    if (!clause!.startsWith('type ')) filesOf(join(dirname(entry), `${path}.ts`), seen);
  }
  return seen;
}

/** Each file minified alone and all gzipped together: more than a bundler needs, which drops imports and unused exports too. */
function compressedSize(entry: string): number {
  const minified = [...filesOf(join(__dirname, '../src', entry))].map((file) => {
    const { code } = transformSync(readFileSync(file, 'utf8'), {
      filename: file,
      swcrc: false,
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'es6' },
    });
    return minifySync(code, { module: true, compress: true, mangle: true }).code;
  });
  return gzipSync(minified.join('\n'), { level: 9 }).length;
}

describe('minified and gzipped size', () => {
  it('reciprocalRankFusion is under 4 KB', () => {
    expect(compressedSize('reciprocal-rank-fusion.ts')).toBeLessThan(4 * 1024);
  });

  it('the entry @grasp/fusion/rrf is under 4 KB', () => {
    const size = compressedSize('rrf.ts');
    expect(size).toBeGreaterThan(500);
    expect(size).toBeLessThan(4 * 1024);
  });
});
