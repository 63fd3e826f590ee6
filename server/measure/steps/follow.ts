import { type Duration, MINUTE, SECOND } from '../../kernel/instant.ts'
import type { Known } from '../known.ts'
import type { Step } from '../step.ts'
import { CALLS_NOW, FOLLOWED } from '../watch.ts'

/** While a call goes on, and before anything is known of it. */
const OPEN_GAP = 6 * SECOND
/** After its end: at least this, and the part of the time since then to which its fields can be told. */
const [LEAST_GAP, SHARE] = [2 * SECOND, 0.12]
/** For so long the fields of a call are waited for. */
const LONGEST_DELAY = 15 * MINUTE

function sinceEnd(known: Known): Duration | undefined {
  const ended = Date.parse(String(known.followed()?.ended_at))
  return Number.isNaN(ended) ? undefined : known.now() - ended
}

function isOver(known: Known): boolean {
  const call = known.followed()
  const since = sinceEnd(known)
  if (call === undefined || since === undefined) return false
  return call.status !== 'connected' || call.transcript !== undefined || since > LONGEST_DELAY
}

function gapOf(known: Known): Duration {
  const since = sinceEnd(known)
  return since === undefined ? OPEN_GAP : Math.max(LEAST_GAP, since * SHARE)
}

/** Class 0: waits for a call that somebody makes anyway, and follows it until its AI-derived fields are there. */
export const FOLLOWING: readonly Step[] = [
  {
    name: CALLS_NOW,
    class: '0',
    method: 'GET',
    path: '/calls',
    // Whichever calendar is the one of the service.
    query: 'from={utc}&to={tokyo}&page={newestPage}',
    times: 20,
    after: 30 * SECOND,
    takes: 10 * MINUTE,
    until: known => known.openCall() !== undefined,
  },
  {
    name: FOLLOWED,
    class: '0',
    method: 'GET',
    path: '/calls/{followed}',
    times: 95,
    gap: gapOf,
    takes: 5 * MINUTE + LONGEST_DELAY,
    until: isOver,
  },
]
