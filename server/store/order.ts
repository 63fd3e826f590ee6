import { META, readMeta } from './meta.ts'
import type { Store } from './store.ts'
import { PendingRows } from './write-behind.ts'

/** Between two requests there are numbers for this many other things. */
const ROOM_AFTER_REQUEST = 2 ** 20

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
    this.#last = Math.max(this.#last, nthOfRequest(this.#lastRequest())) + 1
    this.#pending.push(this.#last)
    return this.#last
  }
}
