/**
 * What the emulated service should do, in plain maps and lists. It shares no code and no table with the product: limits, windows, gates,
 * retry schedule and the steps of a call are written down here once more, from the contract.
 */
import {
  type Ask,
  type Call,
  type Delivery,
  type Expected,
  type Fault,
  ROUTES,
  type Step,
  type Tenant,
  type Webhook,
  type Window,
} from './vocabulary.ts'

const LIMITS: Record<'free' | 'pro' | 'max' | 'none', Record<Window, number>> = {
  free: { minute: 60, burst: 20, day: 1_000, sends: 0 },
  pro: { minute: 300, burst: 100, day: 10_000, sends: 5_000 },
  max: { minute: 1_000, burst: 333, day: 100_000, sends: 50_000 },
  none: { minute: 300, burst: 100, day: 100_000, sends: Number.POSITIVE_INFINITY },
}
const LENGTH: Record<Window, number> = { minute: 60_000, burst: 10_000, day: 86_400_000, sends: 86_400_000 }
/** Midnight in Tokyo is 15:00 in UTC. */
const TOKYO_MIDNIGHT = 15 * 3_600_000
const RETRIES = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].map(seconds => seconds * 1_000)
const AI_DELAY = 40_000

const PROBLEM_STATUS = { validation_error: 422, not_found: 404, duplicate_external_id: 409 }
const NEXT: Record<string, Step[]> = {
  initiating: ['ringing', 'connected', 'missed_call', 'no_answer', 'busy', 'failed'],
  ringing: ['connected', 'missed_call', 'no_answer', 'busy', 'failed'],
  connected: ['ended'],
}
const KIND: Record<string, string> = {
  connected: 'call.completed',
  busy: 'call.completed',
  failed: 'call.completed',
  missed_call: 'call.missed',
  no_answer: 'call.missed',
}

export class Model {
  now: number
  readonly tenants: Tenant[] = []
  readonly deliveries: Delivery[] = []
  readonly ledger: string[] = []
  /** Calls that have ended with an event, in order. */
  readonly events: Call[] = []
  /** What receivers have done so far. */
  readonly met = new Set<string>()
  faults: Fault[] = []
  /** Requests of receivers during their deliveries, with what each should have been answered; not those whose connection a fault ended. */
  readonly callBacks: { call: Call; at: number; expected: Expected }[] = []
  #jobs: { at: number; order: number; run: () => void }[] = []
  #order = 0

  constructor(now: number) {
    this.now = now
  }

  addTenant(tenant: Pick<Tenant, 'slug' | 'plan' | 'open' | 'staff' | 'projects'>): Tenant {
    const windows = () => ({ minute: new Map(), burst: new Map(), day: new Map(), sends: new Map() })
    const added = { ...tenant, used: windows(), byHand: windows(), customers: [], calls: [], webhooks: [] }
    this.tenants.push(added)
    return added
  }

  hasFault({ slug }: Tenant): boolean {
    return this.faults.some(fault => fault.tenant === slug)
  }

  pending(): Delivery[] {
    return this.deliveries.filter(delivery => delivery.status === 'pending')
  }

  rateFull(tenant: Tenant): boolean {
    return this.full(tenant, 'minute') || this.full(tenant, 'burst')
  }

  limit(tenant: Tenant, window: Window): number {
    return LIMITS[tenant.plan ?? 'none'][window]
  }
  start(window: Window, at = this.now): number {
    const shift = LENGTH[window] === LENGTH.day ? TOKYO_MIDNIGHT : 0
    return Math.floor((at - shift) / LENGTH[window]) * LENGTH[window] + shift
  }
  end(window: Window, at = this.now): number {
    return this.start(window, at) + LENGTH[window]
  }
  used(tenant: Tenant, window: Window): number {
    return tenant.used[window].get(this.start(window)) ?? 0
  }
  set(tenant: Tenant, window: Window, used: number): void {
    tenant.used[window].set(this.start(window), used)
  }
  byHand(tenant: Tenant, window: Window): number {
    return tenant.byHand[window].get(this.start(window)) ?? 0
  }
  setByHand(tenant: Tenant, window: Window, used: number): void {
    const by = used - this.used(tenant, window)
    tenant.byHand[window].set(this.start(window), this.byHand(tenant, window) + by)
    this.set(tenant, window, used)
  }
  full(tenant: Tenant, window: Window): boolean {
    return this.used(tenant, window) >= this.limit(tenant, window)
  }

