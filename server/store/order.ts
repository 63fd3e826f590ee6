import { META, readMeta } from './meta.ts'
import type { Store } from './store.ts'
import { PendingRows } from './write-behind.ts'

/** Between two requests there are this many numbers. */
const ROOM_AFTER_REQUEST = 2 ** 20
/** From one thing to the next: between two of them there is a number for moves of the clock. */
const STEP = 2

/** Where a request stands among all that happened in its world: before all that came of it. */
export const nthOfRequest = (seq: number): number => seq * ROOM_AFTER_REQUEST

/**
 * Numbers what happens in a world: whatever came later has a higher number, also at one emulated instant. A request needs none of its own, as its
 * sequence tells; anything else keeps its number in its row. The last one is written once for all that a transaction has numbered, so a store that is
 * opened again goes on after it. What is rolled back leaves a gap.
 */
export class Order {
  readonly #lastRequest: () => number
  readonly #pending: PendingRows<number>
  #last: number

  constructor(store: Store, lastRequest: () => number) {
    this.#lastRequest = lastRequest
    this.#last = Number(readMeta(store, META.nth) ?? 0)
    const insert = store.insertInto('meta', { replacing: ['name'] })
    this.#pending = new PendingRows('meta', numbers => {
      insert.run({ name: META.nth, value: String(numbers.at(-1)) })
    })
    store.writeBehind(this.#pending)
  }

  /** The number of what happens now. */
  next(): number {
    this.#last = this.#newest() + STEP
    this.#pending.push(this.#last)
    return this.#last
  }

  /**
   * A number after all that has happened and before all that will. It uses none up: whether time has passed in one step or in a thousand, what
   * happened then has the same numbers.
   */
  between(): number {
    return this.#newest() + 1
  }

  #newest(): number {
    return Math.max(this.#last, nthOfRequest(this.#lastRequest()))
  }
}
