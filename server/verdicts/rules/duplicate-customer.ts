import { MOST_ACTORS } from '../bounds.ts'
import { caseOf } from '../cases.ts'
import { Draft, Found, type Glimpse, glimpse } from '../found.ts'
import type { Actor, RequestSeen } from '../observations.ts'
import { Recent } from '../recent.ts'
import { rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'
import { waited } from '../waits.ts'

/** External ids of which the latest registration is known. */
const MOST_CUSTOMERS = 10_000
const MOST_LOST = 64

interface Duplicates {
  readonly draft: Draft
  readonly first: number
  readonly second: number
  /** The request that was added last. */
  latest: number
  customers: number
}

interface State {
  readonly registered: Recent<string, Glimpse>
  /** Of customers whose first registration the client has heard of. */
  readonly again: Recent<Actor, Duplicates>
  /** By the registration whose answer was lost. */
  readonly lost: Recent<number, Duplicates>
  readonly foundLost: Found<Duplicates>
  readonly passed: Tally
}

export const duplicateCustomer = rule<State>({
  id: 'duplicate_customer',
  group: 'writes',
  severity: 'information',
  hears: { requests: { endpoints: ['createCustomer', 'createCustomersInBulk'], status: status => status === 201 } },
  rests_on: 'contract/README.md#customer-1',
  begin: () => ({
    registered: new Recent(MOST_CUSTOMERS),
    again: new Recent(MOST_ACTORS),
    lost: new Recent(MOST_LOST),
    foundLost: new Found(),
    passed: new Tally(),
  }),
  sees(request, state) {
    if (request.registered.length === 0) return
    const seen = glimpse(request)
    let duplicates = 0
    for (const external_id of request.registered) {
      const key = `${request.actor.tenant} ${external_id}`
      const before = state.registered.peek(key)
      if (before !== undefined) {
        duplicates++
        count(before, request, state)
      }
      state.registered.set(key, seen)
    }
    if (duplicates === 0) state.passed.addCase(request.actor, caseOf(request))
  },
  end({ again, foundLost, passed }) {
    const findings = [
      ...[...again.values()].map(({ draft, first, second, customers }) => {
        const message = say('duplicate_customer', 'again', { count: customers, first, second })
        return draft.finding({ severity: 'information', message })
      }),
      ...foundLost.kept.map(({ draft, first, second, customers }) => {
        const message = say('duplicate_customer', 'lost', { count: customers, first, second })
        return draft.finding({ severity: 'warning', message })
      }),
    ]
    return { passed, open: new Tally(), findings, more: foundLost.unlisted }
  },
})

function count(before: Glimpse, request: RequestSeen, { again, lost, foundLost }: State): void {
  const duplicates = isRepeat(before, request)
    ? lost.of(before.seq, () => {
        const begun = begin(before, request, `lost ${before.seq}`)
        foundLost.add(begun)
        return begun
      })
    : again.of(request.actor, () => begin(before, request, `again ${request.actor.id}`))
  duplicates.customers++
  // A request in bulk brings hundreds of them.
  if (duplicates.latest === request.seq) return
  duplicates.latest = request.seq
  duplicates.draft.add(request)
}

/** Whether the client sent it since it had no answer to the first. */
function isRepeat(before: Glimpse, { began }: RequestSeen): boolean {
  return before.answered !== 'whole' && waited(before.ended, began) >= 0
}

function begin(before: Glimpse, request: RequestSeen, id: string): Duplicates {
  const draft = Draft.by(request, id)
  draft.add(before)
  return { draft, first: before.seq, second: request.seq, latest: before.seq, customers: 0 }
}
