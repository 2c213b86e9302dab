import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { transformSync } from '@swc/core';
import fc from 'fast-check';
import { open } from 'lmdb';

import { author, paper, relation, sourceOf, temporaryFolder } from '../test/small-source.js';
import { FORMAT_VERSION, META_ENTRY } from './base-entries.js';
import { encodeEntry } from './entry.js';
import { importKnowledgeBase, KnowledgeBaseFileError, openKnowledgeBase, verifyKnowledgeBase } from './index.js';
import type { KnowledgeBase } from './index.js';
import { KnowledgeBaseFile, MAPPED_FROM_BYTES } from './knowledge-base-file.js';

const folder = temporaryFolder();
const small = join(folder, 'small.skb');
const large = join(folder, 'large.skb');
const largeCount = MAPPED_FROM_BYTES / 4 + 1000;
const vectors = Float32Array.from({ length: largeCount }, (_, index) => index % 1013);

beforeAll(async () => {
  const papers = Array.from({ length: 300 }, (_, index) =>
    paper(`p${index}`, { fields: { abstract: 'word '.repeat(20) } }),
  );
  const edges = papers.flatMap(({ id }, index) => [relation('cites', id, `p${(index * 7) % 300}`)]);
  const records = [...papers, author('a'), relation('writes', 'a', 'p0'), ...edges];
  await importKnowledgeBase(sourceOf(records), small, {
    decorate: (writer) => {
      for (let section = 0; section < 200; section++) writer.putJson(`section-number-${section}`, { section });
    },
  });
  await importKnowledgeBase(sourceOf([paper('p1'), paper('p2')]), large, {
    decorate: (writer) => writer.putArray('vectors', vectors),
  });
});

const openForWriting = (path: string) =>
  open({ path, noSubdir: true, encoding: 'binary', keyEncoding: 'binary', noSync: true, overlappingSync: false });

/** Everything that a knowledge base answers, or the code of the error that it throws. */
function outcome(file: string): unknown {
  try {
    using knowledgeBase = openKnowledgeBase(file);
    const sample = Array.from({ length: 200 }, (_, section) => knowledgeBase.json(`section-number-${section}`));
    const edges = knowledgeBase.schema.relations.flatMap(({ name }) =>
      (['out', 'in'] as const).map((direction) => Array.from(knowledgeBase.adjacency(name, direction).targets)),
    );
    const last = knowledgeBase.array('vectors')?.at(-1);
    return JSON.stringify([[...knowledgeBase.nodes()], knowledgeBase.findByName('paper p7'), sample, edges, last]);
  } catch (error) {
    if (!(error instanceof KnowledgeBaseFileError)) throw error;
    return error.code;
  }
}

/** The flag of a page that begins a long value in LMDB. */
const OVERFLOW = 4;

const damageCodes = ['damaged', 'not_a_knowledge_base', 'unsupported_version'];

describe('a file that cannot be opened has its own code:', () => {
  const codeOf = (file: string): unknown => outcome(file);
  const written = (name: string, content: string | Buffer): string => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };

  test('a missing file, and one in a file', () => {
    expect(codeOf(join(folder, 'missing.skb'))).toBe('not_found');
    expect(codeOf(join(small, 'inside.skb'))).toBe('not_found');
    expect(readdirSync(folder).filter((name) => name.startsWith('missing'))).toEqual([]);
  });

  test('a folder, and a named pipe', () => {
    expect(codeOf(folder)).toBe('not_a_knowledge_base');
    if (process.platform === 'win32') return;
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe.skb')]);
    expect(codeOf(join(folder, 'pipe.skb'))).toBe('not_a_knowledge_base');
  });

  test('an empty file, a text, and random bytes', () => {
    expect(codeOf(written('empty.skb', ''))).toBe('not_a_knowledge_base');
    expect(codeOf(written('short.skb', 'hello'))).toBe('not_a_knowledge_base');
    expect(codeOf(written('text.skb', 'id,name\n'.repeat(5000)))).toBe('not_a_knowledge_base');
    expect(codeOf(written('zero.skb', Buffer.alloc(20_000)))).toBe('not_a_knowledge_base');
  });

  test('an LMDB file that another program wrote', async () => {
    const file = join(folder, 'other.skb');
    const database = open({ path: file, noSubdir: true });
    database.putSync('a', { b: 1 });
    await database.openDB({ name: 'named' }).put('c', 2);
    await database.close();
    expect(codeOf(file)).toBe('not_a_knowledge_base');
  });

  test('another version of the format', async () => {
    const file = join(folder, 'future.skb');
    copyFileSync(small, file);
    const database = openForWriting(file);
    const json = JSON.stringify({ version: FORMAT_VERSION + 1 });
    database.putSync(Buffer.from(META_ENTRY), encodeEntry(META_ENTRY, { json }));
    await database.close();
    expect(codeOf(file)).toBe('unsupported_version');
  });

  test('another version of LMDB', () => {
    const bytes = readFileSync(small);
    bytes.writeUInt32LE(1, 28);
    expect(codeOf(written('lmdb-1.skb', bytes))).toBe('unsupported_version');
  });

  test('a file from which an entry is missing', async () => {
    const file = join(folder, 'incomplete.skb');
    copyFileSync(small, file);
    const database = openForWriting(file);
    database.removeSync(Buffer.from('base/names/bytes'));
    await database.close();
    expect(codeOf(file)).toBe('damaged');
  });

  test('the message names the file and says what to do', () => {
    expect(() => openKnowledgeBase(join(folder, 'missing.skb'))).toThrow(/"[^"]*missing\.skb", got no file; check/u);
  });
});

