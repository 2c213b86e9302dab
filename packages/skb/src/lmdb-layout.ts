import { readSync } from 'node:fs';

import { KnowledgeBaseFileError } from './knowledge-base-file-error.js';

/** Where one value lies in an LMDB file. */
export interface ValueLocation {
  /** From the start of the file, in bytes. */
  readonly offset: number;
  readonly length: number;
}

/** What an LMDB file holds. */
export interface LmdbLayout {
  /** By key. */
  readonly values: Map<string, ValueLocation>;
  /** Where LMDB's pages end, in bytes from the start of the file. */
  readonly end: number;
}

const LMDB_MAGIC = 0xbeef_c0de;
const LMDB_DATA_VERSION = 2;
const PAGE_HEADER_BYTES = 24;
const NODE_HEADER_BYTES = 8;
const OVERFLOW_REFERENCE_BYTES = 24;
const BRANCH = 0x01;
const LEAF = 0x02;
const OVERFLOW = 0x04;
const META = 0x08;
const PAGE_KINDS = BRANCH | LEAF | OVERFLOW | META;
const BIG_DATA = 0x01;
/** The only environment flags that our files have: integer keys in the list of free pages, and no sub-folder. */
const ALLOWED_ENVIRONMENT_FLAGS = 0x4008;

/**
 * Reads where each value of an LMDB file's main database lies, with plain file reads, and checks on the way that every
 * page and value lies within the file. LMDB itself trusts what it maps into memory: a file that was cut off or has a
 * wrong page number would end the process. Costs one read for each page of the tree, not of the data.
 *
 * @param descriptor - The open file.
 * @param size - The file's length in bytes.
 * @throws KnowledgeBaseFileError with the code `not_a_knowledge_base`, `unsupported_version` or `damaged`.
 */
