import { type AdvanceBounds, AdvanceLimits } from './advance-limits.ts'
import { ClockBackwardsError, ClockRangeError, ClockStoppedError, RunawayError } from './clock-errors.ts'
import { ClockLine, type Deviation, factorOf, isLive } from './clock-line.ts'
import { Eagerness } from './eager.ts'
import type { HostJump } from './host-clock.ts'
import { DAY, type Duration, EARLIEST, type Instant, LATEST, SECOND } from './instant.ts'
import type { ClockState, Fired, Job, JobKinds, KernelParts, NewJob, Pace, TimedHandler } from './job.ts'
import { OUTAGE_WAIT, Sends } from './sends.ts'

const MOST_AT_ONE_INSTANT = 100_000
/** Node's timers hold 32 bits of milliseconds, so a longer wait is divided. */
const LONGEST_WAIT = 10 * DAY
/** A faster clock is checked this often, so that its jobs do not wait for the rounding of its timer. */
const SHORTEST_WAIT = 1
/** An advance pauses after this much real time, so that others can run, and whoever waits for it can leave. */
const LONGEST_AT_A_STRETCH = 100
/** How far a live clock may run before it is saved. Only when the system's clock is set back between two starts does it matter. */
const LONGEST_UNSAVED = SECOND

/** An advance that has not come to its end. */
interface UnderWay {
  readonly to: Instant
  /** What it waits for. */
  readonly inFlight: readonly Job[]
}

/** Emulated time beside real time. */
export interface Leap {
  /** What advances and jumps of the host's clock have added since the kernel was made. */
  readonly added: Duration
  /** How fast the clock runs by itself: 0 frozen, 1 live. */
  readonly factor: number
}

/**
 * The one clock of a world, with its queue of jobs.
 *
 * Invariants:
 *
 * 1. `now` never goes back.
 * 2. There is one advance at a time; others queue up.
 * 3. While a job runs, `now` is its due instant.
 * 4. Among jobs of one instant, the kinds in `first` run first, then the others in the order in which they were added.
 * 5. During an advance, sends in flight hold time still.
 * 6. A request catches up once, so the jobs due by then have run, and it never waits for a send.
 * 7. No transaction spans a send: claim, send, record.
 * 8. A runaway stops and reports what ran last.
 * 9. Advancing in one step or in many gives the same result.
 * 10. A receiver that calls back during its delivery reads the instant of the delivery.
 * 11. Setting the host's clock neither moves a world back nor makes it wait. Set back, a live clock goes on with the time that really
 *     passes. Set forward by up to seven days, it follows, and what fell due runs in order; beyond that it does not follow. The same holds
 *     over a restart. A wait that was announced never takes longer than that in real time.
 * 12. An advance ends: when it is done, when nobody waits for it any more, when its time is over, or when it and a receiver wait for each
 *     other. The clock then stays where it has got to, and what is in flight is still recorded.
 * 13. An eager clock is live. When no request has come for two seconds of real time and no send is in flight, it makes an advance to the next
 *     job that is not of a kind in `first`, for which all of the above holds; then it waits anew.
 */
export class Kernel<Kinds = JobKinds> {
  readonly #parts: KernelParts
  readonly #sends: Sends
  readonly #recent: string[] = []
  readonly #line: ClockLine
  #now: Instant
  /** The last instant that was saved. */
  #saved: Instant
  #advancing = false
  /** Where the advance began that is under way. */
  #advancedFrom: Instant
  /** Where it is going. */
  #target: Instant | undefined
  /** What advances have added that are over. */
  #advanced: Duration = 0
  #draining = false
  /** Whether a send is being recorded at this moment, during which time stands still. */
  #recording = false
  #atOneInstant = 0
  #lastAdvance: Promise<unknown> = Promise.resolve()
  #disarm: (() => void) | undefined
  #armedFor: Instant | undefined
  #fired: Fired[] | undefined
  /** Only while the clock is eager. */
  #eagerness: Eagerness | undefined
  readonly #stop = new AbortController()

