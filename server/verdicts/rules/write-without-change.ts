import { MOST_ACTORS } from '../bounds.ts'
import { caseOf } from '../cases.ts'
import { Draft } from '../found.ts'
import type { Actor } from '../observations.ts'
import { Recent } from '../recent.ts'
import { rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

const FROM = 3
const MOST_LOST = 64

interface Updates {
  readonly draft: Draft
  /** Fingerprints of those whose answer was lost: their repeat has nothing left to change. */
  readonly lost: Recent<number, true>
}

interface State {
  readonly from: number
  readonly actors: Recent<Actor, Updates>
  readonly passed: Tally
}

export const writeWithoutChange = rule<State>({
  id: 'write_without_change',
  group: 'writes',
  severity: 'information',
  hears: { requests: { endpoints: ['updateCustomer', 'updateWebhook'], status: status => status === 200 } },
  rests_on: 'contract/README.md#endpoints-4',
  options: { from: FROM },
  begin: ({ from = FROM }) => ({ from, actors: new Recent(MOST_ACTORS), passed: new Tally() }),
  sees(request, { from, actors, passed }) {
    const { actor, fingerprint } = request
    const { draft, lost } = actors.of(actor, () => ({
      draft: Draft.by(request, String(actor.id)),
      lost: new Recent(MOST_LOST),
    }))
    if (request.changed) passed.addCase(actor, caseOf(request))
    else if (request.changed === false && lost.peek(fingerprint) === undefined) {
      draft.add(request)
      draft.waste(request)
      if (draft.times === from) draft.holdsSince(request)
    }
    if (request.answered === 'whole') lost.delete(fingerprint)
    else lost.set(fingerprint, true)
  },
  end({ from, actors, passed }) {
    const findings = [...actors.values()]
      .filter(({ draft }) => draft.times >= from)
      .map(({ draft }) => {
        const first = draft.evidence[0]?.request.seq ?? 0
        const message = say('write_without_change', 'some', { requests: draft.times, first })
        return draft.finding({ severity: 'information', message })
      })
    return { passed, open: new Tally(), findings }
  },
})
