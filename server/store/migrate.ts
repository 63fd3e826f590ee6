import { chmodSync, renameSync, rmSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { MIGRATIONS, SCHEMA_VERSION } from './migrations/all.ts'
import type { Migration } from './migrations/migration.ts'
import { OWNER_ONLY } from './private-file.ts'

/** The file was written by a newer Ringback. It has not been changed. */
export class NewerSchemaError extends Error {
  readonly status = 409
  readonly code = 'newer_schema'
  /** Part of a sentence about the file. */
  readonly reason: string
  constructor(found: number) {
    super(
      `The store has schema ${found}, this Ringback knows schema ${SCHEMA_VERSION}. Update Ringback, or choose another folder with --store.`,
    )
    this.reason = `was written by a newer Ringback (schema ${found}; this one knows ${SCHEMA_VERSION})`
  }
}

/** The file is not one of our databases, or it is damaged. It has not been changed. */
export class CorruptStoreError extends Error {
  readonly code = 'corrupt_store'
  /** Part of a sentence about the file: `is damaged`. */
  readonly reason: string
  constructor(reason: string) {
    super(`The database ${reason}.`)
    this.reason = reason
  }
}

interface Options {
  /** The path of the file, if there is one. Before an older schema is migrated, the file is copied next to it. */
  backup?: string | undefined
  migrations?: readonly Migration[]
}

/** The schema of a database that we can open. It only reads. Throws `NewerSchemaError` or `CorruptStoreError`. */
export function checkSchema(db: Database.Database, migrations: readonly Migration[] = MIGRATIONS): number {
  const found = db.pragma('user_version', { simple: true }) as number
  if (found > migrations.length) throw new NewerSchemaError(found)
  const isNew = db.prepare('SELECT count(*) AS tables FROM sqlite_master').get() as { tables: number }
  if (found === 0 && isNew.tables > 0) throw new CorruptStoreError('is a SQLite database, but not one of Ringback')
  return found
}

/**
 * Migrates a database to the newest schema, one transaction per step. Throws `NewerSchemaError` or `CorruptStoreError`, and then changes
 * nothing.
 */
export function migrate(db: Database.Database, { backup, migrations = MIGRATIONS }: Options = {}): void {
  const found = checkSchema(db, migrations)
  if (found > 0 && found < migrations.length && backup !== undefined)
    writeBackup(db, `${backup}.schema-${found}.backup`)
  for (const migration of migrations.slice(found)) {
    db.exec('BEGIN IMMEDIATE')
    try {
      db.exec(migration.sql)
      db.pragma(`user_version = ${migration.version}`)
      db.exec('COMMIT')
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK')
      throw error
    }
  }
}

/**
 * SQLite does not copy over an existing file, and a start that was killed during its migration may have left one. The rename puts the whole
 * copy in place, or nothing.
 */
function writeBackup(db: Database.Database, file: string): void {
  const next = `${file}.next`
  rmSync(next, { force: true })
  db.prepare('VACUUM INTO ?').run(next)
  chmodSync(next, OWNER_ONLY.file)
  renameSync(next, file)
}
