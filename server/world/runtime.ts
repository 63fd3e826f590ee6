import type { Sending } from '../contract/sending.ts'
import { CallScripts } from '../domain/calls/call-scripts.ts'
import { Calls } from '../domain/calls/calls.ts'
import { Customers } from '../domain/customers/customers.ts'
import { Draws } from '../domain/draws.ts'
import type { FactTopic } from '../domain/facts.ts'
import { Faults } from '../domain/faults/faults.ts'
import type { NewWorldJob, WorldJob, WorldJobs } from '../domain/jobs.ts'
import { LimitHistory, Limits } from '../domain/limits/limits.ts'
import { tokyoDay } from '../domain/limits/windows.ts'
import { Register } from '../domain/register.ts'
import { Reports } from '../domain/reports/reports.ts'
import type { Services } from '../domain/services.ts'
import { IssuedKeys } from '../domain/tenants/issued-keys.ts'
import { Tenants } from '../domain/tenants/tenants.ts'
import { Deliveries } from '../domain/webhooks/deliveries.ts'
import { EventRetention } from '../domain/webhooks/event-retention.ts'
import { Events } from '../domain/webhooks/events.ts'
import { Forwards } from '../domain/webhooks/forwards.ts'
import { Inbox } from '../domain/webhooks/inbox.ts'
import { Webhooks } from '../domain/webhooks/webhooks.ts'
import { type Courier, createCourier } from '../egress/courier.ts'
import type { Transport } from '../egress/transport.ts'
import { ControlActions } from '../journal/control-actions.ts'
import { Exchanges } from '../journal/exchanges.ts'
import { standIn } from '../journal/redact.ts'
import type { HostClock, HostJump } from '../kernel/host-clock.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Pace } from '../kernel/job.ts'
import { Kernel } from '../kernel/kernel.ts'
import { Randomness } from '../kernel/random.ts'
import { ClockTable } from '../store/clock-table.ts'
import { JobTable } from '../store/jobs.ts'
import { META, readMeta, removeMeta, writeMeta } from '../store/meta.ts'
import { Order } from '../store/order.ts'
import { isOutage } from '../store/outage.ts'
import type { Store } from '../store/store.ts'
import { Counters } from '../store/tables/counters.ts'
import { UndoLog } from '../store/undo-log.ts'
import type { Standing } from '../verdicts/observations.ts'
import type { VerdictSettings } from '../verdicts/settings.ts'
import type { WorldVerdicts } from '../verdicts/world-verdicts.ts'
import { AttemptWatch } from './attempt-seen.ts'
import { Witness } from './witness.ts'
import { randomSourceOf, type WorldSettings } from './world-database.ts'

/** How many attempts of a world may be under way at once, over all its webhooks. */
const SENDS_AT_ONCE = 16

export interface Surroundings {
  readonly wall: HostClock
  /** Called when the machine's clock was set while the process was away. */
  readonly onHostJump: (jump: HostJump) => void
  readonly stopwatch: () => number
  readonly transport: Transport
  readonly allowedHosts: readonly string[]
  /** Ports of this process, to which nothing is ever delivered. */
  readonly ownPorts: () => readonly number[]
  readonly onDefect: (error: unknown) => void
}

/**
 * What a world is between two resets: one open store with the kernel and the services on it. A reset or a restore ends it and begins
 * another, so nothing in memory outlives the rows that it came from.
 */
export interface WorldRuntime {
  readonly store: Store
  readonly jobs: JobTable
  readonly kernel: Kernel<WorldJobs>
  readonly services: Services
  readonly exchanges: Exchanges
  readonly forwards: Forwards
  readonly courier: Courier
  /** Records the state that each exchange finds, when that is switched on. */
  recording: UndoLog | undefined
  readonly retention: EventRetention
  /** Whether deliveries leave the process. */
  sending: Sending
  readonly actions: ControlActions
  readonly attempts: Pick<AttemptWatch, 'open'>
  /** Whoever changes something by which a wait may be over tells it. */
  readonly witness: Pick<
    Witness,
    'left' | 'changed' | 'now' | 'attempted' | 'keep' | 'watchesLapse' | 'judged' | 'hasReopened'
  >
  /**
   * What is judged of the world's clients while this runtime lasts: `verdicts.rows(standing())`. A reset and a restore begin anew, a start of
   * the process goes on with what was kept (`rowsOfWorld`). Before, the emulator has noted what was said at the end (`runVerdicts`).
   */
  readonly verdicts: WorldVerdicts
  /** How the world stands now, or at its end. All that was observed until then is told to `verdicts` first. */
  readonly standing: (options?: { ended: boolean }) => Standing
  /** Real time since the runtime began, in microseconds, at an instant of the stopwatch or now. */
  readonly realTime: (at?: number) => number
  readonly seed: number
  readonly stopwatch: () => number
  readonly onDefect: (error: unknown) => void
  /** Aborted when the runtime ends: nothing waits for the outside any longer. */
  readonly signal: AbortSignal
  readonly close: () => void
}

