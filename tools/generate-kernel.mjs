// Assembles packages/encoders/src/byte-kernel.wat into byte-kernel.generated.ts. With --check it only says whether that is current.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';
import createAssembler from 'wabt';

const folder = fileURLToPath(new URL('../packages/encoders/src/', import.meta.url));
const target = `${folder}byte-kernel.generated.ts`;

const assembler = await createAssembler();
const module = assembler.parseWat('byte-kernel.wat', readFileSync(`${folder}byte-kernel.wat`, 'utf8'), { simd: true });
const code = Buffer.from(module.toBinary({}).buffer).toString('base64');
const source = `// Made from byte-kernel.wat by tools/generate-kernel.mjs; change it there.

/** The WebAssembly module, base64. */
export const BYTE_KERNEL = '${code}';
`;
const text = await format(source, { ...(await resolveConfig(target)), filepath: target });

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('packages/encoders/src/byte-kernel.generated.ts is not current; run node tools/generate-kernel.mjs');
    process.exitCode = 1;
  }
} else writeFileSync(target, text);
