/** Whom work had to wait for when it was added: another piece in its lane, or any piece at all, as none could begin. */
export type WaitedFor = 'lane' | 'place'
type Work = (waitedFor: WaitedFor | undefined) => Promise<void>

/**
 * Work that talks to the outside, in lanes: one piece at a time per lane, in the given order, and at most `limit` pieces in all. The lanes
 * alternate, so one that hangs uses up one place and does not hold up the others.
 */
export class Lanes {
  readonly #limit: number
  readonly #waiting = new Map<string, (() => Promise<void>)[]>()
  readonly #busy = new Set<string>()
  #idle: PromiseWithResolvers<void> | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  get busy(): boolean {
    return this.#busy.size > 0 || this.#waiting.size > 0
  }

  /** Resolves when one more piece of work has ended; at once when there is none. */
  progress(): Promise<void> {
    if (!this.busy) return Promise.resolve()
    this.#idle ??= Promise.withResolvers<void>()
    return this.#idle.promise
  }

  /** `work` must not throw. */
  add(lane: string, work: Work): void {
    const queue = this.#waiting.get(lane)
    const isBehind = queue !== undefined || this.#busy.has(lane)
    const waitsFor = isBehind ? 'lane' : this.#busy.size >= this.#limit ? 'place' : undefined
    const told = () => work(waitsFor)
    if (queue) queue.push(told)
    else this.#waiting.set(lane, [told])
    this.#fill()
  }

  /** Drops the work that has not started, and lets nobody wait any longer. */
  clear(): void {
    this.#waiting.clear()
    this.wake()
  }

  #fill(): void {
    for (const [lane, queue] of this.#waiting) {
      if (this.#busy.size >= this.#limit) return
      if (this.#busy.has(lane)) continue
      const work = queue.shift()
      // The lane goes to the end of the line, or out of it.
      this.#waiting.delete(lane)
      if (queue.length > 0) this.#waiting.set(lane, queue)
      if (work === undefined) continue
      this.#busy.add(lane)
      void work().finally(() => {
        this.#busy.delete(lane)
        this.#fill()
        this.wake()
      })
    }
  }

  /** Wakes those who wait for progress. */
  wake(): void {
    const idle = this.#idle
    this.#idle = undefined
    idle?.resolve()
  }
}
