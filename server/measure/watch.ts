import { ASSUMPTIONS } from '../contract/assumptions.ts'
import { CALL_STATUSES } from '../contract/calls.ts'
import { DAY_ZONE_OFFSET_HOURS } from '../contract/constants.ts'
import { ERRORS } from '../contract/errors.ts'
import {
  DAY,
  type Duration,
  fixedWindow,
  HOUR,
  type Instant,
  MINUTE,
  parseDuration,
  SECOND,
} from '../kernel/instant.ts'
import { codeOf, type Exchange, isAccepted } from './exchange.ts'
import type { Received } from './receiver.ts'

/** What a run waits for, because no request of its own brings it about. */
export interface Watch {
  readonly for: keyof typeof TYPICAL
  /** The step that the awaited attempt must come after. */
  readonly since?: string
}

/** The call that the events come from, and the webhook to which every one of them goes and fails. */
export const EVENT_CALL = 'event_call'
export const CONTROL = 'watched'
/** The webhook on which the whole schedule of retries is seen. */
export const TO_THE_END = 'watched_to_the_end'
/** The steps by which a call of the tenant is found and followed. */
export const CALLS_NOW = 'calls_now'
export const FOLLOWED = 'followed_detail'
/** The step that looks at the limits while the plan changes. */
export const PLAN_WATCH = 'plan_watch'
/** An attempt that began before a change was answered may still arrive for so long. */
export const MARGIN: Duration = 2 * SECOND
/** For so long a call of a test key may go on. */
const LONGEST_CALL = 10 * MINUTE
/** For so long the same event may take to reach the other webhooks. */
const SETTLING = MINUTE
/** After so long without an attempt, or three times the longest wait between two, no further one is expected. */
const LEAST_SILENCE = 3 * HOUR

/** How long before midnight in Tokyo it is late enough to use up a day. */
export const LATE: Duration = 4 * HOUR

const WAITS = ASSUMPTIONS['webhooks.retry_schedule'].default.map(text => parseDuration(text) ?? 0)
const silenceAfter = (waits: readonly Duration[]) => Math.max(LEAST_SILENCE, 3 * Math.max(0, ...waits))

/** How long each takes if the service does what the register assumes. A run that may not watch for so long does not begin. */
const TYPICAL = {
  /** The event of the call of this run. */
  event: LONGEST_CALL,
  /** The same event, at every webhook that is to have it. */
  settled: SETTLING,
  /** One more attempt to deliver it. */
  attempt: 10 * MINUTE,
  /** No further attempt to deliver it. */
  silence: WAITS.reduce((sum, wait) => sum + wait, 0) + silenceAfter(WAITS),
  /** Midnight in Tokyo, of a run that began when it was late. */
  midnight: LATE,
  /** Calls of the tenant that end in every way there is. */
  statuses: DAY,
} as const

export const FINAL_STATUSES = CALL_STATUSES.filter(
  status => status in ASSUMPTIONS['webhooks.status_to_event'].default,
) as readonly string[]

/** How long watches take together, if the service does what the register assumes. Several may wait for the same. */
export function typicalOf(watches: readonly Watch[]): Duration {
  const distinct = new Map(watches.map(watch => [`${watch.for} ${watch.since ?? ''}`, TYPICAL[watch.for]]))
  return [...distinct.values()].reduce((sum, length) => sum + length, 0)
}

/** Attempts to deliver the event of the call of this run, at the webhook that a step has registered. */
export const attemptsAt = (received: readonly Received[], step: string): readonly Received[] =>
  received.filter(row => row.own && row.step === step)

export const waitsBetween = (attempts: readonly Received[]): readonly Duration[] =>
  attempts.slice(1).map(({ at }, index) => at - (attempts[index]?.at ?? at))

/** When an unbroken silence after some attempts means that there will be no more. */
export const silentFrom = (attempts: readonly Received[]): Instant =>
  (attempts.at(-1)?.at ?? 0) + silenceAfter(waitsBetween(attempts))

/** How long is still to be waited; nothing more when it is zero or less. */
export function waitLeft(
  watch: Watch,
  { exchanges, received, now }: { exchanges: readonly Exchange[]; received: readonly Received[]; now: Instant },
): Duration {
  const answerTo = (step: string) => exchanges.find(exchange => exchange.step === step && isAccepted(exchange))
  const call = answerTo(EVENT_CALL)
  const [first] = attemptsAt(received, CONTROL)
  switch (watch.for) {
    case 'event':
      return call === undefined || first !== undefined ? 0 : call.at + LONGEST_CALL - now
    case 'settled':
      return call === undefined ? 0 : (first?.at ?? call.at + LONGEST_CALL) + SETTLING - now
    case 'attempt': {
      const since = answerTo(watch.since ?? '')
      const attempts = attemptsAt(received, CONTROL)
      if (since === undefined || first === undefined || attempts.some(({ at }) => at >= since.at + MARGIN)) return 0
      return silentFrom(attempts) - now
    }
    case 'silence': {
      const attempts = attemptsAt(received, TO_THE_END)
      if (attempts.length > 0) return silentFrom(attempts) - now
      return call === undefined ? 0 : call.at + LONGEST_CALL - now
    }
    case 'midnight': {
      const used = exchanges.findLast(exchange => codeOf(exchange) === ERRORS.quota_exceeded.code)
      if (used === undefined) return 0
      const dated = Date.parse(used.headers.date ?? '')
      const { end } = fixedWindow(Number.isNaN(dated) ? used.at : dated, DAY, DAY_ZONE_OFFSET_HOURS * HOUR)
      // A little later, since nobody's clock is that of the service.
      return used.at + (end - (Number.isNaN(dated) ? used.at : dated)) + MARGIN - now
    }
    case 'statuses': {
      const seen = new Set(received.map(({ status }) => status))
      return FINAL_STATUSES.every(status => seen.has(status)) ? 0 : Number.POSITIVE_INFINITY
    }
  }
}
