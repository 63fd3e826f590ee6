import { createHash } from 'node:crypto'
import { ANSWER_LOST } from './answer-lost.ts'
import { columnsOf, type OpenDatabase, tablesOf } from './raw-tables.ts'

interface Kind {
  readonly table: string
  /** A column, or an expression over columns. */
  readonly id: string
  /** The columns of that expression, and what numbers the row; they are not compared. */
  readonly known_by?: readonly string[]
  /** The columns by which the newest comes last, when the id does not say it. */
  readonly order?: string
  /**
   * What is told with its values when it changes, columns or names of `elsewhere`. What may never leave, such as a secret, is not among it:
   * of every other column it is only told that it differs.
   */
  readonly fields: readonly string[]
  /** What tells it from others of its kind, besides its tenant. */
  readonly about: readonly string[]
  /** What another column or table says about it. */
  readonly elsewhere?: Readonly<Record<string, string>>
  /** Which rows are told of, where not all are. */
  readonly only?: string
}

/** What changes along with the rest, and is told of where nothing else differs. */
const FOLLOWS: ReadonlySet<string> = new Set([
  ...['updated_at', 'nth', 'ai_ready_nth', 'assumptions', 'steps', 'payload', 'rank', 'fault_id', 'held'],
])

/** Values of assumptions, as they are stored, that change nothing. */
export interface Usual {
  readonly assumptions: Readonly<Record<string, string>>
}
const IS_UNUSUAL =
  'NOT EXISTS (SELECT 1 FROM json_each(:usual) AS usual WHERE usual.key = own.id AND usual.value = own.value)'

/** The next step of a call has a new row each time, and is one thing to people; of the attempts of a delivery, several may be planned. */
const JOB = "CASE kind WHEN 'webhook.attempt' THEN kind || ' ' || id ELSE kind || ' ' || subject END"
const ofCall = (column: string) => `(SELECT ${column} FROM calls WHERE calls.call_id = own.subject)`
const ofDelivery = (column: string) => `(SELECT ${column} FROM deliveries WHERE deliveries.delivery_id = own.subject)`

/** Whose it is, where a table says so by number. */
const TENANT = '(SELECT slug FROM tenants WHERE tenants.tenant_id = own.tenant_id)'

/** What people call the contents of a world. */
const KINDS = {
  requests: {
    table: 'exchanges',
    id: 'seq',
    fields: [],
    about: ['request_id', 'at', 'method', 'path', 'status', 'code'],
    elsewhere: {
      broken_off: `CASE WHEN ${ANSWER_LOST.dropped} THEN 'dropped' WHEN ${ANSWER_LOST.truncated} THEN 'truncated' END`,
    },
  },
  calls: {
    table: 'calls',
    id: 'call_id',
    order: 'call_seq',
    fields: ['status', 'connected_at', 'ended_at', 'duration_seconds', 'ai_ready_at', 'external_id'],
    about: ['call_type', 'phone_number', 'external_id', 'status', 'started_at'],
  },
  events: {
    table: 'events',
    id: 'event_id',
    order: 'event_seq',
    fields: [],
    about: ['kind', 'call_id', 'external_id', 'occurred_at'],
  },
  deliveries: {
    table: 'deliveries',
    id: 'delivery_id',
    order: 'delivery_seq',
    fields: ['status', 'attempts', 'next_attempt_at', 'last_status_code', 'last_error'],
    about: ['status', 'attempts', 'last_status_code', 'last_error', 'webhook_id', 'created_at', 'updated_at'],
    elsewhere: { kind: '(SELECT kind FROM events WHERE events.event_seq = own.event_seq)' },
  },
  not_delivered: { table: 'ledger', id: 'id', fields: [], about: ['at', 'kind', 'reason', 'event_id'] },
  /** Midnights follow from the clock alone. */
  pending: {
    table: 'jobs',
    id: JOB,
    known_by: ['id', 'kind', 'subject'],
    // What is due first comes first where the newest comes last.
    order: 'due_at DESC, rank DESC, own.id DESC',
    fields: ['to', 'due_at'],
    about: ['kind', 'subject', 'due_at'],
    elsewhere: {
      to: "CASE kind WHEN 'call.step' THEN json_extract(payload, '$[0].to') END",
      tenant: `(SELECT slug FROM tenants WHERE tenants.tenant_id = coalesce(${ofCall('tenant_id')}, ${ofDelivery('tenant_id')}))`,
      phone_number: ofCall('phone_number'),
      event: `(SELECT events.kind FROM events WHERE events.event_seq = ${ofDelivery('event_seq')})`,
    },
    only: "own.kind <> 'day.rollover'",
  },
  webhooks: {
    table: 'webhooks',
    id: 'webhook_id',
    fields: ['label', 'url', 'events', 'filters', 'is_enabled', 'deleted_at'],
    about: ['label', 'url', 'created_at', 'updated_at'],
  },
  inbox_messages: {
    table: 'inbox_messages',
    id: 'id',
    fields: [],
    about: ['name', 'event', 'received_at', 'answered_status'],
  },
  customers: {
    table: 'customers',
    id: 'customer_id',
    fields: ['project_id', 'external_id', 'name', 'phonetic', 'tel1'],
    about: ['name', 'tel1', 'created_at', 'updated_at'],
  },
  tenants: {
    table: 'tenants',
    id: 'slug',
    order: 'tenant_id',
    fields: ['name', 'plan', 'open_api_enabled'],
    about: ['name', 'plan'],
  },
  keys: {
    table: 'keys',
    id: 'key_id',
    order: 'created_at, key_id',
    fields: ['label', 'scopes', 'revoked_at'],
    about: ['label', 'mode', 'created_at'],
  },
  faults: {
    table: 'faults',
    id: 'id',
    fields: ['match', 'effect', 'times', 'probability', 'seen', 'fired', 'expires_at'],
    about: ['match', 'effect', 'created_at'],
  },
  call_scripts: {
    table: 'call_scripts',
    id: 'id',
    fields: ['match', 'steps', 'times', 'used'],
    about: ['match', 'steps'],
  },
  assumptions: { table: 'assumptions', id: 'id', fields: ['value'], about: ['value'], only: IS_UNUSUAL },
  forwards: { table: 'forwards', id: 'origin', fields: ['target'], about: ['target'] },
} as const satisfies {
  readonly [kind: string]: Kind
}

