import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/** The same everywhere, so that a file written on one system opens on another. */
const PAGE_BYTES = 4096;
const PAGE_HEADER_BYTES = 24;
const NODE_HEADER_BYTES = 8;
const OVERFLOW_REFERENCE_BYTES = 24;
/** Two nodes of this size fit on a page with their pointers; a longer value gets pages of its own. */
const MAX_NODE_BYTES = 2034;
const BRANCH = 0x01;
const LEAF = 0x02;
const OVERFLOW = 0x04;
const META = 0x08;
const BIG_DATA = 0x01;
const LMDB_MAGIC = 0xbeef_c0de;
const LMDB_DATA_VERSION = 2;
/** Integer keys in the list of free pages, and no sub-folder. */
const ENVIRONMENT_FLAGS = 0x4008;
const NO_PAGE = 0xffff_ffff_ffff_ffffn;
const FIRST_DATA_PAGE = 2;
const BUFFER_BYTES = 1 << 22;
/** One system call writes less than 2 GiB. */
const SYSTEM_CALL_BYTES = 1 << 30;
const MAX_KEY_BYTES = 511;

/** One entry of a page of the tree: in a leaf with its value or a reference to it, in a branch with the page below. */
interface TreeNode {
  readonly key: Buffer;
  readonly size: number;
  readonly put: (page: Buffer, offset: number) => void;
  /** The node as it stands first on a branch page: without its key, which is never compared there. */
  readonly first?: () => TreeNode;
}

/**
 * Writes an LMDB file from its first byte to its last, in one transaction with the number 1, as LMDB's own compacting copy
 * leaves it: no free pages, values in the order in which they came, then the tree. Long values are streamed and never held
 * or copied. The same values in the same order give the same bytes.
 *
 * LMDB itself would write each value twice (into a draft, and from there into the copy), each time through a copy in
 * memory.
 */
export class LmdbFileWriter {
  readonly #descriptor: number;
  readonly #buffer = Buffer.alloc(BUFFER_BYTES);
  #buffered = 0;
  /** Bytes that lie before those in the buffer. */
  #written = FIRST_DATA_PAGE * PAGE_BYTES;
  readonly #entries: TreeNode[] = [];
  #overflowPages = 0;

  /** Makes a new file. */
  constructor(path: string) {
    this.#descriptor = openSync(path, 'wx+', 0o666);
  }

  /** Appends a short value. @throws RangeError when it does not fit on a page. */
  putShort(key: string, value: Buffer): void {
    const name = keyBytes(key);
    const size = nodeBytes(name, value.length);
    if (size > MAX_NODE_BYTES) throw new RangeError(`@grasp/skb: expected a short value for "${key}"`);
    const put = (page: Buffer, offset: number): void => {
      writeNodeHeader(page, offset, name, value.length, 0);
      value.copy(page, offset + NODE_HEADER_BYTES + name.length);
    };
    this.#entries.push({ key: name, size, put });
  }

  /** Whether {@link putShort} takes a value of this length. */
  static isShort(key: string, length: number): boolean {
    return nodeBytes(keyBytes(key), length) <= MAX_NODE_BYTES;
  }