export function readLmdbLayout(descriptor: number, size: number, file: string): LmdbLayout {
  const fail = (found: string): never => {
    throw new KnowledgeBaseFileError('damaged', file, found);
  };
  const read = (offset: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    if (readSync(descriptor, bytes, 0, length, offset) < length) fail(`only ${size} bytes: the file was cut off`);
    return bytes;
  };
  if (size < PAGE_HEADER_BYTES + 8) throw new KnowledgeBaseFileError('not_a_knowledge_base', file, `${size} bytes`);
  const start = read(PAGE_HEADER_BYTES, 8);
  if (start.readUInt32LE(0) !== LMDB_MAGIC) {
    throw new KnowledgeBaseFileError('not_a_knowledge_base', file, 'a file of another kind');
  }
  if ((start.readUInt32LE(4) & 0xffff) !== LMDB_DATA_VERSION) {
    throw new KnowledgeBaseFileError('unsupported_version', file, 'a file of another LMDB version');
  }
  const { pageSize, root, lastPage } = readNewestMeta(read, fail, file);
  if (size < (lastPage + 1) * pageSize) {
    fail(`${size} bytes instead of ${(lastPage + 1) * pageSize}: the file was cut off`);
  }

  const locations = new Map<string, ValueLocation>();
  const seen = new Set<number>();
  const readPageStart = (page: number, length: number): Buffer => {
    if (!(page >= 2 && page <= lastPage)) fail(`a reference to page ${page}, which does not exist`);
    const bytes = read(page * pageSize, length);
    if (Number(bytes.readBigUInt64LE(0)) !== page) fail(`a page that is not page ${page} in its place`);
    return bytes;
  };
  const addValue = (page: Buffer, pageNumber: number, node: number): void => {
    const keyStart = node + NODE_HEADER_BYTES;
    const valueStart = keyStart + page.readUInt16LE(node + 6);
    const length = page.readUInt32LE(node);
    const flags = page.readUInt16LE(node + 4);
    // Entries of databases within the database are not ours, and are never read.
    if ((flags & ~BIG_DATA) !== 0) return;
    if (valueStart + (flags === BIG_DATA ? OVERFLOW_REFERENCE_BYTES : length) > pageSize)
      fail(`a value beyond the end of page ${pageNumber}`);
    const key = page.toString('latin1', keyStart, valueStart);
    if (flags !== BIG_DATA) {
      locations.set(key, { offset: pageNumber * pageSize + valueStart, length });
      return;
    }
    const firstPage = Number(page.readBigUInt64LE(valueStart));
    const header = readPageStart(firstPage, PAGE_HEADER_BYTES);
    const pages = header.readUInt32LE(20);
    const fits = PAGE_HEADER_BYTES + length <= pages * pageSize && firstPage + pages - 1 <= lastPage;
    if ((header.readUInt16LE(18) & PAGE_KINDS) !== OVERFLOW || !fits) fail(`a value beyond its pages at ${firstPage}`);
    locations.set(key, { offset: firstPage * pageSize + PAGE_HEADER_BYTES, length });
  };
  const walk = (pageNumber: number): void => {
    if (seen.has(pageNumber)) fail(`page ${pageNumber} twice`);
    seen.add(pageNumber);
    const page = readPageStart(pageNumber, pageSize);
    const kind = page.readUInt16LE(18) & PAGE_KINDS;
    const nodeCount = page.readUInt16LE(20) >>> 1;
    const hasEntries = nodeCount >= (kind === BRANCH ? 2 : 1) && PAGE_HEADER_BYTES + 2 * nodeCount <= pageSize;
    if ((kind !== BRANCH && kind !== LEAF) || !hasEntries) {
      fail(`a page without a readable list at ${pageNumber}`);
    }
    for (let index = 0; index < nodeCount; index++) {
      const node = PAGE_HEADER_BYTES + page.readUInt16LE(PAGE_HEADER_BYTES + 2 * index);
      if (node + NODE_HEADER_BYTES > pageSize || node + NODE_HEADER_BYTES + page.readUInt16LE(node + 6) > pageSize) {
        fail(`an entry beyond the end of page ${pageNumber}`);
      }
      if (kind === LEAF) addValue(page, pageNumber, node);
      else walk(page.readUInt32LE(node) + page.readUInt16LE(node + 4) * 2 ** 32);
    }
  };
  if (root !== undefined) walk(root);
  return { values: locations, end: (lastPage + 1) * pageSize };
}

/** The newer of the two meta pages, which describes the last transaction that was committed. */
function readNewestMeta(
  read: (offset: number, length: number) => Buffer,
  fail: (found: string) => never,
  file: string,
): { readonly pageSize: number; readonly root: number | undefined; readonly lastPage: number } {
  const metaBytes = PAGE_HEADER_BYTES + 136;
  const first = read(0, metaBytes);
  const pageSize = first.readUInt32LE(48);
  if (pageSize < 256 || pageSize > 0x1_0000 || (pageSize & (pageSize - 1)) !== 0) fail(`pages of ${pageSize} bytes`);
  const second = read(pageSize, metaBytes);
  for (const meta of [first, second]) {
    if ((meta.readUInt16LE(52) & ~ALLOWED_ENVIRONMENT_FLAGS) !== 0) {
      throw new KnowledgeBaseFileError('not_a_knowledge_base', file, 'an LMDB file of another kind');
    }
    const isMeta = (meta.readUInt16LE(18) & META) !== 0 && meta.readUInt32LE(24) === LMDB_MAGIC;
    if (!isMeta || meta.readUInt32LE(48) !== pageSize) fail('an unreadable first page');
  }
  const newest = second.readBigUInt64LE(152) > first.readBigUInt64LE(152) ? second : first;
  const root = newest.readBigUInt64LE(136);
  return {
    pageSize,
    root: root === 0xffff_ffff_ffff_ffffn ? undefined : Number(root),
    lastPage: Number(newest.readBigUInt64LE(144)),
  };
}
