import { DAY, type Duration, type Instant } from '../../kernel/instant.ts'
import type { Store } from '../../store/store.ts'
import { newestEventBefore, ROW_BYTES, removeEvents, sizeOfEvents, sizesAfter } from '../../store/tables/event-sizes.ts'

/**
 * A world keeps so many events, with their deliveries and attempts no more than so many bytes, and none that is older in emulated time; the
 * oldest leave first, in portions. What is still pending stays, however old.
 */
export const EVENT_LIMIT: EventLimit = { events: 100_000, bytes: 60_000_000, age: 180 * DAY }
/** How far they may be over it, as a part of it. */
const PORTION = 0.05
/** Rows that are looked at together. */
const AT_ONCE = 1_000

export interface EventLimit {
  readonly events: number
  readonly bytes: number
  readonly age: Duration
}

/** Keeps events, deliveries and attempts inside their bounds. To be told of what is written, inside its transaction. */
export class EventRetention {
  readonly #store: Store
  readonly #limit: EventLimit
  /** What was written since it last looked; a new process looks at once. */
  #since = { events: Number.POSITIVE_INFINITY, bytes: 0 }

  constructor(store: Store, limit: EventLimit = EVENT_LIMIT) {
    this.#store = store
    this.#limit = limit
  }

  wroteEvent(body: Buffer, now: Instant): void {
    this.#wrote({ events: 1, bytes: body.length + 2 * ROW_BYTES }, now)
  }

  wroteAttempt(texts: readonly (string | null)[], now: Instant): void {
    const bytes = texts.reduce((sum, text) => sum + (text === null ? 0 : Buffer.byteLength(text)), ROW_BYTES)
    this.#wrote({ events: 0, bytes }, now)
  }

  /** Lets go of what is over the bounds. */
  run(now: Instant): void {
    this.#since = { events: 0, bytes: 0 }
    const upTo = Math.max(newestEventBefore(this.#store, now - this.#limit.age), this.#surplus())
    if (upTo > 0) removeEvents(this.#store, upTo)
  }

  /** To look at every event would read them all each time. */
  #wrote({ events, bytes }: { events: number; bytes: number }, now: Instant): void {
    this.#since = { events: this.#since.events + events, bytes: this.#since.bytes + bytes }
    const { events: most, bytes: largest } = this.#limit
    if (this.#since.events >= most * PORTION || this.#since.bytes >= largest * PORTION) this.run(now)
  }

  /** The last of the oldest events that together make the surplus. */
  #surplus(): number {
    const kept = sizeOfEvents(this.#store)
    let events = kept.events - this.#limit.events
    let bytes = kept.bytes - this.#limit.bytes
    // A portion more, so that not each further event has to look again.
    if (bytes > 0) bytes += this.#limit.bytes * PORTION
    let last = 0
    while (events > 0 || bytes > 0) {
      const rows = sizesAfter(this.#store, last, AT_ONCE)
      if (rows.length === 0) break
      for (const row of rows) {
        if (events <= 0 && bytes <= 0) break
        events--
        bytes -= row.bytes
        last = row.event_seq
      }
    }
    return last
  }
}
