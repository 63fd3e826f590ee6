import { DAY, type Instant } from '../../kernel/instant.ts'
import { caseOn } from '../cases.ts'
import { atMost, Draft } from '../found.ts'
import type { AttemptSeen } from '../observations.ts'
import { acknowledges, MOST_RECEIVERS, receiverOf } from '../receivers.ts'
import { Recent } from '../recent.ts'
import { rule, type Severity } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

const MOST_DELIVERIES = 2_048
const MOST_WAITING = 64
/** A receiver need not know a delivery for longer than this. */
const REMEMBERED: number = DAY
/** They are about the caller, the address and the moment, not about the delivery. */
const OF_OTHER_THINGS: readonly (number | null)[] = [401, 404, 410, 429]

interface Refusal {
  readonly attempt: Pick<AttemptSeen, 'delivery_id' | 'ended' | 'webhook_id'>
  readonly status: number
}

interface Refusing {
  readonly draft: Draft
  readonly webhook: number
  readonly status: number
  readonly severity: Severity
}

interface Receiver {
  /** The first delivery that it has acknowledged, and whether it has acknowledged another one. */
  first: string | undefined
  hasOthers: boolean
  /** Repeats that it has refused, until it acknowledges another delivery. */
  waiting: Refusal[]
}

interface State {
  /** When deliveries were acknowledged first. */
  readonly deliveries: Recent<string, Instant>
  readonly receivers: Recent<string, Receiver>
  readonly refusing: Recent<string, Refusing>
  readonly passed: Tally
}

export const refusesRepeat = rule<State>({
  id: 'refuses_repeat',
  group: 'receiver',
  severity: 'error',
  hears: { attempts: true },
  rests_on: 'contract/README.md#delivery',
  begin: () => ({
    deliveries: new Recent(MOST_DELIVERIES),
    receivers: new Recent(MOST_RECEIVERS),
    refusing: new Recent(MOST_RECEIVERS),
    passed: new Tally(),
  }),
  attempts(attempt, state) {
    const { delivery_id, status, began, ended, forged } = attempt
    if (forged !== null || status === null) return
    const key = receiverOf(attempt)
    const receiver = state.receivers.of(key, () => ({ first: undefined, hasOthers: false, waiting: [] }))
    const id = `${key} ${delivery_id}`
    const before = state.deliveries.get(id)
    if (acknowledges(attempt)) {
      if (before !== undefined) state.passed.addCase(null, caseOn(attempt))
      acknowledge(receiver, attempt, state)
      state.deliveries.set(id, before ?? ended.at)
    } else if (before !== undefined && began.at - before <= REMEMBERED && isRefusal(status)) {
      const knowsOthers = receiver.hasOthers || (receiver.first ?? delivery_id) !== delivery_id
      if (knowsOthers && receiver.waiting.length < MOST_WAITING) {
        receiver.waiting.push({ attempt: { delivery_id, ended, webhook_id: attempt.webhook_id }, status })
      }
    }
  },
  end({ receivers, refusing, passed }) {
    const open = new Tally()
    for (const { waiting } of receivers.values()) for (const { attempt } of waiting) open.addCase(null, caseOn(attempt))
    const findings = [...refusing.values()].map(({ draft, webhook, status, severity }) => {
      const message = say('refuses_repeat', 'some', { webhook, count: draft.times, status })
      return draft.finding({ severity, message })
    })
    return { passed, open, ...atMost(findings) }
  },
})

const isRefusal = (status: number): boolean => status >= 400 && !OF_OTHER_THINGS.includes(status)

/** What it acknowledges shows that it was well before and after it refused others. */
function acknowledge(receiver: Receiver, attempt: AttemptSeen, { refusing }: State): void {
  const { delivery_id } = attempt
  receiver.first ??= delivery_id
  receiver.hasOthers ||= receiver.first !== delivery_id
  const isOther = (refusal: Refusal) => refusal.attempt.delivery_id !== delivery_id
  for (const { attempt: refused, status } of receiver.waiting.filter(isOther)) {
    const severity = status < 500 ? 'error' : 'warning'
    const id = `${severity} ${receiverOf(attempt)}`
    const { draft } = refusing.of(id, () => {
      return { draft: Draft.on(refused, id), webhook: refused.webhook_id, status, severity }
    })
    draft.addDelivery(refused.delivery_id)
  }
  // Its own refusal is gone with that: it was of the moment.
  receiver.waiting = []
}
