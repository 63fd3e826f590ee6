import type { DrillFacts } from '../contract/action-kinds.ts'
import { API_PREFIX } from '../contract/constants.ts'
import { type Cue, DRILLED_LISTS, type Drill, type DrilledList, type Stage } from '../contract/drill.ts'
import { isForDeliveries } from '../domain/faults/faults.ts'
import { isLive } from '../domain/faults/match.ts'
import { isInboxUrl } from '../domain/webhooks/inbox-url.ts'
import { type Duration, type Instant, SECOND } from '../kernel/instant.ts'
import type { Pace } from '../kernel/job.ts'
import type { ExchangeRow } from '../store/schema.ts'
import type { Apart } from '../verdicts/apart.ts'
import type { Moment } from '../verdicts/observations.ts'
import type { World } from '../world/world.ts'
import { type EffectsReading, settlesIn } from './effects.ts'
import { Evidence } from './evidence.ts'
import { type ConditionJudged, type Judgement, judge } from './judgement.ts'
import { type Lifted, StagedLimits } from './lifted.ts'
import { isHitByOther } from './other-faults.ts'
import { act, durationOf, type Occasion, type ReceiverGiven, stageClock, stageLive, stageReceiver } from './staging.ts'

/** Calls back once, after a real duration. Returns a function that cancels it. */
type After = (milliseconds: Duration, act: () => void) => () => void

export interface DrillStart {
  readonly drill: Drill
  readonly receiver: ReceiverGiven | undefined
  readonly after: After
  /** Says how often the receiver has done its work; rejects with a sentence that says what is wrong with it. */
  readonly effects?: ReadEffects | undefined
}

type ReadEffects = () => Promise<number>

export interface StepTaken {
  readonly text: string
  /** When it happened first. */
  at: Instant | null
}

/** What the clock of a drill runs to. */
export interface Awaited {
  readonly what: 'next_minute' | 'tokyo_midnight'
  readonly at: Instant
}

/** A fault that the drill has not staged. */
export interface OtherFault {
  readonly fault_id: number
  readonly of: 'requests' | 'deliveries'
  /** Whether it may still hit. */
  readonly is_live: boolean
  /** How many requests it has hit since. */
  readonly hits: number
}

/** Faults of a drill that were taken away by hand. */
export interface Removed {
  readonly at: Instant
  readonly count: number
  /** The places of the steps that had staged them. */
  readonly steps: ReadonlySet<number>
  /** Whether one that is left may still hit, or hold a request, or a later step may stage more. */
  readonly are_some_left: boolean
}

export type DrillState = 'staged' | 'met' | 'passed' | 'failed' | 'undecided' | 'not_met' | 'ended'

