import { checkEntryLength, decodeArray, decodeEntryHeader, ENTRY_HEADER_BYTES, encodeEntry, kindOf } from './entry.js';
import type { StoredArray } from './entry.js';

test.each<[string, StoredArray]>([
  ['floats', new Float32Array([1.5, -2])],
  ['unsigned integers', new Uint32Array([1, 0xffff_ffff])],
  ['signed integers', new Int32Array([-1])],
  ['bytes', new Uint8Array([1, 2, 3])],
])('%s come back as they were', (name, array) => {
  const bytes = encodeEntry(name, array);
  const header = decodeEntryHeader(name, bytes)!;
  const payload = Uint8Array.from(bytes.subarray(ENTRY_HEADER_BYTES));
  const decoded = decodeArray(header.kind, payload.buffer, 0, header.length);
  expect(decoded.constructor).toBe(array.constructor);
  expect([...decoded]).toEqual([...array]);
  expect(header.kind).toBe(kindOf(array));
});

test('a header belongs to one name, and to one mark', () => {
  const bytes = encodeEntry('a', new Uint32Array(1));
  expect(decodeEntryHeader('b', bytes)).toBeUndefined();
  expect(decodeEntryHeader('a', Buffer.alloc(16))).toBeUndefined();
});

test('a value of 2 GiB is refused', () => {
  expect(() => checkEntryLength('vectors', 2 ** 31)).toThrow(RangeError);
  expect(() => checkEntryLength('vectors', 2 ** 30)).not.toThrow();
});
