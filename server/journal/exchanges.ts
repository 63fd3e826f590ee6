import { sql } from 'kysely'
import type { Randomness } from '../kernel/random.ts'
import type { ExchangeRow } from '../store/schema.ts'
import type { Kept, Store } from '../store/store.ts'
import { PendingRows } from '../store/write-behind.ts'

/**
 * The journal keeps this many exchanges, and no more than this many bytes of them; the oldest leave in portions. In the file they take up
 * to twice their bytes, where rows are a little larger than half a page.
 */
export const JOURNAL_LIMIT: JournalLimit = { exchanges: 100_000, bytes: 80_000_000 }
const PORTION = { exchanges: 1_000, bytes: 0.02 }

export interface JournalLimit {
  readonly exchanges: number
  readonly bytes: number
}

/** What an exchange takes beside its texts and bodies, roughly. */
const ROW_BYTES = 100
const TEXTS = ['path', 'query', 'request_headers', 'response_headers', 'trace'] as const
const BODIES = ['request_body', 'response_body'] as const

function bytesOf(row: NewExchange): number {
  let bytes = ROW_BYTES
  for (const name of TEXTS) bytes += Buffer.byteLength(row[name])
  for (const name of BODIES) bytes += row[name]?.length ?? 0
  return bytes
}
/** The same of rows in the store, which reads no body for it. */
const BYTES = sql<number>`${ROW_BYTES} + ${sql.join(
  [...TEXTS, ...BODIES].map(name => sql`ifnull(octet_length(${sql.ref(name)}), 0)`),
  sql` + `,
)}`

export interface ExchangeFilters {
  /** Found in path, query, code, request id or a body. */
  q?: string
  /** `404`, `4xx`, or a list with commas. */
  status?: string
  tenant_id?: number
  path?: string
  method?: string
  /** Operation id of an endpoint of the contract. */
  endpoint?: string
  /** Id of an assumption that the answer rests on. */
  assumption?: string
  /** Id of a fault that fired. */
  fault_id?: number
  /** Only exchanges before this sequence number. */
  before?: number
  /** Only exchanges after this one. */
  after?: number
}

const SEQ_DIGITS = 8

/**
 * The identifier of an exchange is a UUID whose first group is the sequence number, and whose rest is that of its world. So it is found
 * without an index of its own, takes no place in the store, and tells one from another where only its beginning is shown.
 */
type NewExchange = Omit<ExchangeRow, 'request_id'>
const TOLD_BY_SEQ = ''

function seqIn(request_id: string): number | undefined {
  const seq = Number.parseInt(request_id.slice(0, SEQ_DIGITS), 16)
  return Number.isSafeInteger(seq) ? seq : undefined
}

/** What was asked and answered, newest last; sequence numbers are never used twice. */
export class Exchanges {
  readonly #store: Store
  readonly #insert: Kept<NewExchange, unknown>
  /** All but the first group of every identifier of this world. */
  readonly #ofWorld: string
  /** Recorded, and not written yet. */
  readonly #pending = new PendingRows<NewExchange>('exchanges', rows => this.#write(rows))
  readonly #limit: JournalLimit
  #last: number
  /** Of all that is kept; `undefined` when it has to be counted again. */
  #bytes: number | undefined
  /** Whether a rollback may take back what was counted. */
  #uncommitted = false

