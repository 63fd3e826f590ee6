import type { EndpointId } from '../../contract/endpoints.ts'
import { MOST_EVIDENCE } from '../bounds.ts'
import { caseOf, caseOn } from '../cases.ts'
import { hashOf } from '../fingerprints.ts'
import { Draft, type Glimpse, glimpse } from '../found.ts'
import type { AttemptSeen, RequestSeen, Standing } from '../observations.ts'
import { acknowledges, isSlow } from '../receivers.ts'
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
const MOST_CALLS = 256
/** Of real time: what a receiver does follows soon. */
const FOLLOWS_US = 5_000_000

/** An attempt that waited long for its answer. */
interface Wait {
  readonly delivery_id: string
  readonly began_us: number
  readonly ended_us: number
  /** Endpoints of the requests that came meanwhile. */
  readonly endpoints: Set<EndpointId>
}

/** An attempt that was acknowledged in time, and while which no request came. */
interface Answer extends Pick<AttemptSeen, 'delivery_id' | 'webhook_id' | 'ended'> {
  /** By which it may be taken back. */
  readonly name: string
  readonly call: number
  readonly began_us: number
  readonly ended_us: number
  /** When the call that it told of was asked for, which it had not been before. */
  followed_us: number | undefined
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
  answers: Answer[]
  /** Calls that were asked for. */
  readonly calls: Recent<number, true>
}

interface State {
  readonly tenants: Recent<string, Tenant>
  readonly passed: Tally
}

/**
 * A tenant may send requests all the time, also while a slow receiver works. So requests to an endpoint count only when they come while attempts wait
 * more than they do at other times, for as long as either lasted. That none came shows nothing: most work is done elsewhere. Only a receiver
 * that asks for the call of the delivery, and does so after its answer, has shown that it answers first.
 */
export const worksBeforeAnswering = rule<State>({
  id: 'works_before_answering',
  group: 'receiver',
  severity: 'warning',
  hears: { requests: 'all', attempts: true },
  rests_on: 'good manners',
  begin: () => ({ tenants: new Recent(MOST_TENANTS), passed: new Tally() }),
  sees(request, { tenants, passed }) {
    const name = request.actor.tenant
    if (name === null || request.endpoint === null) return
    const tenant = tenants.of(name, () => begin(request))
    tenant.latest_us = request.ended.real_us
    const asked = { request: glimpse(request), endpoint: request.endpoint, inside: false }
    kindOf(tenant, asked).outside++
    for (const wait of tenant.waits) if (isWithin(asked, wait)) place(tenant, asked, wait)
    follow(tenant, request, passed)
    tenant.requests.push(asked)
    if (tenant.requests.length > MOST_REQUESTS) tenant.requests.shift()
  },
  attempts(attempt, { tenants, passed }) {
    const [began_us, ended_us] = [attempt.began.real_us, attempt.ended.real_us]
    if (attempt.forged !== null) return
    const tenant = tenants.of(attempt.tenant, () => begin(attempt))
    tenant.latest_us = ended_us
    answer(tenant, attempt, passed)
    if (ended_us - began_us <= LONG_US) return
    const { delivery_id } = attempt
    const wait: Wait = { delivery_id, began_us, ended_us, endpoints: new Set() }
    tenant.waited_us += ended_us - began_us
    for (const asked of tenant.requests) if (isWithin(asked, wait)) place(tenant, asked, wait)
    tenant.waits.push(wait)
    if (tenant.waits.length > MOST_ATTEMPTS) tenant.waits.shift()
  },
  end({ tenants, passed }, { standing }) {
    const findings = [...tenants.values()].flatMap(tenant => finding(tenant, standing) ?? [])
    return { passed, open: new Tally(), findings }
  },
})

function begin({ began, ended }: RequestSeen | AttemptSeen): Tenant {
  const [began_us, latest_us] = [began.real_us, ended.real_us]
  const calls = new Recent<number, true>(MOST_CALLS)
  return { requests: [], waits: [], kinds: new Map(), began_us, latest_us, waited_us: 0, answers: [], calls }
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

type Span = Pick<Wait, 'began_us' | 'ended_us'>

const isWithin = ({ request: { began } }: Pick<Asked, 'request'>, { began_us, ended_us }: Span): boolean =>
  began.real_us >= began_us && began.real_us < ended_us

/** Keeps an answer that may turn out to have come before the work. What was asked for meanwhile may be the work of this attempt. */
function answer(tenant: Tenant, attempt: AttemptSeen, passed: Tally): void {
  const { delivery_id, webhook_id, call, ended, timeout_ms } = attempt
  const [began_us, ended_us] = [attempt.began.real_us, ended.real_us]
  takeBack(tenant, ({ followed_us = -1 }) => followed_us >= began_us && followed_us < ended_us, passed)
  if (call === null || tenant.calls.get(call) || !acknowledges(attempt)) return
  if (isSlow((ended_us - began_us) / 1_000, timeout_ms)) return
  if (tenant.requests.some(asked => isWithin(asked, { began_us, ended_us }))) return
  const name = `${delivery_id} ${ended_us}`
  tenant.answers.push({ delivery_id, webhook_id, ended, name, call, began_us, ended_us, followed_us: undefined })
  if (tenant.answers.length > MOST_ATTEMPTS) tenant.answers.shift()
}

/** A request that follows an answer shows that it came first, unless another one, which has taken longer, had begun before that. */
function follow(tenant: Tenant, request: RequestSeen, passed: Tally): void {
  takeBack(tenant, one => isWithin({ request }, one), passed)
  const call = request.endpoint === 'getCall' ? callIn(request.path) : undefined
  if (call === undefined) return
  const began_us = request.began.real_us
  for (const one of tenant.answers) {
    if (one.call !== call || tenant.calls.get(call)) continue
    if (began_us < one.ended_us || began_us - one.ended_us > FOLLOWS_US) continue
    one.followed_us = began_us
    passed.addCase(null, { ...caseOf(request), deliveries: caseOn(one).deliveries, name: one.name })
  }
  tenant.calls.set(call, true)
}

function takeBack(tenant: Tenant, isBelied: (answer: Answer) => boolean, passed: Tally): void {
  const belied = tenant.answers.filter(isBelied)
  if (belied.length === 0) return
  tenant.answers = tenant.answers.filter(one => !belied.includes(one))
  for (const { name, followed_us } of belied) if (followed_us !== undefined) passed.takeBack(null, { name, times: 1 })
}

const callIn = (path: string): number => hashOf(path.slice(path.lastIndexOf('/') + 1))

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
