import { existsSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { CorruptStoreError, checkSchema } from './migrate.ts'

/**
 * Looks at a database file from end to end, and changes no byte of it or of its log: a connection that may write would put the log into the
 * file when it closes, whatever it found (tests/security/README.md#D5, #D6).
 *
 * @returns the schema; 0 is a file without one
 * @throws NewerSchemaError, CorruptStoreError, and what SQLite throws for a file that it cannot read
 */
export function inspectFile(file: string): number {
  if (statSync(file).isDirectory()) throw new CorruptStoreError('a folder has the place of a database.')
  // What a writer left half-way can only be taken back by writing. No store of ours is left like that but while it is first opened.
  if (existsSync(`${file}-journal`)) return look(new Database(file, { fileMustExist: true }))
  const beside = [`${file}-wal`, `${file}-shm`].filter(path => !existsSync(path))
  try {
    return look(new Database(file, { readonly: true, fileMustExist: true }))
  } finally {
    for (const path of beside) removeTrace(path)
  }
}

function look(db: Database.Database): number {
  try {
    db.pragma('busy_timeout = 0')
    // Opening alone succeeds on a damaged file.
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok')
      throw new CorruptStoreError('a database in it is damaged.')
    return checkSchema(db)
  } finally {
    db.close()
  }
}

/** Reading alone makes an index of the log, and a log without a word in it. */
function removeTrace(path: string): void {
  if (!existsSync(path) || (path.endsWith('-wal') && statSync(path).size > 0)) return
  rmSync(path, { force: true })
}
