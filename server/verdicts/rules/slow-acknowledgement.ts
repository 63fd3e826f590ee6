import { caseOn } from '../cases.ts'
import { Draft } from '../found.ts'
import type { AttemptSeen } from '../observations.ts'
import { acknowledges, isSlow, MOST_RECEIVERS, receiverOf } from '../receivers.ts'
import { Recent } from '../recent.ts'
import { type Finding, rule } from '../rule.ts'
import { say, spoken } from '../say.ts'
import { Tally } from '../tally.ts'

export const FROM = 3
export const TIMEOUTS_FROM = 2
/** The receiver had the request and did not answer in time. Where no connection came about, it may be somebody else's fault. */
const TIMED_OUT = 'total_timeout'
/** The median is that of the newest attempts, an odd number. */
const MOST_DURATIONS = 99

interface Receiver {
  readonly key: string
  /** Of the newest attempts. */
  readonly durations: { readonly took: number; readonly delivery_id: string }[]
  readonly late: Draft
  hasAnswered: boolean
  /** Of attempts that took too long, since the median is too long. */
  slow: Draft | undefined
  /** All attempts that took too long, which the median leaves open. */
  readonly lagging: Tally
  webhook: number
  timeout_ms: number
}

interface State {
  readonly receivers: Recent<string, Receiver>
  readonly passed: Tally
}

export const slowAcknowledgement = rule<State>({
  id: 'slow_acknowledgement',
  group: 'receiver',
  severity: 'warning',
  hears: { attempts: true },
  rests_on: 'assumption webhooks.timeout',
  begin: () => ({ receivers: new Recent(MOST_RECEIVERS), passed: new Tally() }),
  attempts(attempt, { receivers, passed }) {
    if (attempt.forged !== null) return
    const receiver = receivers.of(receiverOf(attempt), () => begin(attempt))
    const isLate = attempt.error === TIMED_OUT
    if (attempt.status === null && !isLate) return
    receiver.webhook = attempt.webhook_id
    receiver.timeout_ms = attempt.timeout_ms
    const took = (attempt.ended.real_us - attempt.began.real_us) / 1_000
    receiver.durations.push({ took, delivery_id: attempt.delivery_id })
    if (receiver.durations.length > MOST_DURATIONS) receiver.durations.shift()
    const lags = isSlow(took, attempt.timeout_ms)
    if (lags) receiver.lagging.addCase(null, caseOn(attempt))
    else if (acknowledges(attempt)) passed.addCase(null, caseOn(attempt))
    if (isLate && receiver.hasAnswered) {
      receiver.late.addDelivery(attempt.delivery_id)
      if (receiver.late.times === TIMEOUTS_FROM) receiver.late.holdsSince(attempt)
    }
    receiver.hasAnswered ||= !isLate
    if (!medianIsSlow(receiver)) receiver.slow = undefined
    else if (receiver.slow === undefined) receiver.slow = beginSlow(receiver, attempt)
    else if (lags) receiver.slow.addDelivery(attempt.delivery_id)
  },
  end({ receivers, passed }) {
    const open = new Tally()
    const findings = [...receivers.values()].flatMap(receiver => {
      const found = finding(receiver)
      if (found === undefined) addLagging(receiver, open)
      return found ?? []
    })
    return { passed, open, findings }
  },
})

function begin(attempt: AttemptSeen): Receiver {
  const key = receiverOf(attempt)
  const { webhook_id: webhook, timeout_ms } = attempt
  const late = Draft.on(attempt, `late ${key}`)
  return { key, durations: [], late, hasAnswered: false, slow: undefined, lagging: new Tally(), webhook, timeout_ms }
}

/** With all that make the median what it is. */
function beginSlow({ key, durations, timeout_ms }: Receiver, attempt: AttemptSeen): Draft {
  const draft = Draft.on(attempt, `slow ${key}`)
  for (const { took, delivery_id } of durations) if (isSlow(took, timeout_ms)) draft.addDelivery(delivery_id)
  return draft
}

function median(durations: Receiver['durations']): number {
  const sorted = durations.map(({ took }) => took).toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

function medianIsSlow({ durations, timeout_ms }: Receiver): boolean {
  return durations.length >= FROM && isSlow(median(durations), timeout_ms)
}

/** Slow attempts are neither kept nor a finding as long as they may still make the median. */
function addLagging({ durations, lagging, timeout_ms }: Receiver, open: Tally): void {
  const times = durations.filter(({ took }) => isSlow(took, timeout_ms)).length
  if (times === 0) return
  const shown = lagging.casesOf(null).slice(-times)
  open.add(null, times - shown.length)
  for (const one of shown) open.addCase(null, one)
}

function finding({ webhook, timeout_ms, durations, late, slow }: Receiver): Finding | undefined {
  const timeout = spoken(timeout_ms / 1_000)
  if (late.times >= TIMEOUTS_FROM) {
    const message = say('slow_acknowledgement', 'timeouts', { webhook, attempts: late.times, timeout })
    return late.finding({ severity: 'error', message })
  }
  if (slow === undefined) return undefined
  const seconds = spoken(median(durations) / 1_000)
  const message = say('slow_acknowledgement', 'slow', { webhook, attempts: durations.length, seconds, timeout })
  return slow.finding({ severity: 'warning', message })
}
