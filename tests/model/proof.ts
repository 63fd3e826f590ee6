import { isDeepStrictEqual } from 'node:util'

/** The invariants, each with how it is checked. A run of the model-based tests fails when one was never checked. */
export const INVARIANTS = {
  I1: 'requests that pass the rate limit in a window are at most its limit; of n at once min(n, what is left): statuses of `parallel` against the model',
  I2: 'the counters of a tenant are the sum over its keys, and nobody else moves them: all counters of all tenants after each command, what the API says of them after those that move limits',
  I3: 'remaining = max(0, limit − counted), never more within a minute: header against the model and against the answer before',
  I4: 'reset is the next full minute, after now and at most 60 s ahead: header of every answer',
  I5: 'every answer has an X-Request-ID of its own and the three rate headers as integers: every answer of a run',
  I6: '429 and Retry-After come together, equal to retry_after, within the window: every answer',
  I7: 'who waits retry_after is not refused for the same reason: command `wait`',
  I8: 'used of a day = successes of that Tokyo day, 0 from midnight on: limits against the model, at and around 15:00 UTC',
  I9: 'quota_exceeded has type, quota and used in headers and details: every such answer',
  I10: 'over the quota nothing succeeds and no 403 is seen: every answer of such a tenant',
  I11: 'a refused request changes nothing but the journal and the history of limits, a failed one no quota: digest of all tables before and after',
  I12: 'success needs the scope; without it 403 insufficient_scope, details null: every answer',
  I13: 'Free never succeeds on reports and webhooks, a switched-off tenant nowhere: every answer',
  I14: 'nothing of another tenant appears in an answer; its ids answer like ids of nothing: marks in every answer, pairs of 404s',
  I15: 'errors are exactly code, message, details; successes have data and no error: every answer',
  I16: '50 a page, last_page and total fit, the pages together are the set: command `pages`',
  I17: 'project_id of a customer stays, updated_at moves with a successful update only: rows and answers against the model',
  I18: 'bulk takes 1 to 500, all or none: count of customers after each bulk',
  I19: 'one call per external_id and tenant; of n at once one succeeds: `parallel` initiations, and the table itself',
  I20: 'phone numbers are masked in lists, events and journals of deliveries: every list answer and every received body',
  I21: 'deliveries of an event = enabled, matching webhooks at its instant: rows against the model',
  I22: 'the daily send count = events with a delivery, tests aside: limits against the model',
  I23: 'an event over the send limit leaves no event and no delivery, then or later: rows of dropped calls at the end of a run',
  I24: 'a delivery id belongs to one event and webhook for ever, an event id to all its webhooks: rows and received headers over the run',
  I25: 'every received body verifies with the secret of its registration: HMAC of the raw bytes, in the test',
  I26: 'no attempt after deletion, disabling or success, and no more than the schedule: received requests against the attempts of the model',
  I27: 'attempt k + 1 starts at the end of attempt k plus its wait, nothing while the clock stands: instants of all attempts',
  I28: 'with healthy receivers and time, every delivery ends: end of each run',
  I29: 'what is delivered was received, over restarts and kills: received requests by delivery id',
  I30: 'the clock and timestamps never go back, nothing is after now, durations fit: every answer and all rows of calls',
  I31: 'many steps or one, restarts or none are the same: digest before and after restarts, instants against the model',
  I32: 'the same commands give the same bytes; test keys reach nobody but subscribers: a run done twice, paths of received requests',
  I33: 'a range is taken exactly when the rules say so: answers of calls and reports for random ranges',
  I34: 'summary = list of calls = sum over users = sum over periods, and ranges add up: command `reports`',
  I35: 'without faults no 5xx, no defect, no unhandled rejection, less than 300 MB: every answer, end of each run; memory of a process of its own',
} as const
export type InvariantId = keyof typeof INVARIANTS

/** Situations that are easy to miss. A test fails when one never came about. */
export const SITUATIONS = [
  'last slot of a minute',
  'last slot of a burst window',
  'last request of a day',
  'burst window full while the minute has room',
  'minute and burst window both full',
  'refused a millisecond before a window ends, admitted at its end',
  'quota at midnight: refused before, admitted after',
  '429 where it would have been 403',
  'rate limit before the quota',
  'a burst on both sides of a boundary',
  'more at once than slots left',
  'waited retry_after and was admitted',
  'plan went down below what was used',
  'plan went up and freed a tenant',
  'Open API switched off and on again',
  'event while the Open API was off',
  'event on the Free plan',
  'last webhook send of a day',
  'event over the send limit',
  'event sent after midnight when one was dropped before it',
  'retry on another day than its event',
  'retry while the send limit was reached',
  'retry after a restart',
  'retry after a kill',
  'killed during a send, and sent again',
  'killed during a test of a webhook',
  'restart in the middle of a used window',
  'webhook deleted with a retry pending',
  'webhook disabled with a retry pending',
  'event for a webhook that was switched on again',
  'delivery given up after the whole schedule',
  'delivered at a later attempt',
  'event filtered away',
  'event for two webhooks',
  'test of a webhook over the send limit',
  'test of a webhook on the last request of a day',
  'redelivered by hand after it was given up',
  'duplicate external_id',
  'external_ids at once',
  'bulk refused as a whole',
  'bulk of 500',
  "another tenant's id",
  'project of a customer not changed',
  'receiver asked back during its delivery',
  'receiver redirected',
  'receiver hung',
  'receiver broke the connection',
  'revoked key',
  'key without the scope',
  'fault answered without using a slot',
  'answer lost although the request was done',
  'call taken off its script',
  'inbound call missed',
  'jump over two midnights with deliveries pending',
  'range of 31 and of 32 days',
  'range from 180 and from 181 days ago',
  'a second page',
] as const
export type Situation = (typeof SITUATIONS)[number]

/** An invariant that did not hold. */
export class Violation extends Error {
  readonly invariant: InvariantId
  constructor(invariant: InvariantId, detail: string) {
    super(`${invariant} is violated (${INVARIANTS[invariant]}).\n${detail}`)
    this.invariant = invariant
  }
}

const checked = new Map<InvariantId, number>()
const seen = new Map<Situation, number>()

/** Checks an invariant, and counts that it was checked. */
export function that(invariant: InvariantId, holds: boolean, detail: () => string): void {
  checked.set(invariant, (checked.get(invariant) ?? 0) + 1)
  if (!holds) throw new Violation(invariant, detail())
}

/** Checks that an invariant's two sides are equal. */
export function same(invariant: InvariantId, actual: unknown, expected: unknown, about = ''): void {
  that(
    invariant,
    isDeepStrictEqual(actual, expected),
    () => `${about}\nactual:   ${JSON.stringify(actual)}\nexpected: ${JSON.stringify(expected)}`,
  )
}

/** Notes that a situation came about. */
export function saw(situation: Situation, when = true): void {
  if (when) seen.set(situation, (seen.get(situation) ?? 0) + 1)
}

export const timesChecked = (invariant: InvariantId): number => checked.get(invariant) ?? 0
export const timesSeen = (situation: Situation): number => seen.get(situation) ?? 0
