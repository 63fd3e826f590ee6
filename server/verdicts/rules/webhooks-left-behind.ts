import { Draft, type Glimpse, glimpse } from '../found.ts'
import { Recent } from '../recent.ts'
import { type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

/** More than five. */
const FROM = 6
const MOST_TENANTS = 256

interface State {
  readonly from: number
  /** The latest registration of each tenant. */
  readonly registered: Recent<string, Glimpse>
}

export const webhooksLeftBehind = rule<State>({
  id: 'webhooks_left_behind',
  group: 'receiver',
  severity: 'information',
  hears: { requests: { endpoints: ['createWebhook'], status: status => status === 201 } },
  rests_on: 'good manners',
  options: { from: FROM },
  begin: ({ from = FROM }) => ({ from, registered: new Recent(MOST_TENANTS) }),
  sees(request, { registered }) {
    if (request.actor.tenant !== null) registered.set(request.actor.tenant, glimpse(request))
  },
  end({ from, registered }, { standing }) {
    const passed = new Tally()
    const findings: Finding[] = []
    for (const [name, seen] of registered.entries()) {
      const webhooks = standing.webhooks.filter(({ tenant, of_the_run }) => of_the_run && tenant === name).length
      if (webhooks < from) {
        passed.add(seen.actor)
        continue
      }
      const draft = Draft.by(seen, name)
      draft.add(seen)
      const message = say('webhooks_left_behind', 'some', { count: webhooks })
      const provisional = standing.ended ? undefined : true
      findings.push(draft.finding({ severity: 'information', message, provisional }))
    }
    return { passed, open: new Tally(), findings }
  },
})
