import { sql } from 'kysely'
import type { Origin } from '../contract/origins.ts'
import type { Store } from './store.ts'

/** How many rows of each kind rest on an assumption. */
export interface Reliance {
  requests: number
  calls: number
  events: number
  deliveries: number
  /** Entries of the ledger: what was not sent. */
  ledger: number
}

/** The last row of each kind that is not counted. */
export type RelianceSince = Readonly<Reliance>

const TABLES = {
  requests: ['exchanges', 'seq'],
  calls: ['calls', 'call_seq'],
  events: ['events', 'event_seq'],
  deliveries: ['deliveries', 'delivery_seq'],
  ledger: ['ledger', 'id'],
} as const
const KINDS = Object.keys(TABLES) as (keyof Reliance)[]

export const noReliance = (): Reliance => ({ requests: 0, calls: 0, events: 0, deliveries: 0, ledger: 0 })

export function lastRows(store: Store): RelianceSince {
  const last = noReliance()
  for (const kind of KINDS) last[kind] = lastOf(store, kind)
  return last
}

function lastOf(store: Store, kind: keyof Reliance): number {
  const [table, seq] = TABLES[kind]
  return store.get(store.query.selectFrom(table).select(row => row.fn.max<number>(seq).as('last')))?.last ?? 0
}

/** The assumptions that the rows of a world rest on, each with its number of rows. */
export function relianceOf(store: Store, since: RelianceSince = noReliance()): Map<string, Reliance> {
  return reliance(KINDS.map(kind => [kind, countSets(store, kind, { after: since[kind] })]))
}

/** The same of some requests only. */
export function relianceOfRequests(store: Store, range: { after: number; upTo: number }): Map<string, Reliance> {
  return reliance([['requests', countSets(store, 'requests', range)]])
}

function reliance(counts: readonly (readonly [keyof Reliance, { assumptions: string; count: number }[]])[]) {
  const found = new Map<string, Reliance>()
  for (const [kind, rows] of counts) {
    for (const { assumptions, count } of rows) {
      for (const id of assumptions.split(',')) {
        const counted = found.get(id) ?? noReliance()
        counted[kind] += count
        found.set(id, counted)
      }
    }
  }
  return found
}

/** Rows store their ids in one text, and most of these texts are equal. Of requests, only those of clients count, as in the coverage. */
function countSets(
  store: Store,
  kind: keyof Reliance,
  { after, upTo = Number.MAX_SAFE_INTEGER }: { after: number; upTo?: number },
): { assumptions: string; count: number }[] {
  const [table, seq] = TABLES[kind]
  const rows = store.query
    .selectFrom(table)
    .select(['assumptions', row => row.fn.countAll<number>().as('count')])
    .where('assumptions', '!=', '')
    .where(seq, '>', after)
    .where(seq, '<=', upTo)
    .groupBy('assumptions')
  return store.all(kind === 'requests' ? rows.where(sql<boolean>`origin = ${CLIENT}`) : rows)
}
const CLIENT: Origin = 'client'

/** The sum of what several worlds have counted. */
export function sumReliance(all: Iterable<ReadonlyMap<string, Reliance>>): Map<string, Reliance> {
  const sums = new Map<string, Reliance>()
  for (const counted of all) {
    for (const [id, reliance] of counted) {
      const sum = sums.get(id) ?? noReliance()
      for (const kind of KINDS) sum[kind] += reliance[kind]
      sums.set(id, sum)
    }
  }
  return sums
}

export const totalOf = (reliance: Reliance): number => KINDS.reduce((sum, kind) => sum + reliance[kind], 0)