  /** A request: counts it, applies it, and says what its answer should be. */
  ask({ tenant, scopes, route, problem, effect }: Ask): Expected {
    const fault = this.#takeFault(tenant)
    if (tenant === undefined) return { status: 401, code: 'unauthorized', limit: 300, remaining: 300 }
    const answer = (status: number, code?: string, rest: Partial<Expected> = {}): Expected => {
      const limit = this.limit(tenant, 'minute')
      const remaining = Math.max(0, limit - this.used(tenant, 'minute'))
      return { status, limit, remaining, ...(code === undefined ? {} : { code }), ...rest }
    }
    if (fault === 'answer') return answer(503, 'service_unavailable', { fault })
    const lost = fault === undefined ? {} : { fault }
    const waits = (['minute', 'burst'] as const).filter(window => this.full(tenant, window)).map(this.#wait)
    if (waits.length > 0) return answer(429, 'rate_limit_exceeded', { retry_after: Math.max(...waits), ...lost })
    this.#count(tenant, 'minute')
    this.#count(tenant, 'burst')
    if (this.full(tenant, 'day')) {
      const [quota, used] = [this.limit(tenant, 'day'), this.used(tenant, 'day')]
      return answer(429, 'quota_exceeded', { retry_after: this.#wait('day'), quota, used, ...lost })
    }
    const known = route === 'unknown' || route === 'wrongMethod' ? undefined : ROUTES[route]
    if (known !== undefined && !scopes.includes(known[2])) return answer(403, 'insufficient_scope', lost)
    if (!tenant.open || (known?.[3] && tenant.plan === 'free')) return answer(403, 'license_required', lost)
    if (known === undefined)
      return route === 'unknown' ? answer(404, 'not_found', lost) : answer(405, 'method_not_allowed', lost)
    const wrong = problem?.()
    if (wrong !== undefined) return answer(PROBLEM_STATUS[wrong], wrong, lost)
    effect?.()
    this.#count(tenant, 'day')
    return answer(known[4], undefined, lost)
  }

  /** Places a call with a script: the seconds after the step before, and the step. */
  place(
    call: Omit<Call, 'status' | 'started_at' | 'ended_at' | 'ai_ready_at' | 'handSteps'>,
    script: [number, Step][],
  ): Call {
    const placed: Call = {
      ...call,
      status: 'initiating',
      started_at: this.now,
      ended_at: null,
      ai_ready_at: null,
      handSteps: 0,
    }
    call.tenant.calls.push(placed)
    this.#plan(placed, script)
    return placed
  }

  /** The script of a phone number that ends in 0001 to 0005. */
  magicScript(phone: string): [number, Step][] {
    const outcome = (['connected', 'no_answer', 'busy', 'failed', 'missed_call'] as const)[Number(phone.at(-1)) - 1]
    const steps: [number, Step][] = [
      [1, 'ringing'],
      [9, outcome as Step],
    ]
    return outcome === 'connected' ? [...steps, [60, 'ended']] : steps
  }

  possible(call: Call): Step[] {
    return call.ended_at === null ? (NEXT[call.status] ?? []) : []
  }

  /** A step by hand, which takes the call off its script. */
  step(call: Call, to: Step): void {
    call.handSteps++
    this.#step(call, to)
  }

  /** Runs what falls due until then, each at its own instant. */
  advance(target: number): void {
    for (;;) {
      const due = this.#jobs.filter(job => job.at <= target).sort((a, b) => a.at - b.at || a.order - b.order)[0]
      if (due === undefined) break
      this.#jobs = this.#jobs.filter(job => job !== due)
      this.now = Math.max(this.now, due.at)
      due.run()
    }
    this.now = target
  }

  /** The instant of the next job that the model knows of. */
  get next(): number | undefined {
    return this.#jobs.map(job => job.at).sort((a, b) => a - b)[0]
  }

  /** A test of a webhook: sent at once, never again, counted nowhere as a send. */
  test(webhook: Webhook): Delivery {
    const ok = this.#receive(webhook)
    const attempts = [{ at: this.now, ok, manual: false }]
    const status = ok ? 'delivered' : 'failed'
    const delivery: Delivery = { webhook, call: null, status, attempts, order: 0, occurred_at: this.now }
    this.deliveries.push(delivery)
    return delivery
  }

  redeliver(delivery: Delivery): void {
    if (delivery.webhook.deleted) return
    const order = ++this.#order
    this.#jobs.push({ at: this.now, order, run: () => this.#attempt(delivery, { manual: true }) })
  }

  /** No attempt starts once the webhook was deleted or disabled. */
  cancel(webhook: Webhook, reason: 'deleted' | 'disabled'): void {
    for (const delivery of this.deliveries)
      if (delivery.webhook === webhook && delivery.status === 'pending') {
        delivery.status = 'cancelled'
        this.ledger.push(`${reason} ${delivery.call?.id}`)
      }
  }

  #takeFault(tenant: Tenant | undefined): Fault['effect'] | undefined {
    const found = this.faults.findLast(fault => fault.tenant === tenant?.slug)
    this.faults = this.faults.filter(fault => fault !== found)
    return found?.effect
  }

  readonly #wait = (window: Window): number => Math.max(1, Math.ceil((this.end(window) - this.now) / 1_000))

  #count(tenant: Tenant, window: Window): void {
    this.set(tenant, window, this.used(tenant, window) + 1)
  }

  #plan(call: Call, [first, ...rest]: [number, Step][]): void {
    if (first === undefined || call.ended_at !== null) return
    const [seconds, to] = first
    const { handSteps } = call
    const run = () => {
      if (call.handSteps !== handSteps) return
      this.#step(call, to)
      this.#plan(call, rest)
    }
    this.#jobs.push({ at: this.now + seconds * 1_000, order: ++this.#order, run })
  }