describe.each([
  ['small', small],
  ['large', large],
])('a damaged file never crashes or answers wrongly: %s', (_, original) => {
  const copy = join(folder, 'damaged.skb');

  test('cut off anywhere', () => {
    copyFileSync(original, copy);
    const size = statSync(copy).size;
    const sizes = [size - 1, size - 4095, size - 4096, size >> 1, 12_288, 8193, 8192, 4097, 4096, 4095, 100, 32, 31, 1];
    for (const length of sizes) {
      truncateSync(copy, length);
      expect([length, damageCodes.includes(outcome(copy) as string)]).toEqual([length, true]);
    }
  });

  test('with flipped bits in the pages that hold the structure', () => {
    const bytes = readFileSync(original);
    const expected = outcome(original);
    const pages = [0, 1];
    for (let page = 2; page < bytes.length / 4096; page++) {
      if (bytes.readUInt16LE(page * 4096 + 18) === OVERFLOW) page += bytes.readUInt32LE(page * 4096 + 20) - 1;
      else pages.push(page);
    }
    const place = fc.record({
      page: fc.constantFrom(...pages),
      offset: fc.oneof(fc.nat(4095), fc.nat(199)),
      mask: fc.integer({ min: 1, max: 255 }),
    });
    const seen = new Set<unknown>();
    copyFileSync(original, copy);
    const descriptor = openSync(copy, 'r+');
    fc.assert(
      fc.property(fc.uniqueArray(place, { minLength: 1, maxLength: 3, selector: (flip) => flip.offset }), (flips) => {
        for (const { page, offset, mask } of flips) {
          const position = page * 4096 + offset;
          writeSync(descriptor, Buffer.of(bytes[position]! ^ mask), 0, 1, position);
        }
        const result = outcome(copy);
        for (const { page } of flips) writeSync(descriptor, bytes, page * 4096, 4096, page * 4096);
        seen.add(result === expected ? 'unharmed' : result);
        expect(result === expected || damageCodes.includes(result as string)).toBe(true);
      }),
      { numRuns: original === small ? 400 : 150 },
    );
    closeSync(descriptor);
    expect(seen).toContain('damaged');
  });

  test('with changed data', async () => {
    const bytes = readFileSync(original);
    const file = new KnowledgeBaseFile(original);
    const names = file.names().filter((name) => !name.startsWith('section/section'));
    file.close();
    await expect(verifyKnowledgeBase(original)).resolves.toMatchObject({ updateCount: 0 });
    copyFileSync(original, copy);
    const descriptor = openSync(copy, 'r+');
    for (const name of names) {
      const start = bytes.indexOf(encodeEntry(name, new Uint8Array(0)).subarray(4, 8)) - 4;
      const length = bytes.readUInt32LE(start + 12);
      if (length === 0) continue;
      const place = start + 16 + (length >> 1);
      writeSync(descriptor, Buffer.of(bytes[place]! ^ 0x10), 0, 1, place);
      await expect(verifyKnowledgeBase(copy)).rejects.toThrow(KnowledgeBaseFileError);
      if (length < MAPPED_FROM_BYTES) {
        const changed = new KnowledgeBaseFile(copy);
        expect(() => (name === META_ENTRY ? changed.json(name) : changed.array(name))).toThrow(KnowledgeBaseFileError);
        changed.close();
      }
      writeSync(descriptor, bytes, place, 1, place);
    }
    closeSync(descriptor);
  });
});

