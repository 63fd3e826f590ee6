import { caseOf } from '../cases.ts'
import { atMost, Draft, type Glimpse, glimpse } from '../found.ts'
import type { Paging, RequestSeen } from '../observations.ts'
import { LISTS } from '../queries.ts'
import { Recent } from '../recent.ts'
import { rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

const MOST_SWEEPS = 512

interface Moved {
  readonly draft: Draft
  readonly first: number
  readonly second: number
  readonly before: number
  readonly after: number
}

/** Pages of one list that a client reads from the first one on. */
interface Sweep {
  latest: Glimpse
  total: number
  pages: number
  moved: Moved | undefined
}

interface State {
  readonly sweeps: Recent<string, Sweep>
  readonly passed: Tally
}

export const pagesMoved = rule<State>({
  id: 'pages_moved',
  group: 'reads',
  severity: 'information',
  hears: { requests: { endpoints: LISTS, status: status => status === 200 } },
  rests_on: 'contract/README.md#envelope-2',
  begin: () => ({ sweeps: new Recent(MOST_SWEEPS), passed: new Tally() }),
  sees(request, { sweeps, passed }) {
    const { actor, paging } = request
    if (paging === null || request.answered !== 'whole') return
    const key = `${actor.id} ${request.sweep}`
    const sweep = sweeps.peek(key)
    if (paging.current_page === 1) {
      // From the first page on it is read again, so that whatever had moved is seen now.
      if (sweep !== undefined && sweep.pages > 1) passed.addCase(actor, readAgain(sweep, request))
      sweeps.set(key, { latest: glimpse(request), total: paging.total, pages: 1, moved: undefined })
    } else if (sweep !== undefined) {
      sweep.pages++
      if (paging.total !== sweep.total) sweep.moved ??= moved(sweep, request, paging)
      sweep.total = paging.total
      sweep.latest = glimpse(request)
      sweeps.set(key, sweep)
    }
  },
  end({ sweeps, passed: sofar }, { standing }) {
    const passed = sofar.copy()
    const findings = []
    for (const { latest, pages, moved: how } of sweeps.values()) {
      if (how !== undefined) findings.push(finding(how, standing.ended ? undefined : true))
      else if (pages > 1) passed.addCase(latest.actor, caseOf(latest))
    }
    return { passed, open: new Tally(), ...atMost(findings) }
  },
})

/** Only what has moved is to be read again. */
const readAgain = ({ latest, moved: how }: Sweep, second: RequestSeen) =>
  how === undefined ? caseOf(latest) : caseOf(how.draft.evidence[1]?.request ?? latest, { second, role: 'next' })

function moved({ latest, total: before }: Sweep, request: RequestSeen, { total: after }: Paging): Moved {
  const draft = Draft.by(request, String(latest.seq))
  draft.add(latest)
  draft.add(request)
  return { draft, first: latest.seq, second: request.seq, before, after }
}

function finding({ draft, first, second, before, after }: Moved, provisional: true | undefined) {
  const message = say('pages_moved', 'moved', { first, second, before, after })
  return draft.finding({ severity: 'information', message, provisional })
}
