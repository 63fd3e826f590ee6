import { MOST_ACTORS } from '../bounds.ts'
import { caseOf, exhibit } from '../cases.ts'
import { tokyoDay } from '../days.ts'
import { Draft } from '../found.ts'
import type { Actor } from '../observations.ts'
import { isReading } from '../per-request.ts'
import { Recent } from '../recent.ts'
import { type Exhibit, type Finding, type Outcome, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

/** A day of fewer requests than that is no measure: tests ask the same things again and again. */
const FROM = 250
export const HEAVY_SHARE = 0.25

const MOST_DAYS = 256

/** Requests of a client that were counted on a day and told or changed something: the first one, and the newest where there were several. */
interface Counted {
  first: Exhibit | undefined
  latest: Exhibit | undefined
}

interface State {
  readonly from: number
  /** By tenant and day. */
  readonly days: Recent<string, Recent<Actor, Counted>>
}

export const wastedQuota = rule<State>({
  id: 'wasted_quota',
  group: 'reads',
  severity: 'information',
  hears: { requests: 'all' },
  rests_on: 'contract/README.md#limits',
  options: { from: FROM },
  begin: ({ from = FROM }) => ({ from, days: new Recent(MOST_DAYS) }),
  sees(request, { days }) {
    const { counted, actor, began } = request
    if (!counted) return
    const day = days.of(`${actor.tenant} ${tokyoDay(began.at)}`, () => new Recent(MOST_ACTORS))
    const known = day.of(actor, () => ({ first: undefined, latest: undefined }))
    // An answer that did not arrive whole has told nobody anything.
    if (isReading(request) && request.answered !== 'whole') return
    if (known.first === undefined) known.first = exhibit(request)
    else known.latest = exhibit(request)
  },
  end({ from, days }, { standing, earlier }) {
    const passed = new Tally()
    const wasted = wastedBy(earlier.values())
    const since = wastedSince(earlier.values())
    const findings = standing.counted.flatMap(({ tenant, day, requests: counted }) => {
      const id = `${tenant} ${day}`
      const inVain = wasted.get(id) ?? 0
      // A counter that was set by hand says nothing of requests.
      if (inVain > counted) return []
      const callers = [...(days.peek(id)?.entries() ?? [])]
      if (inVain === 0) {
        for (const [actor, { first, latest: second }] of callers)
          if (first !== undefined) passed.addCase(actor, caseOf(first, { second, role: 'next' }))
        return []
      }
      // The quota is the tenant's: where several have used it, the share is nobody's alone.
      const [only] = callers.length === 1 ? callers : []
      const message = say('wasted_quota', 'share', { wasted: inVain, counted, day })
      const severity = counted >= from && inVain / counted > HEAVY_SHARE ? 'warning' : 'information'
      const draft = new Draft({ id, seen: since.get(id) ?? standing.now, actor: only?.[0] ?? null, endpoint: null })
      return draft.finding({ severity, message, provisional: standing.ended ? undefined : true })
    })
    return { passed, open: new Tally(), findings }
  },
})

/** When the first finding of each day began to hold, which is when the total did. */
function wastedSince(outcomes: Iterable<Outcome>): ReadonlyMap<string, Finding['seen']> {
  const first = new Map<string, Finding['seen']>()
  for (const { findings } of outcomes) {
    for (const { actor, seen, wasted } of findings) {
      for (const day of wasted?.keys() ?? []) {
        const id = `${actor?.tenant} ${day}`
        if (seen.real_us < (first.get(id)?.real_us ?? Number.POSITIVE_INFINITY)) first.set(id, seen)
      }
    }
  }
  return first
}

/** By tenant and day, as `pro 2026-03-10`. */
export function wastedBy(outcomes: Iterable<Outcome>): ReadonlyMap<string, number> {
  const total = new Map<string, number>()
  for (const { findings } of outcomes) {
    for (const { actor, wasted = new Map<string, number>() } of findings) {
      for (const [day, times] of wasted) {
        const id = `${actor?.tenant} ${day}`
        total.set(id, (total.get(id) ?? 0) + times)
      }
    }
  }
  return total
}
