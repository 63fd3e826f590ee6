import type { Forgery } from '../../contract/events.ts'
import { caseOn } from '../cases.ts'
import { atMost, Draft } from '../found.ts'
import type { AttemptSeen } from '../observations.ts'
import { acknowledges, MOST_RECEIVERS, receiverOf } from '../receivers.ts'
import { Recent } from '../recent.ts'
import { rule, type Severity } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

/** These say that it is done; another 2xx may say that it will be looked at. */
const DONE: readonly (number | null)[] = [200, 201]

/** An address is as long as whoever certifies likes. */
const MOST_CHARACTERS = 200

/** Of an address, a method or a limit, not of what was sent. */
const OF_OTHER_THINGS: readonly number[] = [404, 405, 408, 410, 429]

/** A receiver that is broken, or that leads elsewhere, has checked nothing. */
const refuses = (status: number): boolean => status >= 400 && status < 500 && !OF_OTHER_THINGS.includes(status)

interface Accepted {
  readonly draft: Draft
  readonly by: Pick<AttemptSeen, 'webhook_id' | 'url'>
  readonly forged: Forgery
  readonly status: number
  readonly severity: Severity
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
    const { forged, status, webhook_id, url } = attempt
    if (forged === null || status === null) return
    if (!acknowledges(attempt)) {
      if (refuses(status)) passed.addCase(null, caseOn(attempt))
      return
    }
    const severity = DONE.includes(status) ? 'error' : 'warning'
    const id = `${severity} ${forged} ${receiverOf(attempt)}`
    const { draft } = accepted.of(id, () => ({
      draft: Draft.on(attempt, id),
      by: { webhook_id, url },
      forged,
      status,
      severity,
    }))
    if (webhook_id !== 0) draft.addDelivery(attempt.delivery_id)
  },
  end({ accepted, passed }) {
    const findings = [...accepted.values()].map(one => {
      return one.draft.finding({ severity: one.severity, message: messageOf(one) })
    })
    return { passed, open: new Tally(), ...atMost(findings) }
  },
})

function messageOf({ by: { webhook_id: webhook, url }, forged, status, severity }: Accepted) {
  const isDone = severity === 'error'
  const how = isDone ? forged : (`${forged}_later` as const)
  if (webhook !== 0) return say('accepts_forged', how, { webhook, status })
  const { origin, pathname } = new URL(url)
  const address = `${origin}${pathname}`.slice(0, MOST_CHARACTERS)
  return say('accepts_forged', `certified_${how}`, { address, status })
}
