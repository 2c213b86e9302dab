import { KnowledgeBaseFileError } from './knowledge-base-file-error.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no room left on the disk',
  EDQUOT: 'no room left in the quota of the disk',
  EFBIG: 'a limit on the size of files that is too low',
  EROFS: 'a file system that can only be read',
  ENOENT: 'no such folder',
  ENOTDIR: 'no such folder',
  EACCES: 'a folder or a file to which this process may not write',
  EPERM: 'a folder or a file to which this process may not write',
};

/** The error `not_writable` for what the system said when `file`, or one beside it, was to be written. */
export function notWritable(file: string, cause: unknown): KnowledgeBaseFileError {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException;
  const found = `${REASONS[code] ?? 'a failure of the system'} (${code})`;
  return new KnowledgeBaseFileError('not_writable', file, found, { cause });
}

/** Whether the system refused a call. */
export const isSystemError = (error: unknown): boolean =>
  typeof (error as Partial<NodeJS.ErrnoException> | undefined)?.syscall === 'string';
