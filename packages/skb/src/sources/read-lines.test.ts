import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import fc from 'fast-check';

import { readLines } from './read-lines.js';
import { SourceError } from './source-error.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-lines-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(file: string, content: string | Buffer): Promise<{ lines: string[]; faults: number[] }> {
  await writeFile(join(folder, file), content);
  const lines: string[] = [];
  const faults: number[] = [];
  for await (const batch of readLines({ folder, file })) {
    expect(batch.firstLine).toBe(lines.length + 1);
    lines.push(...batch.lines);
    faults.push(...batch.faults.keys());
  }
  return { lines, faults };
}

const codeOf = async (promise: Promise<unknown>): Promise<string | undefined> =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof SourceError ? error.code : String(error)),
  );

describe('readLines', () => {
  it('gives the lines that were written, packed or not, with LF or CRLF, with or without a mark', async () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/gu, '') + 'x');
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        async (lines, end, mark, packed, closed) => {
          const text = (mark ? '\uFEFF' : '') + lines.join(end) + (closed ? end : '');
          // A first line that itself starts with the mark cannot be told from a file with one.
          fc.pre(!lines[0]!.startsWith('\uFEFF'));
          const result = await read(packed ? 'a.gz' : 'a', packed ? gzipSync(text) : text);
          expect(result).toEqual({ lines, faults: [] });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keeps characters whole that lie across two chunks', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => 'ä€𝄞'.repeat(index % 50) + index);
    expect((await read('long', lines.join('\n'))).lines).toEqual(lines);
  });

  it('marks lines that are not UTF-8 and reads the others', async () => {
    const bytes = Buffer.concat([Buffer.from('a\n'), Buffer.of(0xe9, 0x0a), Buffer.from('é\n')]);
    expect(await read('latin', bytes)).toEqual({ lines: ['a', '', 'é'], faults: [2] });
  });

  it('marks a line over 16 MiB and reads on', async () => {
    const content = Buffer.concat([Buffer.from('a\n'), Buffer.alloc(17 * 1024 * 1024, 'x'), Buffer.from('\nb')]);
    expect(await read('wide', content)).toEqual({ lines: ['a', '', 'b'], faults: [2] });
  });

  it('reads an empty file as no lines', async () => {
    expect(await read('empty', '')).toEqual({ lines: [], faults: [] });
  });

  it('refuses packed files that are cut off, damaged or empty', async () => {
    const packed = gzipSync(Buffer.from('one\ntwo\n'.repeat(10_000)));
    expect(await codeOf(read('cut.gz', packed.subarray(0, packed.length - 12)))).toBe('corrupt_file');
    expect(await codeOf(read('plain.gz', 'not packed'))).toBe('corrupt_file');
    expect(await codeOf(read('none.gz', ''))).toBe('corrupt_file');
  });

  it('says from which line on a packed file is cut off', async () => {
    // Each line unlike the others, so that half of the packed bytes are about half of the lines.
    const lines = Array.from({ length: 100_000 }, (_, index) => `${Math.imul(index, 2654435761) >>> 0}`);
    const packed = gzipSync(lines.join('\n'));
    await writeFile(join(folder, 'half.gz'), packed.subarray(0, packed.length / 2));
    let count = 0;
    const reading = (async () => {
      for await (const batch of readLines({ folder, file: 'half.gz' })) count += batch.lines.length;
    })();
    const error = await reading.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'corrupt_file', file: 'half.gz', line: count + 1 });
    expect(count).toBeGreaterThan(10_000);
  });

  it('refuses UTF-16', async () => {
    expect(await codeOf(read('wide.txt', Buffer.from('\uFEFFab', 'utf16le')))).toBe('invalid_file');
  });

  it('names what is there instead of a missing file', async () => {
    await writeFile(join(folder, 'products.csv.gz'), '');
    const reading = readLines({ folder, file: 'products.csv' }).next();
    await expect(reading).rejects.toMatchObject({ code: 'missing_file', file: 'products.csv' });
    await expect(reading).rejects.toThrow('products.csv.gz');
    await expect(readLines({ folder, file: 'absent.gz' }).next()).rejects.toMatchObject({ code: 'missing_file' });
  });

  it('refuses a folder', async () => {
    await mkdir(join(folder, 'sub'));
    await expect(readLines({ folder, file: 'sub' }).next()).rejects.toMatchObject({ code: 'unreadable_file' });
  });

  it('stops with the reason of the signal', async () => {
    await writeFile(join(folder, 'many'), 'line\n'.repeat(200_000));
    const controller = new AbortController();
    const reading = readLines({ folder, file: 'many' }, controller.signal);
    await reading.next();
    controller.abort(new Error('enough'));
    await expect(reading.next()).rejects.toThrow('enough');
    await expect(readLines({ folder, file: 'many' }, controller.signal).next()).rejects.toThrow('enough');
  });
});