export type ContentKind = keyof typeof KINDS
export const CONTENT_KINDS = Object.keys(KINDS) as ContentKind[]
export type Contents = { readonly [Kind in ContentKind]: number }

type Value = string | number | null
export interface ContentChange {
  readonly id: string
  readonly change: 'added' | 'removed' | 'changed'
  /** What tells it from others, as it is after, or was before it went. */
  readonly about: Readonly<Record<string, Value>>
  /** The columns that differ, with their values before and after. Of one that is `withheld` these are null. */
  readonly fields: readonly Differing[]
}

interface Differing {
  readonly name: string
  readonly before: Value
  readonly after: Value
  /** It is a secret, or too long to be told. */
  readonly withheld?: true
}

interface ContentDifference {
  readonly kind: ContentKind
  readonly before: number
  readonly after: number
  readonly added: number
  readonly removed: number
  readonly changed: number
  /** Up to so many: first what was removed, then what was added or changed, the newest first. */
  readonly changes: readonly ContentChange[]
}

/** How many a database holds of each kind; of what its schema did not have, none. */
export function contentsOf(db: OpenDatabase, usual: Usual): Contents {
  const tables = new Set(tablesOf(db))
  const count = (kind: Kind) =>
    tables.has(kind.table)
      ? (told(db, 'count(*)', { ...kind, order: undefined }, usual)
          .pluck()
          .get() as number)
      : 0
  return Object.fromEntries(CONTENT_KINDS.map(kind => [kind, count(KINDS[kind])])) as unknown as Contents
}

interface Told extends Pick<Kind, 'table' | 'only'> {
  readonly order: string | undefined
}

/** A statement over the rows of a kind that are told of. */
function told(db: OpenDatabase, columns: string, { table, only, order }: Told, usual: Usual) {
  const where = only === undefined ? '' : `WHERE ${only}`
  const sorted = order === undefined ? '' : `ORDER BY ${order}`
  const rows = db.prepare(`SELECT ${columns} FROM ${table} AS own ${where} ${sorted}`)
  return only?.includes(':usual') ? rows.bind({ usual: JSON.stringify(usual.assumptions) }) : rows
}

/** What came in, went away and changed between two databases, kind by kind, with up to `most` examples of each. */
export function compareContents(
  before: OpenDatabase,
  after: OpenDatabase,
  options: Pick<Both, 'most' | 'usual'>,
): ContentDifference[] {
  return CONTENT_KINDS.map(kind => differenceOf(kind, { before, after, ...options }))
}

interface Both {
  readonly before: OpenDatabase
  readonly after: OpenDatabase
  readonly most: number
  readonly usual: Usual
}

function differenceOf(kind: ContentKind, { before, after, most, usual }: Both): ContentDifference {
  const shape: Kind = KINDS[kind]
  const compared = comparedOf(shape, { before, after })
  const old = new Map<Value, Row>()
  for (const row of rowsOf(before, shape, { compared, usual })) old.set(row.id, row)
  const total = old.size
  const changes: { readonly of: Value; readonly change: ContentChange['change']; readonly told: Differing[] }[] = []
  const counts = { added: 0, removed: 0, changed: 0 }
  const note = (change: ContentChange['change'], of: Value, told: Differing[] = []) => {
    counts[change]++
    changes.push({ of, change, told })
    if (changes.length > most) changes.shift()
  }
  let present = 0
  for (const row of rowsOf(after, shape, { compared, usual })) {
    present++
    const was = old.get(row.id)
    old.delete(row.id)
    if (was === undefined) {
      note('added', row.id)
      continue
    }
    const told = compared.told.flatMap((name, index): Differing[] => {
      const [left = null, right = null] = [was.told[index], row.told[index]]
      return left === right ? [] : [{ name, before: left, after: right }]
    })
    if (told.length > 0 || was.rest !== row.rest) note('changed', row.id, told)
  }
  for (const gone of old.keys()) note('removed', gone)
  const newest = changes.reverse().map(({ of, change, told }) => ({
    id: String(of),
    change,
    about: aboutOf(change === 'removed' ? before : after, shape, of),
    fields: change === 'changed' ? [...told, ...restOf({ before, after }, { shape, of, compared, told })] : told,
  }))
  return { kind, before: total, after: present, ...counts, changes: newest }
}

