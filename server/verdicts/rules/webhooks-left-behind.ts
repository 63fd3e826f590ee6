import { caseOf } from '../cases.ts'
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
  /** The latest that was deleted after that. */
  readonly deleted: Recent<string, Glimpse>
}

export const webhooksLeftBehind = rule<State>({
  id: 'webhooks_left_behind',
  group: 'receiver',
  severity: 'information',
  hears: { requests: { endpoints: ['createWebhook', 'deleteWebhook'], status: status => status < 300 } },
  rests_on: 'good manners',
  options: { from: FROM },
  begin: ({ from = FROM }) => ({ from, registered: new Recent(MOST_TENANTS), deleted: new Recent(MOST_TENANTS) }),
  sees(request, { registered, deleted }) {
    const { tenant } = request.actor
    if (tenant === null) return
    if (request.endpoint === 'deleteWebhook') deleted.set(tenant, glimpse(request))
    else {
      registered.set(tenant, glimpse(request))
      deleted.delete(tenant)
    }
  },
  end({ from, registered, deleted }, { standing }) {
    const [passed, open] = [new Tally(), new Tally()]
    const findings: Finding[] = []
    for (const [name, seen] of registered.entries()) {
      const webhooks = standing.webhooks.filter(({ tenant, of_the_run }) => of_the_run && tenant === name).length
      if (webhooks < from) {
        // A few that are left are no finding, and no proof either that the run deletes what it registers.
        const second = deleted.peek(name)
        if (webhooks === 0 && second !== undefined) passed.addCase(seen.actor, caseOf(seen, { second, role: 'next' }))
        else if (!standing.ended) open.addCase(seen.actor, caseOf(seen))
        continue
      }
      const draft = Draft.by(seen, name)
      draft.add(seen)
      const message = say('webhooks_left_behind', 'some', { count: webhooks })
      const provisional = standing.ended ? undefined : true
      findings.push(draft.finding({ severity: 'information', message, provisional }))
    }
    return { passed, open, findings }
  },
})
