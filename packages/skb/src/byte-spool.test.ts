import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

import { temporaryFolder } from '../test/small-source.js';
import { ByteSpool } from './byte-spool.js';

const folder = temporaryFolder();
let count = 0;

test('gives back what was appended, at any place, from memory or from its file', () => {
  const step = fc.oneof(
    fc.record({ append: fc.uint8Array({ maxLength: 60 }) }),
    fc.record({ from: fc.nat(1000), to: fc.nat(1000) }),
  );
  fc.assert(
    fc.property(fc.constantFrom(0, 16, 100, undefined), fc.array(step, { maxLength: 60 }), (memoryBytes, steps) => {
      const path = join(folder, `${count++}.spool`);
      const spool = memoryBytes === undefined ? new ByteSpool() : new ByteSpool(path, memoryBytes);
      let expected = Buffer.alloc(0);
      for (const action of steps) {
        if ('append' in action) {
          spool.appendBytes(action.append);
          expected = Buffer.concat([expected, action.append]);
        } else {
          const [start, end] = [action.from, action.to]
            .map((place) => place % (expected.length + 1))
            .sort((a, b) => a - b);
          expect(Buffer.from(spool.read(start!, end!)).equals(expected.subarray(start, end))).toBe(true);
        }
        expect(spool.length).toBe(expected.length);
      }
      expect(Buffer.from(spool.read(0, expected.length)).equals(expected)).toBe(true);
      spool.close();
    }),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('keeps of a long spool no more than what fits in memory, and nothing on the disk after it is closed', () => {
  const spool = new ByteSpool(join(folder, 'long.spool'), 1 << 16);
  for (let value = 0; value < 100; value++)
    spool.append(1 << 18, (target, offset) => target.fill(value, offset, offset + 100_000) && 100_000);
  expect(spool.length).toBe(10_000_000);
  for (const value of [0, 1, 99, 50, 51, 52, 98, 0]) {
    const bytes = spool.read(value * 100_000, (value + 1) * 100_000);
    expect(bytes.length).toBe(100_000);
    expect(bytes.every((byte) => byte === value)).toBe(true);
  }
  spool.close();
  expect(readdirSync(folder)).toEqual([]);
});

test('says where it cannot write', () => {
  const spool = new ByteSpool(join(folder, 'missing', 'a.spool'), 0);
  spool.appendBytes(new Uint8Array(8_000));
  const refused = expect.objectContaining({
    code: 'not_writable',
    message: expect.stringContaining('ENOENT') as string,
  });
  expect(() => spool.appendBytes(new Uint8Array(8_000))).toThrow(refused as Error);
  spool.close();
});
