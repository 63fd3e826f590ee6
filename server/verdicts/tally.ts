import { MOST_ACTORS } from './bounds.ts'
import type { Actor } from './observations.ts'

/** How often something was so, by who did it; `null` is nobody in particular, and everyone beyond the clients that are told apart. */
export class Tally {
  readonly #times = new Map<Actor | null, number>()

  add(actor: Actor | null, times = 1): void {
    if (times === 0) return
    const whose = this.#times.has(actor) || this.#times.size < MOST_ACTORS ? actor : null
    this.#times.set(whose, (this.#times.get(whose) ?? 0) + times)
  }

  addAll(other: Tally): void {
    for (const [actor, times] of other.#times) this.add(actor, times)
  }

  get total(): number {
    let total = 0
    for (const times of this.#times.values()) total += times
    return total
  }

  of(actor: Actor | null): number {
    return this.#times.get(actor) ?? 0
  }

  actors(): IterableIterator<Actor | null> {
    return this.#times.keys()
  }

  copy(): Tally {
    const copy = new Tally()
    copy.addAll(this)
    return copy
  }
}
