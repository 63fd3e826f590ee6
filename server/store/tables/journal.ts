import { sql } from 'kysely'
import type { Origin } from '../../contract/origins.ts'
import type { ControlActionRow, ExchangeRow } from '../schema.ts'
import type { Insert, Store } from '../store.ts'

/** What an exchange takes beside its texts and bodies, roughly. */
const ROW_BYTES = 100
const TEXTS = ['path', 'query', 'request_headers', 'response_headers', 'trace'] as const
const BODIES = ['request_body', 'response_body'] as const

export function bytesOf(row: Pick<ExchangeRow, (typeof TEXTS | typeof BODIES)[number]>): number {
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
  q?: string | undefined
  tenant_id?: number | undefined
  path?: string | undefined
  method?: string | undefined
  /** Operation id of an endpoint of the contract. */
  endpoint?: string | undefined
  /** Id of an assumption that the answer rests on. */
  assumption?: string | undefined
  /** Id of a fault that fired. */
  fault_id?: number | undefined
  /** Sent by any of these; by anybody without it. */
  origins?: readonly Origin[] | undefined
  /** Only exchanges before this sequence number. */
  before?: number | undefined
  /** Only exchanges after this one. */
  after?: number | undefined
  /** Only exchanges with one of these sequence numbers. */
  among?: readonly number[] | undefined
}

export class ExchangeTable {
  readonly #store: Store
  readonly #insert: Insert<ExchangeRow>

  constructor(store: Store) {
    this.#store = store
    this.#insert = store.insertInto('exchanges')
  }

  insert(row: ExchangeRow): void {
    this.#insert.run(row)
  }

  /** The highest sequence number; 0 when there is none. */
  get newest(): number {
    const newest = this.#store.query.selectFrom('exchanges').select(row => row.fn.max('seq').as('seq'))
    return this.#store.get(newest)?.seq ?? 0
  }

  bytesUpTo(seq: number): number {
    const total = this.#store.query.selectFrom('exchanges').select(row => row.fn.sum<number>(BYTES).as('bytes'))
    return this.#store.get(total.where('seq', '<=', seq))?.bytes ?? 0
  }

  /** The sizes of the oldest exchanges between two. */
  sizesBetween(after: number, before: number, limit: number): { seq: number; bytes: number }[] {
    return this.#store.all(
      this.#store.query
        .selectFrom('exchanges')
        .select(['seq', BYTES.as('bytes')])
        .where('seq', '>', after)
        .where('seq', '<', before)
        .orderBy('seq')
        .limit(limit),
    )
  }

  removeUpTo(seq: number): void {
    this.#store.run(this.#store.query.deleteFrom('exchanges').where('seq', '<=', seq))
  }

  clear(): void {
    this.#store.run(this.#store.query.deleteFrom('exchanges'))
  }

  bySeq(seq: number): ExchangeRow | undefined {
    return this.#store.get(this.#store.query.selectFrom('exchanges').selectAll().where('seq', '=', seq))
  }

  /** Newest first. `idTail` is what all identifiers have behind their sequence number. */
  list(
    filters: ExchangeFilters & { statuses?: readonly { from: number; to: number }[] | undefined; idTail: string },
    limit: number,
  ): ExchangeRow[] {
    let query = this.#store.query.selectFrom('exchanges').selectAll().orderBy('seq', 'desc').limit(limit)
    if (filters.among !== undefined) query = query.where('seq', 'in', filters.among)
    if (filters.before !== undefined) query = query.where('seq', '<', filters.before)
    if (filters.after !== undefined) query = query.where('seq', '>', filters.after)
    if (filters.tenant_id !== undefined) query = query.where('tenant_id', '=', filters.tenant_id)
    if (filters.method !== undefined) query = query.where('method', '=', filters.method.toUpperCase())
    if (filters.endpoint !== undefined) query = query.where('endpoint', '=', filters.endpoint)
    if (filters.fault_id !== undefined) query = query.where('fault_id', '=', filters.fault_id)
    if (filters.origins !== undefined) query = query.where('origin', 'in', filters.origins)
    const { path, statuses, q, assumption, idTail } = filters
    // Ids stand in one column, with commas between them.
    if (assumption !== undefined)
      query = query.where(sql<boolean>`instr(',' || assumptions || ',', ${`,${assumption},`}) > 0`)
    if (path !== undefined) query = query.where(row => row(row.fn('instr', ['path', row.val(path)]), '>', 0))
    if (statuses !== undefined)
      query = query.where(row =>
        row.or(statuses.map(({ from, to }) => row.and([row('status', '>=', from), row('status', '<=', to)]))),
      )
    if (q !== undefined && q !== '')
      query = query.where(row =>
        row.or(
          (['path', 'query', 'code', 'request_body', 'response_body'] as const)
            .map(column => sql<boolean>`instr(lower(cast(${row.ref(column)} AS text)), ${q.toLowerCase()}) > 0`)
            .concat(sql<boolean>`instr(printf('%08x', seq) || ${idTail}, ${q.toLowerCase()}) > 0`),
        ),
      )
    return this.#store.all(query)
  }
}

/** Ends the journal of a copy with an exchange. */
export function removeExchangesAfter(store: Store, seq: number): void {
  store.run(store.query.deleteFrom('exchanges').where('seq', '>', seq))
}

/** Returns its number. */
export function insertAction(store: Store, row: Omit<ControlActionRow, 'id'>): number {
  return store.run(store.query.insertInto('control_actions').values(row)).lastInsertRowid
}

export function removeActionsUpTo(store: Store, id: number): void {
  store.run(store.query.deleteFrom('control_actions').where('id', '<=', id))
}

export function findAction(store: Store, id: number): ControlActionRow | undefined {
  return store.get(store.query.selectFrom('control_actions').selectAll().where('id', '=', id))
}

/** Newest first. */
export function newestActions(
  store: Store,
  { before, limit }: { before?: number | undefined; limit: number },
): ControlActionRow[] {
  const all = store.query.selectFrom('control_actions').selectAll().orderBy('id', 'desc').limit(limit)
  return store.all(before === undefined ? all : all.where('id', '<', before))
}
