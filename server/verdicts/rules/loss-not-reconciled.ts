import { HOUR, type Instant } from '../../kernel/instant.ts'
import { dateAskedFor, dayNumber, tokyoDay } from '../days.ts'
import { Draft } from '../found.ts'
import type { Actor, RequestSeen, Standing } from '../observations.ts'
import { Recent } from '../recent.ts'
import { type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

/** After the reset, for a client to notice and to list. */
const GRACE = HOUR
const MOST_TENANTS = 64
/** More than a year of days, each listed by itself. */
const MOST_RANGES = 500

interface Listed {
  readonly from: number
  readonly to: number
  at: Instant
}

interface Tenant {
  readonly actor: Actor
  /** Ranges that were listed, and when each was asked for last. */
  readonly listed: Recent<string, Listed>
}

interface State {
  readonly tenants: Recent<string, Tenant>
}

export const lossNotReconciled = rule<State>({
  id: 'loss_not_reconciled',
  group: 'receiver',
  severity: 'warning',
  hears: { requests: 'all' },
  rests_on: 'contract/README.md#events',
  begin: () => ({ tenants: new Recent(MOST_TENANTS) }),
  sees(request, { tenants }) {
    const { actor } = request
    if (actor.tenant === null) return
    const tenant = tenants.of(actor.tenant, () => ({ actor, listed: new Recent(MOST_RANGES) }))
    if (request.endpoint === 'listCalls' && request.status === 200 && request.answered === 'whole')
      note(request, tenant)
  },
  end({ tenants }, { standing }) {
    const [passed, open] = [new Tally(), new Tally()]
    const findings: Finding[] = []
    const { suppressed, now, ended } = standing
    for (const events of Map.groupBy(suppressed, one => `${one.tenant} ${one.resets_at}`).values()) {
      const [{ tenant: name, resets_at }] = events as [Standing['suppressed'][number]]
      const tenant = tenants.peek(name)
      // Nobody has sent a request for this tenant: there is no client that could have lost anything.
      if (tenant === undefined) continue
      const lost = events.filter(event => !isListed(event.at, tenant, standing)).length
      if (lost === 0) passed.add(tenant.actor)
      else if (now.at < resets_at + GRACE) open.add(tenant.actor)
      else findings.push(finding({ name, resets_at, lost, tenant, now, ended }))
    }
    return { passed, open, findings }
  },
})

function note({ range, began }: RequestSeen, { listed }: Tenant): void {
  if (range === null) return
  const one = listed.of(`${range.from} ${range.to}`, () => {
    return { from: dayOf(range.from), to: dayOf(range.to), at: began.at }
  })
  one.at = Math.max(one.at, began.at)
}

/** What is no date lies in no range. */
const dayOf = (date: string): number => dayNumber(date) ?? Number.NaN

/** Whether its day was listed after it had happened, be it on the same day still. */
function isListed(at: Instant, { listed }: Tenant, standing: Standing): boolean {
  const day = dayOf(dateAskedFor(at, standing))
  return [...listed.values()].some(one => one.at >= at && one.from <= day && one.to >= day)
}

interface Loss {
  readonly name: string
  readonly resets_at: Instant
  readonly lost: number
  readonly tenant: Tenant
  readonly now: Standing['now']
  readonly ended: boolean
}

function finding({ name, resets_at, lost: count, tenant, now, ended }: Loss): Finding {
  const day = tokyoDay(resets_at)
  const draft = new Draft({ id: `${name} ${day}`, seen: now, actor: tenant.actor, endpoint: 'listCalls' })
  const message = say('loss_not_reconciled', 'some', { count, day })
  return draft.finding({ severity: 'warning', message, provisional: ended ? undefined : true })
}
