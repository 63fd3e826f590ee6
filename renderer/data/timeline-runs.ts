import type { Timeline, TimelineItem } from './timeline.ts'

/** Equal things that follow each other with nothing else in between: one row, with how often. */
export interface Run {
  /** The newest of them. */
  readonly item: TimelineItem
  readonly count: number
  /** When the first of them was. */
  readonly since: number
  /** The same for as long as it is there, whatever comes to it. */
  readonly key: string
  /** Whether its rows follow it, each by itself; `part` is one of these. */
  readonly is: 'folded' | 'unfolded' | 'part'
}

/** Rows of which only those in view are made: there may be as many as there are things. */
export class Runs {
  readonly #items: readonly TimelineItem[]
  readonly #forgotten: Timeline['forgotten']
  /** Where in the items each begins. */
  readonly #begins: readonly number[]
  /** Where each ends, and whether it is one of an unfolded run, where there is any. */
  readonly #ends: readonly number[] | undefined
  readonly #parts: ReadonlySet<number>
  readonly #made = new Map<number, Run>()

  /**
   * Folds equal neighbours.
   *
   * @param items newest first
   * @param forgotten what was forgotten of the oldest run is still counted
   * @param unfolded keys of runs whose rows follow them
   */
  constructor(
    items: readonly TimelineItem[],
    forgotten?: Timeline['forgotten'],
    unfolded: ReadonlySet<string> = NOTHING,
  ) {
    this.#items = items
    const begins: number[] = []
    let before: string | undefined
    for (let index = 0; index < items.length; index++) {
      const { sameness } = items[index]!
      if (index === 0 || sameness === undefined || sameness !== before) begins.push(index)
      before = sameness
    }
    const ends: number[] = []
    const rows: number[] = []
    const parts = new Set<number>()
    if (unfolded.size > 0)
      for (const [index, begin] of begins.entries()) {
        const end = begins[index + 1] ?? items.length
        rows.push(begin)
        ends.push(end)
        if (end - begin === 1 || !unfolded.has(items[end - 1]!.key)) continue
        for (let part = begin; part < end; part++) {
          parts.add(rows.length)
          rows.push(part)
          ends.push(part + 1)
        }
      }
    this.#begins = unfolded.size > 0 ? rows : begins
    this.#ends = unfolded.size > 0 ? ends : undefined
    this.#parts = parts
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

  /** The row of one of them: its own, or that of the run that it is in; `undefined` when it is in none. */
  holding(item: TimelineItem): Run | undefined {
    const place = this.#items.indexOf(item)
    return place < 0 ? undefined : this.at(this.#begins.findLastIndex(begin => begin <= place))
  }

  #make(index: number): Run | undefined {
    const begin = this.#begins[index]
    if (begin === undefined) return undefined
    const end = this.#ends?.[index] ?? this.#begins[index + 1] ?? this.#items.length
    const isPart = this.#parts.has(index)
    const forgotten = end === this.#items.length && !isPart ? this.#forgotten : undefined
    const item = this.#items[begin]!
    return {
      item,
      count: end - begin + (forgotten?.count ?? 0),
      since: forgotten?.since ?? this.#items[end - 1]!.at,
      key: this.#items[end - 1]!.key,
      is: isPart ? 'part' : this.#parts.has(index + 1) ? 'unfolded' : 'folded',
    }
  }
}

const NOTHING: ReadonlySet<string> = new Set()

/** What names a row of a list: one that is unfolded stands above the row of its newest. */
export const rowKeyOf = ({ item, key, is }: Run): string => (is === 'unfolded' ? `all ${key}` : item.key)
