import { ENDPOINTS, type EndpointId } from '../../contract/endpoints.ts'
import { QUICK_MS } from '../../contract/unmet-sentences.ts'
import { MOST_EVIDENCE } from '../bounds.ts'
import { caseOf, caseOn, exhibit } from '../cases.ts'
import { hashOf } from '../fingerprints.ts'
import { Draft, type Glimpse, glimpse } from '../found.ts'
import type { AttemptSeen, RequestSeen, Standing } from '../observations.ts'
import { acknowledges, isSlow } from '../receivers.ts'
import { Recent } from '../recent.ts'
import { type During, type Evidence, type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'

export const FROM = 2
/** Of an attempt that was open no longer than this nobody can tell on which side of its answer a request came: either may have been held up on its way. */
export const LONG_US = QUICK_MS * 1_000
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

/** An attempt of a call that was open too briefly for a request to tell anything. */
interface Quick extends Omit<Wait, 'endpoints'> {
  readonly call: number
  isAsked: boolean
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
  /** The call, where it asks for one. */
  readonly call: number | undefined
  /** Whether it came while an attempt waited. */
  inside: boolean
  /** Whether it shows a quick attempt already. */
  isOfQuick: boolean
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
  readonly quick: Quick[]
  /** Requests for the very call of a quick attempt that came while it was open: the first of each, and how many attempts. */
  readonly tooQuick: Evidence[]
  tooQuickTimes: number
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
 * more than they do at other times, for as long as either lasted. Of a quick attempt it shows nothing that its call was asked for. That none came shows nothing: most work is done elsewhere. Only a receiver
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
    const { endpoint } = request
    const call = endpoint === 'getCall' ? callIn(request.path) : undefined
    const asked = { request: glimpse(request), endpoint, call, inside: false, isOfQuick: false }
    kindOf(tenant, asked).outside++
    for (const wait of tenant.waits) if (isWithin(asked, wait)) place(tenant, asked, wait)
    for (const quick of tenant.quick) askedInQuick(tenant, asked, quick)
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
    const { delivery_id, call } = attempt
    if (ended_us - began_us <= LONG_US) return quickly(tenant, { delivery_id, call, began_us, ended_us })
    const wait: Wait = { delivery_id, began_us, ended_us, endpoints: new Set() }
    tenant.waited_us += ended_us - began_us
    for (const asked of tenant.requests) if (isWithin(asked, wait)) place(tenant, asked, wait)
    tenant.waits.push(wait)
    if (tenant.waits.length > MOST_ATTEMPTS) tenant.waits.shift()
  },
  end({ tenants, passed }, { standing }) {
    const findings = [...tenants.values()].flatMap(tenant => finding(tenant, standing) ?? [])
    return { passed, open: new Tally(), inconclusive: tooQuick([...tenants.values()]), findings }
  },
})

function begin({ began, ended }: RequestSeen | AttemptSeen): Tenant {
  const [began_us, latest_us] = [began.real_us, ended.real_us]
  const calls = new Recent<number, true>(MOST_CALLS)
  const [requests, waits, quick, tooQuick] = [[], [], [], []]
  const known = { requests, waits, quick, tooQuick, tooQuickTimes: 0, kinds: new Map(), calls }
  return { ...known, began_us, latest_us, waited_us: 0, answers: [] }
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

function quickly(
  tenant: Tenant,
  { call, ...attempt }: Omit<Quick, 'call' | 'isAsked'> & Pick<AttemptSeen, 'call'>,
): void {
  if (call === null) return
  const quick = { ...attempt, call, isAsked: false }
  for (const asked of tenant.requests) askedInQuick(tenant, asked, quick)
  tenant.quick.push(quick)
  if (tenant.quick.length > MOST_ATTEMPTS) tenant.quick.shift()
}

/** Takes note of the first request of each. */
function askedInQuick(tenant: Tenant, asked: Asked, quick: Quick): void {
  if (quick.isAsked || asked.isOfQuick || asked.call !== quick.call || !isWithin(asked, quick)) return
  quick.isAsked = true
  asked.isOfQuick = true
  tenant.tooQuickTimes++
  if (tenant.tooQuick.length === MOST_EVIDENCE) return
  const role = tenant.tooQuick.length === 0 ? 'first' : 'repeat'
  tenant.tooQuick.push({ request: exhibit(asked.request), role, during: duringOf(asked, quick) })
}

function tooQuick(tenants: readonly Tenant[]): Tally {
  const tally = new Tally()
  for (const { tooQuick: evidence, tooQuickTimes: times } of tenants) {
    const last = evidence.at(-1)
    if (last === undefined) continue
    const deliveries = evidence.flatMap(({ during }) => during?.delivery_id ?? [])
    tally.addCase(null, { decided_us: last.request.ended.real_us, evidence: [...evidence], deliveries, times })
  }
  return tally
}

const duringOf = ({ request }: Asked, { delivery_id, began_us, ended_us }: Quick | Wait): During => ({
  delivery_id,
  after_us: request.began.real_us - began_us,
  of_us: ended_us - began_us,
})

function place(tenant: Tenant, asked: Asked, wait: Wait): void {
  const { delivery_id, endpoints } = wait
  const kind = kindOf(tenant, asked)
  if (!asked.inside) {
    asked.inside = true
    kind.inside++
    kind.outside--
    kind.draft.add(asked.request, 'repeat', duringOf(asked, wait))
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

/** As it is named where requests are shown: `GET /calls/{callId}`. */
function askedAt(endpoint: EndpointId): string {
  const found = ENDPOINTS.find(({ id }) => id === endpoint)
  return found === undefined ? endpoint : `${found.method} ${found.path}`
}

function finding(tenant: Tenant, { ended }: Standing): Finding | undefined {
  const share = tenant.waited_us / Math.max(1, tenant.latest_us - tenant.began_us - tenant.waited_us)
  const [most] = [...tenant.kinds]
    .filter(([, kind]) => waitsOf(kind) >= FROM && kind.inside > kind.outside * Math.max(1, share))
    .toSorted(([, a], [, b]) => waitsOf(b) - waitsOf(a))
  if (most === undefined) return undefined
  const [endpoint, kind] = most
  const { draft, inside: requests } = kind
  const first = draft.evidence[0]?.request.seq ?? 0
  const asked = askedAt(endpoint)
  const message = say('works_before_answering', 'some', { attempts: waitsOf(kind), requests, endpoint: asked, first })
  return draft.finding({ severity: 'warning', message, provisional: ended ? undefined : true })
}
