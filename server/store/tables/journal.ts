import { type RawBuilder, sql } from 'kysely'
import type { FilterValues, RefusingLimit } from '../../contract/lists.ts'
import type { Instant } from '../../kernel/instant.ts'
import { countFacets, type FacetCounts } from '../facets.ts'
import { type Clauses, is, type Newest, narrow, newest, restsOn, within } from '../narrow.ts'
import type { ControlActionRow, ExchangeRow, Unsettled } from '../schema.ts'
import { sentAs } from '../sent-as.ts'
import type { Insert, Store } from '../store.ts'
import { numberOfGate, numberOfOutcome } from '../trace-numbers.ts'
import { USED } from './limit-use.ts'
import { IS_DROPPED, IS_HELD, IS_TRUNCATED } from './met-rows.ts'
import { numbersMeant, withoutSigns } from './phone-numbers.ts'

/** Roughly what an exchange takes besides its texts and bodies. */
const ROW_BYTES = 100
const TEXTS = ['path', 'query', 'request_headers', 'response_headers', 'trace'] as const
const BODIES = ['request_body', 'response_body'] as const

export function bytesOf(row: Pick<ExchangeRow, (typeof TEXTS | typeof BODIES)[number]>): number {
  let bytes = ROW_BYTES
  for (const name of TEXTS) bytes += Buffer.byteLength(row[name])
  for (const name of BODIES) bytes += row[name]?.length ?? 0
  return bytes
}
/** The same for stored rows, without reading their bodies. */
const BYTES = sql<number>`${ROW_BYTES} + ${sql.join(
  [...TEXTS, ...BODIES].map(name => sql`ifnull(octet_length(${sql.ref(name)}), 0)`),
  sql` + `,
)}`

export interface ExchangeFilters extends Omit<FilterValues<'requests'>, 'q' | 'status' | 'answered' | 'caller'> {
  /** `idTail` is what all identifiers have after their sequence number, `headers` the names, as stored, of those that say who sent it. */
  readonly q?:
    | {
        readonly text: string
        readonly idTail: string
        readonly headers: readonly string[]
        readonly gone: readonly number[]
      }
    | undefined
  /** `gone`: the numbers of those whose clients had left. */
  readonly status?:
    | { readonly ranges: readonly { readonly from: number; readonly to: number }[]; readonly gone: readonly number[] }
    | undefined
  /** `headers`: the names, as they are stored, of those that say who sent it. */
  readonly caller?: { readonly text: string; readonly headers: readonly string[] } | undefined
  /** Only exchanges with one of these sequence numbers. */
  readonly among?: readonly number[] | undefined
  /** How their answers left, with the numbers of those that left so as far as only memory knows. */
  readonly left?: readonly LeftAs[] | undefined
}

/**
 * `among`: exchanges of these numbers. `lost` and `truncated`: those that a fault dropped or cut short, and of `lost` also these numbers; never
 * those of `gone`, whose clients had left.
 */
export type LeftAs =
  | { readonly as: 'among'; readonly seqs: readonly number[] }
  | { readonly as: 'lost'; readonly seqs: readonly number[]; readonly gone: readonly number[] }
  | { readonly as: 'truncated'; readonly gone: readonly number[] }

/** In the place of the endpoint of what asked for none. */
export const NO_ENDPOINT_AT_ALL = ''

/** What its client has seen of an answer that a fault dropped, and of one that found it gone. */
export const NO_STATUS = 0
export const NOBODY_THERE = -2
/** The same of one that a fault cut short. */
export const NOT_WHOLE = -3
/** The same of one that has not left. */
export const NOT_YET = -4
const isAmong = (seqs: readonly number[]) => sql<boolean>`seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`
const seenOf = sql<number>`CASE WHEN ${IS_HELD} THEN ${sql.lit(NOT_YET)} WHEN ${IS_DROPPED} THEN ${sql.lit(NO_STATUS)} WHEN ${IS_TRUNCATED} THEN ${sql.lit(NOT_WHOLE)} ELSE status END`
/** The status that the client of each has seen with its whole answer. `gone`: the numbers of those whose clients had left, which no row has. */
const statusSeen = (gone: readonly number[]) =>
  gone.length === 0 ? seenOf : sql<number>`CASE WHEN ${isAmong(gone)} THEN ${sql.lit(NOBODY_THERE)} ELSE ${seenOf} END`

