import { columnsOf, type OpenDatabase, tablesOf } from './raw-tables.ts'

interface Kind {
  readonly table: string
  readonly id: string
  /** The columns by which the newest comes last, when the id does not say it. */
  readonly order?: string
  /** What is told when it changes. What may never leave, such as a secret, is not among it. */
  readonly fields: readonly string[]
}

/** What people call the contents of a world. */
const KINDS = {
  requests: { table: 'exchanges', id: 'seq', fields: [] },
  calls: {
    table: 'calls',
    id: 'call_id',
    order: 'call_seq',
    fields: ['status', 'connected_at', 'ended_at', 'duration_seconds'],
  },
  events: { table: 'events', id: 'event_id', order: 'event_seq', fields: [] },
  deliveries: {
    table: 'deliveries',
    id: 'delivery_id',
    order: 'delivery_seq',
    fields: ['status', 'attempts', 'next_attempt_at', 'last_status_code', 'last_error'],
  },
  not_delivered: { table: 'ledger', id: 'id', fields: [] },
  webhooks: {
    table: 'webhooks',
    id: 'webhook_id',
    fields: ['label', 'url', 'events', 'filters', 'is_enabled', 'deleted_at'],
  },
  inbox_messages: { table: 'inbox_messages', id: 'id', fields: [] },
  customers: {
    table: 'customers',
    id: 'customer_id',
    fields: ['project_id', 'external_id', 'name', 'phonetic', 'tel1'],
  },
  tenants: { table: 'tenants', id: 'slug', order: 'tenant_id', fields: ['name', 'plan', 'open_api_enabled'] },
  keys: { table: 'keys', id: 'key_id', order: 'created_at, key_id', fields: ['label', 'scopes', 'revoked_at'] },
  faults: { table: 'faults', id: 'id', fields: ['match', 'effect', 'times', 'fired', 'expires_at'] },
  call_scripts: { table: 'call_scripts', id: 'id', fields: ['match', 'steps', 'times', 'used'] },
  assumptions: { table: 'assumptions', id: 'id', fields: ['value'] },
  forwards: { table: 'forwards', id: 'origin', fields: ['target'] },
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
  /** The fields that differ, with their values before and after. */
  readonly fields: readonly { readonly name: string; readonly before: Value; readonly after: Value }[]
}

interface ContentDifference {
  readonly kind: ContentKind
  readonly before: number
  readonly after: number
  readonly added: number
  readonly removed: number
  readonly changed: number
  /** The newest of them. */
  readonly changes: readonly ContentChange[]
}

/** How many a database holds of each kind; of what its schema did not have, none. */
export function contentsOf(db: OpenDatabase): Contents {
  const tables = new Set(tablesOf(db))
  const count = (table: string) =>
    tables.has(table) ? (db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number) : 0
  return Object.fromEntries(CONTENT_KINDS.map(kind => [kind, count(KINDS[kind].table)])) as unknown as Contents
}

/** What came in, went away and changed between two databases, kind by kind, with up to `most` examples of each. */
export function compareContents(before: OpenDatabase, after: OpenDatabase, most: number): ContentDifference[] {
  return CONTENT_KINDS.map(kind => differenceOf(kind, { before, after, most }))
}

interface Both {
  readonly before: OpenDatabase
  readonly after: OpenDatabase
  readonly most: number
}

function differenceOf(kind: ContentKind, { before, after, most }: Both): ContentDifference {
  const { table, id, order = id, fields }: Kind = KINDS[kind]
  const has = (db: OpenDatabase, name: string) => columnsOf(db, table).includes(name)
  const shared = fields.filter(name => has(before, name) && has(after, name))
  const old = new Map<Value, Row>()
  for (const row of rowsOf(before, { table, id, order, fields: shared })) old.set(row[0], row)
  const total = old.size
  const changes: ContentChange[] = []
  const counts = { added: 0, removed: 0, changed: 0 }
  const note = (change: ContentChange['change'], of: Value, differing: ContentChange['fields'] = []) => {
    counts[change]++
    changes.push({ id: String(of), change, fields: differing })
    if (changes.length > most) changes.shift()
  }
  let present = 0
  for (const row of rowsOf(after, { table, id, order, fields: shared })) {
    present++
    const was = old.get(row[0])
    old.delete(row[0])
    if (was === undefined) {
      note('added', row[0])
      continue
    }
    const differing = shared.flatMap((name, index) => {
      const [left = null, right = null] = [was[index + 1], row[index + 1]]
      return left === right ? [] : [{ name, before: left, after: right }]
    })
    if (differing.length > 0) note('changed', row[0], differing)
  }
  for (const gone of old.keys()) note('removed', gone)
  return { kind, before: total, after: present, ...counts, changes: changes.reverse() }
}

type Row = readonly [Value, ...Value[]]

function rowsOf(db: OpenDatabase, { table, id, order, fields }: Required<Kind>): Iterable<Row> {
  if (columnsOf(db, table).length === 0) return []
  const rows = db.prepare(`SELECT ${[id, ...fields].join(', ')} FROM ${table} ORDER BY ${order}`).raw()
  return rows.iterate() as IterableIterator<Row>
}