describe('a file in use', () => {
  test('is as it was when LMDB itself reads it', async () => {
    const database = open({ path: small, noSubdir: true, readOnly: true, encoding: 'binary', keyEncoding: 'binary' });
    const file = new KnowledgeBaseFile(small);
    const keys = [...database.getKeys()].map((key) => Buffer.from(key as Uint8Array).toString('latin1'));
    expect(keys.length).toBeGreaterThan(200);
    expect(file.names()).toEqual(keys);
    for (const name of keys) {
      const stored = Buffer.from(database.getBinary(Buffer.from(name))!);
      const array = file.array(name);
      const value = array ?? { json: JSON.stringify(file.json(name)) };
      expect(encodeEntry(name, value).equals(stored)).toBe(true);
    }
    file.close();
    await database.close();
  });

  test('is opened without writing anything beside it', () => {
    const alone = join(folder, 'alone');
    mkdirSync(alone);
    copyFileSync(small, join(alone, 'a.skb'));
    expect(outcome(join(alone, 'a.skb'))).toBe(outcome(small));
    expect(readdirSync(alone)).toEqual(['a.skb']);
  });

  test('answers nothing after it was closed, and may be closed twice', () => {
    const knowledgeBase = openKnowledgeBase(small);
    expect(knowledgeBase.idOf(0)).toBe('p0');
    expect(knowledgeBase.nameOf(0)).toBe('Paper p0');
    knowledgeBase.adjacency('cites', 'out');
    knowledgeBase.close();
    knowledgeBase.close();
    for (const use of [
      () => knowledgeBase.idOf(0),
      () => knowledgeBase.indexOf('p0'),
      () => knowledgeBase.adjacency('cites', 'out'),
      () => knowledgeBase.array('vectors'),
      () => knowledgeBase.json('section-number-0'),
    ]) {
      expect(use).toThrow(expect.objectContaining({ name: 'KnowledgeBaseFileError', code: 'closed' }));
    }
  });

  test('keeps its content for those that have it open when an import replaces it', async () => {
    const file = join(folder, 'replaced.skb');
    const contentOf = (knowledgeBase: KnowledgeBase): unknown[] => [
      knowledgeBase.nameOf(0),
      knowledgeBase.array('v')!.length,
      knowledgeBase.array('v')!.at(-1),
    ];
    const write = (name: string, value: number, length: number) =>
      importKnowledgeBase(sourceOf([paper('p', { name })]), file, {
        decorate: (writer) => writer.putArray('v', new Float32Array(length).fill(value)),
      });
    await write('old', 1, largeCount);
    const early = openKnowledgeBase(file);
    const lazy = openKnowledgeBase(file);
    expect(contentOf(early)).toEqual(['old', largeCount, 1]);
    await write('new', 2, largeCount + 500_000);
    using late = openKnowledgeBase(file);
    expect(contentOf(late)).toEqual(['new', largeCount + 500_000, 2]);
    expect(contentOf(lazy)).toEqual(['old', largeCount, 1]);
    expect(contentOf(early)).toEqual(['old', largeCount, 1]);
    early.close();
    expect(contentOf(lazy)).toEqual(['old', largeCount, 1]);
    expect(contentOf(late)).toEqual(['new', largeCount + 500_000, 2]);
    lazy.close();
  });
});

describe('an array of more than 16 MiB', () => {
  test('is a view that two users share, and is empty when the last has closed', () => {
    const [first, second] = [openKnowledgeBase(large), openKnowledgeBase(large)];
    const [a, b] = [first.array('vectors')!, second.array('vectors')!];
    expect([a.length, b.length]).toEqual([largeCount, largeCount]);
    expect(a.every((value, index) => value === index % 1013)).toBe(true);
    const isMapped = (b.buffer as { isSharedMap?: boolean }).isSharedMap === true;
    if (process.platform === 'linux') expect(isMapped).toBe(true);
    first.close();
    expect(b.at(-1)).toBe((largeCount - 1) % 1013);
    second.close();
    expect(b.length).toBe(isMapped ? 0 : largeCount);
    using again = openKnowledgeBase(large);
    expect(again.array('vectors')!.at(-1)).toBe((largeCount - 1) % 1013);
  });

  test('is right in files of any sizes that are opened one after another', async () => {
    const files = await Promise.all(
      [5, 9, 4.5, 12, 6].map(async (millions, index) => {
        const file = join(folder, `sized-${index}.skb`);
        await importKnowledgeBase(sourceOf([paper(`p${index}`)]), file, {
          decorate: (writer) => writer.putArray('v', new Uint32Array(millions * 1_000_000).fill(index)),
        });
        return file;
      }),
    );
    for (let round = 0; round < 4; round++) {
      for (const [index, file] of files.entries()) {
        using knowledgeBase = openKnowledgeBase(file);
        const array = knowledgeBase.array('v')!;
        expect([array[0], array.at(-1), array[array.length >> 1]]).toEqual([index, index, index]);
      }
    }
  });
});

