import { CorruptStoreError, NewerSchemaError } from './migrate.ts'

/** What is wrong with a file, as part of a sentence, by the beginning of the error's code. */
const REASONS: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^SQLITE_NOTADB/, 'is not a SQLite database'],
  [/^SQLITE_CORRUPT/, 'is damaged'],
  [/^(?:SQLITE_BUSY|SQLITE_LOCKED|EBUSY)/, 'is held by another program'],
  [/^(?:EACCES|EPERM|SQLITE_PERM)/, 'may not be read and written by this user'],
  [/^(?:EROFS|SQLITE_READONLY)/, 'is read-only'],
  [/^(?:ENOSPC|EDQUOT|SQLITE_FULL)/, 'cannot be opened while its disk is full'],
  [/^SQLITE_IOERR/, 'cannot be read or written'],
  [/^SQLITE_CANTOPEN/, 'cannot be opened'],
]

/** The database file of a world cannot be opened. It has not been changed. */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError'
  /** The code of the error below, which decides what to suggest. */
  readonly code: string
  readonly file: string
  /** What is wrong, as part of a sentence about the file: `is damaged`. */
  readonly reason: string

  constructor(file: string, cause: unknown) {
    const reason = reasonOf(cause)
    super(`${file} ${reason}.`, { cause })
    this.file = file
    this.reason = reason
    this.code = codeOf(cause)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof CorruptStoreError || error instanceof NewerSchemaError) return error.reason
  const known = REASONS.find(([pattern]) => pattern.test(codeOf(error)))?.[1]
  return known ?? `cannot be opened (${error instanceof Error ? error.message : error})`
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