/** What both databases have of a kind. */
interface Compared {
  /** Told with its values. */
  readonly told: readonly string[]
  /** Every other column. */
  readonly rest: readonly string[]
}

function comparedOf({ table, id, known_by = [id], fields, elsewhere = {} }: Kind, both: Sides): Compared {
  const columns = columnsOf(both.before, table)
  const has = new Set(columnsOf(both.after, table))
  const shared = columns.filter(name => has.has(name))
  return {
    told: fields.filter(name => name in elsewhere || shared.includes(name)),
    rest: shared.filter(name => !fields.includes(name) && !known_by.includes(name)),
  }
}

type Sides = Pick<Both, 'before' | 'after'>

/** What differs of one thing among that whose values are not told. */
function restOf(
  { before, after }: Sides,
  { shape, of, compared, told }: { shape: Kind; of: Value; compared: Compared; told: readonly Differing[] },
): Differing[] {
  if (compared.rest.length === 0) return []
  const sql = `SELECT ${compared.rest.map(name => `"${name}"`).join(', ')} FROM ${shape.table} AS own WHERE ${shape.id} = ?`
  const [left, right] = [before, after].map(db => db.prepare(sql).raw().get(of) as readonly unknown[])
  const names = compared.rest.filter((_, index) => digestOf([left?.[index]]) !== digestOf([right?.[index]]))
  const main = names.filter(name => !FOLLOWS.has(name))
  const said = told.length + main.length > 0 ? main : names
  return said.map(name => ({ name, before: null, after: null, withheld: true }))
}

/** One thing in words that a person knows it by. What a schema did not have is left out. */
function aboutOf(db: OpenDatabase, { table, id, about, elsewhere = {} }: Kind, of: Value): ContentChange['about'] {
  const own = columnsOf(db, table)
  const said = [
    ...about.filter(name => own.includes(name)).map(name => `own.${name}`),
    ...(own.includes('tenant_id') && table !== 'tenants' ? [`${TENANT} AS tenant`] : []),
    ...Object.entries(elsewhere).map(([name, where]) => `${where} AS "${name}"`),
  ]
  const row = db.prepare(`SELECT ${said.join(', ')} FROM ${table} AS own WHERE ${id} = ?`).get(of)
  return row as ContentChange['about']
}

/** What is used of a tenant's window that began then, for every tenant. */
export interface UsedWindow {
  readonly tenant: string
  readonly plan: string | null
  readonly used: number
}

export function usedIn(db: OpenDatabase, kind: string, window_start: number): UsedWindow[] {
  const rows = db.prepare(
    `SELECT tenants.slug AS tenant, tenants.plan, coalesce(counters.used, 0) AS used FROM tenants
     LEFT JOIN counters ON counters.tenant_id = tenants.tenant_id AND counters.kind = ? AND counters.window_start = ?
     ORDER BY tenants.tenant_id`,
  )
  return rows.all(kind, window_start) as UsedWindow[]
}

interface Row {
  readonly id: Value
  readonly told: readonly Value[]
  /** A digest of every other column. */
  readonly rest: string
}

function* rowsOf(
  db: OpenDatabase,
  kind: Kind,
  { compared: { told: names, rest }, usual }: { compared: Compared; usual: Usual },
): Generator<Row> {
  const { table, id, order = id, elsewhere = {} } = kind
  if (columnsOf(db, table).length === 0) return
  const columns = [id, ...names.map(name => elsewhere[name] ?? name), ...rest.map(name => `own."${name}"`)]
  const rows = told(db, columns.join(', '), { ...kind, order }, usual)
    .raw()
    .iterate()
  for (const row of rows as IterableIterator<[Value, ...unknown[]]>) {
    const values = row.slice(1)
    yield { id: row[0], told: values.slice(0, names.length) as Value[], rest: digestOf(values.slice(names.length)) }
  }
}

/** Equal for equal columns of a row: texts, numbers, bytes. Each value is preceded by its kind and length, so that none runs into the next. */
function digestOf(values: readonly unknown[]): string {
  const digest = createHash('sha1')
  for (const value of values) {
    if (Buffer.isBuffer(value)) digest.update(`bytes ${value.length} `).update(value)
    else if (typeof value === 'string') digest.update(`text ${value.length} `).update(value)
    else digest.update(`${value} `)
  }
  return digest.digest('base64')
}
