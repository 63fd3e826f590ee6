import { DAY, EARLIEST, type Instant, LATEST } from './instant.ts'
import type {
  ClockState,
  ClockStore,
  Fired,
  Job,
  JobHandler,
  JobQueue,
  NewJob,
  Pace,
  SendingHandler,
  WallClock,
} from './job.ts'
import { Lanes } from './lanes.ts'

/** The target lies before the present. */
export class ClockBackwardsError extends Error {
  readonly code = 'clock_backwards'
}
/** The target lies outside the years that the clock covers. */
export class ClockRangeError extends Error {
  readonly code = 'clock_out_of_range'
}
/** Jobs keep producing jobs at one instant; the message holds the queue's head and what ran last. */
export class RunawayError extends Error {
  readonly code = 'clock_runaway'
}

interface Parts {
  readonly queue: JobQueue
  readonly clock: ClockStore
  readonly wall: WallClock
  /** Runs work as one transaction. */
  readonly transaction: <Result>(work: () => Result) => Result
  readonly handlers: { readonly [kind: string]: JobHandler }
  /** Kinds that run before everything else of the same instant. */
  readonly first: readonly string[]
  readonly onMove?: () => void
  readonly onError: (error: unknown, job: Job) => void
  readonly sendsAtOnce: number
}

const MOST_AT_ONE_INSTANT = 100_000
/** Timers of Node hold 32 bits of milliseconds; a longer wait is taken in parts. */
const LONGEST_WAIT = 10 * DAY
/** A clock that runs faster is looked at this often, so that its jobs do not wait for its timer's rounding. */
const SHORTEST_WAIT = 1

/**
 * The one clock of a world and its job queue.
 *
 * Invariants: (1) `now` never goes back. (2) One advance at a time; others queue up. (3) While a job runs, `now` is its due instant.
 * (4) At one instant the kinds in `first` run before all others, then jobs in the order in which they were added. (5) During an advance,
 * sends in flight hold time still. (6) A request reads `now` once, after the jobs due by then have run, and never waits for a send.
 * (7) No transaction spans a send: claim, send, record. (8) A runaway stops with its history. (9) Advancing in one step or in many is the
 * same. (10) A receiver that calls back during its delivery reads the instant of the delivery.
 */
export class Kernel {
  readonly #parts: Parts
  readonly #lanes: Lanes
  readonly #recent: string[] = []
  #state: ClockState
  /** The last instant that anyone saw. */
  #now: Instant
  #advancing = false
  #draining = false
  #turn: Promise<unknown> = Promise.resolve()
  #disarm: (() => void) | undefined
  #armedFor: Instant | undefined
  #fired: Fired[] | undefined
  readonly #stop = new AbortController()