export interface RuntimeOptions {
  readonly world_id: string
  readonly store: Store
  readonly seed: number
  /** What its random draws depend on. */
  readonly source: string
  /** Whether it records the state that each exchange finds. */
  readonly recording: boolean
  /** Where the clock of a new store starts. */
  readonly clock: { instant?: Instant | undefined; pace?: Pace | undefined }
  /** How grave the rules on clients are. */
  readonly verdicts: VerdictSettings | undefined
  readonly publish: (topic: FactTopic, subject: string | number) => void
  /** Whether anybody listens. If not, facts are not published at all. */
  readonly hasListeners: () => boolean
}

/** Connects the parts of a world: every service gets what it needs, and knows nothing more. */
export function openRuntime(
  { world_id, store, seed, source, recording, clock, verdicts, publish, hasListeners }: RuntimeOptions,
  around: Surroundings,
): WorldRuntime {
  const { wall, stopwatch } = around
  const began = stopwatch()
  const random = new Randomness(source)
  const draws = new Draws({ store, seed, identity: random })
  const redacted = readMeta(store, META.redacted) === 'yes'
  const facts = {
    emit: (topic: FactTopic, subject: string | number) => {
      if (hasListeners()) store.afterCommit(() => publish(topic, subject))
    },
  }
  const onDefect = toldOnce(store, around.onDefect)
  const jobs = new JobTable(store)
  const register = new Register(store)
  const tenants = new Tenants(store)
  const history = new LimitHistory(store)
  const limits = new Limits({ counters: new Counters(store), history, register })
  const scripts = new CallScripts(store)
  const webhooks = new Webhooks({ store, register, random, secret: redacted ? standIn : drawn => drawn })
  const exchanges = new Exchanges(store, random)
  const lastRequest = () => exchanges.last
  const order = new Order(store, lastRequest)
  const actions = new ControlActions({
    store,
    lastRequest,
    order,
    tell: id => facts.emit('action', id),
  })
  const forwards = new Forwards(store)
  const ending = new AbortController()
  const catchUp = () => kernel.catchUp()
  const schedule = (job: NewWorldJob) => kernel.schedule(job)

  const inbox = new Inbox({
    store,
    facts,
    catchUp,
    stopwatch,
    after: wall.after,
    secretsOfInbox: name => webhooks.secretsOfInbox(name),
    secretOf: delivery_id => {
      const delivery = deliveries.find(delivery_id)
      return delivery && webhooks.findIncludingDeleted(delivery.webhook_id)?.secret
    },
  })
  const faults = new Faults({
    store,
    draws,
    onRemoved: fault_id => witness.changed({ what: 'fault_removed', tenant: null, fault_id }),
  })
  let sending: Sending = readMeta(store, META.sending) === 'inbox_only' ? 'inbox_only' : 'everywhere'
  const courier = createCourier({ inbox, register, forwards, inboxOnly: () => sending === 'inbox_only', around })
  const retention = new EventRetention(store)
  const events = new Events({ store, faults, webhooks, limits, register, random, facts, order, schedule, retention })
  const deliveries = new Deliveries({
    store,
    faults,
    jobs,
    webhooks,
    events,
    register,
    facts,
    order,
    catchUp,
    schedule,
    send: courier.send,
    openedAt: () => openedAt,
    retention,
  })
  const calls = new Calls({
    store,
    jobs,
    register,
    random,
    draws,
    scripts,
    facts,
    order,
    schedule,
    onEnd: (call, at, request_id) => events.ofEndedCall(call, tenants.byId(call.tenant_id), request_id, at),
  })

  let undoLog: UndoLog | undefined
  const kernel = new Kernel<WorldJobs>(
    {
      queue: jobs,
      clock: new ClockTable(store),
      wall,
      transaction: work => store.transaction(work),
      joined: work => store.batch(() => store.transaction(work)),
      commit: () => store.commit(),
      committed: () => store.committed,
      inTransaction: () => store.inTransaction,
      isOutage,
      first: ['day.rollover'],
      sendsAtOnce: SENDS_AT_ONCE,
      onMove: () => {
        facts.emit('clock', 'clock')
        witness.moved()
      },
      onReach: instant => undoLog?.reached(instant),
      onHostJump: around.onHostJump,
      onError: onDefect,
      handlers: {
        'day.rollover': { run: job => rollOver(job) },
        'call.step': { run: (job, fired) => calls.runStep(job, fired) },
        'call.ai_ready': { run: job => calls.runAiReady(job) },
        'webhook.attempt': {
          claimed: job => deliveries.claimed(job),
          lane: job => deliveries.lane(job),
          callsOut: job => deliveries.callsOut(job),
          send: (job, signal, waitedFor) => {
            const sending = deliveries.attempt(job, signal, waitedFor)
            return sending && attempts.watch(job, sending)
          },
          record: (job, attempted, fired) => deliveries.recordAttempt(job, attempted, fired),
        },
      },
    },
    clock,
  )
  const openedAt = kernel.now
  /**
   * No counter is cleared at midnight, because those of the new day are new rows. The job is there to be seen, to update the dashboard, and
   * to forget what is shown no more.
   */
  const rollOver = (job: WorldJob) => {
    planRollOver(job.due_at)
    history.trim(job.due_at)
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
    draws,
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
    now: () => kernel.now,
  }
  const realTime = (at = stopwatch()) => Math.round((at - began) * 1_000)
  const witness = new Witness({
    store,
    kernel,
    services,
    realTime,
    wall,
    last: exchanges.last,
    settings: verdicts,
    hasListeners,
    onDefect,
  })
  const attempts = new AttemptWatch({
    services,
    now: () => witness.now(),
    tell: attempt => witness.attempted(attempt),
  })
  store.transaction(() => {
    // What fell due while the process was away runs later, outside this transaction.
    for (const { tenant_id, admittedAt } of deliveries.closeInterruptedTests(kernel.now))
      limits.releaseSuccess(services.tenants.byId(tenant_id), admittedAt, kernel.now)
    if (!jobs.has('day.rollover')) planRollOver(kernel.now)
    witness.begin()
  })
  // Only now, because what a start writes is not a change of the world.
  if (recording) undoLog = new UndoLog(store, kernel.now)
  return {
    store,
    jobs,
    kernel,
    services,
    exchanges,
    actions,
    attempts,
    forwards,
    courier,
    retention,
    get recording() {
      return undoLog
    },
    set recording(next: UndoLog | undefined) {
      undoLog = next
    },
    get sending() {
      return sending
    },
    set sending(next: Sending) {
      if (next === 'everywhere') removeMeta(store, META.sending)
      else writeMeta(store, META.sending, next)
      sending = next
    },
    witness,
    verdicts: witness.verdicts,
    standing: options => witness.standing(options),
    realTime,
    seed,
    stopwatch,
    onDefect,
    signal: ending.signal,
    close: () => {
      ending.abort()
      witness.close()
      kernel.close()
      store.close()
    },
  }
}

