import { MOST_ACTORS } from '../bounds.ts'
import { caseOf, exhibit } from '../cases.ts'
import { isNightInTokyo, tokyoDay, utcDay } from '../days.ts'
import { Draft, Found } from '../found.ts'
import type { Actor, Moment, RequestSeen } from '../observations.ts'
import { RANGED } from '../queries.ts'
import { Recent } from '../recent.ts'
import { type Exhibit, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

const FROM = 3

/** What a client asks between midnight and nine in Tokyo, while the date in UTC is still the one before. */
interface Night {
  readonly actor: Actor
  readonly today: string
  readonly yesterday: string
  readonly draft: Draft
  /** What asked for it. */
  askedForToday: Exhibit | undefined
}

interface State {
  readonly from: number
  readonly nights: Recent<Actor, Night>
  readonly found: Found<Night>
  readonly passed: Tally
}

export const yesterdayIsToday = rule<State>({
  id: 'yesterday_is_today',
  group: 'reads',
  severity: 'information',
  hears: { requests: { endpoints: RANGED, status: status => status === 200 } },
  rests_on: 'assumption dates.zone',
  options: { from: FROM },
  begin: ({ from = FROM }) => ({ from, nights: new Recent(MOST_ACTORS), found: new Found(), passed: new Tally() }),
  sees(request, { from, nights, found, passed }) {
    const { range, actor, began } = request
    if (range === null || !isNightInTokyo(began.at)) return
    const [today, yesterday] = [tokyoDay(began.at), utcDay(began.at)]
    let night = nights.peek(actor)
    if (night?.today !== today) {
      if (night?.askedForToday) passed.addCase(actor, caseOf(night.askedForToday))
      else if (night !== undefined && night.draft.times >= from) found.add(night)
      night = { actor, today, yesterday, draft: Draft.by(request, `${actor.id} ${today}`), askedForToday: undefined }
    }
    nights.set(actor, night)
    note(night, request, { newest: range.to, from })
  },
  end({ from, nights, found, passed: sofar }, { standing }) {
    // In that calendar the date in UTC is the right one.
    if (standing.dates_zone === 'UTC') return { passed: new Tally(), open: new Tally(), findings: [] }
    const passed = sofar.copy()
    const findings = found.kept.map(night => finding(night, true))
    for (const night of nights.values()) {
      if (night.askedForToday) passed.addCase(night.actor, caseOf(night.askedForToday))
      else if (night.draft.times >= from) findings.push(finding(night, standing.ended || isOver(night, standing.now)))
    }
    return { passed, open: new Tally(), findings, more: found.unlisted }
  },
})

function note(night: Night, request: RequestSeen, { newest, from }: { newest: string; from: number }): void {
  if (newest >= night.today) night.askedForToday ??= exhibit(request)
  if (newest !== night.yesterday) return
  night.draft.add(request)
  if (night.draft.times === from) night.draft.holdsSince(request)
}

const isOver = ({ yesterday }: Night, { at }: Moment): boolean => utcDay(at) !== yesterday

function finding({ draft, today, yesterday: newest }: Night, over: boolean) {
  const message = say('yesterday_is_today', 'utc', { today, requests: draft.times, newest })
  return draft.finding({ severity: 'information', message, provisional: over ? undefined : true })
}
