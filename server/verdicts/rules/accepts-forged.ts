import { atMost, Draft } from '../found.ts'
import type { AttemptSeen } from '../observations.ts'
import { acknowledges, MOST_RECEIVERS, receiverOf } from '../receivers.ts'
import { Recent } from '../recent.ts'
import { rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

/** These say that it is done; another 2xx may say that it will be looked at. */
const DONE: readonly (number | null)[] = [200, 201]

type Forgery = NonNullable<AttemptSeen['forged']>

interface Accepted {
  readonly draft: Draft
  readonly forged: Forgery
  readonly webhook: number
  readonly status: number
}

interface State {
  readonly accepted: Recent<string, Accepted>
  readonly passed: Tally
}

export const acceptsForged = rule<State>({
  id: 'accepts_forged',
  group: 'receiver',
  severity: 'error',
  hears: { attempts: true },
  rests_on: 'contract/README.md#signature',
  begin: () => ({ accepted: new Recent(MOST_RECEIVERS), passed: new Tally() }),
  attempts(attempt, { accepted, passed }) {
    const { forged, status, webhook_id: webhook } = attempt
    if (forged === null || status === null) return
    if (!acknowledges(attempt)) {
      passed.add(null)
      return
    }
    const id = `${forged} ${DONE.includes(status) ? 'done' : 'later'} ${receiverOf(attempt)}`
    const { draft } = accepted.of(id, () => ({ draft: Draft.on(attempt, id), forged, webhook, status }))
    draft.addDelivery(attempt.delivery_id)
  },
  end({ accepted, passed }) {
    const findings = [...accepted.values()].map(({ draft, forged, webhook, status }) => {
      const isDone = DONE.includes(status)
      const message = say('accepts_forged', isDone ? forged : `${forged}_later`, { webhook, status })
      return draft.finding({ severity: isDone ? 'error' : 'warning', message })
    })
    return { passed, open: new Tally(), ...atMost(findings) }
  },
})
