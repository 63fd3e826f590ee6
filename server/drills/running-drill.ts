import type { DrillFacts } from '../contract/action-kinds.ts'
import type { Cue, Drill, Stage } from '../contract/drill.ts'
import { JUDGED } from '../domain/facts.ts'
import { type Duration, type Instant, SECOND } from '../kernel/instant.ts'
import type { Pace } from '../kernel/job.ts'
import type { ExchangeRow } from '../store/schema.ts'
import type { Apart } from '../verdicts/apart.ts'
import type { Moment } from '../verdicts/observations.ts'
import type { World } from '../world/world.ts'
import { CueWatch } from './cue-watch.ts'
import { type DrillState, stateOf, UNREADABLE } from './drill-state.ts'
import { DrillWebhooks, type ReceiverGiven } from './drill-webhooks.ts'
import { settlesIn } from './effects.ts'
import { EffectsProbe, type ReadEffects } from './effects-probe.ts'
import { Evidence } from './evidence.ts'
import { InboxAttempts } from './inbox-attempts.ts'
import { type Judgement, judge } from './judgement.ts'
import { type Lifted, StagedLimits } from './lifted.ts'
import { type OtherFault, otherFaults } from './other-faults.ts'
import { kindsOf, PreparedFaults } from './prepared-faults.ts'
import { type OpenAttempt, ReceiverDeliveries } from './receiver-deliveries.ts'
import { sendEvents } from './sent-events.ts'
import { type Removed, StagedFaults } from './staged-faults.ts'
import { act, durationOf, type Occasion, receiving, stageClock, stageLive } from './staging.ts'
import { UnderWay } from './under-way.ts'

/** Calls back once, after a real duration. Returns a function that cancels it. */
type After = (milliseconds: Duration, act: () => void) => () => void

export interface DrillStart {
  readonly drill: Drill
  readonly receiver: ReceiverGiven | undefined
  readonly after: After
  readonly effects?: ReadEffects | undefined
  /** Where that is read. */
  readonly effects_url?: string | undefined
}

export interface StepTaken {
  readonly text: string
  /** When it happened first. */
  at: Instant | null
}

/** Whose calls the events of a drill are of, and the calls that it has placed for them by now. */
export interface EventsOf {
  readonly tenant: string
  readonly call_ids: readonly string[]
}

/** What the clock of a drill runs to. */
export interface Awaited {
  readonly what: 'next_minute' | 'tokyo_midnight'
  readonly at: Instant
}

const SEVERAL: readonly Cue[] = ['four_answers', 'acknowledged']
/** How long a connection may take to be found broken, in real time. */
const LAST_WORD: Duration = 2 * SECOND
/** How often a drill listens once more for what follows a repeat; a client that is still at work may call for ever. */
const MOST_ROUNDS = 6

/** One drill in one world, from the first stage to the judgement. It does what its stages say, when their cue comes. */
export class RunningDrill {
  readonly id: string
  readonly drill: Drill
  readonly staged_at: Instant
  readonly steps: readonly StepTaken[]
  readonly fault_ids: number[] = []
  /** Where the clock runs to, when a stage has set it before something. */
  readonly awaits: Awaited | null
  /** Where it is read how often the receiver has done its work. */
  readonly effects_url: string | null
  readonly #world: World
  readonly #runtime: World['runtime']
  readonly #after: After
  readonly #probe: EffectsProbe | undefined
  readonly #evidence: Evidence
  readonly #from: Moment
  /** What is said of clients since it was staged. */
  readonly #apart: Apart
  readonly #endings: (() => void)[] = []
  /** Steps that wait for their time. */
  readonly #pending = new Set<Promise<void>>()
  readonly #cues: CueWatch
  readonly #cued = new Set<Stage>()
  readonly #faults: StagedFaults
  readonly #limits: StagedLimits
  readonly #underWay: UnderWay
  readonly #inboxes: InboxAttempts
  readonly #deliveries: ReceiverDeliveries
  readonly #webhooks: DrillWebhooks
  readonly #prepared: PreparedFaults
  #eventsOf: EventsOf | undefined
  #isEnding = false
  #final: Judgement | undefined
  #endedAt: Instant | null = null
  /** All three as it ended. */
  #removed: Removed | undefined
  #lifted: Lifted | undefined
  #leftUnderWay: readonly ExchangeRow[] | undefined
  /** Whether its world was reset, restored or removed under it. */
  #wasCutShort = false

