import { SECOND } from './instant.ts'
import type { Fired, Job, KernelParts, SendingHandler } from './job.ts'
import { Lanes } from './lanes.ts'

/** Real time until work is tried again that the store could not write. */
export const OUTAGE_WAIT = SECOND

interface Parts extends KernelParts {
  /** Writes down what has ended, at the present. */
  readonly record: (write: () => void) => void
  readonly runDue: () => void
  /** Ends everything. */
  readonly signal: AbortSignal
}

/** Jobs that talk to the outside, between their claim and their record. */
export class Sends {
  readonly #parts: Parts
  readonly #lanes: Lanes
  /** What has been sent and not answered, with whether its receiver may call back. */
  readonly #inFlight = new Map<Job, boolean>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#lanes = new Lanes(parts.sendsAtOnce)
  }

  /** Whether any waits or is under way. */
  get busy(): boolean {
    return this.#lanes.busy
  }

  get inFlight(): readonly Job[] {
    return [...this.#inFlight.keys()]
  }

  /** Of those in flight, what somebody receives who may call back. */
  get calledOut(): readonly Job[] {
    return this.inFlight.filter(job => this.#inFlight.get(job))
  }

  /** Sends in its turn what has been claimed. */
  add(job: Job, handler: SendingHandler, fired: Fired): void {
    this.#lanes.add(handler.lane(job), () => this.#send(job, handler, fired))
  }

  /** Resolves when one more has ended, at once when there is none. */
  progress(): Promise<void> {
    return this.#lanes.progress()
  }

  /** Lets those go on who wait for progress, although there is none. */
  wake(): void {
    this.#lanes.wake()
  }

  /** Forgets what has not started, and lets nobody wait any longer. */
  clear(): void {
    this.#lanes.clear()
  }

  /** Never rejects, since nobody waits for it. */
  async #send(job: Job, handler: SendingHandler, fired: Fired): Promise<void> {
    const { queue, signal, runDue, onError } = this.#parts
    if (signal.aborted) return
    try {
      this.#inFlight.set(job, handler.callsOut(job))
      const outcome = await handler.send(job, signal)
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

  /** Writes down a send together with the end of its job. */
  #end(job: Job, write: () => void): void {
    const { record, queue } = this.#parts
    record(() => {
      queue.remove(job.id)
      write()
    })
  }

  /** Acts unless the world was closed, and again after an outage of the store: what was sent must not be forgotten. */
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
