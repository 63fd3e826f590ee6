import { NOTHING_HAPPENED } from '../contract/action-kinds.ts'
import type { CallStep } from '../contract/calls.ts'
import type { LedgerReason } from '../contract/events.ts'
import { counted } from '../contract/sentences.ts'
import { COUNTER_WINDOWS, RESETTING, type ResettingWindow, tokyoDay } from '../domain/limits/windows.ts'
import { isAcknowledged } from '../domain/webhooks/acknowledged.ts'
import { DAY, type Instant } from '../kernel/instant.ts'
import type { Fired } from '../kernel/job.ts'
import type { Store } from '../store/store.ts'
import { tenantsWithUse } from '../store/tables/counters.ts'
import { countEventsOf } from '../store/tables/deliveries.ts'
import { ledgerReasonsAfter } from '../store/tables/events.ts'
import type { HappenedView } from './protocol/clock.ts'

interface Advanced {
  readonly from: Instant
  readonly to: Instant
  readonly fired: readonly Fired[]
  /** The newest entry of the ledger before it. */
  readonly ledger: number
}

/** Counts what an advance has brought about. */
export function viewHappened(store: Store, { from, to, fired, ledger }: Advanced): HappenedView {
  const resets = (Object.keys(RESETTING) as ResettingWindow[]).map(name => {
    const kinds = RESETTING[name]
    const window = COUNTER_WINDOWS[kinds[0]]
    return [name, tenantsWithUse(store, { kinds, from: window(from).start, until: window(to).start }).length] as const
  })
  const counts: Omit<HappenedView, 'says'> = {
    tokyo_days: (tokyoDay(to).start - tokyoDay(from).start) / DAY,
    resets: Object.fromEntries(resets) as HappenedView['resets'],
    calls: {},
    ai_ready: 0,
    attempts: { sent: 0, events: 0, acknowledged: 0, retrying: 0, failed: 0, skipped: 0 },
    by_fault: { forged: 0, forged_accepted: 0, repeated: 0, late: 0 },
    not_delivered: ledgerReasonsAfter(store, ledger),
  }
  for (const job of fired) count(counts, job)
  // An event uses one send, however many webhooks receive it: attempts alone would be taken for what was used.
  counts.attempts.events = countEventsOf(
    store,
    fired.flatMap(job => (wasSent(job) ? job.subject : [])),
  )
  return { says: sayHappened(counts), ...counts }
}

/** What was still in flight when the advance ended has no result yet, and a forgery is none of the service. */
const wasSent = ({ kind, details }: Fired): boolean =>
  kind === 'webhook.attempt' && details.status !== undefined && details.forged === undefined

function count(counts: Omit<HappenedView, 'says'>, { kind, details }: Fired): void {
  const { calls, attempts, by_fault } = counts
  if (kind === 'call.step' && typeof details.to === 'string') {
    const to = details.to as CallStep
    calls[to] = (calls[to] ?? 0) + 1
  }
  if (kind === 'call.ai_ready') counts.ai_ready++
  if (kind !== 'webhook.attempt') return
  // What was still in flight when the advance ended has no result yet.
  const { status, status_code, error = null, skipped, forged, repeated, late } = details
  if (skipped === true) attempts.skipped++
  if (status === undefined) return
  const isTaken = isAcknowledged({ status_code: status_code as number | null, error: error as string | null })
  if (forged !== undefined) {
    by_fault.forged++
    if (isTaken) by_fault.forged_accepted++
    return
  }
  attempts.sent++
  if (repeated === true) by_fault.repeated++
  if (late === true) by_fault.late++
  if (isTaken) attempts.acknowledged++
  else if (status === 'pending') attempts.retrying++
  else if (status === 'failed') attempts.failed++
}

/** What became of calls, in the order in which a call gets there. */
const CALLS: Record<CallStep, string> = {
  ringing: 'ringing',
  connected: 'connected',
  ended: 'ended',
  missed_call: 'missed',
  no_answer: 'not answered',
  busy: 'busy',
  failed: 'failed',
}

/** Why a whole event reached nobody who had asked for it; what a filter holds back, nobody has. */
const DROPPED = {
  daily_send_limit: 'the webhook sends of the day are used up',
  open_api_disabled: 'the Open API is switched off',
} as const satisfies { [Reason in LedgerReason]?: string }

/** Whether the receiver has taken what it should refuse. */
function sayForged(forged: number, accepted: number): string {
  const by = forged === 1 ? 'the receiver' : 'their receivers'
  const taken =
    accepted === 0 ? `not accepted by ${by}` : accepted === forged ? `accepted by ${by}` : `${accepted} accepted`
  return `${forged === 1 ? '1 forgery' : `${forged.toLocaleString('en')} forgeries`} sent (${taken})`
}

function sayHappened(counts: Omit<HappenedView, 'says'>): string {
  const { tokyo_days, resets, calls, ai_ready, attempts, by_fault, not_delivered } = counts
  const reset = (what: string, tenants: number) =>
    tenants > 0 ? [`${what} of ${counted(tenants, 'tenant')} reset`] : []
  const windows =
    tokyo_days > 0
      ? reset('quotas', resets.tokyo_day)
      : resets.minute > 0
        ? reset('the minute limit', resets.minute)
        : reset('the burst limit', resets.burst)
  const steps = Object.entries(CALLS).flatMap(([step, text]) => {
    const made = calls[step as CallStep]
    return made === undefined ? [] : [`${counted(made, 'call')} ${text}`]
  })
  const said = [
    ...windows,
    ...steps,
    ...(ai_ready > 0 ? [`${counted(ai_ready, 'transcript')} ready`] : []),
    ...(attempts.sent > 0
      ? [`${counted(attempts.sent, 'delivery attempt')} for ${counted(attempts.events, 'event')}`]
      : []),
    ...(by_fault.late > 0 ? [`${by_fault.late} of them late by a fault`] : []),
    ...(by_fault.repeated > 0 ? [`${by_fault.repeated} of them repeated by a fault`] : []),
    ...(by_fault.forged > 0 ? [sayForged(by_fault.forged, by_fault.forged_accepted)] : []),
    ...(attempts.retrying > 0 ? [`${attempts.retrying} to be tried again`] : []),
    ...(attempts.failed > 0
      ? [attempts.failed === 1 ? '1 delivery failed' : `${attempts.failed} deliveries failed`]
      : []),
    ...(attempts.skipped > 0 ? [`${counted(attempts.skipped, 'attempt')} skipped`] : []),
    ...Object.entries(DROPPED).flatMap(([reason, why]) => {
      const dropped = not_delivered[reason as keyof typeof DROPPED]
      return dropped === undefined ? [] : [`${counted(dropped, 'event')} not delivered as ${why}`]
    }),
  ].join(', ')
  const days = tokyo_days === 0 ? '' : tokyo_days === 1 ? 'New Tokyo day' : `${tokyo_days} new Tokyo days`
  if (days !== '') return said === '' ? `${days}.` : `${days}: ${said}.`
  return said === '' ? NOTHING_HAPPENED : `${said[0]?.toUpperCase()}${said.slice(1)}.`
}
