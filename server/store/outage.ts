/** Result codes of SQLite after which the same statement can succeed later: a full disk, a disk that fails, a file that is held. */
const OUTAGES = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_NOMEM', 'SQLITE_READONLY', 'SQLITE_BUSY', 'SQLITE_LOCKED']

/** Whether an error means that the store cannot be written for now, unlike an error in what was written. */
export function isOutage(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  // Extended codes, such as SQLITE_IOERR_WRITE, begin with the code that they refine.
  return typeof code === 'string' && OUTAGES.some(outage => code === outage || code.startsWith(`${outage}_`))
}
