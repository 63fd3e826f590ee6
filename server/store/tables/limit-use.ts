import { type RawBuilder, sql } from 'kysely'
import type { AssumptionId } from '../../contract/assumptions.ts'
import type { RefusingLimit } from '../../contract/lists.ts'
import type { Instant } from '../../kernel/instant.ts'
import { within } from '../narrow.ts'
import type { Store } from '../store.ts'
import { numberOfGate, numberOfOutcome, placeOfFigure } from '../trace-numbers.ts'

/** Whether an assumption has a value that is not its default, and has had it since before a row: what was switched since says nothing of it. */
const hasHeld = (id: AssumptionId, value: string, at: string) => sql<boolean>`
  EXISTS (SELECT 1 FROM assumptions WHERE id = ${id} AND value = ${JSON.stringify(value)}) AND ${isUnchanged(id, at)}`
const isUnchanged = (id: AssumptionId, at: string) => sql<boolean>`
  NOT EXISTS (SELECT 1 FROM control_actions AS changed WHERE changed.kind = 'assumption' AND changed.at >= ${sql.ref(at)}
    AND json_extract(changed.facts, '$.assumption') = ${id})`

const [RATE, HANDLER, FAULT] = [numberOfGate('rate'), numberOfGate('handler'), numberOfGate('fault')]
const [PASSED, REJECTED] = [numberOfOutcome('passed'), numberOfOutcome('rejected')]
const WOULD_REJECT = numberOfOutcome('would_reject')
/** In both forms of the figures of a trace. */
const figure = (name: 'minute_used' | 'minute_limit') =>
  sql<number>`coalesce(json_extract(step.value, ${`$[2][${placeOfFigure('rate', name)}]`}), json_extract(step.value, ${`$[2].${name}`}))`
const [MINUTE_USED, MINUTE_LIMIT] = [figure('minute_used'), figure('minute_limit')]
const hasStep = (gate: number, outcome: number) =>
  sql<boolean>`EXISTS (SELECT 1 FROM json_each(trace) AS other
    WHERE json_extract(other.value, '$[0]') = ${gate} AND json_extract(other.value, '$[1]') = ${outcome})`

/** What the answer says is left of the minute: header 4 of the store, at one of two places in what Ringback writes, else wherever it stands. */
const REMAINING = sql<number>`CASE
  WHEN json_extract(response_headers, '$[8]') = 4 THEN json_extract(response_headers, '$[9]')
  WHEN json_extract(response_headers, '$[6]') = 4 THEN json_extract(response_headers, '$[7]')
  ELSE (SELECT told.value FROM json_each(response_headers) AS name JOIN json_each(response_headers) AS told
    ON told.key = name.key + 1 WHERE name.key % 2 = 0 AND name.value = 4) END`

/** What gets a slot although nothing was left: only where the register says so of what is refused. */
const COUNTS_REFUSED = sql<boolean>`json_extract(step.value, '$[1]') IN (${REJECTED}, ${WOULD_REJECT}) AND NOT ${hasStep(FAULT, REJECTED)}
  AND ${hasHeld('limits.rejected_counts', 'yes', 'exchanges.at')}
  AND (method <> 'HEAD' OR (NOT EXISTS (SELECT 1 FROM assumptions WHERE id = 'limits.head_counts' AND value = '"no"')
    AND ${isUnchanged('limits.head_counts', 'exchanges.at')}))`

/**
 * Whether an exchange has used a slot of the minute and of the burst window. The answer tells: less is left after it than the check has found,
 * whatever the register said at the time. A test of a webhook is answered later, and has used its slot before.
 */
const USED_RATE = sql<boolean>`(instr(trace, ${`[${RATE},`}) > 0 AND (
  (endpoint = 'testWebhook' AND ${hasStep(HANDLER, PASSED)})
  OR EXISTS (SELECT 1 FROM json_each(trace) AS step WHERE json_extract(step.value, '$[0]') = ${RATE} AND
    CASE WHEN ${MINUTE_USED} < ${MINUTE_LIMIT} THEN ${REMAINING} < ${MINUTE_LIMIT} - ${MINUTE_USED} ELSE ${COUNTS_REFUSED} END)))`

/** Whether an exchange has used a limit. Of the day, only what succeeded. */
export const USED: { readonly [Limit in RefusingLimit]: RawBuilder<boolean> } = {
  minute: USED_RATE,
  burst: USED_RATE,
  day: sql<boolean>`(status < 400 AND ${USED_RATE})`,
}

/** Whether an event has used a webhook send: one that a webhook matched, or any where the register says so. Neither a test nor a forgery has. */
export const IS_SEND = sql<boolean>`(events.origin IN ('call', 'trigger') AND (
  EXISTS (SELECT 1 FROM deliveries AS sent WHERE sent.event_seq = events.event_seq AND sent.forged IS NULL)
  OR (${hasHeld('webhooks.send_count_without_subscriber', 'yes', 'events.occurred_at')})))`

interface Of {
  readonly tenant_id: number
  readonly from: Instant
  readonly until: Instant
}

interface UseOfRequests {
  readonly method: string
  readonly endpoint: string | null
  readonly key_id: string | null
  readonly count: number
}

/** How many requests that are still in the journal have used a limit, by what they asked for and by their key. */
export function requestsThatUsed(store: Store, limit: RefusingLimit, { tenant_id, ...time }: Of): UseOfRequests[] {
  const rows = store.query
    .selectFrom('exchanges')
    .select(['method', 'endpoint', 'key_id', row => row.fn.countAll<number>().as('count')])
    .where('tenant_id', '=', tenant_id)
    .where(row => within<'exchanges'>('at')(row, time))
    .where(USED[limit])
  return store.all(rows.groupBy(['method', 'endpoint', 'key_id']))
}

/** How many events that are still known were sends, by their kind. */
export function eventsThatUsed(store: Store, { tenant_id, ...time }: Of): { event: string; count: number }[] {
  const rows = store.query
    .selectFrom('events')
    .select(['kind as event', row => row.fn.countAll<number>().as('count')])
    .where('tenant_id', '=', tenant_id)
    .where(row => within<'events'>('occurred_at')(row, time))
    .where(IS_SEND)
  return store.all(rows.groupBy('kind'))
}

/** How many deliveries came of them, by their webhook. */
export function deliveriesOfSends(store: Store, { tenant_id, ...time }: Of): { webhook_id: number; count: number }[] {
  const rows = store.query
    .selectFrom('deliveries')
    .innerJoin('events', 'events.event_seq', 'deliveries.event_seq')
    .select(['deliveries.webhook_id', row => row.fn.countAll<number>().as('count')])
    .where('deliveries.tenant_id', '=', tenant_id)
    .where('events.occurred_at', '>=', time.from)
    .where('events.occurred_at', '<', time.until)
    .where('deliveries.forged', 'is', null)
    .where(IS_SEND)
  return store.all(rows.groupBy('deliveries.webhook_id'))
}