const SEVERAL: readonly Cue[] = ['four_answers', 'acknowledged']
const ANSWERS = 4
const isDrilledList = (endpoint: string | null): endpoint is DrilledList =>
  DRILLED_LISTS.some(list => list === endpoint)
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
  readonly #world: World
  readonly #runtime: World['runtime']
  readonly #after: After
  readonly #readEffects: ReadEffects | undefined
  readonly #readings: EffectsReading[] = []
  #probeProblem: string | null = null
  readonly #evidence: Evidence
  readonly #from: Moment
  /** What is said of clients since it was staged. */
  readonly #apart: Apart
  readonly #endings: (() => void)[] = []
  /** Steps that wait for their time. */
  readonly #pending = new Set<Promise<void>>()
  readonly #looked = new Set<number | string>()
  /** Exchanges of which it is not known yet how their answers left. */
  readonly #unheard = new Set<number>()
  #allHeard: (() => void) | undefined
  readonly #cued = new Set<Stage>()
  #answers = 0
  #tenant: number | null = null
  #firstRequest = false
  /** Lists of which a first page was answered. */
  readonly #paged = new Set<DrilledList>()
  /** What each of its faults is: of which step, and how many requests it may hit. */
  readonly #staged = new Map<number, { readonly step: number; readonly times: number | null }>()
  #final: Judgement | undefined
  #endedAt: Instant | null = null
  /** Both as it ended. */
  #removed: Removed | undefined
  #lifted: Lifted | undefined
  readonly #limits: StagedLimits
  #underWay: readonly ExchangeRow[] | undefined
  /** Whether its world was reset, restored or removed under it. */
  #wasCutShort = false

  private constructor(id: string, world: World, { drill, after, effects }: DrillStart, awaits: Awaited | null) {
    this.id = id
    this.awaits = awaits
    this.drill = drill
    this.#world = world
    this.#runtime = world.runtime
    this.#after = after
    this.#readEffects = effects
    this.steps = drill.stages.map(({ text }) => ({ text, at: null }))
    this.#from = world.runtime.standing().now
    this.staged_at = this.#from.at
    this.#evidence = new Evidence(this.#from)
    this.#apart = world.runtime.verdicts.apart(this.#from)
    this.#limits = new StagedLimits(world.runtime)
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
      running.#begin(start.receiver, pace_before)
      return running
    } catch (error) {
      for (const end of running.#endings) end()
      throw error
    }
  }

  get isOver(): boolean {
    return this.#final !== undefined
  }

  get state(): DrillState {
    if (this.#wasCutShort) return 'ended'
    const { met, conditions } = this.judgement
    const holds = conditions.every(one => one.holds)
    if (this.#final === undefined) return met === null ? 'staged' : holds ? 'passed' : 'met'
    // Where its faults or limits were taken away before its situation came, nothing is judged.
    if (met === null && (this.removed !== undefined || this.lifted !== undefined)) return 'undecided'
    // A rule that was broken is broken, whether the rest of the situation came or not.
    const isRule = ({ text }: ConditionJudged) =>
      this.drill.passes_when.some(row => row.text === text && row.rules !== undefined)
    const isBroken = conditions.some(({ reason }) => reason?.decided)
    if (!holds && !isBroken) return met === null ? 'not_met' : 'undecided'
    if (!holds) return met !== null || conditions.some(one => !one.holds && isRule(one)) ? 'failed' : 'not_met'
    if (met === null) return 'not_met'
    // Whoever names a probe asks what only it can tell.
    return this.#readEffects !== undefined && this.judgement.not_tried.length > 0 ? 'undecided' : 'passed'
  }

  /** When it was judged for good; `null` while it is on. */
  get ended_at(): Instant | null {
    return this.#endedAt
  }

  get observed(): Pick<Evidence, 'requests' | 'attempts'> {
    return this.#evidence
  }

  /** Faults of the world that are not of the drill: those that are live while it is on, and those that have hit somebody. */
  get other_faults(): readonly OtherFault[] {
    const hits = new Map<number, number>()
    for (const one of this.#evidence.requests)
      if (one.fault_id !== null && isHitByOther(one, this.#evidence))
        hits.set(one.fault_id, (hits.get(one.fault_id) ?? 0) + 1)
    const found = new Map<number, OtherFault>()
    for (const [fault_id, count] of hits) found.set(fault_id, { fault_id, of: 'requests', is_live: false, hits: count })
    if (!this.isOver) {
      const { services, kernel } = this.#runtime
      for (const fault of services.faults.all()) {
        const { id, effect } = fault
        if (this.#evidence.own_faults.has(id) || !isLive(fault, kernel.now)) continue
        const of = isForDeliveries(effect) ? 'deliveries' : 'requests'
        if (of === 'deliveries' && this.drill.needs_receiver !== true) continue
        found.set(id, { fault_id: id, of, is_live: true, hits: hits.get(id) ?? 0 })
      }
    }
    return [...found.values()].toSorted((one, other) => one.fault_id - other.fault_id)
  }

  /** Requests that are on their way: a fault holds their answers, or they are just leaving. In their order; of one that is over, those that were then. */
  get under_way(): readonly ExchangeRow[] {
    if (this.#underWay !== undefined) return this.#underWay
    const rows = [...this.#unheard].flatMap(seq => this.#runtime.exchanges.bySeq(seq) ?? [])
    return rows.toSorted((one, other) => one.seq - other.seq)
  }

  /** Its faults that somebody has removed while they could still hit: when the first one, how many, and of which steps. */
  get removed(): Removed | undefined {
    if (this.#removed !== undefined) return this.#removed
    const { requests, changes } = this.#evidence
    const found = changes.filter(({ what, fault_id }) => {
      const staged = what === 'fault_removed' && fault_id !== null ? this.#staged.get(fault_id) : undefined
      if (staged === undefined) return false
      const hits = [...requests, ...this.under_way].filter(one => one.fault_id === fault_id).length
      return staged.times === null || hits < staged.times
    })
    const [first] = found
    if (first === undefined) return undefined
    const steps = new Set(found.flatMap(({ fault_id }) => this.#staged.get(fault_id ?? 0)?.step ?? []))
    const { services, kernel } = this.#runtime
    const isOwn = (id: number | null) => id !== null && this.#evidence.own_faults.has(id)
    const are_some_left =
      this.steps.some(({ at }) => at === null) ||
      this.under_way.some(({ fault_id }) => isOwn(fault_id)) ||
      services.faults.all().some(fault => isOwn(fault.id) && isLive(fault, kernel.now))
    return { at: first.at.at, count: found.length, steps, are_some_left }
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
    const { kernel } = this.#runtime
    this.#cue('first_request', { tenant_id: this.#tenant })
    await this.#quiet()
    await this.#untilAllHeard()
    const { listens } = this.drill
    if (listens !== undefined && this.#evidence.attempts.length > 0) await this.#listen(durationOf(listens))
    await this.#askProbe()
    // What was on its way to the receiver while it was asked belongs to the evidence.
    if (this.#readEffects !== undefined) await kernel.settled()
    if (this.isOver) return
    kernel.catchUp()
    this.#conclude()
    const { services } = this.#runtime
    this.#change(now => {
      const fault_ids = this.fault_ids.filter(id => services.faults.remove(id))
      services.facts.emit('world', 'faults')
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
    this.#underWay = this.under_way
    this.#removed = this.removed
    this.#lifted = this.lifted
    this.#final = this.#judge({ ended: true })
    this.#endedAt = this.#runtime.kernel.now
    for (const end of this.#endings) end()
  }

  #begin(receiver: ReceiverGiven | undefined, pace_before: Pace): void {
    const { verdicts } = this.#runtime
    const stopListening = verdicts.listen(observations => {
      this.#evidence.hears(observations)
      this.#apart.hears(observations)
      for (const seen of observations) {
        if (seen.kind === 'request') this.#unheard.delete(seen.seq)
        if (seen.kind === 'change') this.#limits.hears(seen)
      }
      if (this.#unheard.size === 0) this.#allHeard?.()
    })
    this.#endings.push(stopListening)
    const stop = this.#world.subscribe((topic, subject) => {
      if (topic !== 'exchange' && topic !== 'delivery') return
      // The news comes out of the commit. What follows from it must be there before the answer leaves, and in no transaction of others.
      queueMicrotask(() => {
        if (!this.isOver) this.#hears(topic, subject)
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
        this.#final = {
          met: null,
          not_met_because: 'the world cannot be read',
          came: null,
          sent_nothing: false,
          receiver_answered: null,
          not_come_by: null,
          conditions: [],
          not_tried: [],
          verdicts: [],
          early: new Map(),
          too_early: null,
          told_to_wait: {
            all: 0,
            counted: 0,
            in_doubt: 0,
            not_counted: 0,
            in_time: 0,
            failed_otherwise: 0,
            shortest_seconds: null,
            longest_seconds: null,
          },
        }
      }
    })
    this.#change(now => {
      const nth = this.#runtime.actions.place()
      if (receiver !== undefined) stageReceiver(this.#runtime, receiver, now)
      const steps: string[] = []
      for (const [index, stage] of this.drill.stages.entries()) {
        if (stage.when !== undefined) continue
        this.#take(stage, index, { tenant_id: null }, now)
        steps.push(stage.text)
      }
      const leadsTo = receiver === undefined ? null : `${receiver.address.origin}${receiver.address.pathname}`
      this.#note('started', now, { fault_ids: [...this.fault_ids], steps, pace_before, receiver: leadsTo }, nth)
    })
  }

  #hears(topic: 'exchange' | 'delivery', subject: number | string): void {
    if (this.#looked.has(subject)) return
    if (topic === 'delivery') this.#hearsDelivery(String(subject))
    else this.#hearsExchange(Number(subject))
  }

  #hearsDelivery(delivery_id: string): void {
    const { deliveries, webhooks } = this.#runtime.services
    const delivery = deliveries.find(delivery_id)
    if (delivery?.status !== 'delivered' || delivery.forged !== null) return
    this.#looked.add(delivery_id)
    const webhook = webhooks.findIncludingDeleted(delivery.webhook_id)
    if (webhook === undefined || isInboxUrl(new URL(webhook.url))) return
    this.#cue('acknowledged', { tenant_id: delivery.tenant_id, delivery_id })
  }

  #hearsExchange(seq: number): void {
    const row = this.#runtime.exchanges.bySeq(seq)
    if (row === undefined || row.origin !== 'client') return
    this.#looked.add(seq)
    this.#unheard.add(seq)
    const { tenant_id } = row
    if (tenant_id === null) return
    this.#tenant ??= tenant_id
    this.#cueOnce('first_request', { tenant_id })
    this.#answers++
    if (this.#answers % (ANSWERS + 1) === ANSWERS) this.#cue('four_answers', { tenant_id })
    this.#hearsPage(row, tenant_id)
  }

  #hearsPage({ seq, endpoint, status, path, response_body }: ExchangeRow, tenant_id: number): void {
    if (status !== 200 || response_body === null || !isDrilledList(endpoint)) return
    const { data, pagination } = JSON.parse(response_body.toString()) as {
      data: { customer_id: number }[]
      pagination: { current_page: number; last_page: number }
    }
    if (endpoint === 'listCustomers')
      this.#evidence.pages.set(
        seq,
        data.map(({ customer_id }) => customer_id),
      )
    if (pagination.current_page !== 1 || pagination.last_page < 2 || this.#paged.has(endpoint)) return
    this.#paged.add(endpoint)
    const below = path.startsWith(API_PREFIX) ? path.slice(API_PREFIX.length) : path
    this.#cue('first_page', { tenant_id, list: { endpoint, path: below, bytes: response_body.length } })
  }

  #cueOnce(cue: 'first_request', occasion: Occasion): void {
    if (this.#firstRequest) return
    this.#cue(cue, occasion)
  }

  #cue(cue: Cue, occasion: Occasion): void {
    if (cue === 'first_request') {
      if (this.#firstRequest) return
      this.#firstRequest = true
    }
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
      const isProbed = this.#readEffects !== undefined && (stage.events ?? stage.newest_first ?? stage.redelivers)
      if (stage.after === undefined && !isProbed) take()
      else
        this.#takeLater(stage.after === undefined ? 0 : durationOf(stage.after), isProbed ? 'probed' : 'at_once', take)
    }
  }

  #takeLater(wait: Duration, how: 'probed' | 'at_once', take: () => void): void {
    const waited = wait === 0 ? Promise.resolve() : this.#wait(wait)
    const waiting = (how === 'probed' ? waited.then(() => this.#askProbe()) : waited).then(take)
    this.#pending.add(waiting)
    void waiting.finally(() => this.#pending.delete(waiting))
  }

  /** Notes how often the receiver has done its work by now. */
  async #askProbe(): Promise<void> {
    if (this.#readEffects === undefined || this.#probeProblem !== null) return
    try {
      const count = await this.#readEffects()
      const last = this.#readings.at(-1)?.count ?? 0
      if (count < last) this.#probeProblem = `It fell from ${last} to ${count}.`
      this.#readings.push({ at_us: this.#runtime.witness.now().real_us, count })
    } catch (error) {
      this.#probeProblem = error instanceof Error ? error.message : String(error)
    }
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
      if (this.#readEffects === undefined || this.isOver) return
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
  async #untilAllHeard(): Promise<void> {
    if (this.#unheard.size === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#allHeard = resolve
    await Promise.race([promise, this.#wait(LAST_WORD)])
  }

  /** Returns the faults that it has staged. */
  #take(stage: Stage, index: number, occasion: Occasion, now: Instant): number[] {
    const ids = act(this.#runtime, stage, occasion, now)
    this.fault_ids.push(...ids)
    this.#limits.take(stage, now)
    const { services } = this.#runtime
    for (const { id, times } of services.faults.all().filter(one => ids.includes(one.id))) {
      this.#evidence.own_faults.add(id)
      this.#staged.set(id, { step: index, times })
    }
    const step = this.steps[index]
    if (step !== undefined) step.at ??= now
    return ids
  }

  #change(work: (now: Instant) => void): void {
    const { kernel, store } = this.#runtime
    const now = kernel.catchUp()
    store.transaction(() => work(now))
    kernel.runDue()
  }

  #judge(options: { ended: boolean }): Judgement {
    const { verdicts, standing: standingOf, services } = this.#runtime
    const standing = standingOf(options)
    const isSince = ({ at }: { readonly at: Instant }) => at >= this.staged_at
    const left = this.awaits?.what === 'tokyo_midnight' ? (this.awaits.at - standing.now.at) / SECOND : 0
    return judge(this.drill, {
      evidence: this.#evidence,
      removed: this.removed,
      lifted: this.lifted,
      under_way: this.under_way.length,
      held: this.under_way.flatMap(({ seq, fault_id }) =>
        fault_id !== null && this.#evidence.own_faults.has(fault_id) ? [seq] : [],
      ),
      ended: options.ended,
      before_midnight: left > 0 ? { left, ended: options.ended } : undefined,
      standing: { ...standing, suppressed: standing.suppressed.filter(isSince) },
      effects: this.#readEffects && {
        readings: this.#readings,
        problem: this.#probeProblem,
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
