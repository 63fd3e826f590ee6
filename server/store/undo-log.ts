import type Database from 'better-sqlite3'
import type { Instant } from '../kernel/instant.ts'
import type { Store } from './store.ts'

/** How far back a world can be taken: this many exchanges, and no more bytes of changes. What is older is dropped in portions. */
export const RECORDING_LIMIT = { exchanges: 2_000, bytes: 64_000_000 }
const PORTION = 0.05
/** How often the sizes are looked at, in exchanges and moves of the clock. */
const LOOKED_AT_EVERY = 64
/** Rows that are read at once to find out how many bytes they have. */
const ROWS_AT_ONCE = 10_000

/**
 * Neither the journal nor what was said of clients is part of the state: what was asked stays asked, wherever the world is taken back to.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['exchanges', 'verdicts'])

/** A place that a world can be taken back to. */
export interface Place {
  /** The emulated instant. */
  readonly at: Instant
  /** The last exchange that belongs to it: the one before whose changes it is, or the newest by the instant. */
  readonly seq: number
  /** What takes a copy of the database there, in order. */
  readonly statements: readonly string[]
}

/**
 * Records how to undo changes, so that the state in which an exchange found its world can be restored, and that of an instant: for every
 * change, a trigger writes the opposite statement into a table of the connection. The log ends with the connection, and costs some
 * microseconds per change.
 */
export class UndoLog {
  readonly #store: Store
  readonly #db: Database.Database
  readonly #tables: readonly Table[]
  readonly #mark: Database.Statement
  readonly #reach: Database.Statement
  /** From where on the state of an instant is known. */
  #since: Instant
  /** The last instant that was reached; unknown after a rollback. */
  #reached: Instant | undefined
  #untilLook = LOOKED_AT_EVERY
  /** The bytes of all changes up to a number. */
  #bytes = 0
  #measured = 0