  /**
   * Appends a value of `headerBytes` and then what `parts` yields, `length` bytes in all; what is yielded is used at once.
   * The header is asked for after that, so that it may hold a checksum. Yields after each part.
   */
  *putLong(
    key: string,
    { length, headerBytes }: { readonly length: number; readonly headerBytes: number },
    parts: Iterable<Buffer>,
    makeHeader: () => Buffer,
  ): Generator<void> {
    const name = keyBytes(key);
    const position = this.#written + this.#buffered;
    const page = position / PAGE_BYTES;
    const pageCount = Math.ceil((PAGE_HEADER_BYTES + length) / PAGE_BYTES);
    const header = Buffer.alloc(PAGE_HEADER_BYTES);
    writePageHeader(header, page, OVERFLOW);
    header.writeUInt32LE(pageCount, 20);
    this.#write(header);
    this.#write(Buffer.alloc(headerBytes));
    let done = headerBytes;
    for (const part of parts) {
      this.#write(part);
      done += part.length;
      yield;
    }
    if (done !== length) throw new RangeError(`@grasp/skb: expected ${length} bytes for "${key}", got ${done}`);
    this.#write(Buffer.alloc(pageCount * PAGE_BYTES - PAGE_HEADER_BYTES - length));
    this.#flush();
    writeAll(this.#descriptor, makeHeader(), position + PAGE_HEADER_BYTES);
    this.#overflowPages += pageCount;
    const put = (leaf: Buffer, offset: number): void => {
      writeNodeHeader(leaf, offset, name, length, BIG_DATA);
      const reference = offset + NODE_HEADER_BYTES + name.length;
      leaf.writeBigUInt64LE(BigInt(page), reference);
      leaf.writeBigUInt64LE(1n, reference + 8);
      leaf.writeBigUInt64LE(BigInt(pageCount), reference + 16);
    };
    this.#entries.push({ key: name, size: nodeBytes(name, OVERFLOW_REFERENCE_BYTES), put });
  }

  /** Writes the tree and the first pages, and waits until the disk has all. */
  finish(): void {
    const entries = this.#entries.sort((a, b) => Buffer.compare(a.key, b.key));
    let level = this.#writeLevel(entries, LEAF);
    const leafPages = level.length;
    let [depth, branchPages] = [1, 0];
    while (level.length > 1) {
      level = this.#writeLevel(level, BRANCH);
      branchPages += level.length;
      depth++;
    }
    this.#flush();
    const pageCount = this.#written / PAGE_BYTES;
    const root = level.length === 0 ? NO_PAGE : BigInt(pageCount - 1);
    const metas = Buffer.alloc(2 * PAGE_BYTES);
    for (const number of [0, 1]) {
      const meta = metas.subarray(number * PAGE_BYTES, (number + 1) * PAGE_BYTES);
      writePageHeader(meta, number, META, 0n);
      meta.writeUInt32LE(LMDB_MAGIC, 24);
      meta.writeUInt32LE(LMDB_DATA_VERSION, 28);
      meta.writeBigUInt64LE(BigInt(pageCount * PAGE_BYTES), 40);
      meta.writeUInt32LE(PAGE_BYTES, 48);
      meta.writeUInt16LE(ENVIRONMENT_FLAGS, 52);
      meta.writeBigUInt64LE(NO_PAGE, 88);
      meta.writeBigUInt64LE(NO_PAGE, 136);
      meta.writeBigUInt64LE(1n, 144);
    }
    // The second page is that of transaction 1; the first stays that of an empty file.
    const meta = metas.subarray(PAGE_BYTES);
    if (root !== NO_PAGE) {
      meta.writeUInt16LE(depth, 102);
      meta.writeBigUInt64LE(BigInt(branchPages), 104);
      meta.writeBigUInt64LE(BigInt(leafPages), 112);
      meta.writeBigUInt64LE(BigInt(this.#overflowPages), 120);
      meta.writeBigUInt64LE(BigInt(entries.length), 128);
    }
    meta.writeBigUInt64LE(root, 136);
    meta.writeBigUInt64LE(BigInt(pageCount - 1), 144);
    meta.writeBigUInt64LE(1n, 152);
    writeAll(this.#descriptor, metas, 0);
    fsyncSync(this.#descriptor);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Fills pages with nodes in order, and gives the nodes of the level above. */
  #writeLevel(nodes: readonly TreeNode[], kind: typeof LEAF | typeof BRANCH): TreeNode[] {
    const above: TreeNode[] = [];
    for (const together of pagesOf(nodes, kind)) {
      const onPage = kind === LEAF ? together : together.map((node, index) => (index === 0 ? node.first!() : node));
      const pageNumber = (this.#written + this.#buffered) / PAGE_BYTES;
      const page = Buffer.alloc(PAGE_BYTES);
      writePageHeader(page, pageNumber, kind);
      let upper = PAGE_BYTES - PAGE_HEADER_BYTES;
      onPage.forEach(({ size, put }, index) => {
        upper -= size;
        page.writeUInt16LE(upper, PAGE_HEADER_BYTES + 2 * index);
        put(page, PAGE_HEADER_BYTES + upper);
      });
      page.writeUInt16LE(2 * onPage.length, 20);
      page.writeUInt16LE(upper, 22);
      this.#write(page);
      above.push(branchNode(together[0]!.key, pageNumber));
    }
    return above;
  }

  #write(bytes: Buffer): void {
    if (bytes.length > BUFFER_BYTES - this.#buffered) this.#flush();
    if (bytes.length > BUFFER_BYTES) {
      writeAll(this.#descriptor, bytes, this.#written);
      this.#written += bytes.length;
    } else {
      bytes.copy(this.#buffer, this.#buffered);
      this.#buffered += bytes.length;
    }
  }

  #flush(): void {
    writeAll(this.#descriptor, this.#buffer.subarray(0, this.#buffered), this.#written);
    this.#written += this.#buffered;
    this.#buffered = 0;
  }
}

function keyBytes(key: string): Buffer {
  const bytes = Buffer.from(key, 'latin1');
  if (bytes.length > 0 && bytes.length <= MAX_KEY_BYTES) return bytes;
  throw new RangeError(`@grasp/skb: expected a key of 1 to ${MAX_KEY_BYTES} bytes, got ${bytes.length}`);
}

function nodeBytes(key: Buffer, valueLength: number): number {
  const bytes = NODE_HEADER_BYTES + key.length + valueLength;
  return bytes + (bytes % 2);
}

function writePageHeader(page: Buffer, number: number, kind: number, transaction = 1n): void {
  page.writeBigUInt64LE(BigInt(number), 0);
  page.writeBigUInt64LE(transaction, 8);
  page.writeUInt16LE(kind, 18);
}

function writeNodeHeader(page: Buffer, offset: number, key: Buffer, length: number, flags: number): void {
  page.writeUInt32LE(length, offset);
  page.writeUInt16LE(flags, offset + 4);
  page.writeUInt16LE(key.length, offset + 6);
  key.copy(page, offset + NODE_HEADER_BYTES);
}

/** The number of the page below takes the place of length and flags. */
function branchNode(key: Buffer, pageBelow: number): TreeNode {
  const put = (page: Buffer, offset: number): void => {
    page.writeUInt32LE(pageBelow % 2 ** 32, offset);
    page.writeUInt16LE(Math.floor(pageBelow / 2 ** 32), offset + 4);
    page.writeUInt16LE(key.length, offset + 6);
    key.copy(page, offset + NODE_HEADER_BYTES);
  };
  return { key, size: nodeBytes(key, 0), put, first: () => branchNode(Buffer.alloc(0), pageBelow) };
}

/** Nodes page by page, as many as fit; a branch page has two at least, so the last page may take one from that before. */
function pagesOf(nodes: readonly TreeNode[], kind: number): TreeNode[][] {
  const pages: TreeNode[][] = [];
  let room = 0;
  for (const node of nodes) {
    if (pages.length === 0 || node.size + 2 > room) {
      pages.push([]);
      room = PAGE_BYTES - PAGE_HEADER_BYTES;
    }
    pages.at(-1)!.push(node);
    room -= node.size + 2;
  }
  const [last, before] = [pages.at(-1), pages.at(-2)];
  if (kind === BRANCH && last?.length === 1 && before !== undefined) last.unshift(before.pop()!);
  return pages;
}

function writeAll(descriptor: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length;) {
    const count = Math.min(SYSTEM_CALL_BYTES, bytes.length - done);
    done += writeSync(descriptor, bytes, done, count, position + done);
  }
}
