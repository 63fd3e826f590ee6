/** The first bytes of every SQLite database, and so of every snapshot and capsule, whatever the file is called. */
export const SQLITE_MARK = 'SQLite format 3\u0000'
