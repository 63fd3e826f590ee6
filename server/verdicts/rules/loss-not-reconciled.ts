import { HOUR, type Instant } from '../../kernel/instant.ts'
import { caseOf, exhibit } from '../cases.ts'
import { dateAskedFor, dayNumber, tokyoDay } from '../days.ts'
import { Draft } from '../found.ts'
import type { Actor, RequestSeen, Standing } from '../observations.ts'
import { Recent } from '../recent.ts'
import { type Exhibit, type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'
import { shownIn } from '../waits.ts'

/** After the reset, for a client to notice and to list. */
export const GRACE = HOUR
const MOST_TENANTS = 64
/** More than a year of days, each listed by itself. */
const MOST_RANGES = 500

interface Listed {
  readonly from: number
  readonly to: number
  at: Instant
  request: Exhibit
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
      const lists = events.map(event => listOf(event.at, tenant, standing))
      const [last, lost] = [lists.at(-1), lists.filter(list => list === undefined).length]
      if (lost === 0 && last !== undefined) passed.addCase(tenant.actor, caseOf(last.request))
      else if (now.at < resets_at + GRACE) {
        open.add(tenant.actor)
        open.lapses(shownIn(resets_at + GRACE, now))
      } else findings.push(finding({ name, resets_at, lost, tenant, now, ended }))
    }
    return { passed, open, findings }
  },
})

function note(request: RequestSeen, { listed }: Tenant): void {
  const { range, began } = request
  if (range === null) return
  const one = listed.of(`${range.from} ${range.to}`, () => {
    return { from: dayOf(range.from), to: dayOf(range.to), at: began.at, request: exhibit(request) }
  })
  if (began.at <= one.at) return
  one.at = began.at
  one.request = exhibit(request)
}

/** What is no date lies in no range. */
const dayOf = (date: string): number => dayNumber(date) ?? Number.NaN

/** By what its day was listed after it had happened, be it on the same day still. */
function listOf(at: Instant, { listed }: Tenant, standing: Standing): Listed | undefined {
  const day = dayOf(dateAskedFor(at, standing))
  return [...listed.values()].find(one => one.at >= at && one.from <= day && one.to >= day)
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