describe('several processes', () => {
  // The package's own modules, compiled, inside the package so that its dependencies resolve.
  const compiled = join(__dirname, '..', 'tmp', `compiled-${process.pid}`);
  const script = `
    import { openKnowledgeBase } from './knowledge-base.js';
    const knowledgeBase = openKnowledgeBase(process.argv[1]);
    const array = knowledgeBase.array('v');
    console.log(JSON.stringify([knowledgeBase.idOf(1), array.length, array.at(-1), array.buffer.isSharedMap === true]));
    process.stdin.once('data', () => {
      console.log(JSON.stringify([array.at(-1), array[1000]]));
      knowledgeBase.close();
      process.exit(0);
    });
  `;

  beforeAll(() => {
    mkdirSync(compiled, { recursive: true });
    writeFileSync(join(compiled, 'package.json'), '{ "type": "module" }');
    const names = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((name) => /^[a-z0-9/-]+\.ts$/u.test(name))) {
      const { code } = transformSync(readFileSync(join(__dirname, name), 'utf8'), {
        swcrc: false,
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
      });
      const target = join(compiled, name.replace(/\.ts$/u, '.js'));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, code);
    }
  });
  afterAll(() => rmSync(compiled, { recursive: true, force: true }));

  const start = (file: string): { next(): Promise<unknown>; go(): void } => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script, file], { cwd: compiled });
    return {
      next: () =>
        new Promise((resolve, reject) => {
          child.stdout.once('data', (bytes) => resolve(JSON.parse(String(bytes))));
          child.stderr.once('data', (bytes) => reject(new Error(String(bytes))));
        }),
      go: () => child.stdin.write('go\n'),
    };
  };

  test('read the same file at once, and keep it when an import replaces it', async () => {
    const file = join(folder, 'shared.skb');
    const write = (value: number, sections: number) =>
      importKnowledgeBase(sourceOf([paper('p1'), paper('p2')]), file, {
        decorate: (writer) => {
          writer.putArray('v', new Float32Array(largeCount).fill(value));
          for (let section = 0; section < sections; section++) writer.putJson(`json-${section}`, section);
        },
      });
    const isMapped = process.platform === 'linux';
    await write(1, 0);
    const early = [start(file), start(file)];
    for (const line of await Promise.all(early.map((child) => child.next()))) {
      expect(line).toEqual(['p2', largeCount, 1, isMapped]);
    }
    // Other numbers of transactions, because LMDB's lock file, still in use, remembers that of the first file.
    for (const [value, sections] of [
      [2, 1],
      [3, 2],
    ] as const) {
      await write(value, sections);
      const late = start(file);
      expect(await late.next()).toEqual(['p2', largeCount, value, isMapped]);
      using here = openKnowledgeBase(file);
      expect(here.array('v')!.at(-1)).toBe(value);
      const last = late.next();
      late.go();
      expect(await last).toEqual([value, value]);
    }
    const last = early.map((child) => child.next());
    for (const child of early) child.go();
    for (const line of await Promise.all(last)) expect(line).toEqual([1, 1]);
  });
});

describe('a verification', () => {
  test('says how far it is', async () => {
    const parts: string[] = [];
    const found = await verifyKnowledgeBase(small, {
      onProgress: ({ part, done, total }) => {
        expect(done).toBeLessThan(total);
        if (parts.at(-1) !== part) parts.push(part);
      },
    });
    expect(parts).toEqual(['values', 'nodes', 'relations', 'names']);
    expect(found).toMatchObject({ nodeCount: 301, relationCount: 301, nameCount: 301, updateCount: 0 });
  });

  test('ends where it is told to', async () => {
    for (const last of ['values', 'nodes', 'relations', 'names']) {
      const controller = new AbortController();
      const seen: string[] = [];
      const promise = verifyKnowledgeBase(small, {
        signal: controller.signal,
        onProgress: ({ part }) => {
          seen.push(part);
          if (part === last) controller.abort(new Error(last));
        },
      });
      await expect(promise).rejects.toThrow(last);
      expect(seen.filter((part) => part === last)).toHaveLength(1);
    }
  });
});
