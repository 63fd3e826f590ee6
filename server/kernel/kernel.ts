import { type AdvanceBounds, AdvanceLimits } from './advance-limits.ts'
import { ClockBackwardsError, ClockRangeError, ClockStoppedError, RunawayError } from './clock-errors.ts'
import { ClockLine, type Deviation, factorOf } from './clock-line.ts'
import type { HostJump } from './host-clock.ts'
import { DAY, type Duration, EARLIEST, type Instant, LATEST, SECOND } from './instant.ts'
import type { ClockState, Fired, Job, JobKinds, KernelParts, NewJob, Pace, TimedHandler } from './job.ts'
import { OUTAGE_WAIT, Sends } from './sends.ts'

const MOST_AT_ONE_INSTANT = 100_000
/** Timers of Node hold 32 bits of milliseconds; a longer wait is taken in parts. */
const LONGEST_WAIT = 10 * DAY
/** A clock that runs faster is looked at this often, so that its jobs do not wait for its timer's rounding. */
const SHORTEST_WAIT = 1
/** Real time after which an advance lets others have a turn: who waits for it may leave meanwhile. */
const LONGEST_AT_A_STRETCH = 100
/** How far a live clock may run on before it is kept; only a system clock that was set back between two starts makes use of it. */
const LONGEST_UNKEPT = SECOND

/**
 * The one clock of a world and its job queue.
 *
 * Invariants: (1) `now` never goes back. (2) One advance at a time; others queue up. (3) While a job runs, `now` is its due instant.
 * (4) At one instant the kinds in `first` run before all others, then jobs in the order in which they were added. (5) During an advance,
 * sends in flight hold time still. (6) A request catches up once, so the jobs due by then have run, and never waits for a send.
 * (7) No transaction spans a send: claim, send, record. (8) A runaway stops with its history. (9) Advancing in one step or in many is the
 * same. (10) A receiver that calls back during its delivery reads the instant of the delivery. (11) No setting of the host's clock moves a
 * world back or makes it wait: set back, a live clock goes on by the time that really passes; forward up to seven days it follows, and what
 * fell due runs in order; further it does not. So also over a restart, and a wait that was told never takes longer than that in real time.
 * (12) An advance ends: with what it waits for, with whoever waits for it, when its time is over, or when each of two waits for the other.
 * The clock then stands where it was, and what is in flight is still recorded.
 */
export class Kernel<Kinds = JobKinds> {
  readonly #parts: KernelParts
  readonly #sends: Sends
  readonly #recent: string[] = []
  readonly #line: ClockLine
  #now: Instant
  /** The last instant that the store has. */
  #kept: Instant
  #advancing = false
  #draining = false
  /** A send is being written down at this moment: time stands still for that long. */
  #recording = false
  #atOneInstant = 0
  #lastAdvance: Promise<unknown> = Promise.resolve()
  #disarm: (() => void) | undefined
  #armedFor: Instant | undefined
  #fired: Fired[] | undefined
  readonly #stop = new AbortController()

