import type { HostClock, HostJump } from './host-clock.ts'
import type { Duration, Instant } from './instant.ts'

/** Kinds of jobs by name, with what a job of each carries. Who uses a kernel closes the list. */
export interface JobKinds {
  readonly [kind: string]: unknown
}
type KindOf<Kinds> = keyof Kinds & string

/** Something that will happen: data, not a closure, so that it survives a restart. */
export type Job<Kinds = JobKinds, Kind extends KindOf<Kinds> = KindOf<Kinds>> = {
  [K in Kind]: {
    readonly id: number
    readonly due_at: Instant
    readonly kind: K
    /** What it is about: the id of a call, a delivery, a day. */
    readonly subject: string
    readonly payload: Kinds[K]
  }
}[Kind]

/** A job to be added; a kind that carries nothing needs no payload. */
export type NewJob<Kinds = JobKinds> = {
  [K in KindOf<Kinds>]: {
    readonly due_at: Instant
    readonly kind: K
    readonly subject: string
    /**
     * The id of a job that ends in the same transaction, whose place among jobs of one instant the new one takes over. So what a job leads
     * to keeps its order, however long each send took.
     */
    readonly inPlaceOf?: number | undefined
  } & (null extends Kinds[K] ? { readonly payload?: Kinds[K] } : { readonly payload: Kinds[K] })
}[KindOf<Kinds>]

/** A job that ran, as an advance reports it; details are filled in by its handler. */
export interface Fired {
  readonly due_at: Instant
  readonly kind: string
  readonly subject: string
  readonly details: Record<string, string | number | boolean | null>
}

/** Runs in one transaction with the removal of its job and the move of the clock. */
export interface TimedHandler<Due = Job> {
  run(job: Due, fired: Fired): void
}

/**
 * Talks to the outside: `send` runs with no transaction open and returns what to record; `record` then runs in a transaction together
 * with the removal of the job. Jobs of one lane never overlap and keep their order. A job whose process dies between the two runs again.
 */
export interface SendingHandler<Due = Job> {
  lane(job: Due): string
  /** Whether somebody receives it who may call back before answering. */
  callsOut(job: Due): boolean
  send(job: Due, signal: AbortSignal): Promise<unknown> | undefined
  record(job: Due, outcome: unknown, fired: Fired): void
}

export type JobHandler<Due = Job> = TimedHandler<Due> | SendingHandler<Due>

/** Where jobs are kept, in the order (due, rank, id). A job that is claimed is not offered; that ends with its release, or with the process. */
export interface JobQueue<Kinds = JobKinds> {
  first(): Job<Kinds> | undefined
  /** Ids ascend, but for a job that takes the place of another. */
  add(job: NewJob<Kinds> & { rank: number }): void
  claim(id: number): void
  release(id: number): void
  remove(id: number): void
}

export type Pace = 'frozen' | 'live' | number

/** What was done with the host's clock: a live world went on by the time that passes, followed it, or did not follow so far. */
export type HostClockReason = 'host_clock_set_back' | 'host_clock_followed' | 'host_clock_too_far_ahead'

/** One run of the machine. */
export interface Boot {
  readonly id: string
  /** When it began, as the machine's clock has it. */
  readonly started_at: Instant
}

/** What is kept of a clock: at wall-clock time `wall` its instant was `instant`. */
export interface ClockState {
  readonly pace: Pace
  readonly instant: Instant
  readonly wall: Instant
  /** How far a live clock is ahead of the host's, because of settings of that one that it did not follow; nothing when left out. */
  readonly offset?: Duration | undefined
  /** What was last done with the host's clock. */
  readonly reason?: HostClockReason | null | undefined
  /** The run of the machine in which this was kept, where the system tells. */
  readonly boot?: Boot | undefined
}

export interface ClockStore {
  load(): ClockState | undefined
  save(state: ClockState): void
}

/** The real clock of the process; the only thing in Ringback that knows it. */
export interface WallClock {
  /** What the host's clock shows; it may be set at any time. */
  now(): Instant
  /** Real time since some point: nobody sets it, and it may stand still while the machine sleeps. */
  elapsed(): Duration
  /** Since when the machine runs, read anew; `undefined` where the system does not tell. */
  boot(): Boot | undefined
  /** Calls back once, after a real duration; returns how to call it off. */
  after(delay: Duration, act: () => void): () => void
}

/** What a kernel works with. */
export interface KernelParts<Kinds = JobKinds> {
  readonly queue: JobQueue<Kinds>
  readonly clock: ClockStore
  readonly wall: HostClock
  /** Hears of a setting of the host's clock while the process was away. */
  readonly onHostJump: (jump: HostJump) => void
  /** Runs work as one transaction. */
  readonly transaction: <Result>(work: () => Result) => Result
  /** Runs work, all or nothing, in a transaction that others share and that commits soon. */
  readonly joined: <Result>(work: () => Result) => Result
  /** Commits what has joined, and throws when it was lost. */
  readonly commit: () => void
  /** Resolves when what has joined is committed, and rejects when it was lost. */
  readonly committed: () => Promise<void>
  /** Whether a transaction is open, of the kernel or of anybody else. */
  readonly inTransaction: () => boolean
  /** Whether an error means that nothing can be written for now: the work is then kept, and tried again later. */
  readonly isOutage: (error: unknown) => boolean
  readonly handlers: { readonly [Kind in KindOf<Kinds>]: JobHandler<Job<Kinds, Kind>> }
  /** Kinds that run before everything else of the same instant. */
  readonly first: readonly KindOf<Kinds>[]
  readonly onMove?: () => void
  /** Hears of what went wrong where nobody waits for it. */
  readonly onError: (error: unknown, job?: Job) => void
  readonly sendsAtOnce: number
}