  #step(call: Call, to: Step): void {
    if (to !== 'ended') call.status = to
    if (to === 'ringing' || to === 'connected') return
    call.ended_at = this.now
    if (call.status === 'connected') call.ai_ready_at = this.now + AI_DELAY
    this.#occur(call)
  }

  #occur(call: Call): void {
    const { tenant } = call
    const note = (reason: string) => this.ledger.push(`${reason} ${call.id}`)
    if (!tenant.open) return void note('open_api_disabled')
    if (this.limit(tenant, 'sends') === 0) return void note('plan')
    const subscribed = tenant.webhooks.filter(
      webhook => !webhook.deleted && webhook.events.includes(KIND[call.status] as string),
    )
    const passes = ({ filters }: Webhook) =>
      (filters?.project_ids?.includes(call.project) ?? true) && (filters?.call_status?.includes(call.status) ?? true)
    const matching = subscribed.filter(webhook => webhook.enabled && passes(webhook))
    if (matching.length > 0 && this.full(tenant, 'sends')) return void note('daily_send_limit')
    if (matching.length > 0) this.#count(tenant, 'sends')
    this.events.push(call)
    for (const webhook of subscribed) if (!matching.includes(webhook)) note(webhook.enabled ? 'filtered' : 'disabled')
    for (const webhook of matching) {
      const order = ++this.#order
      const delivery: Delivery = { webhook, call, status: 'pending', attempts: [], order, occurred_at: this.now }
      this.deliveries.push(delivery)
      this.#jobs.push({ at: this.now, order, run: () => this.#attempt(delivery, { manual: false }) })
    }
  }

  #attempt(delivery: Delivery, { manual }: { manual: boolean }): void {
    const { webhook } = delivery
    if (webhook.deleted || (!manual && (delivery.status !== 'pending' || !webhook.enabled))) return
    const ok = this.#receive(webhook, delivery.call)
    delivery.attempts.push({ at: this.now, ok, manual })
    if (ok) delivery.status = 'delivered'
    if (ok || manual || delivery.status !== 'pending') return
    const wait = RETRIES[delivery.attempts.filter(attempt => !attempt.manual).length - 1]
    if (wait === undefined) delivery.status = 'failed'
    else
      this.#jobs.push({
        at: this.now + wait,
        order: delivery.order,
        run: () => this.#attempt(delivery, { manual: false }),
      })
  }

  /** What the receiver makes of it. One that calls back asks for the call that it is told of. */
  #receive(webhook: Webhook, call: Call | null = null): boolean {
    const behaviour = webhook.times > 0 ? webhook.behaviour : 'ok'
    if (webhook.times > 0) webhook.times--
    this.met.add(behaviour)
    if (behaviour === 'calls_back' && call !== null) {
      const expected = this.ask({ tenant: call.tenant, scopes: ['calls:read'], route: 'getCall' })
      if (expected.fault !== 'drop') this.callBacks.push({ call, at: this.now, expected })
    }
    return behaviour === 'ok' || behaviour === 'slow' || behaviour === 'calls_back'
  }
}

export const alive = (tenant: Tenant): Webhook[] => tenant.webhooks.filter(webhook => !webhook.deleted)
