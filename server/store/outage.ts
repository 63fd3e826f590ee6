/** Result codes of SQLite after which the same statement may succeed later: the disk is full or fails, or a file is locked. */
const OUTAGES = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_NOMEM', 'SQLITE_READONLY', 'SQLITE_BUSY', 'SQLITE_LOCKED']

/** Whether an error means that nothing can be written at present, and not that something is wrong with what was written. */
export function isOutage(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  // Extended codes, such as SQLITE_IOERR_WRITE, begin with the code that they refine.
  return typeof code === 'string' && OUTAGES.some(outage => code === outage || code.startsWith(`${outage}_`))
}