  /** Opens the clock that the store has; a new store starts with `initial`. */
  constructor(closed: KernelParts<Kinds>, initial: { instant?: Instant | undefined; pace?: Pace | undefined }) {
    // Inside the kernel all jobs are alike. That each kind gets its own handler follows from the caller's types.
    const parts = closed as unknown as KernelParts
    this.#parts = parts
    this.#sends = new Sends({
      ...parts,
      record: write => this.#record(write),
      runDue: () => this.runDue(),
      signal: this.#stop.signal,
    })
    const saved = parts.clock.load()
    const wall = parts.wall.now()
    const started: ClockState = saved ?? {
      pace: initial.pace ?? (initial.instant === undefined ? 'live' : 'frozen'),
      instant: initial.instant ?? wall,
      wall,
    }
    const jumps: HostJump[] = []
    this.#line = new ClockLine({ host: parts.wall, onJump: jump => jumps.push(jump) }, started)
    this.#now = started.instant
    this.#advancedFrom = started.instant
    this.#saved = started.instant
    // What was done to the host's clock meanwhile is saved together with its consequences.
    if (saved === undefined || jumps.length > 0) parts.clock.save(this.#line.stateAt(this.#now))
    for (const jump of jumps) parts.onHostJump(jump)
    this.#setEager(this.pace === 'eager')
  }

  /** A request of a client has come: an eager clock waits. */
  heard(): void {
    this.#eagerness?.heard()
  }

  get pace(): Pace {
    return this.#line.pace
  }

  /** The instant that was last read or reached. Reading it runs nothing. */
  get now(): Instant {
    return this.#now
  }

  /**
   * How emulated time goes beside real time. A wait of somebody who sleeps in real time is over sooner by what was added.
   */
  get leap(): Leap {
    const underWay = this.#advancing ? this.#now - this.#advancedFrom : 0
    return { added: this.#advanced + underWay + this.#line.followed, factor: factorOf(this.#line.pace) }
  }

  /** Where an advance is going; `undefined` while there is none. */
  get underWay(): UnderWay | undefined {
    return this.#target === undefined ? undefined : { to: this.#target, inFlight: this.#sends.inFlight }
  }

  /** What the clock shows at this moment, but no later than the next job. Reading it runs nothing, and nobody has to have been told of it. */
  get reading(): Instant {
    const still = this.#advancing || this.#draining || this.#recording || this.#stop.signal.aborted
    return still || this.#line.pace === 'frozen' ? this.#now : this.#readingBeforeJobs()
  }

  /** Runs what is due and returns the instant. Inside a transaction nothing runs, so there the clock goes no further than the next job. */
  catchUp(): Instant {
    const still = this.#advancing || this.#draining || this.#recording || this.#stop.signal.aborted
    if (still || this.#line.pace === 'frozen') return this.#now
    if (this.#parts.inTransaction()) this.#now = this.#readingBeforeJobs()
    else if (this.#tryTo(() => this.#drain(this.#reading(), { hold: false }))) this.#tryTo(() => this.#saveRunning())
    return this.#now
  }

  /** How far a live clock is from the host's, because of what was done to that one. */
  get deviation(): Deviation {
    return this.#line.deviation
  }

  next(): Job<Kinds> | undefined {
    return this.#parts.queue.first() as Job<Kinds> | undefined
  }

  /** Adds a job. Call it in the transaction of what causes the job; if it is already due, it runs as soon as that has committed. */
  schedule(job: NewJob<Kinds>): void {
    const added = job as NewJob
    this.#parts.queue.add({ ...added, rank: this.#parts.first.includes(added.kind) ? 0 : 1 })
  }

  /** Runs what is due by now, and sets the timer for what comes next. Call it after a transaction that may have added jobs. */
  runDue(): void {
    if (this.#draining || this.#stop.signal.aborted) return
    const limit = this.#advancing || this.#line.pace === 'frozen' ? this.#now : this.#reading()
    if (this.#tryTo(() => this.#drain(limit, { hold: this.#advancing }))) this.#arm()
    else this.#wake(OUTAGE_WAIT)
  }

  /**
   * Moves time to `target`, or to where it is enough, and runs everything that falls due on the way, each at its own instant. Resolves when
   * nothing is due or in flight.
   *
   * @throws AdvanceEndedError when it ends before its target, ClockBackwardsError, ClockRangeError, RunawayError, ClockStoppedError, and
   * what the store throws when nothing can be written
   */
  advance(
    resolveTarget: (now: Instant) => Instant,
    bounds: AdvanceBounds = {},
  ): Promise<{ now: Instant; fired: Fired[] }> {
    const limits = new AdvanceLimits({
      ...bounds,
      host: this.#parts.wall,
      now: () => this.#now,
      inFlight: () => this.#sends.inFlight,
      wake: () => this.#sends.wake(),
      blockedBy: this.#sends.calledOut,
    })
    const run = async () => {
      this.#requireOpen()
      limits.check()
      const from = this.catchUp()
      const target = resolveTarget(from)
      if (target < from) throw new ClockBackwardsError('The clock cannot go back. Use reset to start again earlier.')
      this.#check(target)
      limits.target = target
      this.#target = target
      this.#advancing = true
      this.#advancedFrom = from
      this.#atOneInstant = 0
      const { fired } = limits
      this.#fired = fired
      try {
        let isEnough = false
        for (;;) {
          isEnough = !this.#sends.busy && bounds.isEnough?.() === true
          if (isEnough) break
          const until = this.#parts.wall.elapsed() + LONGEST_AT_A_STRETCH
          const isMore = this.#drain(target, { hold: true, until })
          // Only now can others run, so that they need not hear of each instant in between.
          if (isMore || this.#sends.busy) this.#parts.onMove?.()
          if (isMore) await new Promise<void>(resolve => this.#parts.wall.after(0, resolve))
          else if (this.#sends.busy) await this.#sends.progress()
          else break
          this.#requireOpen()
          limits.check()
        }
        if (!isEnough) this.#reach(target)
      } finally {
        this.#advanced += this.#now - from
        this.#advancing = false
        this.#target = undefined
        this.#fired = undefined
        if (!this.#stop.signal.aborted) this.#anchor(this.#line.pace, { moved: this.#now - from })
        if (limits.isOver) this.#arm()
      }
      this.#arm()
      return { now: this.#now, fired }
    }
    const result = this.#lastAdvance.then(run, run)
    this.#lastAdvance = result.catch(() => undefined)
    // It may have to end before it has begun.
    return Promise.race([result, limits.ended]).finally(() => limits.release())
  }

  /** Freezes the clock, runs it live, or runs it at a multiple of real time. It continues from the present. */
  setPace(pace: Pace): void {
    this.catchUp()
    this.#anchor(pace)
    this.#arm()
    this.#setEager(pace === 'eager')
  }

  /** Resolves when nothing is due or in flight. */
  async settled(): Promise<void> {
    for (;;) {
      await this.#lastAdvance
      this.runDue()
      if (!this.#sends.busy && !this.#advancing) return
      await this.#sends.progress()
    }
  }

  /** Ends sends in flight and stops the timer. Nothing runs afterwards; claimed jobs run again when the store is next opened. */
  close(): void {
    if (this.#stop.signal.aborted) return
    if (this.pace !== 'frozen' && !this.#advancing) {
      this.#now = this.#readingBeforeJobs()
      this.#tryTo(() => this.#parts.transaction(() => this.#save()))
    }
    this.#disarm?.()
    this.#setEager(false)
    this.#stop.abort()
    this.#sends.clear()
  }

  #setEager(isEager: boolean): void {
    this.#eagerness?.end()
    this.#eagerness = isEager ? this.#eager() : undefined
  }

  #eager(): Eagerness {
    const { wall, queue, first } = this.#parts
    return new Eagerness({
      host: wall,
      nextDue: () => queue.firstBut(first)?.due_at,
      isBusy: () => this.#advancing || this.#sends.busy,
      leapTo: due => this.advance(now => Math.max(now, due)).catch(error => this.#eagerFailed(error)),
    })
  }

  #eagerFailed(error: unknown): void {
    if (!this.#stop.signal.aborted) this.#parts.onError(error)
  }

  /** What the running clock shows, but never less than was read before. */
  #reading(): Instant {
    return Math.max(this.#now, this.#line.reading())
  }

  /** The same, but no further than the next job. */
  #readingBeforeJobs(): Instant {
    return Math.max(this.#now, Math.min(this.#reading(), this.next()?.due_at ?? LATEST))
  }

  #anchor(pace: Pace, { moved = 0 }: { moved?: Duration } = {}): void {
    this.#line.anchor(pace, this.#now, { moved })
    this.#parts.transaction(() => this.#parts.clock.save(this.#line.stateAt(this.#now)))
    this.#saved = this.#now
    this.#armedFor = undefined
    this.#parts.onMove?.()
  }

  #requireOpen(): void {
    if (this.#stop.signal.aborted)
      throw new ClockStoppedError('The world was closed, reset or restored in the meantime. Send the request again.')
  }

  #check(target: Instant): void {
    if (target < EARLIEST || target > LATEST)
      throw new ClockRangeError('The clock covers the years 2000 to 2099. Choose an instant in between.')
  }

  #reach(instant: Instant): void {
    this.#parts.onReach?.(instant)
    this.#now = instant
  }

  /** Whether it stopped because of `until`, which is in elapsed time, although more is due. */
  #drain(limit: Instant, { hold, until }: { hold: boolean; until?: Duration }): boolean {
    if (this.#draining) return false
    // Jobs add further jobs, so without a limit they would never end; and a limit that is not a number is before no job.
    if (!Number.isFinite(limit)) throw new ClockRangeError(`The clock cannot run to ${limit}. Reset the world.`)
    this.#draining = true
    if (!hold) this.#atOneInstant = 0
    let ran = false
    try {
      for (;;) {
        const job = this.#parts.queue.first()
        if (job === undefined || job.due_at > limit) break
        if (job.due_at > this.#now) {
          if (hold && this.#sends.busy) return false
          this.#reach(job.due_at)
          this.#atOneInstant = 0
        } else if (++this.#atOneInstant > MOST_AT_ONE_INSTANT) this.#runaway(job)
        this.#run(job)
        ran = true
        if (until !== undefined && this.#parts.wall.elapsed() >= until) return true
      }
      if (!hold && limit > this.#now) this.#reach(limit)
      return false
    } finally {
      this.#draining = false
      if (ran) this.#watch({ hold })
    }
  }

  /** What jobs have written commits a moment later, for which an advance waits. Jobs that are lost are still in the queue. */
  #watch({ hold }: { hold: boolean }): void {
    if (hold) this.#parts.commit()
    else
      this.#parts.committed().catch(error => {
        this.#parts.onError(error)
        this.#wake(OUTAGE_WAIT)
      })
  }

  #run(job: Job): void {
    const handler = this.#parts.handlers[job.kind]
    const fired: Fired = { due_at: job.due_at, kind: job.kind, subject: job.subject, details: {} }
    this.#fired?.push(fired)
    this.#recent.push(`${job.kind} ${job.subject} due ${job.due_at}`)
    if (this.#recent.length > 20) this.#recent.shift()
    if (handler === undefined) this.#drop(job, new Error(`No handler for the job kind ${job.kind}.`))
    else if ('run' in handler) this.#runTimed(job, handler, fired)
    else {
      // What causes a send is stored before it leaves, and so is its instant.
      this.#parts.joined(() => this.#save())
      this.#parts.commit()
      this.#parts.queue.claim(job.id)
      this.#sends.add(job, handler, fired)
    }
  }

  #runTimed(job: Job, handler: TimedHandler, fired: Fired): void {
    try {
      this.#parts.joined(() => {
        this.#parts.queue.remove(job.id)
        this.#save()
        handler.run(job, fired)
      })
    } catch (error) {
      this.#drop(job, error)
    }
  }

  /** In a running world, time has passed during the send; it is recorded at the present instant. */
  #record(write: () => void): void {
    this.catchUp()
    this.#recording = true
    try {
      this.#parts.transaction(write)
    } finally {
      this.#recording = false
    }
  }

  /**
   * A handler that throws must not stop time for everything else, so its effects are rolled back and its job is removed. While nothing can
   * be written, no job is dropped, and time stands still.
   */
  #drop(job: Job, error: unknown): void {
    if (this.#parts.isOutage(error)) throw error
    this.#parts.transaction(() => this.#parts.queue.remove(job.id))
    this.#parts.onError(error, job)
  }

  /** Saves the present in the transaction of a job, so that a killed process continues where it was. */
  #save(): void {
    const still = this.#advancing || this.pace === 'frozen'
    this.#parts.clock.save(this.#line.stateAt(this.#now, { still }))
    this.#saved = this.#now
  }

  /**
   * After a kill, the clock must not be behind what a client has seen. A live clock moves on by itself, unless somebody sets the system's
   * clock back.
   */
  #saveRunning(): void {
    const unsaved = this.#now - this.#saved
    if (unsaved === 0 || (isLive(this.#line.pace) && unsaved < LONGEST_UNSAVED)) return
    this.#parts.joined(() => this.#save())
  }

  #arm(): void {
    const { pace } = this
    const running = pace !== 'frozen' && !this.#advancing && !this.#stop.signal.aborted
    const due = running ? this.#parts.queue.first()?.due_at : undefined
    if (due === this.#armedFor && due !== undefined) return
    this.#disarm?.()
    this.#disarm = undefined
    this.#armedFor = due
    if (due === undefined) return
    const wait = Math.ceil((due - this.#reading()) / factorOf(pace))
    this.#wake(Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, wait)))
  }

  #wake(wait: number): void {
    this.#disarm?.()
    this.#disarm = this.#parts.wall.after(wait, () => {
      this.#armedFor = undefined
      this.runDue()
    })
  }

  /** Whether it worked. Whoever only reads the time, or has already been answered, must not fail because a job could not run. */
  #tryTo(act: () => void): boolean {
    try {
      act()
      return true
    } catch (error) {
      this.#parts.onError(error)
      return false
    }
  }

  #runaway(job: Job): never {
    throw new RunawayError(
      `More than ${MOST_AT_ONE_INSTANT} jobs ran at one instant. Next: ${job.kind} ${job.subject}. Last: ${this.#recent.join('; ')}.`,
    )
  }
}
