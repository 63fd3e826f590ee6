import { shown } from '../contract/shown.ts'
import { burstWindow, minuteWindow, tokyoDay } from '../domain/limits/windows.ts'
import { DAY, type Duration, type Instant, MINUTE, parseDuration, parseInstant } from '../kernel/instant.ts'
import { invalid, refusal } from './control-error.ts'
import { ADVANCE_TARGETS, type AdvanceBody, type AdvanceTarget } from './protocol/clock.ts'

/** The instant that each named target means. */
const NAMED: Record<AdvanceTarget, (now: Instant, nextJob: Instant | undefined) => Instant | undefined> = {
  'next-burst': now => burstWindow(now).end,
  'next-minute': now => minuteWindow(now).end,
  'next-tokyo-midnight': now => tokyoDay(now).end,
  'next-job': (_, nextJob) => nextJob,
}

const isNamed = (text: string): text is AdvanceTarget => (ADVANCE_TARGETS as readonly string[]).includes(text)

const DEFAULT_TIMEOUT = MINUTE

/** How much real time an advance may take. */
export function timeoutOf({ timeout }: AdvanceBody): Duration {
  if (timeout === undefined) return DEFAULT_TIMEOUT
  const duration = parseDuration(timeout)
  if (duration === undefined || duration <= 0 || duration > DAY)
    throw invalid(`timeout must be an ISO 8601 duration such as PT5M, of P1D at most (got ${shown(timeout)}).`)
  return duration
}

/** The instant that an advance should reach. Throws 422 for what cannot be read, 409 when there is no next job. */
export function targetOf(body: AdvanceBody, now: Instant, nextJob: Instant | undefined): Instant {
  const { by, to, offset } = body
  if ((by === undefined) === (to === undefined))
    throw invalid('Give either by (a duration such as PT10S) or to (an instant or a named target).')
  const shift = offset === undefined ? 0 : parseDuration(offset)
  if (shift === undefined) throw invalid(`offset must be an ISO 8601 duration such as -PT1S (got ${shown(offset)}).`)
  if (by !== undefined) {
    const duration = parseDuration(by)
    if (duration === undefined) throw invalid(`by must be an ISO 8601 duration such as PT10S (got ${shown(by)}).`)
    if (duration < 0) throw refusal(409, 'clock_backwards', 'one')
    return now + duration + shift
  }
  const target = isNamed(to as string) ? NAMED[to as AdvanceTarget](now, nextJob) : parseInstant(to as string)
  if (target !== undefined) return target + shift
  if (to === 'next-job') throw refusal(409, 'no_job', 'one')
  throw invalid(
    `to must be an ISO 8601 instant between 2000 and 2099 with a zone, or one of ${ADVANCE_TARGETS.join(', ')} (got ${shown(to)}).`,
  )
}
