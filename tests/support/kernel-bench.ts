import { HostClock, type HostJump } from '../../server/kernel/host-clock.ts'
import type { Duration, Instant } from '../../server/kernel/instant.ts'
import type {
  Boot,
  ClockState,
  ClockStore,
  Fired,
  Job,
  JobHandler,
  JobKinds,
  JobQueue,
  NewJob,
  Pace,
  WallClock,
} from '../../server/kernel/job.ts'
import { Kernel } from '../../server/kernel/kernel.ts'

/** A real clock that only a test moves; its alarms go off while it moves, each at its own time. */
export class HandWall implements WallClock {
  #at = 0
  /** What the clock shows when nothing has passed; whoever sets it changes this. */
  #zero: Instant
  #alarms: { at: Duration; act: () => void }[] = []
  /** How long the machine had been running; left out, it does not tell. */
  readonly #uptime: Duration | undefined

  constructor(at: Instant, { uptime }: { uptime?: Duration | undefined } = {}) {
    this.#zero = at
    this.#uptime = uptime
  }

  readonly now = (): Instant => this.#zero + this.#at

  readonly elapsed = (): Duration => this.#at

  readonly boot = (): Boot | undefined =>
    this.#uptime === undefined ? undefined : { id: 'boot', started_at: this.#zero - this.#uptime }

  readonly after = (delay: Duration, act: () => void): (() => void) => {
    const alarm = { at: this.#at + delay, act }
    this.#alarms.push(alarm)
    return () => {
      this.#alarms = this.#alarms.filter(other => other !== alarm)
    }
  }

  /** Real time until each alarm, ascending. */
  get alarms(): Duration[] {
    return this.#alarms.map(alarm => alarm.at - this.#at).sort((a, b) => a - b)
  }

  pass(duration: Duration): void {
    const end = this.#at + duration
    for (;;) {
      const [next] = this.#alarms.filter(alarm => alarm.at <= end).sort((a, b) => a.at - b.at)
      if (next === undefined) break
      this.#alarms = this.#alarms.filter(alarm => alarm !== next)
      this.#at = Math.max(this.#at, next.at)
      next.act()
    }
    this.#at = end
  }

  /** Real time passes, and no alarm goes off yet: the process is busy. */
  late(duration: Duration): void {
    this.#at += duration
  }

  /** As a system's clock does when somebody sets it: no alarm goes off. */
  set(at: Instant): void {
    this.#zero = at - this.#at
  }
}

interface Row extends Job {
  rank: number
}

/** The queue and the clock of a store, as plain lists, with transactions that really roll back. */
export class MemoryStore implements JobQueue, ClockStore {
  rows: Row[] = []
  readonly claimed = new Set<number>()
  state: ClockState | undefined
  depth = 0
  /** How many more transactions cannot be written. */
  outages = 0
  #ids = 0

  first(): Job | undefined {
    return this.firstBut([])
  }
  firstBut(kinds: readonly string[]): Job | undefined {
    return this.rows
      .filter(row => !this.claimed.has(row.id) && !kinds.includes(row.kind))
      .sort((a, b) => a.due_at - b.due_at || a.rank - b.rank || a.id - b.id)
      .at(0)
  }
  add(job: NewJob & { rank: number }): void {
    const { due_at, kind, subject, payload, rank } = job
    const id = job.inPlaceOf ?? ++this.#ids
    if (this.rows.some(row => row.id === id)) throw new Error(`There is a job ${id} already.`)
    this.rows.push({ id, due_at, kind, subject, rank, payload: payload ?? null })
  }
  claim(id: number): void {
    this.claimed.add(id)
  }
  release(id: number): void {
    this.claimed.delete(id)
  }
  remove(id: number): void {
    this.rows = this.rows.filter(row => row.id !== id)
  }
  load(): ClockState | undefined {
    return this.state
  }
  save(state: ClockState): void {
    this.state = state
  }

  readonly transaction = <Result>(work: () => Result): Result => {
    const { rows, state } = this
    this.depth++
    try {
      const result = work()
      if (this.outages > 0) {
        this.outages--
        throw new Error('outage')
      }
      return result
    } catch (error) {
      this.rows = rows
      this.state = state
      throw error
    } finally {
      this.depth--
    }
  }

  /** What a killed process leaves behind: what was committed. */
  copy(): MemoryStore {
    const copy = new MemoryStore()
    copy.rows = this.rows
    copy.state = this.state
    copy.#ids = this.#ids
    return copy
  }
}

export const WALL_START = Date.UTC(2026, 4, 1, 12)
export const START = Date.UTC(2026, 2, 10, 14, 59, 50)

interface BenchOptions {
  readonly store?: MemoryStore
  readonly wall?: HandWall
  readonly instant?: Instant | undefined
  readonly pace?: Pace
  readonly sendsAtOnce?: number
  readonly handlers?: (bench: Bench) => { [kind: string]: JobHandler }
}

/** A kernel on a store in memory and a clock moved by hand, with a log of what ran and when. */
export class Bench {
  readonly store: MemoryStore
  readonly wall: HandWall
  readonly kernel: Kernel
  readonly log: string[] = []
  readonly errors: unknown[] = []
  /** Settings of the host's clock that were noticed. */
  readonly jumps: HostJump[] = []
  moves = 0

  constructor(options: BenchOptions = {}) {
    this.store = options.store ?? new MemoryStore()
    this.wall = options.wall ?? new HandWall(WALL_START)
    const { pace } = options
    const instant = 'instant' in options ? options.instant : START
    this.kernel = new Kernel<JobKinds>(
      {
        queue: this.store,
        clock: this.store,
        wall: new HostClock(this.wall, jump => this.jumps.push(jump)),
        onHostJump: jump => this.jumps.push(jump),
        transaction: this.store.transaction,
        joined: this.store.transaction,
        commit: () => undefined,
        committed: () => Promise.resolve(),
        inTransaction: () => this.store.depth > 0,
        isOutage: error => error instanceof Error && error.message === 'outage',
        first: ['first'],
        sendsAtOnce: options.sendsAtOnce ?? 16,
        onMove: () => this.moves++,
        onError: error => this.errors.push(error),
        handlers: { first: this.noting(), note: this.noting(), ...options.handlers?.(this) },
      },
      { instant, pace },
    )
  }

  /** Seconds since the start that the clock shows. */
  get at(): number {
    return (this.kernel.catchUp() - START) / 1_000
  }

  /** A handler that writes down kind, subject and the seconds since the start. */
  noting(then: (job: Job, fired: Fired) => void = () => {}): JobHandler {
    return {
      run: (job, fired) => {
        this.log.push(`${job.kind} ${job.subject} @${this.at}`)
        then(job, fired)
      },
    }
  }

  /** Adds a job, `seconds` after the start. */
  plan(seconds: number, subject: string, kind = 'note', payload?: unknown): void {
    this.store.transaction(() =>
      this.kernel.schedule({
        due_at: START + seconds * 1_000,
        kind,
        subject,
        ...(payload === undefined ? {} : { payload }),
      }),
    )
  }

  async advance(seconds: number) {
    const { fired } = await this.kernel.advance(now => now + seconds * 1_000)
    return fired
  }
}

/** Resolves when everything that can go on without outside help has done so. */
export function eventLoopPass(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
