import type { EndpointId } from '../../contract/endpoints.ts'
import { MOST_EVIDENCE } from '../bounds.ts'
import { Draft, type Glimpse, glimpse } from '../found.ts'
import type { AttemptSeen, RequestSeen, Standing } from '../observations.ts'
import { acknowledges } from '../receivers.ts'
import { Recent } from '../recent.ts'
import { type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

export const FROM = 2
/** What is answered faster than this is answered at once. */
export const LONG_US = 250_000
const MOST_TENANTS = 64
const MOST_REQUESTS = 128
const MOST_ATTEMPTS = 32

/** An attempt that waited long for its answer. */
interface Wait {
  readonly delivery_id: string
  readonly began_us: number
  readonly ended_us: number
  /** Of an attempt that nobody acknowledged it is not known whether the receiver has done any work. */
  readonly isAcknowledged: boolean
  /** Endpoints of the requests that came meanwhile. */
  readonly endpoints: Set<EndpointId>
}

interface Asked {
  readonly request: Glimpse
  readonly endpoint: EndpointId
  /** Whether it came while an attempt waited. */
  inside: boolean
}

/** Requests of a tenant to one endpoint. */
interface Kind {
  readonly draft: Draft
  inside: number
  outside: number
  waits: number
  holds: boolean
}

interface Tenant {
  readonly requests: Asked[]
  readonly waits: Wait[]
  readonly kinds: Map<EndpointId, Kind>
  readonly began_us: number
  latest_us: number
  waited_us: number
  /** How many attempts waited while no request came, and were acknowledged then. */
  alone: number
}

interface State {
  readonly tenants: Recent<string, Tenant>
}

/**
 * A tenant may send requests all the time, also while a slow receiver works. So requests to an endpoint count only when they come while attempts wait
 * more than they do at other times, for as long as either lasted.
 */
export const worksBeforeAnswering = rule<State>({
  id: 'works_before_answering',
  group: 'receiver',
  severity: 'warning',
  hears: { requests: 'all', attempts: true },
  rests_on: 'good manners',
  begin: () => ({ tenants: new Recent(MOST_TENANTS) }),
  sees(request, { tenants }) {
    const name = request.actor.tenant
    if (name === null || request.endpoint === null) return
    const tenant = tenants.of(name, () => begin(request))
    tenant.latest_us = request.ended.real_us
    const asked = { request: glimpse(request), endpoint: request.endpoint, inside: false }
    kindOf(tenant, asked).outside++
    for (const wait of tenant.waits) {
      if (!isWithin(asked, wait)) continue
      if (isAlone(wait)) tenant.alone--
      place(tenant, asked, wait)
    }
    tenant.requests.push(asked)
    if (tenant.requests.length > MOST_REQUESTS) tenant.requests.shift()
  },
  attempts(attempt, { tenants }) {
    const [began_us, ended_us] = [attempt.began.real_us, attempt.ended.real_us]
    if (attempt.forged !== null) return
    const tenant = tenants.of(attempt.tenant, () => begin(attempt))
    tenant.latest_us = ended_us
    if (ended_us - began_us <= LONG_US) return
    const { delivery_id } = attempt
    const wait: Wait = { delivery_id, began_us, ended_us, isAcknowledged: acknowledges(attempt), endpoints: new Set() }
    tenant.waited_us += ended_us - began_us
    for (const asked of tenant.requests) if (isWithin(asked, wait)) place(tenant, asked, wait)
    if (isAlone(wait)) tenant.alone++
    tenant.waits.push(wait)
    if (tenant.waits.length > MOST_ATTEMPTS) tenant.waits.shift()
  },
  end({ tenants }, { standing }) {
    const passed = new Tally()
    for (const { alone, waits } of tenants.values()) {
      const shown = waits.filter(isAlone)
      passed.add(null, alone - shown.length)
      for (const { delivery_id, ended_us: decided_us } of shown)
        passed.addCase(null, { decided_us, evidence: [], deliveries: [delivery_id] })
    }
    const findings = [...tenants.values()].flatMap(tenant => finding(tenant, standing) ?? [])
    return { passed, open: new Tally(), findings }
  },
})

const isAlone = ({ isAcknowledged, endpoints }: Wait): boolean => isAcknowledged && endpoints.size === 0

function begin({ began, ended }: RequestSeen | AttemptSeen): Tenant {
  const [began_us, latest_us] = [began.real_us, ended.real_us]
  return { requests: [], waits: [], kinds: new Map(), began_us, latest_us, waited_us: 0, alone: 0 }
}

function kindOf({ kinds }: Tenant, { request, endpoint }: Asked): Kind {
  const known = kinds.get(endpoint)
  if (known !== undefined) return known
  const made = {
    draft: Draft.by(request, `${request.actor.tenant} ${endpoint}`),
    inside: 0,
    outside: 0,
    waits: 0,
    holds: false,
  }
  kinds.set(endpoint, made)
  return made
}

const isWithin = ({ request: { began } }: Asked, { began_us, ended_us }: Wait): boolean =>
  began.real_us >= began_us && began.real_us < ended_us

function place(tenant: Tenant, asked: Asked, { delivery_id, endpoints }: Wait): void {
  const kind = kindOf(tenant, asked)
  if (!asked.inside) {
    asked.inside = true
    kind.inside++
    kind.outside--
    kind.draft.add(asked.request)
  }
  if (endpoints.has(asked.endpoint)) return
  endpoints.add(asked.endpoint)
  kind.waits++
  if (!kind.holds && waitsOf(kind) >= FROM) {
    kind.holds = true
    kind.draft.holdsSince(asked.request)
  }
  if (kind.draft.deliveries.length < MOST_EVIDENCE) kind.draft.deliveries.push(delivery_id)
}

/** Attempts in which a request of its own came: one request while ten deliveries wait is one of them. */
const waitsOf = ({ waits, inside }: Kind): number => Math.min(waits, inside)

function finding(tenant: Tenant, { ended }: Standing): Finding | undefined {
  const share = tenant.waited_us / Math.max(1, tenant.latest_us - tenant.began_us - tenant.waited_us)
  const [most] = [...tenant.kinds]
    .filter(([, kind]) => waitsOf(kind) >= FROM && kind.inside > kind.outside * Math.max(1, share))
    .toSorted(([, a], [, b]) => waitsOf(b) - waitsOf(a))
  if (most === undefined) return undefined
  const [endpoint, kind] = most
  const { draft, inside: requests } = kind
  const first = draft.evidence[0]?.request.seq ?? 0
  const message = say('works_before_answering', 'some', { attempts: waitsOf(kind), requests, endpoint, first })
  return draft.finding({ severity: 'warning', message, provisional: ended ? undefined : true })
}
