import { BULK_CUSTOMERS_MAX } from '../../contract/constants.ts'
import { MOST_ACTORS } from '../bounds.ts'
import { caseOf } from '../cases.ts'
import { Draft, Found, type Glimpse, glimpse } from '../found.ts'
import type { Actor, Moment } from '../observations.ts'
import { Recent } from '../recent.ts'
import { rule } from '../rule.ts'
import { say, waitFigures } from '../say.ts'
import { Tally } from '../tally.ts'
import { waited } from '../waits.ts'

export const WITHIN_SECONDS = 60
const FROM = 20
/** A program does that; people do not. */
export const HEAVY_FROM = 100

/** Registrations of a client of which each came less than a minute after the `from`th before it. */
interface Stretch {
  readonly draft: Draft
  readonly began: Moment
  ended: Moment
  heavy: boolean
}

interface Registrations {
  /** Those of the last minute, of the newest as many as count. */
  readonly latest: Glimpse[]
  stretch: Stretch | undefined
}

interface State {
  readonly from: number
  readonly actors: Recent<Actor, Registrations>
  readonly found: Found<Stretch>
  readonly passed: Tally
}

export const oneByOne = rule<State>({
  id: 'one_by_one',
  group: 'writes',
  severity: 'information',
  hears: { requests: { endpoints: ['createCustomer', 'createCustomersInBulk'], status: status => status === 201 } },
  rests_on: 'contract/README.md#endpoints-3',
  options: { from: FROM },
  begin: ({ from = FROM }) => ({ from, actors: new Recent(MOST_ACTORS), found: new Found(), passed: new Tally() }),
  sees(request, { from, actors, found, passed }) {
    if (request.endpoint === 'createCustomersInBulk') {
      passed.addCase(request.actor, caseOf(request))
      return
    }
    const registrations = actors.of(request.actor, () => ({ latest: [], stretch: undefined }))
    const { latest } = registrations
    const heavyFrom = Math.max(from, HEAVY_FROM)
    latest.push(glimpse(request))
    while (latest.length > heavyFrom || isOld(latest[0], request.ended)) latest.shift()
    if (latest.length < from) {
      registrations.stretch = undefined
      return
    }
    if (registrations.stretch === undefined) {
      registrations.stretch = begin(latest)
      found.add(registrations.stretch)
    } else {
      registrations.stretch.draft.add(request)
    }
    const { stretch } = registrations
    stretch.ended = request.ended
    stretch.heavy ||= latest.length === heavyFrom
  },
  end({ found, passed }) {
    return { passed, open: new Tally(), findings: found.kept.map(finding), more: found.unlisted }
  },
})

const isOld = (one: Glimpse | undefined, now: Moment): boolean =>
  one !== undefined && waited(one.ended, now) > WITHIN_SECONDS

function begin(latest: readonly Glimpse[]): Stretch {
  const [first, last] = [latest[0], latest.at(-1)] as [Glimpse, Glimpse]
  const draft = Draft.by(last, String(first.seq))
  for (const one of latest) draft.add(one)
  return { draft, began: first.ended, ended: last.ended, heavy: false }
}

function finding({ draft, began, ended, heavy }: Stretch) {
  const requests = draft.times
  const bulk = Math.ceil(requests / BULK_CUSTOMERS_MAX)
  const message = say('one_by_one', 'some', { requests, ...waitFigures(began, ended), count: bulk })
  return draft.finding({ severity: heavy ? 'warning' : 'information', message, figures: { requests: [requests] } })
}
