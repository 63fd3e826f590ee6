import type { Timeline, TimelineItem } from './timeline.ts'

/** Equal things that follow each other with nothing else in between: one row, with how often. */
export interface Run {
  /** The newest of them. */
  readonly item: TimelineItem
  readonly count: number
  /** When the first of them was. */
  readonly since: number
}

/** Rows of which only those in view are made: there may be as many as there are things. */
export class Runs {
  readonly #items: readonly TimelineItem[]
  readonly #forgotten: Timeline['forgotten']
  /** Where in the items each begins. */
  readonly #begins: readonly number[]
  readonly #made = new Map<number, Run>()

  /**
   * Folds equal neighbours.
   *
   * @param items newest first
   * @param forgotten what was forgotten of the oldest run is still counted
   */
  constructor(items: readonly TimelineItem[], forgotten?: Timeline['forgotten']) {
    this.#items = items
    const begins: number[] = []
    let before: string | undefined
    for (let index = 0; index < items.length; index++) {
      const { sameness } = items[index]!
      if (index === 0 || sameness === undefined || sameness !== before) begins.push(index)
      before = sameness
    }
    this.#begins = begins
    const isGoingOn = forgotten?.sameness !== undefined && forgotten.sameness === before
    this.#forgotten = isGoingOn ? forgotten : undefined
  }

  get length(): number {
    return this.#begins.length
  }

  /** The same object each time that it is asked for; `undefined` when there is none. */
  at(index: number): Run | undefined {
    const run = this.#made.get(index) ?? this.#make(index)
    if (run !== undefined) this.#made.set(index, run)
    return run
  }

  /** The index of the first that is meant; -1 when there is none. */
  indexOf(isMeant: (run: Run) => boolean): number {
    return this.#begins.findIndex((_, index) => isMeant(this.#make(index)!))
  }

  #make(index: number): Run | undefined {
    const begin = this.#begins[index]
    if (begin === undefined) return undefined
    const end = this.#begins[index + 1] ?? this.#items.length
    const forgotten = end === this.#items.length ? this.#forgotten : undefined
    return {
      item: this.#items[begin]!,
      count: end - begin + (forgotten?.count ?? 0),
      since: forgotten?.since ?? this.#items[end - 1]!.at,
    }
  }
}
