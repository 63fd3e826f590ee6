import type { HostClock, HostJump } from './host-clock.ts'
import type { Duration, Instant } from './instant.ts'
import type { WaitedFor } from './lanes.ts'

/** Kinds of jobs by name, with their payloads. Whoever uses a kernel closes the list. */
export interface JobKinds {
  readonly [kind: string]: unknown
}
type KindOf<Kinds> = keyof Kinds & string

/** Something that will happen. It is data and not a closure, so that it survives a restart. */
export type Job<Kinds = JobKinds, Kind extends KindOf<Kinds> = KindOf<Kinds>> = {
  [K in Kind]: {
    readonly id: number
    readonly due_at: Instant
    readonly kind: K
    /** What the job is about: the id of a call, of a delivery, or a day. */
    readonly subject: string
    readonly payload: Kinds[K]
  }
}[Kind]

/** A job to be added. A kind without a payload needs none. */
export type NewJob<Kinds = JobKinds> = {
  [K in KindOf<Kinds>]: {
    readonly due_at: Instant
    readonly kind: K
    readonly subject: string
    /**
     * The id of a job that ends in the same transaction. The new job takes its place among the jobs of one instant, so that what follows
     * from a job keeps its order, however long each send took.
     */
    readonly inPlaceOf?: number | undefined
  } & (null extends Kinds[K] ? { readonly payload?: Kinds[K] } : { readonly payload: Kinds[K] })
}[KindOf<Kinds>]

/** A job that ran, as an advance reports it. Its handler fills in the details. */
export interface Fired {
  readonly due_at: Instant
  readonly kind: string
  readonly subject: string
  readonly details: Record<string, string | number | boolean | null>
}

/** Runs in one transaction with the removal of the job and the move of the clock. */
export interface TimedHandler<Due = Job> {
  run(job: Due, fired: Fired): void
}

/**
 * Talks to the outside. `send` runs with no transaction open and returns what to record; `record` then runs in one transaction with the
 * removal of the job. Jobs in one lane never overlap, and keep their order. If the process dies between the two, the job runs again.
 */
export interface SendingHandler<Due = Job> {
  /** Its turn has come: those of one instant are told of in their order, however long each send takes. */
  claimed?(job: Due): void
  lane(job: Due): string
  /** Whether its receiver may call back before it answers. */
  callsOut(job: Due): boolean
  /** `waitedFor`: why it is not called at the instant at which the job was due. */
  send(job: Due, signal: AbortSignal, waitedFor: WaitedFor | undefined): Promise<unknown> | undefined
  record(job: Due, outcome: unknown, fired: Fired): void
}

export type JobHandler<Due = Job> = TimedHandler<Due> | SendingHandler<Due>

/** Where jobs are stored, ordered by due instant, rank and id. A claimed job is not offered, until it is released or the process ends. */
export interface JobQueue<Kinds = JobKinds> {
  first(): Job<Kinds> | undefined
  /** The first of another kind than these. */
  firstBut(kinds: readonly string[]): Job<Kinds> | undefined
  /** Ids ascend, except that of a job which takes the place of another. */
  add(job: NewJob<Kinds> & { rank: number }): void
  claim(id: number): void
  release(id: number): void
  remove(id: number): void
}

/** `eager` is live, and leaps to what is due next when nobody has asked anything for a while. */
export type Pace = 'frozen' | 'live' | 'eager' | number

/**
 * What was done to the host's clock, and what live worlds did: they went on with the time that passes, followed it, or did not follow that
 * far.
 */
export type HostClockReason = 'host_clock_set_back' | 'host_clock_followed' | 'host_clock_too_far_ahead'

/** One run of the machine, from its start. */
export interface Boot {
  readonly id: string
  /** When it began, by the machine's clock. */
  readonly started_at: Instant
}

/** The saved state of a clock: at wall-clock time `wall`, its instant was `instant`. */
export interface ClockState {
  readonly pace: Pace
  readonly instant: Instant
  readonly wall: Instant
  /** How far a live clock is ahead of the host's, because of changes of that clock that it did not follow; 0 when left out. */
  readonly offset?: Duration | undefined
  /** What was last done to the host's clock. */
  readonly reason?: HostClockReason | null | undefined
  /** The run of the machine in which this was saved, where the system tells. */
  readonly boot?: Boot | undefined
}

export interface ClockStore {
  load(): ClockState | undefined
  save(state: ClockState): void
}

/** The real clock of the process. Nothing else in Ringback reads it. */
export interface WallClock {
  /** What the host's clock shows. Somebody may set it at any time. */
  now(): Instant
  /** Real time since some starting point. Nobody can set it, and it may stand still while the machine sleeps. */
  elapsed(): Duration
  /** The present run of the machine, read anew; `undefined` where the system does not tell. */
  boot(): Boot | undefined
  /** Calls back once, after a real duration. Returns a function that cancels it. */
  after(delay: Duration, act: () => void): () => void
}

/** What a kernel needs. */
export interface KernelParts<Kinds = JobKinds> {
  readonly queue: JobQueue<Kinds>
  readonly clock: ClockStore
  readonly wall: HostClock
  /** Called when the host's clock was set while the process was away. */
  readonly onHostJump: (jump: HostJump) => void
  /** Runs work in a transaction. */
  readonly transaction: <Result>(work: () => Result) => Result
  /** Runs work, all or nothing, in a transaction that is shared and commits soon. */
  readonly joined: <Result>(work: () => Result) => Result
  /** Commits the shared transaction, and throws when it was lost. */
  readonly commit: () => void
  /** Resolves when the shared transaction has committed, and rejects when it was lost. */
  readonly committed: () => Promise<void>
  /** Whether any transaction is open, of the kernel or of others. */
  readonly inTransaction: () => boolean
  /** Whether an error means that nothing can be written at present. The work is then kept, and tried again later. */
  readonly isOutage: (error: unknown) => boolean
  readonly handlers: { readonly [Kind in KindOf<Kinds>]: JobHandler<Job<Kinds, Kind>> }
  /** Kinds that run before all others of the same instant. */
  readonly first: readonly KindOf<Kinds>[]
  readonly onMove?: () => void
  /** Called before the clock goes on to an instant, when nothing is half done. */
  readonly onReach?: (instant: Instant) => void
  /** Called with errors for which nobody waits. */
  readonly onError: (error: unknown, job?: Job) => void
  readonly sendsAtOnce: number
}
