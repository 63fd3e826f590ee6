import Database from 'better-sqlite3'
import type { SQLITE_MARK } from '../contract/sqlite-mark.ts'
import type { Draft } from './draft.ts'
import { META, readMeta } from './meta.ts'
import { migrate, NewerSchemaError } from './migrate.ts'
import { MIGRATIONS, SCHEMA_VERSION } from './migrations/all.ts'
import type { OpenDatabase } from './raw-tables.ts'
import type { Store } from './store.ts'
import { HEADER_BYTES } from './wal-mark.ts'

/** The bytes are not a snapshot, or a damaged one. Nothing has been changed. */
export class NotASnapshotError extends Error {
  readonly status = 422
  readonly code = 'not_a_snapshot'
  /** For who knows what the file was meant to be: a snapshot, or a capsule. */
  readonly details: { readonly reason: string }
  constructor(reason: string) {
    super(`The file is not a snapshot of Ringback: ${reason}. Download one with GET …/snapshots/{name}/file.`)
    this.details = { reason }
  }
}

/** The file is a capsule of a newer Ringback. */
export class NewerCapsuleError extends Error {
  readonly status = 409
  readonly code = 'newer_schema'
  constructor(version: number) {
    super(`The capsule has version ${version}, which this Ringback does not know. Update Ringback.`)
  }
}

/** The largest file that is written or read, so that what is written here can be read here. */
export const FILE_MAX_BYTES = 512 * 1_048_576

/** The world would be too large a file to be opened again. Nothing has been written. */
class FileTooLargeError extends Error {
  readonly status = 413
  readonly code = 'file_too_large'
  constructor(bytes: number) {
    super(
      `The world takes ${bytes} bytes as a file, and a file may have at most ${FILE_MAX_BYTES}: it could not be opened again. ` +
        'Forget the journal with DELETE …/requests, empty the inboxes, or reset the world.',
    )
  }
}

/** Throws `FileTooLargeError`. */
export function requireFileSize(store: Store): void {
  store.endBatch()
  const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map(
    name => store.db.pragma(name, { simple: true }) as number,
  ) as [number, number, number]
  if (pages * size > FILE_MAX_BYTES && (pages - free) * size <= FILE_MAX_BYTES) store.db.exec('VACUUM')
  const bytes = (store.db.pragma('page_count', { simple: true }) as number) * size
  if (bytes > FILE_MAX_BYTES) throw new FileTooLargeError(bytes)
}

const MAGIC: typeof SQLITE_MARK = 'SQLite format 3\u0000'

/**
 * Checks a file from somebody: it has to be a whole SQLite database with exactly the tables of this or an older Ringback, and nothing else
 * (such as a trigger or view that would run later), that says to which world it belongs. Afterwards it is at the newest schema.
 *
 * @throws NewerSchemaError, NotASnapshotError, and StoreFailureError when the disk is full
 */
export function checkSnapshot(draft: Draft): void {
  const head = draft.head()
  if (head.length < HEADER_BYTES || head.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new NotASnapshotError('it is not a SQLite database')
  try {
    draft.look(checkTables)
    draft.change(checkContent)
  } catch (error) {
    if (error instanceof Database.SqliteError) throw new NotASnapshotError(`it is damaged (${error.message})`)
    throw error
  }
}

/** Checks the tables of its own version, then every page, before a migration runs on it and sets anything off. */
function checkTables(db: OpenDatabase): void {
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  const version = db.pragma('user_version', { simple: true }) as number
  if (version > SCHEMA_VERSION) throw new NewerSchemaError(version)
  const schema = schemaOf(db)
  if (version === 0 || schema !== ownSchema(version)) throw new NotASnapshotError(wrongTables(schema, version))
  const found = db.pragma('quick_check(1)', { simple: true })
  if (found !== 'ok') throw new NotASnapshotError(`it is damaged (${String(found)})`)
}

function checkContent(store: Store): void {
  if ((store.db.pragma('foreign_key_check') as unknown[]).length > 0)
    throw new NotASnapshotError('its rows refer to rows that do not exist')
  for (const name of [META.world_id, META.seed, META.fixture])
    if (readMeta(store, name) === undefined) throw new NotASnapshotError(`it does not say its ${name}`)
  if (store.get(store.query.selectFrom('clock').select('id')) === undefined)
    throw new NotASnapshotError('it has no clock')
}

/** Everything that a database consists of, as one text. */
function schemaOf(db: OpenDatabase): string {
  const rows = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name').all()
  return JSON.stringify(rows)
}

/** Why tables are not taken: they are somebody else's, or ours of another version than the file says, which is then no version to go by. */
function wrongTables(schema: string, version: number): string {
  const known = MIGRATIONS.findLastIndex((_, index) => ownSchema(index + 1) === schema)
  return known < 0
    ? 'its tables are not those of Ringback'
    : `its tables are those of version ${known + 1}, and it says that they are of version ${version}`
}

const own = new Map<number, string>()

/** What a database of this version consists of. */
function ownSchema(version: number): string {
  const known = own.get(version)
  if (known !== undefined) return known
  const db = new Database(':memory:')
  try {
    migrate(db, { migrations: MIGRATIONS.slice(0, version) })
    const schema = schemaOf(db)
    own.set(version, schema)
    return schema
  } finally {
    db.close()
  }
}
