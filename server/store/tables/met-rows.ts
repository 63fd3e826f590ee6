import { sql } from 'kysely'
import type { Origin } from '../../contract/origins.ts'
import { ANSWER_LOST, ANSWERED_BY_FAULT, IS_UNANSWERED } from '../answer-lost.ts'
import { noReliance, type RelianceSince } from '../reliance.ts'
import type { Store } from '../store.ts'

/** What exchanges and events have met, as counts. What the same run met elsewhere can be added. */
export interface MetRows {
  readonly answers: readonly MetAnswer[]
  /** `outside` is 1 where the path is not below that of the API. */
  readonly unknown: readonly { method: string; path: string; outside: number; count: number }[]
  readonly events: readonly { kind: string; count: number }[]
}

export interface MetAnswer {
  readonly endpoint: string | null
  readonly status: number
  readonly code: string | null
  /** 1 when a fault broke the answer off or holds it back, or its client did not stay for it: whoever asked has met neither its status nor its code. */
  readonly broken_off: number
  /** 1 when a fault answered in place of the service. */
  readonly by_fault: number
  readonly count: number
}

/** How many of the routes that the contract does not have are listed. */
export const MOST_UNKNOWN = 100

/** Requests of Ringback itself say nothing about the client under test. */
const CLIENT: Origin = 'client'
const COUNT = sql<number>`count(*)`.as('count')
export const IS_DROPPED = sql<number>`${sql.raw(ANSWER_LOST.dropped)}`
export const IS_TRUNCATED = sql<number>`${sql.raw(ANSWER_LOST.truncated)}`
/** Whether an answer that a fault holds back has not left, as far as this world knows. */
export const IS_HELD = sql<boolean>`${sql.raw(IS_UNANSWERED)}`
const BY_FAULT = sql<number>`${sql.raw(ANSWERED_BY_FAULT)}`
const BROKEN_OFF = sql<number>`${IS_DROPPED} OR ${IS_TRUNCATED} OR ${IS_HELD}`

interface Met {
  readonly since?: RelianceSince | undefined
  /** Sequence numbers of exchanges whose client had left before their answer did. */
  readonly gone: readonly number[]
}

/**
 * What the journal of a world has met. Answers of injected faults count, because the client under test has met them, unless they broke off.
 */
export function readMetRows(store: Store, { since = noReliance(), gone }: Met): MetRows {
  const events = store.query
    .selectFrom('events')
    .select(['kind', COUNT])
    .where('event_seq', '>', since.events)
    .where('origin', '!=', 'forged')
    .groupBy('kind')
  return { ...readMetRequests(store, { after: since.requests, gone }), events: store.all(events) }
}

/** The same of some requests only. */
export function readMetRequests(
  store: Store,
  { after, upTo = Number.MAX_SAFE_INTEGER, gone }: { after: number; upTo?: number; gone: readonly number[] },
): MetRows {
  const isGone = sql<number>`seq IN (SELECT value FROM json_each(${JSON.stringify(gone)}))`
  const brokenOff = gone.length === 0 ? BROKEN_OFF : sql<number>`(${BROKEN_OFF}) OR ${isGone}`
  const exchanges = store.query
    .selectFrom('exchanges')
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .where('origin', '=', CLIENT)
  const answers = exchanges
    .select(['endpoint', 'status', 'code', brokenOff.as('broken_off'), BY_FAULT.as('by_fault'), COUNT])
    .where('endpoint', 'is not', null)
    .groupBy(['endpoint', 'status', 'code', 'broken_off', 'by_fault'])
    .orderBy('status')
    .orderBy('code')
  const unknown = exchanges
    .select(['method', 'path', sql<number>`0`.as('outside'), COUNT])
    .where('endpoint', 'is', null)
    // An OPTIONS that was answered has no endpoint either, and is no mistake.
    .where('status', '>=', 400)
    // Neither is one that was refused because the licence was missing.
    .where(row => row.not(row.and([row('method', '=', 'OPTIONS'), row('code', '=', 'license_required')])))
    .groupBy(['method', 'path'])
    .orderBy('count', 'desc')
    .orderBy('path')
    .limit(MOST_UNKNOWN)
  return { answers: store.all(answers), unknown: store.all(unknown), events: [] }
}
