import { MOST_ACTORS } from './bounds.ts'
import { type Case, keep } from './cases.ts'
import type { Actor } from './observations.ts'

interface Count {
  times: number
  /** Those that were added with what shows them: the first one and the newest. */
  readonly cases: Case[]
}

/** How often something was so, by who did it; `null` is nobody in particular, and everyone beyond the clients that are told apart. */
export class Tally {
  readonly #counts = new Map<Actor | null, Count>()
  #lapsesIn = Infinity

  add(actor: Actor | null, times = 1): void {
    if (times !== 0) this.#of(actor).times += times
  }

  /** Once more, and what shows it. */
  addCase(actor: Actor | null, one: Case): void {
    const count = this.#of(actor)
    count.times += 1
    if (one.evidence.length + one.deliveries.length > 0) keep(count.cases, one)
  }

  /** What is open may be decided by time alone, if nothing comes; of several, the soonest counts. In seconds of real time. */
  lapses(seconds: number): void {
    this.#lapsesIn = Math.min(this.#lapsesIn, seconds)
  }

  /** Seconds of real time until anything is decided by time alone; `Infinity` where only what comes decides it. */
  get lapsesIn(): number {
    return this.#lapsesIn
  }

  addAll(other: Tally): void {
    this.lapses(other.lapsesIn)
    for (const [actor, { times, cases }] of other.#counts) {
      if (times === 0) continue
      const count = this.#of(actor)
      count.times += times
      for (const one of cases) keep(count.cases, one)
    }
  }

  /** Takes back what was added under a name. */
  takeBack(actor: Actor | null, { name, times }: { readonly name: string; readonly times: number }): void {
    const count = this.#of(actor)
    count.times -= times
    const others = count.cases.filter(one => one.name !== name)
    count.cases.splice(0, count.cases.length, ...others)
  }

  get total(): number {
    let total = 0
    for (const { times } of this.#counts.values()) total += times
    return total
  }

  of(actor: Actor | null): number {
    return this.#counts.get(actor)?.times ?? 0
  }

  /** From the first to the newest. */
  casesOf(actor: Actor | null): readonly Case[] {
    return this.#counts.get(actor)?.cases ?? []
  }

  actors(): IterableIterator<Actor | null> {
    return this.#counts.keys()
  }

  copy(): Tally {
    const copy = new Tally()
    copy.addAll(this)
    return copy
  }

  #of(actor: Actor | null): Count {
    const known = this.#counts.get(actor)
    if (known !== undefined) return known
    const whose = this.#counts.size < MOST_ACTORS ? actor : null
    const count = this.#counts.get(whose) ?? { times: 0, cases: [] }
    this.#counts.set(whose, count)
    return count
  }
}
