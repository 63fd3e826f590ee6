import { existsSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { CorruptStoreError, checkSchema, migrate } from './migrate.ts'
import { SCHEMA_VERSION } from './migrations/all.ts'
import { writePrivately } from './private-file.ts'
import type { OpenDatabase } from './raw-tables.ts'

/** What is wrong with the rows of a database at the newest schema, as a part of a sentence. */
export type FindProblem = (db: OpenDatabase) => string | undefined

/** The ending of a copy that is brought to the newest schema to be looked at. */
export const TRIAL = '.trial'

/**
 * Looks at a database file from end to end, and changes no byte of it or of its log: a connection that may write would put the log into the
 * file when it closes, whatever it found (tests/security/README.md#D5, #D6). The rows of an older schema are looked at in a copy.
 *
 * @returns the schema; 0 is a file without one
 * @throws NewerSchemaError, CorruptStoreError, and what SQLite throws for a file that it cannot read
 */
export function inspectFile(file: string, findProblem?: FindProblem): number {
  if (statSync(file).isDirectory()) throw new CorruptStoreError('is a folder in the place of a database')
  const open = (options: Database.Options) => look(new Database(file, { ...options, fileMustExist: true }), findProblem)
  // What a writer left half-way can only be taken back by writing. No store of ours is left like that but while it is first opened.
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
    if (problem !== undefined) throw new CorruptStoreError(`holds what cannot live: ${problem}`)
    return schema
  } finally {
    db.close()
  }
}

function tryNewest(db: Database.Database, findProblem: FindProblem): string | undefined {
  const file = db.name + TRIAL
  try {
    // SQLite fills an empty file; one that it made would be readable for others.
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

/** Also what a process left that ended in the middle. */
export function removeTrial(file: string): void {
  for (const end of ['', '-journal']) rmSync(file + end, { force: true })
}

/** Reading alone makes an index of the log, and a log without a word in it. */
function removeTrace(path: string): void {
  if (!existsSync(path) || (path.endsWith('-wal') && statSync(path).size > 0)) return
  rmSync(path, { force: true })
}
