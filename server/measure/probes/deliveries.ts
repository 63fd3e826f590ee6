import { ASSUMPTIONS, type AssumptionId } from '../../contract/assumptions.ts'
import { type Duration, MINUTE, SECOND, toIsoDuration } from '../../kernel/instant.ts'
import { isAccepted } from '../exchange.ts'
import { type Never, never, type Probe, type Reading } from '../probe.ts'
import type { Received } from '../receiver.ts'
import type { Seen } from '../seen.ts'
import {
  attemptsAt,
  CONTROL,
  EVENT_CALL,
  FINAL_STATUSES,
  MARGIN,
  silentFrom,
  TO_THE_END,
  waitsBetween,
} from '../watch.ts'

type Watched =
  | 'status_to_event'
  | 'retry_schedule'
  | 'retry_url'
  | 'retry_unsubscribed'
  | 'timeout'
  | 'disabled_drop'
  | 'filter_semantics'

const NO_EVENT = 'a call of a test key whose end is an event, within ten minutes'
const NO_RETRY = 'an attempt to deliver an event again, within three hours'
const NO_BREAK = 'a run that is not broken off while it watches'

/** Webhooks that are registered, the call whose event they get, and the steps after it. */
const watch = (send: readonly string[], read: Probe['read']): Probe => ({
  class: '2R',
  needs: ['receiver', 'test_key'],
  send: [CONTROL, EVENT_CALL, ...send, `delete_${CONTROL}`],
  read,
  least: 1,
})

const answerTo = (seen: Seen, step: string) => seen.step(step).find(isAccepted)
const lacking = (evidence: string, ...what: string[]): Reading =>
  what.map(needed => ({ value: undefined, evidence, lacking: needed }))

/** Whether somebody watched all the time from the call to the answer to a step. */
function isUnbroken(seen: Seen, until: string): boolean {
  const [call, end] = [answerTo(seen, EVENT_CALL), seen.asked(until)[0]]
  return call !== undefined && end !== undefined && !seen.breaks.some(at => at > call.at && at < end.at)
}

/**
 * What became of the deliveries to a webhook that a step has changed, once its twin, which nobody changed, was tried again. Nothing when the
 * change was not made.
 */
function afterChange(
  seen: Seen,
  { of, change, until, margin = MARGIN }: { of: string; change: string; until: string; margin?: Duration },
  value: (attempts: readonly Received[]) => string | undefined,
): Reading {
  const changed = answerTo(seen, change)
  const end = seen.asked(until)[0]
  if (answerTo(seen, EVENT_CALL) === undefined) return undefined
  if (attemptsAt(seen.received, CONTROL).length === 0) return lacking('no event came', NO_EVENT)
  if (changed === undefined || end === undefined) return undefined
  if (!isUnbroken(seen, until)) return lacking('the run was broken off', NO_BREAK)
  const later = (step: string, least: Duration) =>
    attemptsAt(seen.received, step).filter(({ at }) => at >= changed.at + least && at <= end.at)
  const [own, control] = [later(of, margin), later(CONTROL, MARGIN)]
  if (control.length === 0) return lacking('the event was not tried again after the change', NO_RETRY)
  const evidence = `after ${change}: ${own.length} attempts, and ${control.length} at a webhook that was not changed`
  return [{ value: value(own), evidence }]
}

/** A wait as somebody would write it down: no closer than 2 % of it, since a queue is a little late. */
function roundWait(wait: Duration): Duration {
  const grain = [5 * MINUTE, MINUTE, 15 * SECOND, 5 * SECOND, SECOND].find(length => length <= wait * 0.02) ?? SECOND
  return Math.round(wait / grain) * grain
}
const inSeconds = (duration: Duration) => (duration / SECOND).toFixed(1)

const STATUS_TO_EVENT: { readonly [status: string]: string } = ASSUMPTIONS['webhooks.status_to_event'].default
const CONNECT_SECONDS = ASSUMPTIONS['webhooks.timeout'].default.connect_seconds

