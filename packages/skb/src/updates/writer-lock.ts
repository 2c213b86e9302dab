import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { KnowledgeBaseFileError } from '../knowledge-base-file-error.js';
import { notWritable } from '../not-writable.js';

/** Options of {@link withWriterLock}. */
export interface WriterLockOptions {
  /** How long to wait while another program has the lock, in milliseconds. Default 10,000. */
  readonly lockTimeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Defaults of {@link WriterLockOptions}. */
export const WRITER_LOCK_DEFAULTS = Object.freeze({ lockTimeoutMs: 10_000 });

const SUFFIX = '.writer';
const LEAST_WAIT_MS = 5;
const MOST_WAIT_MS = 50;

/** Who holds a lock. */
interface Holder {
  readonly host: string;
  readonly process: number;
  /** When the process began, where the system tells; another process may get its number later. */
  readonly began: string;
}

function beginOf(process: number): string {
  try {
    // Field 22, counted from 1; the second one, in parentheses, may contain anything.
    return readFileSync(`/proc/${process}/stat`, 'utf8').replace(/^.*\)/su, '').split(' ')[20] ?? '';
  } catch {
    return '';
  }
}

function isAlive({ host, process: number, began }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(number, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return beginOf(number) === began;
}

function holderOf(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** The other live writers of a file. Removes what dead ones left: its name is never used again. */
function otherWriters(folder: string, prefix: string, own: string): Holder[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && name.endsWith(SUFFIX) && name !== own)
    .flatMap((name) => {
      const holder = holderOf(join(folder, name));
      if (holder === undefined) return [];
      if (isAlive(holder)) return [holder];
      rmSync(join(folder, name), { force: true });
      return [];
    });
}

/**
 * Runs `work` while no other process or call changes the file. Each writer puts down a file of its own beside it and
 * then looks for others: of two, at least one sees the other and steps back. A process that is killed leaves its file
 * behind; the next writer sees that the process is gone. Of a process on another machine it cannot see that.
 *
 * @throws KnowledgeBaseFileError `locked` when another writer does not finish in time, `not_writable`, `not_found`
 */
export async function withWriterLock<Result>(
  file: string,
  { lockTimeoutMs = WRITER_LOCK_DEFAULTS.lockTimeoutMs, signal }: WriterLockOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!existsSync(file)) throw new KnowledgeBaseFileError('not_found', file, 'no file');
  const real = realpathSync(file);
  const folder = dirname(real);
  const prefix = `${basename(real)}.`;
  const own = `${prefix}${process.pid}-${randomBytes(6).toString('hex')}${SUFFIX}`;
  const path = join(folder, own);
  const holder: Holder = { host: hostname(), process: process.pid, began: beginOf(process.pid) };
  const deadline = performance.now() + lockTimeoutMs;
  try {
    for (;;) {
      signal?.throwIfAborted();
      putDown(file, path, holder);
      const [other] = otherWriters(folder, prefix, own);
      if (other === undefined) break;
      rmSync(path, { force: true });
      if (performance.now() >= deadline) {
        const found = `one that process ${other.process} on ${other.host} is changing`;
        throw new KnowledgeBaseFileError('locked', file, found);
      }
      await wait(LEAST_WAIT_MS + Math.random() * (MOST_WAIT_MS - LEAST_WAIT_MS), undefined, signal && { signal });
    }
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** The file appears with its content at once, so that nobody sees it empty. */
function putDown(file: string, path: string, holder: Holder): void {
  const draft = `${path}.draft`;
  try {
    writeFileSync(draft, JSON.stringify(holder));
    linkSync(draft, path);
  } catch (error) {
    throw notWritable(file, error);
  } finally {
    rmSync(draft, { force: true });
  }
}
