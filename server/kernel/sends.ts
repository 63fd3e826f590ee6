import { SECOND } from './instant.ts'
import type { Fired, Job, KernelParts, SendingHandler } from './job.ts'
import { Lanes, type WaitedFor } from './lanes.ts'

/** Real time until work that could not be written is tried again. */
export const OUTAGE_WAIT = SECOND

interface Parts extends KernelParts {
  /** Records what has ended, at the present instant. */
  readonly record: (write: () => void) => void
  readonly runDue: () => void
  /** Aborted when everything ends. */
  readonly signal: AbortSignal
}

/** A job whose turn it is. */
interface Turn {
  readonly job: Job
  readonly waitedFor: WaitedFor | undefined
}

/** Jobs that talk to the outside, from their claim to their record. */
export class Sends {
  readonly #parts: Parts
  readonly #lanes: Lanes
  /** What has been sent and not answered, with whether its receiver may call back. */
  readonly #inFlight = new Map<Job, boolean>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#lanes = new Lanes(parts.sendsAtOnce)
  }

  /** Whether any job waits or is under way. */
  get busy(): boolean {
    return this.#lanes.busy
  }

  get inFlight(): readonly Job[] {
    return [...this.#inFlight.keys()]
  }

  /** Those in flight whose receivers may call back. */
  get calledOut(): readonly Job[] {
    return this.inFlight.filter(job => this.#inFlight.get(job))
  }

  /** Sends a claimed job when its lane allows. */
  add(job: Job, handler: SendingHandler, fired: Fired): void {
    handler.claimed?.(job)
    this.#lanes.add(handler.lane(job), waitedFor => this.#send({ job, waitedFor }, handler, fired))
  }

  /** Resolves when one more has ended; at once when there is none. */
  progress(): Promise<void> {
    return this.#lanes.progress()
  }

  /** Wakes those who wait for progress, although there is none. */
  wake(): void {
    this.#lanes.wake()
  }

  /** Drops what has not started, and lets nobody wait any longer. */
  clear(): void {
    this.#lanes.clear()
  }

  /** Never rejects, because nobody waits for it. */
  async #send({ job, waitedFor }: Turn, handler: SendingHandler, fired: Fired): Promise<void> {
    const { queue, signal, runDue, onError } = this.#parts
    if (signal.aborted) return
    try {
      this.#inFlight.set(job, handler.callsOut(job))
      const outcome = await handler.send(job, signal, waitedFor)
      this.#inFlight.delete(job)
      await this.#whenWritable(() => this.#end(job, () => handler.record(job, outcome, fired)))
    } catch (error) {
      this.#inFlight.delete(job)
      await this.#whenWritable(() => this.#end(job, () => {})).catch(onError)
      if (!signal.aborted) onError(error, job)
    }
    if (signal.aborted) return
    queue.release(job.id)
    runDue()
  }

  /** Records a send in one transaction with the end of its job. */
  #end(job: Job, write: () => void): void {
    const { record, queue } = this.#parts
    record(() => {
      queue.remove(job.id)
      write()
    })
  }

  /** Acts unless the world was closed, and retries after an outage of the store, because what was sent must not be forgotten. */
  async #whenWritable(act: () => void): Promise<void> {
    const { signal, isOutage, onError } = this.#parts
    for (;;) {
      if (signal.aborted) return
      try {
        act()
        return
      } catch (error) {
        if (!isOutage(error)) throw error
        onError(error)
      }
      await this.#pause(OUTAGE_WAIT)
    }
  }

  #pause(wait: number): Promise<void> {
    const { signal, wall } = this.#parts
    return new Promise(resolve => {
      const end = () => {
        cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = wall.after(wait, end)
      signal.addEventListener('abort', end)
    })
  }
}