  /** Opens the clock that the store has kept; a new store starts with `initial`. */
  constructor(closed: KernelParts<Kinds>, initial: { instant?: Instant | undefined; pace?: Pace | undefined }) {
    // Within the kernel a job is a job; that each kind meets its own handler is the caller's list.
    const parts = closed as unknown as KernelParts
    this.#parts = parts
    this.#sends = new Sends({
      ...parts,
      record: write => this.#record(write),
      runDue: () => this.runDue(),
      signal: this.#stop.signal,
    })
    const kept = parts.clock.load()
    const wall = parts.wall.now()
    const started: ClockState = kept ?? {
      pace: initial.pace ?? (initial.instant === undefined ? 'live' : 'frozen'),
      instant: initial.instant ?? wall,
      wall,
    }
    const jumps: HostJump[] = []
    this.#line = new ClockLine({ host: parts.wall, onJump: jump => jumps.push(jump) }, started)
    this.#now = started.instant
    this.#kept = started.instant
    // What was done to the host's clock meanwhile is kept together with what became of it.
    if (kept === undefined || jumps.length > 0) parts.clock.save(this.#line.stateAt(this.#now))
    for (const jump of jumps) parts.onHostJump(jump)
  }

  get pace(): Pace {
    return this.#line.pace
  }

  /** The last instant that anyone has read. Reading it runs nothing. */
  get now(): Instant {
    return this.#now
  }

  /** Runs what is due and returns the instant. Inside a transaction nothing runs, so there the clock goes no further than the next job. */
  catchUp(): Instant {
    const still = this.#advancing || this.#draining || this.#recording || this.#stop.signal.aborted
    if (still || this.#line.pace === 'frozen') return this.#now
    if (this.#parts.inTransaction()) this.#now = this.#readingBeforeJobs()
    else if (this.#tryTo(() => this.#drain(this.#reading(), { hold: false }))) this.#tryTo(() => this.#keepRunning())
    return this.#now
  }

  /** How a live clock stands to the host's, by what was done to that one. */
  get deviation(): Deviation {
    return this.#line.deviation
  }

  /** The next job, if there is one. */
  next(): Job<Kinds> | undefined {
    return this.#parts.queue.first() as Job<Kinds> | undefined
  }

  /** Adds a job; call it inside the transaction of what causes it. One that is due already runs as soon as that has committed. */
  schedule(job: NewJob<Kinds>): void {
    const added = job as NewJob
    this.#parts.queue.add({ ...added, rank: this.#parts.first.includes(added.kind) ? 0 : 1 })
  }

  /** Runs what is due by now, and sets the alarm for what comes. To be called after a transaction that may have added jobs. */
  runDue(): void {
    if (this.#draining || this.#stop.signal.aborted) return
    const limit = this.#advancing || this.#line.pace === 'frozen' ? this.#now : this.#reading()
    if (this.#tryTo(() => this.#drain(limit, { hold: this.#advancing }))) this.#arm()
    else this.#wake(OUTAGE_WAIT)
  }

  /**
   * Moves time to `target` and runs everything that falls due on the way, each at its own instant. Resolves when nothing is due or in
   * flight. Throws `AdvanceEndedError` when it has to end before, `ClockBackwardsError`, `ClockRangeError`, `RunawayError`, `ClockStoppedError`, and what the store throws when it cannot
   * be written.
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
      this.#advancing = true
      this.#atOneInstant = 0
      const { fired } = limits
      this.#fired = fired
      try {
        for (;;) {
          const until = this.#parts.wall.elapsed() + LONGEST_AT_A_STRETCH
          const isMore = this.#drain(target, { hold: true, until })
          if (isMore) await new Promise<void>(resolve => this.#parts.wall.after(0, resolve))
          else if (this.#sends.busy) await this.#sends.progress()
          else break
          this.#requireOpen()
          limits.check()
        }
        this.#now = target
      } finally {
        this.#advancing = false
        this.#fired = undefined
        if (!this.#stop.signal.aborted) this.#anchor(this.#line.pace, { moved: this.#now - from })
        if (limits.isOver) this.#arm()
      }
      this.#arm()
      return { now: target, fired }
    }
    const result = this.#lastAdvance.then(run, run)
    this.#lastAdvance = result.catch(() => undefined)
    // It may have to end before it has begun.
    return Promise.race([result, limits.ended]).finally(() => limits.release())
  }

  /** Freezes the clock, runs it live, or runs it at a multiple of real time; it goes on from the present. */
  setPace(pace: Pace): void {
    this.catchUp()
    this.#anchor(pace)
    this.#arm()
  }

  /** Resolves when nothing that is due is left to do or in flight. */
  async settled(): Promise<void> {
    for (;;) {
      await this.#lastAdvance
      this.runDue()
      if (!this.#sends.busy && !this.#advancing) return
      await this.#sends.progress()
    }
  }

  /** Ends sends in flight and stops the alarm. Nothing runs afterwards; claimed jobs run again when the store is opened next. */
  close(): void {
    if (this.#stop.signal.aborted) return
    if (this.pace !== 'frozen' && !this.#advancing) {
      this.#now = this.#readingBeforeJobs()
      this.#tryTo(() => this.#parts.transaction(() => this.#keep()))
    }
    this.#disarm?.()
    this.#stop.abort()
    this.#sends.clear()
  }

  /** What the running clock shows, never less than what was seen before. */
  #reading(): Instant {
    return Math.max(this.#now, this.#line.reading())
  }

  /** The same, as far as no job has to run for it. */
  #readingBeforeJobs(): Instant {
    return Math.max(this.#now, Math.min(this.#reading(), this.next()?.due_at ?? LATEST))
  }

  #anchor(pace: Pace, { moved = 0 }: { moved?: Duration } = {}): void {
    this.#line.anchor(pace, this.#now, { moved })
    this.#parts.transaction(() => this.#parts.clock.save(this.#line.stateAt(this.#now)))
    this.#kept = this.#now
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

  /** Whether it stopped at the time `until`, of what has passed, although more is due. */
  #drain(limit: Instant, { hold, until }: { hold: boolean; until?: Duration }): boolean {
    if (this.#draining) return false
    // Jobs plan further jobs: without an end they would never end, and none is due after a limit that is no number.
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
          this.#now = job.due_at
          this.#atOneInstant = 0
        } else if (++this.#atOneInstant > MOST_AT_ONE_INSTANT) this.#runaway(job)
        this.#run(job)
        ran = true
        if (until !== undefined && this.#parts.wall.elapsed() >= until) return true
      }
      if (!hold) this.#now = Math.max(this.#now, limit)
      return false
    } finally {
      this.#draining = false
      if (ran) this.#watch({ hold })
    }
  }

  /** What jobs have written commits a moment later; an advance waits for it. Jobs that were lost are still in the queue. */
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
      // What causes a send is in the store before it leaves, and so is its instant.
      this.#parts.joined(() => this.#keep())
      this.#parts.commit()
      this.#parts.queue.claim(job.id)
      this.#sends.add(job, handler, fired)
    }
  }

  #runTimed(job: Job, handler: TimedHandler, fired: Fired): void {
    try {
      this.#parts.joined(() => {
        this.#parts.queue.remove(job.id)
        this.#keep()
        handler.run(job, fired)
      })
    } catch (error) {
      this.#drop(job, error)
    }
  }

  /** In a running world time went on during a send; what is recorded of it happens now. */
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
   * A handler that throws must not stop time for everything else: its effects were rolled back, and its job leaves. While the store cannot
   * be written, nothing is dropped, and time stops.
   */
  #drop(job: Job, error: unknown): void {
    if (this.#parts.isOutage(error)) throw error
    this.#parts.transaction(() => this.#parts.queue.remove(job.id))
    this.#parts.onError(error, job)
  }

  /** Keeps the present inside the transaction of a job, so that a killed process goes on where it was. */
  #keep(): void {
    const still = this.#advancing || this.pace === 'frozen'
    this.#parts.clock.save(this.#line.stateAt(this.#now, { still }))
    this.#kept = this.#now
  }

  /** A killed process must not go back behind what a client saw. A live clock goes on by itself as long as nobody sets the system's back. */
  #keepRunning(): void {
    const unkept = this.#now - this.#kept
    if (unkept === 0 || (this.#line.pace === 'live' && unkept < LONGEST_UNKEPT)) return
    this.#parts.joined(() => this.#keep())
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

  /** Whether it could be done. Who only asks for the time, or has been answered already, must not fail because a job could not run. */
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
