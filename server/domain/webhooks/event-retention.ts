import { DAY, type Duration, type Instant } from '../../kernel/instant.ts'
import type { Store } from '../../store/store.ts'
import { newestEventBefore, ROW_BYTES, removeEvents, sizeOfEvents, sizesAfter } from '../../store/tables/event-sizes.ts'

/**
 * A world keeps this many events, no more than this many bytes of them with their deliveries and attempts, and none that is older than this
 * in emulated time. The oldest are removed first, in portions. What is still pending stays, however old.
 */
export const EVENT_LIMIT: EventLimit = { events: 100_000, bytes: 60_000_000, age: 180 * DAY }
/** How far over the limit they may be, as a share of it. */
const PORTION = 0.05
/** How many rows are looked at together. */
const AT_ONCE = 1_000

interface EventLimit {
  readonly events: number
  readonly bytes: number
  readonly age: Duration
}

/** Keeps events, deliveries and attempts within their limits. It is told of every row that is written, in the same transaction. */
export class EventRetention {
  readonly #store: Store
  readonly #limit: EventLimit
  /** What has been written since the last check. A new process checks at once. */
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

  /** Removes what is over the limits. */
  run(now: Instant): void {
    this.#since = { events: 0, bytes: 0 }
    const upTo = Math.max(newestEventBefore(this.#store, now - this.#limit.age), this.#surplus())
    if (upTo > 0) removeEvents(this.#store, upTo)
  }

  /** Checking at every event would read all of them each time. */
  #wrote({ events, bytes }: { events: number; bytes: number }, now: Instant): void {
    this.#since = { events: this.#since.events + events, bytes: this.#since.bytes + bytes }
    const { events: most, bytes: largest } = this.#limit
    if (this.#since.events >= most * PORTION || this.#since.bytes >= largest * PORTION) this.run(now)
  }

  /** The last of the oldest events that together are over the limit. */
  #surplus(): number {
    const kept = sizeOfEvents(this.#store)
    let events = kept.events - this.#limit.events
    let bytes = kept.bytes - this.#limit.bytes
    // One portion more, so that the next event does not need a check again.
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
