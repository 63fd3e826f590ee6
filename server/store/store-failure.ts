import { closeSync, openSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute } from 'node:path'

/** A file of the store cannot be used for now: it is held, the disk is full or fails, or the process may open no more files. */
export class StoreFailureError extends Error {
  override readonly name = 'StoreFailureError'
  readonly status = 503
  readonly code = 'store_unavailable'
  /** Whether the limit of open files of the process is what stood in the way. */
  readonly noMoreFiles: boolean

  constructor(message: string, { cause, noMoreFiles = false }: { cause: unknown; noMoreFiles?: boolean }) {
    super(message, { cause })
    this.noMoreFiles = noMoreFiles
  }
}

/** What to do about each way in which a file can fail, by the beginning of the code of the error. */
const WAYS_OUT: readonly (readonly [code: RegExp, wayOut: string])[] = [
  [/^(?:ENOSPC|EDQUOT|SQLITE_FULL)/, 'Make room on its disk'],
  [/^(?:EBUSY|ETXTBSY|SQLITE_BUSY|SQLITE_LOCKED)/, 'Close what holds the file'],
  [/^(?:EACCES|EPERM|EROFS|SQLITE_READONLY|SQLITE_PERM)/, 'Let this user write the file and its folder'],
  [/^(?:EISDIR|ERR_FS_EISDIR|ENOTDIR|EEXIST|ENOTEMPTY)/, 'Move away what has the place of the file'],
]

/** What to do about a file that fails with this code, as the beginning of a sentence. */
export function wayOutOf(code: string): string | undefined {
  return WAYS_OUT.find(([pattern]) => pattern.test(code))?.[1]
}

/** The failure of a file, with what failed, which file it is, and the way out. */
export function storeFailure(what: string, file: string, error: unknown): StoreFailureError {
  if (error instanceof StoreFailureError) return error
  const reason = error instanceof Error ? error.message : String(error)
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  const wayOut = wayOutOf(code) ?? 'Look at the disk'
  const disk = /^(?:ENOSPC|EDQUOT|SQLITE_FULL)/.test(code) ? diskOf(file) : ''
  return new StoreFailureError(`${what} ${file}: ${reason}${disk}. ${wayOut}, and try again.`, { cause: error })
}

const MEGABYTE = 1_000_000

/** Where the disk of a file is mounted, and how much of it is free; nothing for a file that is nowhere. */
function diskOf(file: string): string {
  if (!isAbsolute(file)) return ''
  try {
    let at = dirname(file)
    const { dev } = statSync(at)
    while (dirname(at) !== at && statSync(dirname(at)).dev === dev) at = dirname(at)
    const { bavail, blocks, bsize } = statfsSync(at)
    const [free, all] = [bavail, blocks].map(count => ((count * bsize) / MEGABYTE).toFixed(1))
    return ` (the disk at ${at} has ${free} of ${all} MB free)`
  } catch {
    return ''
  }
}

/** Descriptors that opening a database takes: the file, its log, and one for looking at them. */
const NEEDED = 3

/** The error when it came about because the process may open no more files, else `undefined`. */
export function asNoMoreFiles(error: unknown): StoreFailureError | undefined {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
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

/** The limit of open files, which cannot be read from a file any more when it has been reached. */
function mostFiles(): string | undefined {
  // Its types lack the property, which is in Node 22.
  const report = process.report as typeof process.report & { excludeNetwork: boolean }
  const { excludeNetwork } = report
  try {
    // Names of peers would be looked up otherwise.
    report.excludeNetwork = true
    const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
    return userLimits?.open_files === undefined ? undefined : String(userLimits.open_files.soft)
  } finally {
    report.excludeNetwork = excludeNetwork
  }
}