  constructor(store: Store, random: Randomness, limit: JournalLimit = JOURNAL_LIMIT) {
    this.#store = store
    this.#limit = limit
    this.#ofWorld = random.uuid('requests').slice(SEQ_DIGITS)
    store.writeBehind(this.#pending)
    const { query } = store
    this.#insert = store.keep(p =>
      query.insertInto('exchanges').values({
        seq: p('seq'),
        request_id: TOLD_BY_SEQ,
        at: p('at'),
        tenant_id: p('tenant_id'),
        key_id: p('key_id'),
        method: p('method'),
        path: p('path'),
        query: p('query'),
        endpoint: p('endpoint'),
        status: p('status'),
        code: p('code'),
        duration_ms: p('duration_ms'),
        request_headers: p('request_headers'),
        request_body: p('request_body'),
        response_headers: p('response_headers'),
        response_body: p('response_body'),
        trace: p('trace'),
        assumptions: p('assumptions'),
        fault_id: p('fault_id'),
      }),
    )
    const kept = store.get(query.selectFrom('exchanges').select(row => row.fn.max('seq').as('seq')))
    const floor = store.get(query.selectFrom('meta').select('value').where('name', '=', 'exchange_floor'))
    this.#last = Math.max(kept?.seq ?? 0, Number(floor?.value ?? 0))
    this.#bytes = this.#bytesUpTo(this.#last)
    store.onRollback(() => {
      if (this.#uncommitted) this.#bytes = undefined
    })
  }

  /** The next sequence number and identifier; what is given out is never given out again. */
  next(): { seq: number; request_id: string } {
    const seq = ++this.#last
    return { seq, request_id: this.#idOf(seq) }
  }

  /** The last sequence number that was given out. */
  get last(): number {
    return this.#last
  }

  /** To be called in a transaction. */
  record(row: NewExchange): void {
    this.#pending.push(row)
  }

  #write(rows: readonly NewExchange[]): void {
    const { exchanges, bytes } = this.#limit
    let kept = this.#bytes ?? this.#bytesUpTo(Number.MAX_SAFE_INTEGER)
    for (const row of rows) {
      this.#insert.run(row)
      kept += bytesOf(row)
      if (row.seq % PORTION.exchanges === 0 && row.seq > exchanges) kept -= this.#retire(row.seq - exchanges)
      else if (kept > bytes) kept -= this.#retire(this.#oldestOf(kept - bytes * (1 - PORTION.bytes), row.seq))
    }
    this.#bytes = kept
    this.#uncommitted = true
    this.#store.afterCommit(() => {
      this.#uncommitted = false
    })
  }

  /** The last of the oldest exchanges that together have so many bytes, or the last but one of all. */
  #oldestOf(bytes: number, newest: number): number {
    const { query } = this.#store
    let [last, sum] = [0, 0]
    while (sum < bytes) {
      const rows = this.#store.all(
        query
          .selectFrom('exchanges')
          .select(['seq', BYTES.as('bytes')])
          .where('seq', '>', last)
          .where('seq', '<', newest)
          .orderBy('seq')
          .limit(PORTION.exchanges),
      )
      if (rows.length === 0) break
      for (const row of rows) {
        if (sum >= bytes) break
        sum += row.bytes
        last = row.seq
      }
    }
    return last
  }

  /** Takes the oldest away; returns how many bytes they had. */
  #retire(upTo: number): number {
    const bytes = this.#bytesUpTo(upTo)
    this.#store.run(this.#store.query.deleteFrom('exchanges').where('seq', '<=', upTo))
    return bytes
  }

  #bytesUpTo(seq: number): number {
    const { query } = this.#store
    const total = query.selectFrom('exchanges').select(row => row.fn.sum<number>(BYTES).as('bytes'))
    return this.#store.get(total.where('seq', '<=', seq))?.bytes ?? 0
  }

  find(request_id: string): ExchangeRow | undefined {
    const seq = seqIn(request_id)
    const row = seq === undefined ? undefined : this.bySeq(seq)
    return row?.request_id === request_id ? row : undefined
  }

  bySeq(seq: number): ExchangeRow | undefined {
    const row = this.#store.get(this.#store.query.selectFrom('exchanges').selectAll().where('seq', '=', seq))
    return row && this.#whole(row)
  }

  /** Newest first. */
  list(filters: ExchangeFilters, limit: number): ExchangeRow[] {
    let query = this.#store.query.selectFrom('exchanges').selectAll().orderBy('seq', 'desc').limit(limit)
    if (filters.before !== undefined) query = query.where('seq', '<', filters.before)
    if (filters.after !== undefined) query = query.where('seq', '>', filters.after)
    if (filters.tenant_id !== undefined) query = query.where('tenant_id', '=', filters.tenant_id)
    if (filters.method !== undefined) query = query.where('method', '=', filters.method.toUpperCase())
    if (filters.endpoint !== undefined) query = query.where('endpoint', '=', filters.endpoint)
    if (filters.fault_id !== undefined) query = query.where('fault_id', '=', filters.fault_id)
    const { path, status, q, assumption } = filters
    // Ids stand in one column, with commas between them.
    if (assumption !== undefined)
      query = query.where(sql<boolean>`instr(',' || assumptions || ',', ${`,${assumption},`}) > 0`)
    if (path !== undefined) query = query.where(row => row(row.fn('instr', ['path', row.val(path)]), '>', 0))
    if (status !== undefined) {
      const ranges = statusRanges(status)
      query = query.where(row =>
        row.or(ranges.map(({ from, to }) => row.and([row('status', '>=', from), row('status', '<=', to)]))),
      )
    }
    if (q !== undefined && q !== '')
      query = query.where(row =>
        row.or(
          (['path', 'query', 'code', 'request_body', 'response_body'] as const)
            .map(column => sql<boolean>`instr(lower(cast(${row.ref(column)} AS text)), ${q.toLowerCase()}) > 0`)
            .concat(sql<boolean>`instr(printf('%08x', seq) || ${this.#ofWorld}, ${q.toLowerCase()}) > 0`),
        ),
      )
    return this.#store.all(query).map(row => this.#whole(row))
  }

  #idOf(seq: number): string {
    return seq.toString(16).padStart(SEQ_DIGITS, '0') + this.#ofWorld
  }

  #whole(row: ExchangeRow): ExchangeRow {
    return row.request_id === TOLD_BY_SEQ ? { ...row, request_id: this.#idOf(row.seq) } : row
  }

  /** Forgets all exchanges; sequence numbers go on. */
  clear(): void {
    const { query } = this.#store
    const value = String(this.#last)
    this.#bytes = undefined
    this.#store.transaction(() => {
      this.#store.run(query.deleteFrom('exchanges'))
      this.#store.run(
        query
          .insertInto('meta')
          .values({ name: 'exchange_floor', value })
          .onConflict(conflict => conflict.column('name').doUpdateSet({ value })),
      )
    })
  }

  /** How often each set of assumptions was relied on. */
  reliance({ after = 0 }: { after?: number } = {}): Map<string, number> {
    const rows = this.#store.all(
      this.#store.query
        .selectFrom('exchanges')
        .select(['assumptions', row => row.fn.countAll<number>().as('count')])
        .where('seq', '>', after)
        .groupBy('assumptions'),
    )
    const counts = new Map<string, number>()
    for (const { assumptions, count } of rows)
      for (const id of assumptions === '' ? [] : assumptions.split(',')) counts.set(id, (counts.get(id) ?? 0) + count)
    return counts
  }
}

function statusRanges(text: string): { from: number; to: number }[] {
  return text.split(',').map(part => {
    const digits = part.trim().replace(/x/gi, '')
    const from = Number(digits.padEnd(3, '0'))
    return Number.isFinite(from) && digits !== '' ? { from, to: Number(digits.padEnd(3, '9')) } : { from: -1, to: -1 }
  })
}
