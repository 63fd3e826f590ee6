import { StoreInUseError } from '../store/folder-lock.ts'
import { findReadOnly } from '../store/read-only.ts'
import { StoreFailureError } from '../store/store-failure.ts'

/** The store folder cannot be used: damaged, newer, or not ours to read or write. The command line turns it into exit code 6. */
export class StoreUnusableError extends Error {
  override readonly name = 'StoreUnusableError'
  readonly code = 'store_unusable'
  readonly folder: string

  constructor(folder: string, reason: string, cause: unknown, wayOut = 'Move the folder aside and start again') {
    super(
      `The store ${folder} cannot be used: ${reason} Nothing in it was changed. ` +
        `${wayOut}, or choose another folder with --store.`,
      { cause },
    )
    this.folder = folder
  }
}

/** What to say about each way a store can fail to open, by the code of the error. */
const REASONS: Record<string, string> = {
  SQLITE_NOTADB: 'a file in it is not a SQLite database.',
  SQLITE_CORRUPT: 'a database in it is damaged.',
  SQLITE_CANTOPEN: 'a database in it cannot be opened.',
  SQLITE_READONLY: 'a database in it is read-only.',
  SQLITE_PERM: 'this user has no permission to open a database in it.',
  SQLITE_FULL: 'the disk is full.',
  SQLITE_IOERR: 'a database in it cannot be read or written.',
  EACCES: 'this user has no permission to read or write it.',
  EPERM: 'this user has no permission to read or write it.',
  EROFS: 'it is on a read-only file system.',
  ENOSPC: 'the disk is full.',
  ENOTDIR: 'a part of its path is a file.',
  EEXIST: 'its path is a file, not a folder.',
}

/** Codes with which a store can answer that is read-only. */
const REFUSALS = /^(EACCES|EPERM|EROFS|SQLITE_(READONLY|CANTOPEN|PERM|IOERR).*)$/

function asReadOnly(folder: string, error: unknown): StoreUnusableError | undefined {
  const part = findReadOnly(folder)
  if (part === undefined) return undefined
  return part.mounted
    ? new StoreUnusableError(folder, `${part.path} is on a read-only file system.`, error, 'Mount it with write access')
    : new StoreUnusableError(
        folder,
        `${part.path} is read-only for this user.`,
        error,
        'Give this user write access to the folder and everything in it',
      )
}

/** The error that tells what is wrong with the store, or the error itself when it is about something else. */
export function asStoreProblem(folder: string, error: unknown): unknown {
  const { code, message, syscall } = error as { code?: unknown; message?: unknown; syscall?: unknown }
  if (typeof code !== 'string') return error
  if (code === 'newer_schema')
    return new StoreUnusableError(folder, 'a newer Ringback wrote it.', error, 'Update Ringback')
  if (code === 'ENOENT' && syscall === 'mkdir')
    return new StoreUnusableError(folder, 'it does not exist and cannot be created.', error, 'Create the folder first')
  if (error instanceof StoreFailureError && error.noMoreFiles)
    return new StoreUnusableError(folder, error.message, error, 'Raise the limit')
  if (code === 'corrupt_store') return new StoreUnusableError(folder, String(message), error)
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return new StoreInUseError(folder, undefined)
  const readOnly = REFUSALS.test(code) ? asReadOnly(folder, error) : undefined
  if (readOnly !== undefined) return readOnly
  // Extended codes, such as SQLITE_IOERR_WRITE, say more than a reader needs.
  const reason = REASONS[code] ?? REASONS[code.split('_').slice(0, 2).join('_')]
  return reason === undefined ? error : new StoreUnusableError(folder, reason, error)
}