  private constructor(
    id: string,
    world: World,
    { drill, receiver, after, effects, effects_url }: DrillStart,
    awaits: Awaited | null,
  ) {
    this.id = id
    this.awaits = awaits
    this.drill = drill
    this.effects_url = effects_url ?? null
    this.#world = world
    this.#runtime = world.runtime
    this.#after = after
    this.#probe = effects && new EffectsProbe(effects, () => world.runtime.witness.now().real_us)
    this.steps = drill.stages.map(({ text }) => ({ text, at: null }))
    this.#from = world.runtime.standing().now
    this.staged_at = this.#from.at
    this.#evidence = new Evidence(this.#from)
    this.#apart = world.runtime.verdicts.apart(this.#from)
    this.#faults = new StagedFaults(world.runtime)
    this.#limits = new StagedLimits(world.runtime)
    this.#underWay = new UnderWay(world.runtime)
    this.#inboxes = new InboxAttempts(world.runtime, this.staged_at)
    this.#webhooks = new DrillWebhooks(world.runtime, receiver)
    this.#deliveries = new ReceiverDeliveries(world.runtime, this.#webhooks, this.#from)
    this.#prepared = new PreparedFaults(world.runtime, drill, this.#webhooks)
    this.#cues = new CueWatch({
      runtime: world.runtime,
      webhooks: this.#webhooks,
      evidence: this.#evidence,
      underWay: this.#underWay,
      onCue: (cue, occasion) => this.#cue(cue, occasion),
    })
  }

  /**
   * Stages a drill. The clock runs live from then on.
   *
   * @throws NotStagedError when the world is none for it; what was done until then stays
   */
  static async stage(id: string, world: World, start: DrillStart): Promise<RunningDrill> {
    const { stages } = start.drill
    const pace_before = world.runtime.kernel.pace
    let awaits: Awaited | null = null
    for (const { clock } of stages) {
      if (clock !== undefined) awaits = { what: clock.before, at: await stageClock(world.runtime, clock) }
    }
    stageLive(world.runtime)
    const running = new RunningDrill(id, world, start, awaits)
    try {
      running.#begin(pace_before)
      return running
    } catch (error) {
      for (const end of running.#endings) end()
      throw error
    }
  }

  /** Whether it is judged for good as soon as nothing is under way any more. */
  get isEnding(): boolean {
    return this.#isEnding && !this.isOver
  }

  get isOver(): boolean {
    return this.#final !== undefined
  }

  get state(): DrillState {
    if (this.#wasCutShort) return 'ended'
    return stateOf(this.drill, {
      judgement: this.judgement,
      is_over: this.isOver,
      is_undone: this.isOver && (this.removed !== undefined || this.lifted !== undefined),
      is_probed: this.#probe !== undefined,
    })
  }

  /** When it was judged for good; `null` while it is on. */
  get ended_at(): Instant | null {
    return this.#endedAt
  }

  get observed(): Pick<Evidence, 'requests' | 'attempts'> {
    return this.#evidence
  }

  /** What went to inboxes in the place of a receiver: none of it is judged. */
  get to_inboxes(): Pick<InboxAttempts, 'made' | 'kept'> {
    return this.#inboxes
  }

  /** The URL of the receiver that was given. */
  get receiver(): string | null {
    return this.#webhooks.url ?? null
  }

  /** The URLs at which attempts were made in a drill of a receiver, each once. */
  get tried(): readonly string[] {
    if (!this.drill.needs_receiver) return []
    const at_receivers = this.#evidence.attempts.map(({ url }) => this.receiver ?? url)
    return [...new Set([...at_receivers, ...this.#inboxes.urls])]
  }

  /** How much there is to deliver to a receiver, and how much of it was tried. */
  get deliveries(): Pick<ReceiverDeliveries, 'all' | 'attempted'> {
    return this.#deliveries
  }

  /** Before it has delivered any: whose they would be by now. `undefined` where nobody would get one. */
  get events_of(): EventsOf | undefined {
    if (this.#eventsOf !== undefined || this.isOver || !this.drill.stages.some(kindsOf)) return this.#eventsOf
    const tenant_id = this.#receiving({ tenant_id: this.#cues.tenant })
    const tenant = tenant_id === null ? undefined : this.#runtime.services.tenants.byId(tenant_id)
    return tenant && { tenant: tenant.slug, call_ids: [] }
  }

  /** Attempts of a drill of a receiver that are not answered yet; none of one that is over. */
  get open_attempts(): readonly OpenAttempt[] {
    return this.isOver || !this.drill.needs_receiver ? [] : this.#deliveries.open
  }

  /** Faults of the world that are not of the drill: those that are live while it is on, and those that have hit somebody. */
  get other_faults(): readonly OtherFault[] {
    return otherFaults(this.#runtime, this.#evidence, {
      is_over: this.isOver,
      has_receiver: this.drill.needs_receiver === true,
    })
  }

  /** Requests that are on their way: a fault holds their answers, or they are just leaving. In their order; of one that is over, those that were then. */
  get under_way(): readonly ExchangeRow[] {
    return this.#leftUnderWay ?? this.#underWay.rows
  }

  /** Its faults that somebody has removed while they could still hit: when the first one, how many, and of which steps. */
  get removed(): Removed | undefined {
    return this.#removed ?? this.#faults.removedFrom(this, this.#evidence)
  }

  /** What somebody did by which a limit that it had set gave way. */
  get lifted(): Lifted | undefined {
    if (this.isOver) return this.#lifted
    return this.#limits.liftedOf(new Set(this.#evidence.requests.map(({ tenant }) => tenant)), this.staged_at)
  }

  get judgement(): Judgement {
    return this.#final ?? this.#judge({ ended: false })
  }

  /** Takes the steps that are left, waits until nothing is under way, judges, and takes the faults of the drill away. */
  async end(): Promise<void> {
    if (this.isOver) return
    const { kernel, services } = this.#runtime
    this.#isEnding = true
    this.#change(() => {})
    this.#cue('first_request', { tenant_id: this.#cues.tenant })
    await this.#quiet()
    await this.#untilAllLeft()
    const { listens } = this.drill
    if (listens !== undefined && this.#evidence.attempts.length > 0) await this.#listen(durationOf(listens))
    await this.#probe?.ask()
    // What was on its way to the receiver while it was asked belongs to the evidence.
    if (this.#probe !== undefined) await kernel.settled()
    if (this.isOver) return
    kernel.catchUp()
    this.#conclude()
    this.#change(now => {
      const fault_ids = this.fault_ids.filter(id => services.faults.remove(id))
      services.facts.emit('world', 'faults')
      this.#webhooks.remove(now)
      const { state } = this
      this.#note('ended', now, {
        fault_ids,
        state: state === 'staged' || state === 'met' || state === 'ended' ? null : state,
      })
    })
  }

  /** Journals what the drill did, in the transaction of that. */
  #note(done: DrillFacts['done'], at: Instant, what: Partial<DrillFacts>, nth?: number): void {
    const { actions, kernel } = this.#runtime
    const { drill, title } = this.drill
    const { pace } = kernel
    const nothing = { fault_ids: [], steps: [], pace_before: pace, pace, receiver: null, state: null }
    actions.note('drill', at, { done, drill, title, drill_id: this.id, ...nothing, ...what }, nth)
  }

  #conclude(): void {
    this.#leftUnderWay = this.under_way
    this.#removed = this.removed
    this.#lifted = this.lifted
    this.#final = this.#judge({ ended: true })
    this.#endedAt = this.#runtime.kernel.now
    for (const end of this.#endings) end()
  }

  #begin(pace_before: Pace): void {
    const { verdicts } = this.#runtime
    const stopListening = verdicts.listen(all => {
      const observations = all.filter(seen => seen.kind !== 'attempt' || this.#webhooks.isTried(seen.webhook_id))
      this.#evidence.hears(observations)
      this.#apart.hears(observations)
      for (const seen of observations) if (seen.kind === 'change') this.#limits.hears(seen)
      this.#underWay.hears(observations)
    })
    this.#endings.push(stopListening)
    const stop = this.#world.subscribe((topic, subject) => {
      if (topic !== 'exchange' && topic !== 'delivery') return
      // The news comes out of the commit. What follows from it must be there before the answer leaves, and in no transaction of others.
      queueMicrotask(() => {
        if (this.isOver) return
        if (topic === 'delivery' && this.drill.needs_receiver) {
          this.#inboxes.hears(String(subject))
          this.#deliveries.hears(String(subject))
        }
        this.#cues.hears(topic, subject)
      })
    })
    this.#endings.push(stop)
    // The store is still open when the signal comes, and closed afterwards.
    this.#runtime.signal.addEventListener('abort', () => {
      this.#wasCutShort = !this.isOver
      try {
        if (this.#wasCutShort) this.#conclude()
      } catch (error) {
        this.#runtime.onDefect(error)
        this.#final = UNREADABLE
      }
    })
    this.#change(now => {
      const nth = this.#runtime.actions.place()
      this.#webhooks.register(now)
      const steps: string[] = []
      for (const [index, stage] of this.drill.stages.entries()) {
        if (stage.when !== undefined) continue
        this.#take(stage, index, { tenant_id: null }, now)
        steps.push(stage.text)
      }
      const { address } = this.#webhooks
      const leadsTo = address === undefined ? null : `${address.origin}${address.pathname}`
      this.#note('started', now, { fault_ids: [...this.fault_ids], steps, pace_before, receiver: leadsTo }, nth)
    })
  }

  #cue(cue: Cue, occasion: Occasion): void {
    for (const [index, stage] of this.drill.stages.entries()) {
      if (stage.when !== cue) continue
      if (stage.list !== undefined && stage.list !== occasion.list?.endpoint) continue
      const taken = this.#cued.has(stage)
      if (taken && !SEVERAL.includes(cue)) continue
      this.#cued.add(stage)
      const take = () => {
        if (this.isOver) return
        this.#change(now => {
          const nth = this.#runtime.actions.place()
          const fault_ids = this.#take(stage, index, occasion, now)
          this.#note('went_on', now, { fault_ids, steps: [stage.text] }, nth)
        })
      }
      const isProbed = this.#probe !== undefined && (stage.events ?? stage.newest_first ?? stage.redelivers)
      if (stage.after === undefined && !isProbed) take()
      else
        this.#takeLater(stage.after === undefined ? 0 : durationOf(stage.after), isProbed ? 'probed' : 'at_once', take)
    }
  }

  #takeLater(wait: Duration, how: 'probed' | 'at_once', take: () => void): void {
    const waited = wait === 0 ? Promise.resolve() : this.#wait(wait)
    const waiting = (how === 'probed' ? waited.then(() => this.#probe?.ask()) : waited).then(take)
    this.#pending.add(waiting)
    void waiting.finally(() => this.#pending.delete(waiting))
  }

  #wait(wait: Duration): Promise<void> {
    return new Promise(resolve => {
      this.#endings.push(this.#after(wait, resolve))
      this.#runtime.signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  /**
   * Where a probe is read, what a receiver acknowledges meanwhile comes again before the end: beside a delivery that came once nobody could tell
   * what the number rose for.
   */
  async #listen(wait: Duration): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      await this.#wait(wait)
      if (this.#probe === undefined || this.isOver) return
      await this.#runtime.kernel.settled()
      if (this.#pending.size === 0) return
      await this.#quiet()
    }
  }

  /** Until no step waits and no delivery is under way; one may follow from the other. */
  async #quiet(): Promise<void> {
    for (;;) {
      await this.#runtime.kernel.settled()
      if (this.#pending.size === 0 || this.#runtime.signal.aborted) return
      await Promise.all(this.#pending)
    }
  }

  /** A client that ended has just broken off what it had asked; an answer that is held for one that is still there is not waited for. */
  async #untilAllLeft(): Promise<void> {
    if (this.#underWay.isEmpty) return
    await Promise.race([this.#underWay.untilNone(), this.#wait(LAST_WORD)])
  }

  /** Returns the faults that it has staged. */
  #take(stage: Stage, index: number, occasion: Occasion, now: Instant): number[] {
    const { rest, laid: atOnce } = this.#prepared.prepare(stage, index, now)
    const tenant_id = kindsOf(stage) === undefined ? occasion.tenant_id : this.#receiving(occasion)
    const laid = [...atOnce, ...this.#prepared.layFor(stage, tenant_id, now)]
    const tenant = tenant_id === null ? undefined : this.#runtime.services.tenants.byId(tenant_id)
    if (kindsOf(stage) !== undefined && tenant !== undefined) {
      const calls = sendEvents(this.#runtime, stage, tenant, now)
      const call_ids = [...(this.#eventsOf?.call_ids ?? []), ...calls.map(({ call_id }) => call_id)]
      this.#eventsOf = { tenant: tenant.slug, call_ids }
    }
    laid.push({ step: index, ids: act(this.#runtime, rest, { ...occasion, tenant_id }, now) })
    for (const { step, ids } of laid) this.#faults.take(ids, step)
    const ids = laid.flatMap(one => one.ids)
    this.fault_ids.push(...ids)
    this.#limits.take(stage, now)
    for (const id of ids) this.#evidence.own_faults.add(id)
    const step = this.steps[index]
    if (step !== undefined) step.at ??= now
    return ids
  }

  /** Whose webhooks get what it delivers. */
  #receiving({ tenant_id }: Occasion): number | null {
    return receiving(this.#runtime, { tenant_id: this.#webhooks.tenantFor(tenant_id) })?.tenant_id ?? null
  }

  #change(work: (now: Instant) => void): void {
    const { kernel, store, services } = this.#runtime
    const now = kernel.catchUp()
    store.transaction(() => {
      work(now)
      // How it stands is read anew: what it does here need not be followed by an answer soon.
      services.facts.emit('verdict', JUDGED)
    })
    kernel.runDue()
  }

  #judge(options: { ended: boolean }): Judgement {
    const { verdicts, standing: standingOf, services } = this.#runtime
    const standing = standingOf(options)
    const isSince = ({ at }: { readonly at: Instant }) => at >= this.staged_at
    const left = this.awaits?.what === 'tokyo_midnight' ? (this.awaits.at - standing.now.at) / SECOND : 0
    const open = this.open_attempts
    const openAt = (to: OpenAttempt['to']) => open.filter(one => one.to === to).length
    return judge(this.drill, {
      evidence: this.#evidence,
      removed: this.removed,
      lifted: this.lifted,
      under_way: this.under_way.length,
      open_attempts: openAt('receiver'),
      to_inboxes: this.to_inboxes.made + openAt('inbox'),
      receiver: this.#webhooks.address?.host,
      held: this.under_way.flatMap(({ seq, fault_id }) =>
        fault_id !== null && this.#evidence.own_faults.has(fault_id) ? [seq] : [],
      ),
      ended: options.ended,
      before_midnight: left > 0 ? { left, ended: options.ended } : undefined,
      standing: { ...standing, suppressed: standing.suppressed.filter(isSince) },
      effects: this.#probe && {
        ...this.#probe.said,
        settles_us: settlesIn(this.drill),
        over: options.ended,
      },
      verdictsOf: tenants => verdicts.saidApart(this.#apart, tenants, standing),
      customersOf: slug => {
        const tenant = services.tenants.bySlug(slug)
        return tenant === undefined ? [] : this.#customersOf(tenant.tenant_id)
      },
    })
  }

  #customersOf(tenant_id: number): number[] {
    const { customers } = this.#runtime.services
    const ids: number[] = []
    for (let page = 1; ; page++) {
      const { rows, total } = customers.list(tenant_id, {}, page)
      for (const { customer_id } of rows) ids.push(customer_id)
      if (rows.length === 0 || ids.length >= total) return ids
    }
  }
}
