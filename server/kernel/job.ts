import type { Duration, Instant } from './instant.ts'

/** Something that will happen: data, not a closure, so that it survives a restart. */
export interface Job {
  readonly id: number
  readonly due_at: Instant
  readonly kind: string
  /** What it is about: the id of a call, a delivery, a day. */
  readonly subject: string
  readonly payload: string
}

export interface NewJob {
  readonly due_at: Instant
  readonly kind: string
  readonly subject: string
  readonly payload?: unknown
  /**
   * The id of a job that ends in the same transaction, whose place among jobs of one instant the new one takes over. So what a job leads to
   * keeps its order, however long each send took.
   */
  readonly inPlaceOf?: number | undefined
}

/** A job that ran, as an advance reports it; details are filled in by its handler. */
export interface Fired {
  readonly due_at: Instant
  readonly kind: string
  readonly subject: string
  readonly details: Record<string, string | number | boolean | null>
}

/** Runs in one transaction with the removal of its job and the move of the clock. */
export interface TimedHandler {
  readonly run: (job: Job, fired: Fired) => void
}

/**
 * Talks to the outside: `send` runs with no transaction open and returns what to record; `record` then runs in a transaction together
 * with the removal of the job. Jobs of one lane never overlap and keep their order. A job whose process dies between the two runs again.
 */
export interface SendingHandler {
  readonly lane: (job: Job) => string
  readonly send: (job: Job, signal: AbortSignal) => Promise<unknown> | undefined
  readonly record: (job: Job, outcome: unknown, fired: Fired) => void
}

export type JobHandler = TimedHandler | SendingHandler

/** Where jobs are kept, in the order (due, rank, id). A job that is claimed is not offered; that ends with its release, or with the process. */
export interface JobQueue {
  first(): Job | undefined
  /** Ids ascend, but for a job that takes the place of another. */
  add(job: NewJob & { rank: number }): void
  claim(id: number): void
  release(id: number): void
  remove(id: number): void
}

export type Pace = 'frozen' | 'live' | number

/** What is kept of a clock: at wall-clock time `wall` its instant was `instant`. */
export interface ClockState {
  readonly pace: Pace
  readonly instant: Instant
  readonly wall: Instant
}

export interface ClockStore {
  load(): ClockState | undefined
  save(state: ClockState): void
}

/** The real clock of the process; the only thing in Ringback that knows it. */
export interface WallClock {
  now(): Instant
  /** Calls back once, after a real duration; returns how to call it off. */
  after(delay: Duration, act: () => void): () => void
}

/** What a kernel works with. */
export interface KernelParts {
  readonly queue: JobQueue
  readonly clock: ClockStore
  readonly wall: WallClock
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
  readonly handlers: { readonly [kind: string]: JobHandler }
  /** Kinds that run before everything else of the same instant. */
  readonly first: readonly string[]
  readonly onMove?: () => void
  /** Hears of what went wrong where nobody waits for it. */
  readonly onError: (error: unknown, job?: Job) => void
  readonly sendsAtOnce: number
}
