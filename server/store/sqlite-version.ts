import Database from 'better-sqlite3'

/** The first version without the fault that can damage a write-ahead log (tests/security/README.md#D8). */
const SOUND = [3, 51, 3] as const

/** Throws for a SQLite that can damage a file. The library is part of better-sqlite3, so this means that it was replaced by another. */
export function requireSoundSqlite(version: string): void {
  const parts = version.split('.').map(Number)
  for (const [index, least] of SOUND.entries()) {
    const part = parts[index] ?? 0
    if (part > least) return
    if (part < least)
      throw new Error(
        `SQLite ${version} can damage a database file; Ringback needs ${SOUND.join('.')} or newer. Install the better-sqlite3 that Ringback names: npm install.`,
      )
  }
}

let judged = false
/** Asks SQLite for its version once per process, before any file is opened. */
export function requireSoundLibrary(): void {
  if (judged) return
  const db = new Database(':memory:')
  try {
    requireSoundSqlite(db.prepare('SELECT sqlite_version()').pluck().get() as string)
    judged = true
  } finally {
    db.close()
  }
}