/** Opens the runtime of a database with the settings with which it was started. */
export function beginRuntime(
  store: Store,
  settings: WorldSettings,
  parts: Surroundings,
  options: Pick<RuntimeOptions, 'publish' | 'hasListeners' | 'recording'>,
): WorldRuntime {
  const { world_id, seed, clock, pace, from } = settings
  const { rules = {}, expect = [] } = from?.file.verdicts ?? {}
  const { verdicts = rules as VerdictSettings } = settings
  const source = randomSourceOf(store, settings)
  const runtime = openRuntime(
    { world_id, store, seed, source, clock: { instant: clock, pace }, verdicts, ...options },
    parts,
  )
  // What was expected later, or taken back, has been kept.
  if (!runtime.witness.hasReopened)
    for (const { rule, times = null } of expect)
      runtime.verdicts.expect({ rule, times, caller: null }, runtime.standing())
  store.letGo()
  return runtime
}

/**
 * Reports a store that cannot be written once for each time that it begins to fail, and where the store is, instead of at every request
 * that fails.
 */
function toldOnce(store: Store, onDefect: (error: unknown) => void): (error: unknown) => void {
  let told: number | undefined
  return error => {
    const outage = store.outage(error)
    if (outage === undefined) return onDefect(error)
    if (told === store.outages) return
    told = store.outages
    onDefect(outage)
  }
}
