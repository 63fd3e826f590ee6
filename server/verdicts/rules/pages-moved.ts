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
  /** The page whose answer shows it. */
  readonly noticed: Glimpse
  readonly before: number
  readonly after: number
}

/** Pages of one list that a client reads from the first one on. */
interface Sweep {
  latest: Glimpse
  total: number
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
      if (sweep?.moved !== undefined && isReadAgain(sweep.moved, request))
        passed.addCase(actor, again(sweep.moved, request))
      sweeps.set(key, { latest: glimpse(request), total: paging.total, moved: undefined })
    } else if (sweep !== undefined) {
      if (paging.total !== sweep.total) sweep.moved ??= moved(sweep, request, paging)
      sweep.total = paging.total
      sweep.latest = glimpse(request)
      sweeps.set(key, sweep)
    }
  },
  end({ sweeps, passed }, { standing }) {
    // A list that stays as it is shows nothing of whoever reads it.
    const findings = [...sweeps.values()].flatMap(({ moved: how }) =>
      how === undefined ? [] : [finding(how, standing.ended ? undefined : true)],
    )
    return { passed, open: new Tally(), ...atMost(findings) }
  },
})

/** What was asked for before the client could see that something had moved, is another reading beside this one. */
const isReadAgain = ({ noticed }: Moved, { began }: RequestSeen) => began.real_us >= noticed.ended.real_us

const again = ({ noticed }: Moved, second: RequestSeen) => caseOf(noticed, { second, role: 'next' })

function moved({ latest, total: before }: Sweep, request: RequestSeen, { total: after }: Paging): Moved {
  const draft = Draft.by(request, String(latest.seq))
  draft.add(latest)
  draft.add(request)
  return { draft, first: latest.seq, noticed: glimpse(request), before, after }
}

function finding({ draft, first, noticed, before, after }: Moved, provisional: true | undefined) {
  const message = say('pages_moved', 'moved', { first, second: noticed.seq, before, after })
  return draft.finding({ severity: 'information', message, provisional })
}