  /** Opens the clock that the store has kept; a new store starts with `initial`. */
  constructor(parts: Parts, initial: { instant?: Instant | undefined; pace?: Pace | undefined }) {
    this.#parts = parts
    this.#lanes = new Lanes(parts.sendsAtOnce)
    const wall = parts.wall.now()
    const kept = parts.clock.load()
    const started: ClockState = kept ?? {
      pace: initial.pace ?? (initial.instant === undefined ? 'live' : 'frozen'),
      instant: initial.instant ?? wall,
      wall,
    }
    // A live clock went on while the process was away; a frozen or a scaled one goes on where it stood.
    this.#state = started.pace === 'live' ? started : { ...started, wall }
    this.#now = started.instant
    if (kept === undefined) parts.clock.save(this.#state)
    parts.queue.releaseAll()
  }

  get pace(): Pace {
    return this.#state.pace
  }

  /** The present, in which every job due so far has run. */
  now(): Instant {
    if (this.#advancing || this.#draining || this.#state.pace === 'frozen') return this.#now
    this.#drain(this.#reading(), { hold: false })
    return this.#now
  }

  /** The due instant of the next job, if there is one. */
  next(): Job | undefined {
    return this.#parts.queue.first()
  }

  /** Adds a job; call it inside the transaction of what causes it. One that is due already runs as soon as that has committed. */
  schedule(job: NewJob): void {
    this.#parts.queue.add({ ...job, rank: this.#parts.first.includes(job.kind) ? 0 : 1 })
  }

  /** Runs what is due by now, and sets the alarm for what comes. To be called after a transaction that may have added jobs. */
  pulse(): void {
    if (this.#draining || this.#stop.signal.aborted) return
    this.#drain(this.#advancing || this.#state.pace === 'frozen' ? this.#now : this.#reading(), {
      hold: this.#advancing,
    })
    this.#arm()
  }

  /**
   * Moves time to `target` and runs everything that falls due on the way, each at its own instant. Resolves when nothing is due or in
   * flight. Throws `ClockBackwardsError`, `ClockRangeError`, `RunawayError`.
   */
  advance(resolveTarget: (now: Instant) => Instant): Promise<{ now: Instant; fired: Fired[] }> {
    const run = async () => {
      const from = this.now()
      const target = resolveTarget(from)
      if (target < from) throw new ClockBackwardsError('The clock cannot go back. Use reset to start again earlier.')
      this.#check(target)
      this.#advancing = true
      const fired: Fired[] = []
      this.#fired = fired
      try {
        for (;;) {
          this.#drain(target, { hold: true })
          if (!this.#lanes.busy) break
          await this.#lanes.progress()
        }
        this.#now = target
      } finally {
        this.#advancing = false
        this.#fired = undefined
        this.#anchor(this.#state.pace)
      }
      this.#arm()
      return { now: target, fired }
    }
    const result = this.#turn.then(run, run)
    this.#turn = result.catch(() => undefined)
    return result
  }

  /** Freezes the clock, runs it live, or runs it at a multiple of real time; it goes on from the present. */
  setPace(pace: Pace): void {
    this.now()
    this.#anchor(pace)
    this.#arm()
  }

  /** Resolves when nothing that is due is left to do or in flight. */
  async settled(): Promise<void> {
    for (;;) {
      await this.#turn
      this.pulse()
      if (!this.#lanes.busy && !this.#advancing) return
      await this.#lanes.progress()
    }
  }

  /** Ends sends in flight and stops the alarm. Nothing runs afterwards; claimed jobs run again when the store is opened next. */
  close(): void {
    if (this.#stop.signal.aborted) return
    if (this.#state.pace !== 'frozen' && !this.#advancing) this.#anchor(this.#state.pace)
    this.#disarm?.()
    this.#lanes.clear()
    this.#stop.abort()
  }

  /** What the running clock shows, never less than what was seen before. */
  #reading(): Instant {
    const { pace, instant, wall } = this.#state
    const factor = pace === 'live' ? 1 : pace === 'frozen' ? 0 : pace
    const elapsed = (this.#parts.wall.now() - wall) * factor
    return Math.min(LATEST, Math.max(this.#now, Math.floor(instant + elapsed)))
  }

  #anchor(pace: Pace): void {
    this.#state = { pace, instant: this.#now, wall: this.#parts.wall.now() }
    this.#parts.transaction(() => this.#parts.clock.save(this.#state))
    this.#armedFor = undefined
    this.#parts.onMove?.()
  }

  #check(target: Instant): void {
    if (target < EARLIEST || target > LATEST)
      throw new ClockRangeError('The clock covers the years 2000 to 2099. Choose an instant in between.')
  }

  #drain(limit: Instant, { hold }: { hold: boolean }): void {
    if (this.#draining) return
    this.#draining = true
    let atOneInstant = 0
    try {
      for (;;) {
        const job = this.#parts.queue.first()
        if (job === undefined || job.due_at > limit) break
        if (job.due_at > this.#now) {
          if (hold && this.#lanes.busy) return
          this.#now = job.due_at
          atOneInstant = 0
        } else if (++atOneInstant > MOST_AT_ONE_INSTANT) this.#runaway(job)
        this.#run(job)
      }
      if (!hold) this.#now = Math.max(this.#now, limit)
    } finally {
      this.#draining = false
    }
  }

  #run(job: Job): void {
    const handler = this.#parts.handlers[job.kind]
    const fired: Fired = { due_at: job.due_at, kind: job.kind, subject: job.subject, details: {} }
    this.#fired?.push(fired)
    this.#recent.push(`${job.kind} ${job.subject} due ${job.due_at}`)
    if (this.#recent.length > 20) this.#recent.shift()
    if (handler === undefined) throw new Error(`No handler for the job kind ${job.kind}.`)
    if ('run' in handler) this.#runTimed(job, handler.run, fired)
    else this.#claim(job, handler, fired)
  }

  #runTimed(job: Job, run: (job: Job, fired: Fired) => void, fired: Fired): void {
    try {
      this.#parts.transaction(() => {
        this.#parts.queue.remove(job.id)
        this.#keep()
        run(job, fired)
      })
    } catch (error) {
      // A handler that throws must not stop time for everything else; its job is dropped, its effects are rolled back.
      this.#parts.transaction(() => this.#parts.queue.remove(job.id))
      this.#parts.onError(error, job)
    }
  }

  #claim(job: Job, handler: SendingHandler, fired: Fired): void {
    this.#parts.transaction(() => {
      this.#parts.queue.claim(job.id)
      this.#keep()
    })
    this.#lanes.add(handler.lane(job), () => this.#send(job, handler, fired))
  }

  async #send(job: Job, handler: SendingHandler, fired: Fired): Promise<void> {
    const { signal } = this.#stop
    if (signal.aborted) return
    try {
      const outcome = await handler.send(job, signal)
      if (signal.aborted) return
      // In a running world time went on during the send; what is recorded happens now.
      if (!this.#advancing) this.now()
      this.#parts.transaction(() => {
        this.#parts.queue.remove(job.id)
        handler.record(job, outcome, fired)
      })
    } catch (error) {
      if (signal.aborted) return
      this.#parts.transaction(() => this.#parts.queue.remove(job.id))
      this.#parts.onError(error, job)
    }
    this.pulse()
  }

  /** Keeps the present of a clock that is being advanced, so that a killed process goes on where it was. */
  #keep(): void {
    if (this.#state.pace === 'live') return
    this.#parts.clock.save({ pace: this.#state.pace, instant: this.#now, wall: this.#state.wall })
  }

  #arm(): void {
    const { pace } = this.#state
    const running = pace !== 'frozen' && !this.#advancing && !this.#stop.signal.aborted
    const due = running ? this.#parts.queue.first()?.due_at : undefined
    if (due === this.#armedFor && due !== undefined) return
    this.#disarm?.()
    this.#disarm = undefined
    this.#armedFor = due
    if (due === undefined) return
    const factor = pace === 'live' ? 1 : (pace as number)
    const wait = Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, Math.ceil((due - this.#reading()) / factor)))
    this.#disarm = this.#parts.wall.after(wait, () => {
      this.#armedFor = undefined
      this.pulse()
    })
  }

  #runaway(job: Job): never {
    throw new RunawayError(
      `More than ${MOST_AT_ONE_INSTANT} jobs ran at one instant. Next: ${job.kind} ${job.subject}. Last: ${this.#recent.join('; ')}.`,
    )
  }
}
