import { closeSync, openSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute } from 'node:path'

/** A file of the store cannot be used at present: it is locked, the disk is full or fails, or the process may open no more files. */
export class StoreFailureError extends Error {
  override readonly name = 'StoreFailureError'
  readonly status = 503
  readonly code = 'store_unavailable'
  /** Whether the reason is the process's limit of open files. */
  readonly noMoreFiles: boolean

  constructor(message: string, { cause, noMoreFiles = false }: { cause: unknown; noMoreFiles?: boolean }) {
    super(message, { cause })
    this.noMoreFiles = noMoreFiles
  }
}

const FULL = /^(?:ENOSPC|EDQUOT|SQLITE_FULL)/

/** What to do about each reason why a file can fail, by the beginning of the error's code. */
const WAYS_OUT: readonly (readonly [code: RegExp, wayOut: string])[] = [
  [FULL, 'Make room on its disk'],
  [/^(?:EBUSY|ETXTBSY|SQLITE_BUSY|SQLITE_LOCKED)/, 'Close the program that holds the file'],
  [/^(?:EACCES|EPERM|EROFS|SQLITE_READONLY|SQLITE_PERM)/, 'Let this user write the file and its folder'],
  [/^(?:EISDIR|ERR_FS_EISDIR|ENOTDIR|EEXIST|ENOTEMPTY)/, 'Move away what is in the place of the file'],
]

/** What to do about a file that fails with this code; begins a sentence. */
export function wayOutOf(code: string): string | undefined {
  return WAYS_OUT.find(([pattern]) => pattern.test(code))?.[1]
}

/** Whether an error means that a disk has no room. */
export const isFull = (error: unknown): boolean => FULL.test(codeOf(error))

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** The failure of a file: what failed, which file it is, and what to do. */
export function storeFailure(what: string, file: string, error: unknown): StoreFailureError {
  if (error instanceof StoreFailureError) return error
  const reason = error instanceof Error ? error.message : String(error)
  const wayOut = wayOutOf(codeOf(error)) ?? 'Check the disk'
  const disk = isFull(error) ? diskOf(file) : ''
  return new StoreFailureError(`${what} ${file}: ${reason}${disk}. ${wayOut}, and try again.`, { cause: error })
}

/** The failure that writing this many bytes next to a file would cause; `undefined` when there is room, or when nobody knows. */
export function noRoom(file: string, bytes: number): StoreFailureError | undefined {
  const disk = freeOf(file)
  if (disk === undefined || bytes <= disk.free) return undefined
  const message = `${megabytes(bytes)} MB are needed for a while${diskOf(file)}. Make room on its disk, and try again.`
  return new StoreFailureError(message, { cause: undefined })
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1)

/** Where the disk of a file is mounted, and how much of it is free; nothing for a file that does not exist. */
function diskOf(file: string): string {
  const disk = freeOf(file)
  if (disk === undefined) return ''
  return ` (the disk at ${disk.at} has ${megabytes(disk.free)} of ${megabytes(disk.all)} MB free)`
}

function freeOf(file: string): { at: string; free: number; all: number } | undefined {
  // The name of a database in memory is not a path.
  if (!isAbsolute(file)) return undefined
  try {
    let at = dirname(file)
    const { dev } = statSync(at)
    while (dirname(at) !== at && statSync(dirname(at)).dev === dev) at = dirname(at)
    const { bavail, blocks, bsize } = statfsSync(at)
    return { at, free: bavail * bsize, all: blocks * bsize }
  } catch {
    return undefined
  }
}

/** Descriptors that opening a database takes: the file, its log, and one to check them. */
const NEEDED = 3

/** The error if its reason is that the process may open no more files; otherwise `undefined`. */
export function asNoMoreFiles(error: unknown): StoreFailureError | undefined {
  const code = codeOf(error)
  // SQLite says only that a file cannot be opened.
  if (!/^(?:EMFILE|ENFILE)$/.test(code) && !(code.startsWith('SQLITE_CANTOPEN') && filesRunOut())) return undefined
  const most = mostFiles()
  const limit = most === undefined ? '' : ` (ulimit -n is ${most})`
  return new StoreFailureError(
    `The process may open no more files${limit}. Remove worlds that are no longer needed, or start again with a higher limit: ulimit -n 4096.`,
    { cause: error, noMoreFiles: true },
  )
}

function filesRunOut(): boolean {
  const opened: number[] = []
  try {
    for (let count = 0; count < NEEDED; count++) opened.push(openSync(tmpdir(), 'r'))
    return false
  } catch (error) {
    return /^(?:EMFILE|ENFILE)$/.test(String((error as NodeJS.ErrnoException).code))
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

/** The limit of open files. It cannot be read from a file, because none can be opened when it has been reached. */
function mostFiles(): string | undefined {
  // The types lack this property, which Node 22 has.
  const report = process.report as typeof process.report & { excludeNetwork: boolean }
  const { excludeNetwork } = report
  try {
    // Otherwise the names of peers would be looked up.
    report.excludeNetwork = true
    const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
    return userLimits?.open_files === undefined ? undefined : String(userLimits.open_files.soft)
  } finally {
    report.excludeNetwork = excludeNetwork
  }
}
