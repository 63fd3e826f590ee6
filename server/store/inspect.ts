import { existsSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { CorruptStoreError, checkSchema, migrate } from './migrate.ts'
import { SCHEMA_VERSION } from './migrations/all.ts'
import { writePrivately } from './private-file.ts'
import type { OpenDatabase } from './raw-tables.ts'

/** What is wrong with the rows of a database at the newest schema, as part of a sentence. */
export type FindProblem = (db: OpenDatabase) => string | undefined

/** The ending of a copy that is migrated in order to be checked. */
export const TRIAL = '.trial'

/**
 * Checks a whole database file without changing a byte of it or of its log. A connection that may write would copy the log into the file
 * when it closes, whatever it found (tests/security/README.md#D5, #D6). Rows of an older schema are checked in a copy.
 *
 * @returns the schema; 0 for a file without one
 * @throws NewerSchemaError, CorruptStoreError, and what SQLite throws for a file that it cannot read
 */
export function inspectFile(file: string, findProblem?: FindProblem): number {
  if (statSync(file).isDirectory()) throw new CorruptStoreError('is a folder in the place of a database')
  const open = (options: Database.Options) => look(new Database(file, { ...options, fileMustExist: true }), findProblem)
  // What a writer left half-way can only be undone by writing. Our stores are never left like that, except while they are first opened.
  if (existsSync(`${file}-journal`)) return open({})
  const beside = [`${file}-wal`, `${file}-shm`].filter(path => !existsSync(path))
  try {
    return open({ readonly: true })
  } finally {
    for (const path of beside) removeTrace(path)
  }
}

function look(db: Database.Database, findProblem: FindProblem | undefined): number {
  try {
    db.pragma('busy_timeout = 0')
    // Opening alone succeeds on a damaged file.
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new CorruptStoreError('is damaged')
    const schema = checkSchema(db)
    if (schema === 0 || findProblem === undefined) return schema
    const problem = schema === SCHEMA_VERSION ? findProblem(db) : tryNewest(db, findProblem)
    if (problem !== undefined) throw new CorruptStoreError(`contains a value that cannot be used: ${problem}`)
    return schema
  } finally {
    db.close()
  }
}

function tryNewest(db: Database.Database, findProblem: FindProblem): string | undefined {
  const file = db.name + TRIAL
  try {
    // SQLite fills an empty file. One that it created itself would be readable for others.
    writePrivately(file, '')
    db.prepare('VACUUM INTO ?').run(file)
    const trial = new Database(file)
    try {
      trial.pragma('synchronous = OFF')
      migrate(trial)
      return findProblem(trial)
    } finally {
      trial.close()
    }
  } finally {
    removeTrial(file)
  }
}

/** Also removes what a process left that ended in the middle. */
export function removeTrial(file: string): void {
  for (const end of ['', '-journal']) rmSync(file + end, { force: true })
}

/** Even reading creates an index of the log, and an empty log. */
function removeTrace(path: string): void {
  if (!existsSync(path) || (path.endsWith('-wal') && statSync(path).size > 0)) return
  rmSync(path, { force: true })
}