  constructor(store: Store, now: Instant) {
    const { db } = store
    store.endBatch()
    this.#store = store
    this.#db = db
    this.#since = now
    this.#tables = tablesOf(db)
    db.pragma('temp_store = MEMORY')
    // A place is the number of the last change before it. `undo_reached` has, for a place, the instant at which it was left.
    db.exec(`
      CREATE TEMP TABLE undo (n INTEGER PRIMARY KEY, sql TEXT NOT NULL);
      CREATE TEMP TABLE undo_marks (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, n INTEGER NOT NULL);
      CREATE TEMP TABLE undo_reached (n INTEGER PRIMARY KEY, left_at INTEGER NOT NULL);
      ${this.#tables.map(triggersOf).join('\n')}`)
    store.onRollback(() => {
      this.#reached = undefined
    })
    this.#mark = db.prepare('INSERT OR IGNORE INTO undo_marks SELECT ?, ?, coalesce(max(n), 0) FROM undo')
    this.#reach = db.prepare(`INSERT INTO undo_reached SELECT coalesce(max(n), 0), ? FROM undo WHERE true
      ON CONFLICT (n) DO UPDATE SET left_at = excluded.left_at`)
  }

  /**
   * Marks the present state as the one that an exchange finds. Call it in the transaction of the exchange, before anything changes; only
   * the first call counts.
   */
  mark(seq: number, at: Instant): void {
    // What earlier exchanges have used belongs to them.
    this.#store.flush()
    this.reached(at)
    this.#mark.run(seq, at)
    this.#look()
  }

  /**
   * Marks the present state as the one of all instants before this one. Call it before anything changes at that instant, and never in the
   * middle of what belongs together.
   */
  reached(at: Instant): void {
    if (at === this.#reached) return
    this.#store.flush()
    this.#reach.run(at)
    this.#reached = at
    this.#look()
  }

  /** The state that an exchange found; `undefined` when that has been dropped, or was not recorded. */
  placeOf(seq: number): Place | undefined {
    this.#store.endBatch()
    const mark = this.#get<{ at: Instant; n: number }>('SELECT at, n FROM undo_marks WHERE seq = ?', seq)
    return mark && { at: mark.at, seq, statements: this.#wayBackTo(mark.n) }
  }

  /** The state after everything that happened by an instant, which must not be in the future. */
  placeAt(at: Instant, newest: number): Place | undefined {
    this.#store.endBatch()
    if (at < this.#since) return undefined
    const place = this.#get<{ n: number }>('SELECT n FROM undo_reached WHERE left_at > ? ORDER BY n LIMIT 1', at)
    const later = this.#get<{ seq: number | null }>('SELECT min(seq) AS seq FROM undo_marks WHERE at > ?', at)
    const seq = later?.seq == null ? newest : later.seq - 1
    return { at, seq, statements: place === undefined ? [] : this.#wayBackTo(place.n) }
  }

  /** The first exchange whose state is known. */
  get oldest(): { seq: number; at: Instant } | undefined {
    return this.#get('SELECT seq, at FROM undo_marks ORDER BY seq LIMIT 1')
  }

  /** Stops recording, and drops everything. */
  remove(): void {
    const triggers = this.#tables.flatMap(({ name }) =>
      EVENTS.map(event => `DROP TRIGGER ${triggerName(event, name)};`),
    )
    this.#db.exec(`${triggers.join('\n')} DROP TABLE undo; DROP TABLE undo_marks; DROP TABLE undo_reached;`)
  }

  #wayBackTo(n: number): string[] {
    return this.#db.prepare('SELECT sql FROM undo WHERE n > ? ORDER BY n DESC').pluck().all(n) as string[]
  }

  #get<Row>(sql: string, ...values: readonly number[]): Row | undefined {
    return this.#db.prepare(sql).get(...values) as Row | undefined
  }

  /** Now and then, drops what is too much. A rollback would take back what was counted, so that is done once all is committed. */
  #look(): void {
    if (--this.#untilLook > 0) return
    this.#untilLook = LOOKED_AT_EVERY
    this.#store.afterCommit(() => this.#trim())
  }

  #trim(): void {
    const { exchanges, bytes } = RECORDING_LIMIT
    const size = 'coalesce(sum(octet_length(sql)), 0) AS bytes, coalesce(max(n), ?) AS n FROM undo WHERE n > ?'
    const added = this.#get<{ bytes: number; n: number }>(`SELECT ${size}`, this.#measured, this.#measured)
    this.#bytes += added?.bytes ?? 0
    this.#measured = added?.n ?? this.#measured
    const marks = this.#get<{ count: number }>('SELECT count(*) AS count FROM undo_marks')?.count ?? 0
    if (marks > exchanges * (1 + PORTION)) {
      const first = this.#get<{ n: number }>(
        'SELECT n FROM undo_marks ORDER BY seq LIMIT 1 OFFSET ?',
        marks - exchanges,
      )
      // Exchanges that change nothing share a place, so the marks are dropped by their number, too.
      this.#db
        .prepare('DELETE FROM undo_marks WHERE seq IN (SELECT seq FROM undo_marks ORDER BY seq LIMIT ?)')
        .run(marks - exchanges)
      this.#dropUpTo(first?.n ?? 0)
    }
    while (this.#bytes > bytes) if (!this.#dropBytes(this.#bytes - bytes * (1 - PORTION))) break
  }

  /** Drops the oldest changes that together have this many bytes, or as many as are read at once; returns whether there were any. */
  #dropBytes(bytes: number): boolean {
    const oldest =
      'SELECT n, octet_length(sql) AS bytes FROM undo WHERE n < (SELECT max(n) FROM undo) ORDER BY n LIMIT ?'
    const rows = this.#db.prepare(oldest).all(ROWS_AT_ONCE) as { n: number; bytes: number }[]
    let [sum, last] = [0, 0]
    for (const row of rows) {
      if (sum >= bytes) break
      sum += row.bytes
      last = row.n
    }
    if (rows.length > 0) this.#dropUpTo(last)
    return rows.length > 0
  }

  /** Drops changes up to this one, and the places that they lead to. The newest stays, so that numbers go on after it. */
  #dropUpTo(n: number): void {
    const dropped =
      'SELECT coalesce(sum(octet_length(sql)), 0) AS bytes FROM undo WHERE n <= ? AND n < (SELECT max(n) FROM undo)'
    this.#bytes -= this.#get<{ bytes: number }>(dropped, n)?.bytes ?? 0
    this.#db.prepare('DELETE FROM undo WHERE n <= ? AND n < (SELECT max(n) FROM undo)').run(n)
    this.#db.prepare('DELETE FROM undo_marks WHERE n < ?').run(n)
    const left = this.#get<{ at: Instant | null }>('SELECT max(left_at) AS at FROM undo_reached WHERE n < ?', n)
    this.#since = Math.max(this.#since, left?.at ?? this.#since)
    this.#db.prepare('DELETE FROM undo_reached WHERE n < ?').run(n)
  }
}

/** Takes a copy of the database back to the state that an exchange found, by the statements for it. */
export function goBack(copy: Store, statements: readonly string[]): void {
  // Rows come and go in reverse order; only at the end do they fit together again.
  copy.db.pragma('defer_foreign_keys = ON')
  for (const statement of statements) copy.db.exec(statement)
}

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** What identifies a row: its own number or, without one, its primary key. */
  readonly key: readonly string[]
}

const EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const
const ROWID = 'rowid'

const triggerName = (event: (typeof EVENTS)[number], table: string) => `undo_${event}_${table}`.toLowerCase()

function tablesOf(db: Database.Database): Table[] {
  const tables = db.pragma('table_list') as { schema: string; name: string; type: string; wr: number }[]
  return tables
    .filter(({ schema, name, type }) => schema === 'main' && type === 'table' && !name.startsWith('sqlite_'))
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map(({ name, wr }) => {
      const columns = db.pragma(`table_info(${name})`) as { name: string; pk: number }[]
      const key = wr === 1 ? columns.filter(({ pk }) => pk > 0).map(column => column.name) : [ROWID]
      return { name, columns: columns.map(column => column.name), key }
    })
}

/** Each trigger assembles a statement when it runs: `'a=' || quote(old.a) || ',b=' || …`. */
function triggersOf({ name, columns, key }: Table): string {
  const pairs = (row: 'old' | 'new', names: readonly string[], between: string) =>
    names.map(column => `'${column}=' || quote(${row}.${column})`).join(` || '${between}' || `)
  const all = key[0] === ROWID ? [ROWID, ...columns] : columns
  const values = all.map(column => `quote(old.${column})`).join(` || ',' || `)
  const opposites = {
    INSERT: `'DELETE FROM ${name} WHERE ' || ${pairs('new', key, ' AND ')}`,
    UPDATE: `'UPDATE ${name} SET ' || ${pairs('old', columns, ',')} || ' WHERE ' || ${pairs('new', key, ' AND ')}`,
    DELETE: `'INSERT INTO ${name} (${all.join(',')}) VALUES (' || ${values} || ')'`,
  } satisfies Record<(typeof EVENTS)[number], string>
  return EVENTS.map(
    event => `CREATE TEMP TRIGGER ${triggerName(event, name)} AFTER ${event} ON main.${name}
      BEGIN INSERT INTO undo (sql) VALUES (${opposites[event]}); END;`,
  ).join('\n')
}
