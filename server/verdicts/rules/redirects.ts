import { caseOn } from '../cases.ts'
import { atMost, Draft } from '../found.ts'
import { acknowledges, MOST_RECEIVERS, receiverOf } from '../receivers.ts'
import { Recent } from '../recent.ts'
import { rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

interface Redirecting {
  readonly draft: Draft
  readonly webhook: number
  readonly status: number
}

interface State {
  readonly receivers: Recent<string, Redirecting>
  readonly passed: Tally
}

export const redirects = rule<State>({
  id: 'redirects',
  group: 'receiver',
  severity: 'error',
  hears: { attempts: true },
  rests_on: 'assumption webhooks.success',
  begin: () => ({ receivers: new Recent(MOST_RECEIVERS), passed: new Tally() }),
  attempts(attempt, { receivers, passed }) {
    const { status, forged } = attempt
    if (status === null || forged !== null) return
    if (acknowledges(attempt)) passed.addCase(null, caseOn(attempt))
    if (status < 300 || status > 399) return
    const key = receiverOf(attempt)
    const { draft } = receivers.of(key, () => ({ draft: Draft.on(attempt, key), webhook: attempt.webhook_id, status }))
    draft.addDelivery(attempt.delivery_id)
  },
  end({ receivers, passed }) {
    const findings = [...receivers.values()].map(({ draft, webhook, status }) => {
      const message = say('redirects', 'some', { webhook, count: draft.times, status })
      return draft.finding({ severity: 'error', message })
    })
    return { passed, open: new Tally(), ...atMost(findings) }
  },
})