const REJECTED = numberOfOutcome('rejected')
/** What a gate has refused. The text before is there to be quick; it alone would be true of figures as well. */
const refusal = (gate: number, also = sql<boolean>`true`) =>
  sql<boolean>`instr(trace, ${`[${gate},${REJECTED},`}) > 0 AND EXISTS (SELECT 1 FROM json_each(trace) AS step WHERE
    json_extract(step.value, '$[0]') = ${gate} AND json_extract(step.value, '$[1]') = ${REJECTED} AND ${also})`
const isFull = (window: 'minute' | 'burst') =>
  sql<boolean>`json_extract(step.value, ${`$[2].${window}_used`}) >= json_extract(step.value, ${`$[2].${window}_limit`})`
const REFUSED_BY: { readonly [Limit in RefusingLimit]: ReturnType<typeof refusal> } = {
  minute: refusal(numberOfGate('rate'), isFull('minute')),
  burst: refusal(numberOfGate('rate'), isFull('burst')),
  day: refusal(numberOfGate('quota')),
}

/** As `lossOf` says it of one. */
function hasLeft(way: LeftAs) {
  if (way.as === 'among') return isAmong(way.seqs)
  const stayed = sql<boolean>`NOT ${isAmong(way.gone)} AND NOT ${IS_HELD}`
  if (way.as === 'truncated') return sql<boolean>`(${IS_TRUNCATED}) AND ${stayed}`
  return sql<boolean>`((${IS_DROPPED}) OR ${isAmong(way.seqs)}) AND NOT (${IS_TRUNCATED}) AND ${stayed}`
}

/** Headers are stored as one list of names and values (`journal/packing.ts`). */
const isSentBy = (text: string, headers: readonly string[]) =>
  sql<boolean>`EXISTS (SELECT 1 FROM json_each(request_headers) AS name JOIN json_each(request_headers) AS header
    ON header.key = name.key + 1 WHERE name.key % 2 = 0
    AND lower(name.value) IN (SELECT value FROM json_each(${JSON.stringify(headers)}))
    AND instr(lower(header.value), ${text}) > 0)`

interface Caller {
  readonly text: string
  readonly headers: readonly string[]
}

/** By what callers name themselves. What is nowhere in the headers is not looked for in each of them. */
function isNamedIn({ text, headers }: Caller) {
  const sought = text.toLowerCase()
  const written = JSON.stringify(sought).slice(1, -1)
  return sql<boolean>`(instr(lower(request_headers), ${written}) > 0 AND ${isSentBy(sought, headers)})`
}

/** By what callers name themselves, and by the id of their key. */
const isOfCaller = (caller: Caller) =>
  sql<boolean>`(instr(lower(ifnull(key_id, '')), ${caller.text.toLowerCase()}) > 0 OR ${isNamedIn(caller)})`

/** Path and query, as lists show them. */
const ADDRESS = sql<string>`CASE WHEN query = '' THEN path ELSE path || '?' || query END`

const holds = (text: RawBuilder<string>, sought: string) => sql<boolean>`instr(lower(${text}), ${sought}) > 0`
const bodyText = (column: (typeof BODIES)[number]) => sql<string>`cast(${sql.ref(column)} AS text)`

/** Where the text stands as it is typed, and in other forms in which it may have been sent: encoded in the address, or escaped in JSON. */
function toldOf(text: string): RawBuilder<boolean>[] {
  const sought = text.toLowerCase()
  const { address, json } = sentAs(sought)
  return [
    ...[sought, ...address].map(form => holds(ADDRESS, form)),
    holds(sql<string>`code`, sought),
    ...[sought, ...json].flatMap(form => BODIES.map(column => holds(bodyText(column), form))),
  ]
}

/** Where the client has sent a phone number that was meant, with whatever signs; none of any other text. */
function numbersSent(text: string): RawBuilder<boolean>[] {
  const meant = numbersMeant(text)
  if (meant.length === 0) return []
  // No sign stands among the last three digits of a number. Where these are not, the signs need not be taken out, which takes three times as long.
  const end = text.replace(/\D/g, '').slice(-3)
  return (['path', 'query', 'request_body'] as const).map(column => {
    const bare = withoutSigns(sql<string>`cast(${sql.ref(column)} AS text)`)
    return sql<boolean>`(instr(${sql.ref(column)}, ${end}) > 0 AND (${sql.join(
      meant.map(digits => sql<boolean>`instr(${bare}, ${digits}) > 0`),
      sql` OR `,
    )}))`
  })
}

/** `#38`, as every list calls it. */
const NUMBER = /^#(\d{1,10})$/
/** A number that is short enough to stand in nearly every id by chance. */
const SHORT_NUMBER = /^\d{1,7}$/

const CLAUSES: Clauses<'exchanges', ExchangeFilters> = {
  among: is('seq'),
  left: (row, ways) => row.or(ways.map(hasLeft)),
  tenant: is('tenant_id'),
  method: (row, method) => row('method', '=', method.toUpperCase()),
  endpoint: (row, id) => (id === NO_ENDPOINT_AT_ALL ? row('endpoint', 'is', null) : row('endpoint', '=', id)),
  code: (row, codes) =>
    row(
      'code',
      'in',
      codes.split(',').map(code => code.trim()),
    ),
  caller: (_, caller) => isOfCaller(caller),
  key: is('key_id'),
  fault: is('fault_id'),
  origin: is('origin'),
  assumption: restsOn('assumptions'),
  within: within('at'),
  refused_by: (row, limits) => row.or(limits.map(limit => REFUSED_BY[limit])),
  used: (row, limits) => row.or(limits.map(limit => USED[limit])),
  of_limit: (row, limits) => row.or(limits.flatMap(limit => [USED[limit], REFUSED_BY[limit]])),
  path: (row, path) => row(row.fn('instr', ['path', row.val(path)]), '>', 0),
  status: (row, { ranges, gone }) => row.or(ranges.map(({ from, to }) => row.between(statusSeen(gone), from, to))),
  q: (row, { text, idTail, headers, gone }) => {
    const [, number] = NUMBER.exec(text.trim()) ?? []
    if (number !== undefined) return row('seq', '=', Number(number))
    const told = toldOf(text)
    if (SHORT_NUMBER.test(text.trim()))
      return row.or([
        ...told,
        row('seq', '=', Number(text)),
        row(statusSeen(gone), '=', Number(text)),
        isNamedIn({ text, headers }),
      ])
    return row.or([
      ...told,
      ...numbersSent(text),
      sql<boolean>`instr(printf('%08x', seq) || ${idTail}, ${text.toLowerCase()}) > 0`,
      isOfCaller({ text, headers }),
    ])
  },
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

  /** The sizes of the oldest exchanges between two given ones. */
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

  /** Newest first. */
  list(filters: ExchangeFilters, page: Newest): ExchangeRow[] {
    const exchanges = this.#store.query.selectFrom('exchanges').selectAll()
    return this.#store.all(newest(narrow(exchanges, CLAUSES, filters), 'seq', page))
  }

  /** `gone`: the numbers of those whose clients had left. */
  facets(filters: ExchangeFilters, gone: readonly number[]): FacetCounts {
    const rows = this.#store.query.selectFrom('exchanges')
    const columns = { method: 'method', status: statusSeen(gone), tenant: 'tenant_id', endpoint: 'endpoint' } as const
    return countFacets(this.#store, { rows, clauses: CLAUSES, filters, columns })
  }
}

/** The identifier of an exchange as it is stored; `undefined` when there is none of this number. */
export function storedIdOf(store: Store, seq: number): string | undefined {
  return store.get(store.query.selectFrom('exchanges').select('request_id').where('seq', '=', seq))?.request_id
}

/** What is stored of how answers left, by the numbers of their exchanges. */
export function storedDepartures(store: Store): Pick<ExchangeRow, 'seq' | 'answered'>[] {
  const rows = store.query.selectFrom('exchanges').select(['seq', 'answered']).where('answered', 'is not', null)
  return store.all(rows.orderBy('seq'))
}

export type StoredDeparture = Pick<ExchangeRow, 'answered' | 'left_ms' | 'left_at' | 'left_after'>

export function storeDeparture(store: Store, seq: number, departure: StoredDeparture): void {
  store.run(store.query.updateTable('exchanges').set(departure).where('seq', '=', seq))
}

/**
 * Takes back what became of answers after an instant, or after another exchange than `seq` had come: by then they had not left. What was
 * held back before stays so, `as` it is called.
 */
export function takeBackDepartures(store: Store, { seq, at }: { seq: number; at: Instant }, as: Unsettled): void {
  store.run(
    store.query
      .updateTable('exchanges')
      .set({ answered: as, left_ms: null, left_at: null, left_after: null })
      .where('answered', 'is not', null)
      .where('fault_id', 'is not', null)
      .where(row =>
        row.or([
          row('answered', '=', 'held'),
          row.and([row('seq', '<=', seq), row.or([row('left_after', '>', seq), row('left_at', '>', at)])]),
        ]),
      ),
  )
}

/** Ends the journal of a copy with a given exchange. */
export function removeExchangesAfter(store: Store, seq: number): void {
  store.run(store.query.deleteFrom('exchanges').where('seq', '>', seq))
}

/** Returns its number. */
export function insertAction(store: Store, row: Omit<ControlActionRow, 'id'>): number {
  return store.run(store.query.insertInto('control_actions').values(row)).lastInsertRowid
}

/** How many there are of each kind. */
export function countActions(store: Store): Map<string, number> {
  const kinds = store.query.selectFrom('control_actions').select(['kind', row => row.fn.countAll<number>().as('count')])
  return new Map(store.all(kinds.groupBy('kind')).map(({ kind, count }) => [kind, count]))
}

export function removeOldestAction(store: Store, kind: string): void {
  const oldest = store.query.selectFrom('control_actions').select('id').where('kind', '=', kind).orderBy('id').limit(1)
  store.run(store.query.deleteFrom('control_actions').where('id', '=', oldest))
}

export function findAction(store: Store, id: number): ControlActionRow | undefined {
  return store.get(store.query.selectFrom('control_actions').selectAll().where('id', '=', id))
}

/** The actions of a kind, in the order in which they were done. */
export function actionsOfKind(store: Store, kind: string): ControlActionRow[] {
  return store.all(store.query.selectFrom('control_actions').selectAll().where('kind', '=', kind).orderBy('id'))
}

/** The actions of a kind since an emulated instant, in the order in which they were done. */
export function actionsSince(store: Store, kind: string, since: Instant): ControlActionRow[] {
  const actions = store.query.selectFrom('control_actions').selectAll().where('kind', '=', kind)
  return store.all(actions.where('at', '>=', since).orderBy('id'))
}

export type ActionFilters = FilterValues<'actions'>

const ACTION_CLAUSES: Clauses<'control_actions', ActionFilters> = { kind: is('kind') }

export function newestActions(store: Store, filters: ActionFilters, page: Newest): ControlActionRow[] {
  const actions = store.query.selectFrom('control_actions').selectAll()
  return store.all(newest(narrow(actions, ACTION_CLAUSES, filters), 'id', page))
}
