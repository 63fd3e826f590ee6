import type { Model } from './model.ts'
import { type InvariantId, same, saw, that } from './proof.ts'
import type { Reply } from './subject.ts'
import { type Expected, ROUTES, type Route, type Tenant } from './vocabulary.ts'

export interface Asked {
  readonly route: Route | 'unknown' | 'wrongMethod'
  readonly tenant: Tenant | undefined
  readonly scopes: readonly string[]
}

/** Checks of single answers that need no more than the model's expectation. Figures of requests in parallel come in any order. */
export class Answers {
  readonly #model: Model
  readonly #ids = new Set<string>()
  readonly #remaining = new Map<string, { minute: number; limit: number; remaining: number }>()

  constructor(model: Model) {
    this.#model = model
  }

  check(
    reply: Reply,
    expected: Expected,
    { tenant, route, scopes }: Asked,
    order: 'alone' | 'parallel' = 'alone',
  ): void {
    const code = reply.json?.error?.code
    const about = `${route} of ${tenant?.slug ?? 'nobody'}: ${reply.status} ${reply.text.slice(0, 400)}`
    if (expected.fault === undefined)
      that('I35', reply.status < 500, () => `${about}\nexpected ${JSON.stringify(expected)}`)
    if (tenant !== undefined) this.#checkRules(reply, expected, { tenant, route, scopes }, about)
    if (order === 'alone') {
      same(invariantOf(route, expected.code ?? code), [reply.status, code], [expected.status, expected.code], about)
      same('I3', header(reply, 'x-ratelimit-remaining'), expected.remaining, about)
    }
    this.#checkHeaders(reply, expected, tenant, about)
    this.#checkEnvelope(reply, about)
    this.#checkRefusal(reply, expected, order, about)
    if (tenant !== undefined) this.#checkIsolation(reply, tenant)
  }

  /** A counter was set, or a plan was changed: what remains may grow. */
  forget(tenant: Tenant): void {
    this.#remaining.delete(tenant.slug)
  }

