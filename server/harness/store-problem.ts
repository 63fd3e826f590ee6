import { basename, dirname } from 'node:path'
import { StoreInUseError } from '../store/folder-lock.ts'
import { findReadOnly } from '../store/read-only.ts'
import { StoreFailureError, wayOutOf } from '../store/store-failure.ts'
import { UnusableFileError } from '../store/unusable-file.ts'

/** The store folder cannot be used: it is damaged, newer, or may not be read or written. The command line ends with exit code 6. */
class StoreUnusableError extends Error {
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

/** What to say about each reason why a folder cannot be a store, by the code of the error. */
const REASONS: Record<string, string> = {
  EACCES: 'this user has no permission to read or write it.',
  EPERM: 'this user has no permission to read or write it.',
  EROFS: 'it is on a read-only file system.',
  ENOSPC: 'the disk is full.',
  ENOTDIR: 'a part of its path is a file.',
  EEXIST: 'its path is a file, not a folder.',
}

/** Codes of errors from a store that is read-only. */
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

/** An error that says what is wrong with the store, or the error itself when it is about something else. */
export function asStoreProblem(folder: string, error: unknown): unknown {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string') return error
  if (code === 'ENOENT' && syscall === 'mkdir')
    return new StoreUnusableError(folder, 'it does not exist and cannot be created.', error, 'Create the folder first')
  if (error instanceof StoreFailureError && error.noMoreFiles)
    return new StoreUnusableError(folder, error.message, error, 'Raise the limit')
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return new StoreInUseError(folder, undefined)
  const readOnly = REFUSALS.test(code) ? asReadOnly(folder, error) : undefined
  if (readOnly !== undefined) return readOnly
  if (error instanceof UnusableFileError) return ofFile(folder, error)
  const reason = REASONS[code]
  return reason === undefined ? error : new StoreUnusableError(folder, reason, error)
}

/** The database that a start needs; the others may stay where they are. */
function ofFile(folder: string, error: UnusableFileError): StoreUnusableError {
  const { file, reason, code } = error
  const aside = `To keep the other worlds and all snapshots, move ${basename(file)} and what begins with its name out of ${dirname(file)} and start again`
  const wayOut = code === 'newer_schema' ? 'Update Ringback' : (wayOutOf(code) ?? aside)
  return new StoreUnusableError(folder, `${file} ${reason}.`, error, wayOut)
}
