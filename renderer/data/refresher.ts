/**
 * Runs `refresh` soon after a change, never twice at once and not more often than every `gap` milliseconds. A change during a run leads
 * to one more run after it: the last change is always seen, and a flood of changes cannot starve the answer.
 */
export class Refresher {
  #running = false
  #stale = false
  #stopped = false
  readonly #refresh: () => Promise<unknown>
  readonly #wait: () => Promise<void>

  constructor({ refresh, wait }: { refresh: () => Promise<unknown>; wait: () => Promise<void> }) {
    this.#refresh = refresh
    this.#wait = wait
  }

  /** Returns at once; a refresh that fails is tried again at the next change. */
  changed(): void {
    this.#stale = true
    this.#stopped = false
    if (!this.#running) void this.#run()
  }

  /** Reads nothing more until the next change. */
  stop(): void {
    this.#stopped = true
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#stale && !this.#stopped) {
      this.#stale = false
      await this.#refresh().catch(() => {})
      await this.#wait()
    }
    this.#running = false
  }
}

/** What a list or a figure may lag behind the server under a steady stream; the first change after a quiet time is read at once. */
export const REFRESH_GAP_MS = 150
export const refreshGap = () => new Promise<void>(resolve => setTimeout(resolve, REFRESH_GAP_MS))
