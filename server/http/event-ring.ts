/** How many of the latest entries a reader can resume from (tests/security/README.md#A15). */
export const RING_CAPACITY = 10_000

/** Something that happened. */
export interface RingEntry {
  /** Increases by one with every entry of a ring, and never starts again. */
  readonly id: number
  readonly topic: string
  /** The data as JSON, serialised when it is first asked for. */
  readonly json: string
}

/**
 * The latest things that happened, at most `capacity` of them, each with a number. Pushing costs only a slot: the JSON is written once,
 * when the first reader asks, so a stream that nobody reads costs nothing. Data must not change after it was pushed.
 */
export class EventRing<Messages extends object = { readonly [topic: string]: unknown }> {
  /** Distinguishes this ring from that of another process, or of the world before it was removed, whose numbers mean other entries. */
  readonly epoch: string
  readonly #slots: (RingEntry | undefined)[]
  readonly #listeners = new Set<(entry: RingEntry) => void>()
  #lastId = 0
  #oldestId = 1

  constructor(options: { readonly epoch: string; readonly capacity?: number }) {
    if (!/^[A-Za-z0-9_]{1,64}$/.test(options.epoch))
      throw new TypeError('The epoch of a ring is letters, digits and _, at most 64.')
    this.epoch = options.epoch
    this.#slots = new Array(options.capacity ?? RING_CAPACITY)
  }

  /** The number of the newest entry; 0 before the first. */
  get lastId(): number {
    return this.#lastId
  }

  push<Topic extends keyof Messages & string>(topic: Topic, data: Messages[Topic]): RingEntry {
    this.#lastId += 1
    const entry = new LazyEntry(this.#lastId, topic, data)
    const { length } = this.#slots
    this.#slots[this.#lastId % length] = entry
    if (this.#lastId - this.#oldestId >= length) this.#oldestId = this.#lastId - length + 1
    for (const listener of this.#listeners) {
      try {
        listener(entry)
      } catch {
        // If a reader fails, that is its own business: what is reported has happened, and the other readers are told.
      }
    }
    return entry
  }

  /** The entries after `id`, oldest first, at most `most` of them; `gap` when some are gone, or when `id` is not from this ring. */
  since(id: number, most = Number.POSITIVE_INFINITY): readonly RingEntry[] | 'gap' {
    if (!Number.isSafeInteger(id) || id < this.#oldestId - 1 || id > this.#lastId) return 'gap'
    const entries: RingEntry[] = []
    const last = Math.min(this.#lastId, id + most)
    for (let next = id + 1; next <= last; next += 1) entries.push(this.#slots[next % this.#slots.length]!)
    return entries
  }

  /** Calls `listener` with every entry from now on, at the moment at which it is pushed. Returns a function that ends this. */
  subscribe(listener: (entry: RingEntry) => void): () => void {
    // Wrapped, so that one function may be registered twice and removed once.
    const own = (entry: RingEntry) => listener(entry)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  /** Removes the entries. Numbers go on, so a reader that resumes from before is told that it missed something. */
  clear(): void {
    this.#slots.fill(undefined)
    // Skips a number: a reader that had everything must not take the emptied ring for "nothing new".
    this.#lastId += 1
    this.#oldestId = this.#lastId + 1
  }
}

class LazyEntry implements RingEntry {
  readonly id: number
  readonly topic: string
  #data: unknown
  #json: string | undefined

  constructor(id: number, topic: string, data: unknown) {
    this.id = id
    this.topic = topic
    this.#data = data
  }

  get json(): string {
    if (this.#json === undefined) {
      this.#json = JSON.stringify(this.#data) ?? 'null'
      this.#data = undefined
    }
    return this.#json
  }
}