  /** Rules that hold whatever the model expects. */
  #checkRules(reply: Reply, expected: Expected, asked: Asked & { tenant: Tenant }, about: string): void {
    const { tenant, route, scopes } = asked
    const code = reply.json?.error?.code
    if (expected.fault !== undefined) return
    if (expected.code === 'quota_exceeded') {
      that('I10', reply.status === 429, () => about)
      const known = route === 'unknown' || route === 'wrongMethod' ? undefined : ROUTES[route]
      const forbidden = (known !== undefined && !scopes.includes(known[2])) || (known?.[3] && tenant.plan === 'free')
      saw('429 where it would have been 403', Boolean(forbidden) || !tenant.open)
    }
    if (route === 'unknown' || route === 'wrongMethod') return
    const [, , scope, licensed] = ROUTES[route]
    if (reply.status < 300) that('I12', scopes.includes(scope), () => about)
    if (code === 'insufficient_scope') same('I12', reply.json.error.details, null, about)
    if (!tenant.open || (licensed && tenant.plan === 'free')) that('I13', reply.status >= 400, () => about)
  }

  #checkHeaders(reply: Reply, expected: Expected, tenant: Tenant | undefined, about: string): void {
    const id = reply.headers['x-request-id'] ?? ''
    that('I5', id !== '' && !this.#ids.has(id), () => `X-Request-ID ${JSON.stringify(id)} again or missing. ${about}`)
    this.#ids.add(id)
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map(name => header(reply, `x-ratelimit-${name}`))
    that('I5', [limit, remaining, reset].every(Number.isInteger), () => JSON.stringify(reply.headers))
    same('I3', limit, expected.limit, about)
    const seconds = this.#model.now / 1_000
    same('I4', reset, 60 * (Math.floor(seconds / 60) + 1), about)
    that('I4', (reset as number) > seconds && (reset as number) - seconds <= 60, () => about)
    const date = Date.parse(reply.headers.date ?? '')
    same('I30', date, Math.floor(seconds) * 1_000, `Date of ${about}`)
    if (tenant === undefined) return
    const minute = this.#model.start('minute')
    const before = this.#remaining.get(tenant.slug)
    if (before?.minute === minute && before.limit === limit)
      that(
        'I3',
        (remaining as number) <= before.remaining,
        () => `${remaining} remain after ${before.remaining}. ${about}`,
      )
    const least = before?.minute === minute ? Math.min(before.remaining, remaining as number) : (remaining as number)
    // Answers of one moment overtake each other; the least of them holds for the next moment.
    this.#pending.set(tenant.slug, { minute, limit: limit as number, remaining: least })
  }
  readonly #pending = new Map<string, { minute: number; limit: number; remaining: number }>()

  /** All answers of a command have been checked. */
  endCommand(): void {
    for (const [slug, entry] of this.#pending) this.#remaining.set(slug, entry)
    this.#pending.clear()
  }

  #checkEnvelope(reply: Reply, about: string): void {
    if (reply.status === 204) same('I15', reply.text, '', about)
    else if (reply.status < 400)
      that('I15', reply.json?.data !== undefined && reply.json.error === undefined, () => about)
    else {
      const { error } = reply.json ?? {}
      same('I15', [Object.keys(reply.json), Object.keys(error)], [['error'], ['code', 'message', 'details']], about)
      const { code, message, details } = error
      const plain = details === null || (typeof details === 'object' && !Array.isArray(details))
      that('I15', typeof code === 'string' && typeof message === 'string' && plain, () => about)
    }
  }

  #checkRefusal(reply: Reply, expected: Expected, order: 'alone' | 'parallel', about: string): void {
    const after = reply.headers['retry-after']
    same('I6', after !== undefined, reply.status === 429, about)
    if (reply.status !== 429) return
    const { code, details } = reply.json.error
    const seconds = Number(after)
    same('I6', details.retry_after, seconds, about)
    const most = code === 'quota_exceeded' ? 86_400 : 60
    that('I6', Number.isInteger(seconds) && seconds >= 1 && seconds <= most, () => about)
    if (order === 'alone') same('I6', seconds, expected.retry_after, about)
    if (code === 'rate_limit_exceeded') same('I6', Object.keys(details), ['retry_after'], about)
    else this.#checkQuota(reply, expected, order, about)
  }

  #checkQuota(reply: Reply, expected: Expected, order: 'alone' | 'parallel', about: string): void {
    const { type, quota, used } = reply.json.error.details
    const [limit, counted] = [header(reply, 'x-quota-limit'), header(reply, 'x-quota-used')]
    same('I9', [reply.headers['x-ratelimit-type'], limit, counted], [type, quota, used], about)
    that('I9', type === 'daily' && used >= quota, () => about)
    if (order === 'alone') same('I9', [quota, used], [expected.quota, expected.used], about)
  }

  #checkIsolation(reply: Reply, tenant: Tenant): void {
    for (const other of this.#model.tenants)
      if (other !== tenant)
        that('I14', !reply.text.includes(`${other.slug}~`), () => `${tenant.slug} sees ${other.slug}: ${reply.text}`)
  }
}

export function header(reply: Reply, name: string): number | undefined {
  const value = reply.headers[name]
  return value === undefined ? undefined : Number(value)
}

/** The invariant that speaks of an error that was expected, or came although none was. */
function invariantOf(route: Asked['route'], code: string | undefined): InvariantId {
  if (code === 'validation_error' && RANGES.has(route)) return 'I33'
  return (code === undefined ? undefined : BY_CODE[code]) ?? 'I12'
}

const RANGES = new Set<string>(['listCalls', 'summary', 'reportCalls', 'reportUsers'])
const BY_CODE: Readonly<Record<string, InvariantId>> = {
  rate_limit_exceeded: 'I1',
  quota_exceeded: 'I10',
  insufficient_scope: 'I12',
  license_required: 'I13',
  not_found: 'I14',
  duplicate_external_id: 'I19',
  server_error: 'I35',
}
