import { crc32 } from 'node:zlib';

import { checkEntryLength, decodeArray, JSON_KIND, kindOf } from '../entry.js';
import type { StoredValue } from '../entry.js';

/**
 * Updates follow the imported data in the same file, one after another, and are never changed: programs that have the
 * file open keep what they see, and what a killed program left behind is no update because its last part is missing.
 *
 * An update is a head of 48 bytes, a JSON list of its values, the values, and a tail of 24 bytes; each begins at a
 * multiple of 8 bytes. Numbers are little-endian 32-bit integers:
 *
 * - head: 8 bytes `GRASPUPD`, version, sequence from 1, length of the list, CRC-32 of the list, length of all values
 *   (low and high half), 12 bytes of zeros, CRC-32 of what precedes it.
 * - list: `[name, kind, offset, length, CRC-32][]` with offsets from the start of the values.
 * - tail: 8 bytes `GRASPEND`, sequence, CRC-32 of the head, 4 bytes of zeros, CRC-32 of what precedes it. It is written
 *   when all else is on the disk.
 */
export const UPDATE_HEAD_BYTES = 48;
export const UPDATE_TAIL_BYTES = 24;

const HEAD_MARK = 'GRASPUPD';
const TAIL_MARK = 'GRASPEND';
const VERSION = 1;
const ALIGNMENT = 8;

const padded = (length: number): number => Math.ceil(length / ALIGNMENT) * ALIGNMENT;

/** Where one value of an update stands. */
export interface UpdateEntry {
  readonly kind: number;
  /** From the start of the update. */
  readonly offset: number;
  readonly length: number;
  readonly checksum: number;
}

/** What the head of an update says. */
export interface UpdateHead {
  readonly sequence: number;
  readonly listLength: number;
  readonly listChecksum: number;
  readonly valuesStart: number;
  /** Length from the head up to the tail. */
  readonly bodyLength: number;
  readonly checksum: number;
}

function readChecked(bytes: Buffer, mark: string): number | undefined {
  const end = bytes.length - 4;
  if (bytes.toString('latin1', 0, mark.length) !== mark) return undefined;
  const checksum = bytes.readUInt32LE(end);
  return crc32(bytes.subarray(0, end)) === checksum ? checksum : undefined;
}

/** Undefined for anything but a whole head. */
export function decodeUpdateHead(bytes: Buffer): UpdateHead | undefined {
  const checksum = readChecked(bytes, HEAD_MARK);
  if (checksum === undefined || bytes.readUInt32LE(8) !== VERSION) return undefined;
  const listLength = bytes.readUInt32LE(16);
  const valuesStart = UPDATE_HEAD_BYTES + padded(listLength);
  return {
    sequence: bytes.readUInt32LE(12),
    listLength,
    listChecksum: bytes.readUInt32LE(20),
    valuesStart,
    bodyLength: valuesStart + bytes.readUInt32LE(24) + bytes.readUInt32LE(28) * 2 ** 32,
    checksum,
  };
}

/** Whether the bytes are the tail of the update with this head. */
export function isUpdateTail(bytes: Buffer, head: UpdateHead): boolean {
  if (readChecked(bytes, TAIL_MARK) === undefined) return false;
  return bytes.readUInt32LE(8) === head.sequence && bytes.readUInt32LE(12) === head.checksum;
}

/** The entries by name; undefined when the list is not as it was written. */
export function decodeUpdateList(bytes: Buffer, head: UpdateHead): Map<string, UpdateEntry> | undefined {
  if (crc32(bytes) !== head.listChecksum) return undefined;
  const list = JSON.parse(bytes.toString('utf8')) as [string, number, number, number, number][];
  return new Map(
    list.map(([name, kind, offset, length, checksum]) => [
      name,
      { kind, offset: head.valuesStart + offset, length, checksum },
    ]),
  );
}

/** An update as it is written: all but the tail in pieces, and the tail. */
export interface EncodedUpdate {
  readonly body: readonly Uint8Array[];
  readonly tail: Buffer;
}

/** @throws RangeError when a value has 2 GiB or more. */
export function encodeUpdate(sequence: number, entries: ReadonlyMap<string, StoredValue>): EncodedUpdate {
  const list: [string, number, number, number, number][] = [];
  const values: Uint8Array[] = [];
  let length = 0;
  for (const [name, value] of entries) {
    const bytes =
      'json' in value ? Buffer.from(value.json, 'utf8') : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    checkEntryLength(name, bytes.length);
    list.push([name, 'json' in value ? JSON_KIND : kindOf(value)!, length, bytes.length, crc32(bytes)]);
    values.push(bytes, Buffer.alloc(padded(bytes.length) - bytes.length));
    length += padded(bytes.length);
  }
  const listBytes = Buffer.from(JSON.stringify(list), 'utf8');
  const head = Buffer.alloc(UPDATE_HEAD_BYTES);
  head.write(HEAD_MARK, 'latin1');
  head.writeUInt32LE(VERSION, 8);
  head.writeUInt32LE(sequence, 12);
  head.writeUInt32LE(listBytes.length, 16);
  head.writeUInt32LE(crc32(listBytes), 20);
  head.writeUInt32LE(length % 2 ** 32, 24);
  head.writeUInt32LE(Math.floor(length / 2 ** 32), 28);
  const checksum = crc32(head.subarray(0, UPDATE_HEAD_BYTES - 4));
  head.writeUInt32LE(checksum, UPDATE_HEAD_BYTES - 4);
  const tail = Buffer.alloc(UPDATE_TAIL_BYTES);
  tail.write(TAIL_MARK, 'latin1');
  tail.writeUInt32LE(sequence, 8);
  tail.writeUInt32LE(checksum, 12);
  tail.writeUInt32LE(crc32(tail.subarray(0, UPDATE_TAIL_BYTES - 4)), UPDATE_TAIL_BYTES - 4);
  return { body: [head, listBytes, Buffer.alloc(padded(listBytes.length) - listBytes.length), ...values], tail };
}

/** A value of an update from its bytes; undefined when they are not as they were written. */
export function decodeUpdateValue({ kind, checksum }: UpdateEntry, bytes: Buffer): StoredValue | undefined {
  if (crc32(bytes) !== checksum) return undefined;
  if (kind === JSON_KIND) return { json: bytes.toString('utf8') };
  return decodeArray(kind, bytes.buffer, bytes.byteOffset, bytes.length);
}
