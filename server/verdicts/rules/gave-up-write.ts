import { caseOf } from '../cases.ts'
import { Draft, type Glimpse, glimpse } from '../found.ts'
import { listed } from '../listed.ts'
import type { Moment } from '../observations.ts'
import { isReading, PerRequest } from '../per-request.ts'
import { type Finding, rule } from '../rule.ts'
import { say, spoken } from '../say.ts'
import { Tally } from '../tally.ts'
import { hasHonoured, waitAskedBy, waited } from '../waits.ts'

/** So many times its wait must have gone by. */
export const TIMES = 2

interface Refused {
  readonly refusal: Glimpse
  readonly status: number
  readonly seconds: number
}

interface State {
  /** Writes that were refused for a while and have not come again. */
  readonly missing: PerRequest<Refused>
  readonly passed: Tally
}

export const gaveUpWrite = rule<State>({
  id: 'gave_up_write',
  group: 'refusals',
  severity: 'information',
  hears: { requests: 'all' },
  rests_on: 'good manners',
  begin: () => ({ missing: new PerRequest(), passed: new Tally() }),
  sees(request, { missing, passed }) {
    if (isReading(request)) return
    const before = missing.get(request)
    const isRefused = waitAskedBy(request) !== undefined && request.retry_after !== null
    if (before !== undefined && request.began.real_us >= before.refusal.ended.real_us) {
      // What comes too early and is refused again shows nothing: of equal writes that were sent at once, each would be the repeat of another.
      if (!isRefused || hasHonoured(before.seconds, waited(before.refusal.ended, request.began)))
        passed.addCase(request.actor, caseOf(before.refusal, { second: request }))
      missing.delete(request)
    }
    if (!isRefused || request.retry_after === null) return
    missing.set(request, { refusal: glimpse(request), status: request.status, seconds: request.retry_after })
  },
  end({ missing, passed }, { standing: { now } }) {
    const open = new Tally()
    const findings: Finding[] = []
    for (const refused of missing.values()) {
      const left = TIMES * refused.seconds - waited(refused.refusal.ended, now)
      if (left <= 0) findings.push(findingOf(refused, now))
      else {
        open.addCase(refused.refusal.actor, caseOf(refused.refusal))
        open.lapses(left)
      }
    }
    return { passed, open, ...listed(findings) }
  },
})

/**
 * On which clock the time went by that decides it. The client sees real time alone, so that decides where it is enough; of either clock the least
 * that it takes is told, since what has gone by grows as long as nobody asks.
 */
function silenceOf({ refusal: { ended }, seconds }: Refused, now: Moment) {
  const needed = TIMES * seconds
  const real = (now.real_us - ended.real_us) / 1e6
  const moved = (now.leapt - ended.leapt) / 1_000
  if (real >= needed)
    return { message: now.at === ended.at ? 'clock_stood' : 'real', silent_real: [needed], silent_moved: [] } as const
  if (moved >= needed) return { message: 'moved', silent_real: [], silent_moved: [needed] } as const
  return { message: 'both', silent_real: [needed - moved], silent_moved: [moved] } as const
}

function findingOf(refused: Refused, now: Moment): Finding {
  const { refusal, status, seconds } = refused
  const draft = Draft.by(refusal, String(refusal.seq))
  draft.add(refusal)
  const { message, silent_real, silent_moved } = silenceOf(refused, now)
  return draft.finding({
    severity: 'information',
    message: say('gave_up_write', message, {
      refused: refusal.seq,
      status,
      wait: seconds,
      waited: TIMES * seconds,
      ...(message === 'both' && { moved: spoken(silent_moved[0]) }),
    }),
    figures: { wait_seconds: [seconds], silent_real, silent_moved },
    provisional: true,
  })
}
