import { crc32 } from 'node:zlib';

import type { ByteRange } from './byte-spool.js';

/** What a knowledge base stores by name: one typed array. JSON values are stored as UTF-8 text. */
export type StoredArray = Float32Array | Int32Array | Uint32Array | Uint8Array;

/** An array, or the text of a JSON value. */
export type StoredValue = StoredArray | { readonly json: string };

/** What can be written: also bytes that are not in memory, which are stored like a Uint8Array. */
export type WritableValue = StoredValue | ByteRange;

/** Where the parts of a knowledge base get their values from: its file, or memory while it is being imported. */
export interface EntryStore {
  array(name: string): StoredArray | undefined;
  json(name: string): unknown;
  /** Bytes that are not in memory, while an import lasts. */
  range?(name: string): ByteRange | undefined;
  /** Whether the file still is what was opened. */
  isCurrent?(): boolean;
  close(): void;
}

/**
 * Every value in the file begins with these bytes, as little-endian 32-bit integers: mark and kind, CRC-32 of its name,
 * CRC-32 of what follows, length of what follows. The length of the header keeps arrays aligned.
 */
export const ENTRY_HEADER_BYTES = 16;

const MARK = 0x736b_6200;
/** The kind of an entry that holds the text of a JSON value. */
export const JSON_KIND = 1;
const KINDS: Readonly<Record<string, number>> = { Uint8Array: 2, Int32Array: 3, Uint32Array: 4, Float32Array: 5 };

/** The longest value: LMDB, when it copies or changes one, writes it in one system call, which takes less than 2 GiB. */
export const MAX_ENTRY_BYTES = 0x7fff_0000;

/** @throws RangeError when an entry would be longer than the file can hold. */
export function checkEntryLength(name: string, bytes: number): void {
  if (bytes <= MAX_ENTRY_BYTES) return;
  throw new RangeError(`@grasp/skb: expected at most ${MAX_ENTRY_BYTES} bytes for "${name}", got ${bytes}; split it`);
}

export interface EntryHeader {
  readonly kind: number;
  readonly checksum: number;
  /** In bytes, without the header. */
  readonly length: number;
}

/** The kind of an array, also of one that was made in another realm; undefined for anything else. */
export function kindOf(value: unknown): number | undefined {
  return ArrayBuffer.isView(value) ? KINDS[Object.prototype.toString.call(value).slice(8, -1)] : undefined;
}

/** What the file holds for a value after its header. */
interface EntryPayload {
  readonly kind: number;
  /** In bytes. */
  readonly length: number;
  /** The bytes in order, in parts of at most `partBytes`, each to be used before the next. */
  parts(partBytes: number): Generator<Buffer>;
}

/** @throws RangeError when the value is too long. */
export function entryPayload(name: string, value: WritableValue): EntryPayload {
  let range: ByteRange;
  let kind: number;
  if ('read' in value) [range, kind] = [value, KINDS['Uint8Array']!];
  else {
    const bytes =
      'json' in value ? Buffer.from(value.json, 'utf8') : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    range = { length: bytes.length, read: (start, end) => bytes.subarray(start, end) };
    kind = 'json' in value ? JSON_KIND : kindOf(value)!;
  }
  const { length } = range;
  checkEntryLength(name, length);
  return {
    kind,
    length,
    *parts(partBytes) {
      for (let start = 0; start < length; start += partBytes) {
        yield range.read(start, Math.min(length, start + partBytes));
      }
    },
  };
}

/** The bytes before a payload. */
export function encodeEntryHeader(name: string, { kind, checksum, length }: EntryHeader): Buffer {
  const bytes = Buffer.alloc(ENTRY_HEADER_BYTES);
  bytes.writeUInt32LE(MARK + kind, 0);
  bytes.writeUInt32LE(crc32(name), 4);
  bytes.writeUInt32LE(checksum, 8);
  bytes.writeUInt32LE(length, 12);
  return bytes;
}

/** A value as the bytes that the file holds for it. @throws RangeError when it is too long. */
export function encodeEntry(name: string, value: WritableValue): Buffer {
  const { kind, length, parts } = entryPayload(name, value);
  const payload = Buffer.concat([...parts(Math.max(1, length))]);
  return Buffer.concat([encodeEntryHeader(name, { kind, checksum: crc32(payload), length }), payload]);
}

/** The header of the entry `name`, or undefined when `bytes` begin with anything else. */
export function decodeEntryHeader(name: string, bytes: Uint8Array): EntryHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, ENTRY_HEADER_BYTES);
  const kind = view.getUint32(0, true) - MARK;
  if (!(kind >= JSON_KIND && kind <= 5) || view.getUint32(4, true) !== crc32(name)) return undefined;
  const length = view.getUint32(12, true);
  if (kind > 2 && length % 4 !== 0) return undefined;
  return { kind, checksum: view.getUint32(8, true), length };
}

/** What follows an entry's header, as the array that was stored. */
export function decodeArray(kind: number, buffer: ArrayBufferLike, byteOffset: number, length: number): StoredArray {
  if (kind === KINDS['Float32Array']) return new Float32Array(buffer, byteOffset, length / 4);
  if (kind === KINDS['Uint32Array']) return new Uint32Array(buffer, byteOffset, length / 4);
  if (kind === KINDS['Int32Array']) return new Int32Array(buffer, byteOffset, length / 4);
  return new Uint8Array(buffer, byteOffset, length);
}
