import { CallScripts } from './domain/calls/call-scripts.ts'
import { Calls } from './domain/calls/calls.ts'
import { Customers } from './domain/customers/customers.ts'
import type { FactTopic } from './domain/facts.ts'
import { Faults } from './domain/faults/faults.ts'
import { Counters } from './domain/limits/counters.ts'
import { Limits } from './domain/limits/limits.ts'
import { tokyoDay } from './domain/limits/windows.ts'
import { Register } from './domain/register.ts'
import { Reports } from './domain/reports/reports.ts'
import type { Services } from './domain/services.ts'
import { IssuedKeys } from './domain/tenants/issued-keys.ts'
import { Tenants } from './domain/tenants/tenants.ts'
import { type Courier, createCourier } from './domain/webhooks/courier.ts'
import { Deliveries } from './domain/webhooks/deliveries.ts'
import { Events } from './domain/webhooks/events.ts'
import { Forwards } from './domain/webhooks/forwards.ts'
import { Inbox } from './domain/webhooks/inbox.ts'
import type { Transport } from './domain/webhooks/transport.ts'
import { Webhooks } from './domain/webhooks/webhooks.ts'
import { Exchanges } from './journal/exchanges.ts'
import { dummySecret } from './journal/redact.ts'
import type { Instant } from './kernel/instant.ts'
import type { Job, Pace, WallClock } from './kernel/job.ts'
import { Kernel } from './kernel/kernel.ts'
import { Randomness } from './kernel/random.ts'
import { Recording } from './recording.ts'
import { ClockTable } from './store/clock-table.ts'
import { JobTable } from './store/jobs.ts'
import { META, readMeta } from './store/meta.ts'
import { isOutage } from './store/outage.ts'
import type { Store } from './store/store.ts'

/** Attempts of all webhooks of a world that may be under way at once. */
const SENDS_AT_ONCE = 16

export interface Surroundings {
  readonly wall: WallClock
  readonly stopwatch: () => number
  readonly transport: Transport
  readonly allowedHosts: readonly string[]
  /** Ports of this process, to which nothing is ever delivered. */
  readonly ownPorts: () => readonly number[]
  readonly onDefect: (error: unknown) => void
}

/**
 * What a world is between two resets: one open store with the kernel and the services on it. A reset or a restored snapshot ends it and
 * begins another, so nothing kept in memory can outlive the rows that it came from.
 */
export interface Life {
  readonly store: Store
  readonly jobs: JobTable
  readonly kernel: Kernel
  readonly services: Services
  readonly exchanges: Exchanges
  readonly forwards: Forwards
  readonly courier: Courier
  readonly recording: Recording
  readonly seed: number
  readonly stopwatch: () => number
  readonly onDefect: (error: unknown) => void
  /** Ends what is still waiting for the outside. */
  readonly signal: AbortSignal
  readonly close: () => void
}

export interface Beginning {
  readonly world_id: string
  readonly store: Store
  readonly seed: number
  /** Where its draws come from. */
  readonly source: string
  /** Whether it remembers the state that each exchange found. */
  readonly recording: boolean
  /** Where a clock starts that the store does not have yet. */
  readonly clock: { instant?: Instant | undefined; pace?: Pace | undefined }
  readonly publish: (topic: FactTopic, subject: string | number) => void
  /** Whether anybody listens to what is published. */
  readonly heard: () => boolean
}