/** What only deliveries tell: those of one call of the run, which fail on purpose, and those of whatever calls end meanwhile. */
export const DELIVERIES: { readonly [Id in Extract<AssumptionId, `webhooks.${Watched}`>]: Probe | Never } = {
  'webhooks.status_to_event': {
    class: '2R',
    needs: ['receiver'],
    send: ['watched_traffic', 'delete_watched_traffic'],
    least: 1,
    read: seen => {
      const pairs = seen.received.flatMap(({ status, event }) =>
        status !== null && FINAL_STATUSES.includes(status) ? [{ status, event }] : [],
      )
      if (answerTo(seen, 'watched_traffic') === undefined) return undefined
      const found = [...new Set(pairs.map(({ status, event }) => `${status} is ${event}`))].sort()
      const evidence = found.length === 0 ? 'no event of a call came' : `seen: ${found.join(', ')}`
      if (pairs.some(({ status, event }) => STATUS_TO_EVENT[status] !== event)) return [{ value: undefined, evidence }]
      const others = FINAL_STATUSES.filter(status => pairs.every(pair => pair.status !== status))
      return others.length === 0
        ? [{ value: STATUS_TO_EVENT, evidence }]
        : lacking(evidence, `calls that end as ${others.join(', ')} while it watches`)
    },
  },
  'webhooks.retry_schedule': watch([TO_THE_END, `delete_${TO_THE_END}`], seen => {
    const attempts = attemptsAt(seen.received, TO_THE_END)
    const end = seen.asked(`delete_${TO_THE_END}`)[0]
    if (answerTo(seen, EVENT_CALL) === undefined || end === undefined) return undefined
    if (attempts.length === 0) return lacking('no event came', NO_EVENT)
    const waits = waitsBetween(attempts)
    const after = end.at - (attempts.at(-1)?.at ?? 0)
    const evidence = `attempts after ${waits.map(inSeconds).join(', ') || 'no'} s, then none in ${inSeconds(after)} s`
    if (!isUnbroken(seen, `delete_${TO_THE_END}`)) return lacking(evidence, NO_BREAK)
    if (end.at < silentFrom(attempts)) return lacking(evidence, 'a longer --watch')
    return [{ value: waits.map(wait => toIsoDuration(roundWait(wait))), evidence }]
  }),
  'webhooks.retry_url': watch(['watched_moved', 'move_watched', 'delete_watched_moved'], seen =>
    afterChange(seen, { of: 'watched_moved', change: 'move_watched', until: 'delete_watched_moved' }, attempts => {
      if (attempts.length === 0) return undefined
      return attempts.every(({ moved }) => moved)
        ? 'current'
        : attempts.every(({ moved }) => !moved)
          ? 'of_event'
          : undefined
    }),
  ),
  'webhooks.retry_unsubscribed': watch(
    ['watched_unsubscribed', 'unsubscribe_watched', 'delete_watched_unsubscribed'],
    seen =>
      afterChange(
        seen,
        { of: 'watched_unsubscribed', change: 'unsubscribe_watched', until: 'delete_watched_unsubscribed' },
        attempts => (attempts.length > 0 ? 'go_on' : 'cancel'),
      ),
  ),
  'webhooks.disabled_drop': watch(
    ['watched_disabled', 'disable_watched', 'enable_watched', 'delete_watched_disabled'],
    seen => {
      const [disabled, enabled] = [answerTo(seen, 'disable_watched'), answerTo(seen, 'enable_watched')]
      const inVain = attemptsAt(seen.received, 'watched_disabled').filter(
        ({ at }) => disabled !== undefined && enabled !== undefined && at > disabled.at + MARGIN && at < enabled.at,
      )
      if (inVain.length > 0) return [{ value: undefined, evidence: `${inVain.length} attempts while it was disabled` }]
      return afterEnabling(seen)
    },
  ),
  'webhooks.filter_semantics': watch(
    [
      'watched_empty',
      'watched_answered',
      'watched_unanswered',
      'delete_watched_empty',
      'delete_watched_answered',
      'delete_watched_unanswered',
    ],
    seen => {
      const names = ['watched_empty', 'watched_answered', 'watched_unanswered']
      if (names.some(name => answerTo(seen, name) === undefined) || answerTo(seen, EVENT_CALL) === undefined)
        return undefined
      if (attemptsAt(seen.received, CONTROL).length === 0) return lacking('no event came', NO_EVENT)
      if (!isUnbroken(seen, 'delete_watched_empty')) return lacking('the run was broken off', NO_BREAK)
      const [empty, answered, unanswered] = names.map(name => attemptsAt(seen.received, name).length > 0)
      const had = (came: boolean | undefined) => (came ? 'came' : 'did not come')
      const evidence = `with an empty list it ${had(empty)}; with the project and one status it ${had(answered)}, with the project and the others it ${had(unanswered)}`
      // A call has one status, so only one of the two lets it pass when both parts of a filter count.
      if (answered === unanswered) return [{ value: undefined, evidence }]
      return [{ value: empty ? 'empty_matches_everything' : 'empty_matches_nothing', evidence }]
    },
  ),
  'webhooks.timeout': never(
    'a receiver shows how long the service waits for an answer, but not how long for a connection: what was seen is offered',
    {
      class: '2R',
      needs: ['receiver'],
      send: ['received_webhook', 'test_hangs', 'delete_received_webhook'],
      read: seen => {
        const [hung] = seen.received.filter(({ given_up_after }) => given_up_after !== null)
        if (hung === undefined) return undefined
        const total = Math.round((hung.given_up_after ?? 0) / (SECOND / 2)) / 2
        const waited = inSeconds(hung.given_up_after ?? 0)
        return {
          value: { connect_seconds: Math.min(CONNECT_SECONDS, total), total_seconds: total },
          evidence: [`a test was given up after ${waited} s without an answer`, 'connect_seconds was not seen'],
        }
      },
    },
  ),
}

function afterEnabling(seen: Seen): Reading {
  return afterChange(
    seen,
    // Nothing was under way, so whatever comes from then on was held back.
    { of: 'watched_disabled', change: 'enable_watched', until: 'delete_watched_disabled', margin: 0 },
    attempts => (attempts.length > 0 ? 'hold' : 'drop'),
  )
}