/** Puts a life together: every service gets what it needs, and nothing knows more than that. */
export function beginLife(
  { world_id, store, seed, source, recording, clock, publish, heard }: Beginning,
  around: Surroundings,
): Life {
  const { wall, stopwatch } = around
  const random = new Randomness(source)
  const redacted = readMeta(store, META.redacted) === 'yes'
  const facts = {
    emit: (topic: FactTopic, subject: string | number) => {
      if (heard()) store.afterCommit(() => publish(topic, subject))
    },
  }
  const jobs = new JobTable(store)
  const register = new Register(store)
  const tenants = new Tenants(store)
  const limits = new Limits({ counters: new Counters(store), register })
  const scripts = new CallScripts(store)
  const webhooks = new Webhooks({ store, register, random, secret: redacted ? dummySecret : drawn => drawn })
  const exchanges = new Exchanges(store, random)
  const forwards = new Forwards(store)
  const ending = new AbortController()
  const now = () => kernel.now()
  const schedule: Kernel['schedule'] = job => kernel.schedule(job)

  const inbox = new Inbox({
    store,
    facts,
    now,
    stopwatch,
    after: wall.after,
    secretOf: delivery_id => {
      const delivery = deliveries.find(delivery_id)
      return delivery && webhooks.any(delivery.webhook_id)?.secret
    },
  })
  const faults = new Faults({ store, random })
  const courier = createCourier({ inbox, register, forwards, around })
  const events = new Events({ store, faults, webhooks, limits, register, random, facts, schedule })
  const deliveries = new Deliveries({
    store,
    faults,
    jobs,
    webhooks,
    events,
    register,
    facts,
    now,
    schedule,
    send: courier.send,
  })
  const calls = new Calls({
    store,
    jobs,
    register,
    random,
    scripts,
    facts,
    schedule,
    onEnd: (call, at, request_id) => events.ofEndedCall(call, tenants.byId(call.tenant_id), request_id, at),
  })

  const kernel = new Kernel(
    {
      queue: jobs,
      clock: new ClockTable(store),
      wall,
      transaction: work => store.transaction(work),
      joined: work => store.turn(() => store.transaction(work)),
      commit: () => store.commit(),
      committed: () => store.settled,
      inTransaction: () => store.inTransaction,
      isOutage,
      first: ['day.rollover'],
      sendsAtOnce: SENDS_AT_ONCE,
      onMove: () => facts.emit('clock', 'clock'),
      onError: around.onDefect,
      handlers: {
        'day.rollover': { run: job => rollOver(job) },
        'call.step': { run: (job, fired) => calls.runStep(job, fired) },
        'call.ai_ready': { run: job => calls.runAiReady(job) },
        'webhook.attempt': {
          lane: job => deliveries.lane(job),
          send: (job, signal) => deliveries.attempt(job, signal),
          record: (job, attempted, fired) => deliveries.recordAttempt(job, attempted, fired),
        },
      },
    },
    clock,
  )
  /** Nothing is cleared at midnight: the new day's counters are new rows. The job is there to be seen, and to tell the dashboard. */
  const rollOver = (job: Job) => {
    planRollOver(job.due_at)
    facts.emit('clock', 'clock')
    for (const tenant of tenants.all()) facts.emit('limits', tenant.slug)
  }
  const planRollOver = (from: Instant) => {
    const midnight = tokyoDay(from).end
    schedule({ due_at: midnight, kind: 'day.rollover', subject: new Date(midnight).toISOString() })
  }
  const services: Services = {
    register,
    random,
    facts,
    tenants,
    keys: new IssuedKeys({ store, tenants, random: new Randomness(`${seed}:${world_id}`).below('issued keys') }),
    faults,
    limits,
    customers: new Customers({ store, tenants, register }),
    calls,
    scripts,
    reports: new Reports({ store, register }),
    webhooks,
    events,
    deliveries,
    inbox,
    now,
  }
  store.transaction(() => {
    // What fell due while the process was away runs later, outside this transaction.
    for (const { tenant_id, admittedAt } of deliveries.closeInterruptedTests(kernel.seen))
      limits.releaseSuccess(tenant_id, admittedAt)
    if (!jobs.has('day.rollover')) planRollOver(kernel.seen)
  })
  return {
    store,
    jobs,
    kernel,
    services,
    exchanges,
    forwards,
    courier,
    // From here on: what a beginning writes is no change of the world.
    recording: new Recording(store, { on: recording }),
    seed,
    stopwatch,
    onDefect: around.onDefect,
    signal: ending.signal,
    close: () => {
      ending.abort()
      kernel.close()
      store.close()
    },
  }
}
