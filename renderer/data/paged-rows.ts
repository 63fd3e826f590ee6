import type { Page } from '../../server/control/protocol/common.ts'

type FetchPage<Row> = (cursor: string | null) => Promise<Page<Row>>

interface Slot<Row> {
  cursor: string | null
  length: number
  /** `null` when the rows were put aside to keep memory flat; they are read again when they come near the view. */
  rows: readonly Row[] | null
}

export interface RowsState {
  /** Rows known so far; more may follow while `complete` is false. */
  count: number
  complete: boolean
  /** The first page has been read. */
  ready: boolean
  /** Rows newer than those shown have arrived and are not shown, since the list is being read. */
  newer: boolean
  error: unknown
}

/** Pages kept around the view: some thousands of rows. */
export const KEPT_PAGES = 30

/**
 * A list that the server pages by cursor, newest first. It reads pages as they come near the view and forgets those far from it, so that
 * a journal of 100,000 rows costs the memory of a few screens. While `following`, the head is read again on every change; while a person
 * reads further down, the list holds still and says that there is more.
 */
export class PagedRows<Row> {
  #slots: Slot<Row>[] = []
  #state: RowsState = { count: 0, complete: false, ready: false, newer: false, error: undefined }
  #starts: number[] = []
  #following = true
  #generation = 0
  readonly #loading = new Set<number>()
  readonly #listeners = new Set<() => void>()
  readonly #fetchPage: FetchPage<Row>

  constructor(fetchPage: FetchPage<Row>) {
    this.#fetchPage = fetchPage
  }

  get state(): RowsState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The row at an index, or `undefined` while it is not loaded. */
  at(index: number): Row | undefined {
    const slot = this.#slotOf(index)
    return slot === undefined ? undefined : (this.#slots[slot]?.rows?.[index - (this.#starts[slot] ?? 0)] ?? undefined)
  }

  /** The index of the first loaded row that is meant, or -1. */
  indexOf(isMeant: (row: Row) => boolean): number {
    for (const [slot, { rows }] of this.#slots.entries()) {
      const index = rows?.findIndex(isMeant) ?? -1
      if (index >= 0) return (this.#starts[slot] ?? 0) + index
    }
    return -1
  }

  /** Reads what is missing for rows `first` to `last` and one page beyond, and forgets pages far away. */
  show(first: number, last: number): void {
    const from = this.#slotOf(first) ?? 0
    const to = this.#slotOf(last) ?? this.#slots.length - 1
    for (let slot = Math.max(0, from - 1); slot <= to + 1; slot++) this.#load(slot)
    this.#forget((from + to) / 2)
  }

  setFollowing(following: boolean): void {
    if (this.#following === following) return
    this.#following = following
    if (following && this.#state.newer) void this.readHead()
  }

  /** To be called when the server has newer rows. Resolves when they are shown, at once when the list holds still. */
  async changed(): Promise<void> {
    if (this.#following) await this.readHead()
    else this.#become({ newer: true })
  }

  /** Starts again from the newest row. */
  async readHead(): Promise<void> {
    const generation = ++this.#generation
    try {
      const page = await this.#fetchPage(null)
      if (generation !== this.#generation) return
      this.#loading.clear()
      this.#slots = [{ cursor: null, length: page.data.length, rows: page.data }]
      this.#appendNext(page)
      this.#become({ ready: true, newer: false, error: undefined })
    } catch (error) {
      if (generation === this.#generation) this.#become({ ready: true, error })
    }
  }

  #slotOf(index: number): number | undefined {
    if (index < 0 || index >= this.#state.count) return undefined
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return low
  }

  #load(index: number): void {
    const slot = this.#slots[index]
    if (!slot || slot.rows || this.#loading.has(index)) return
    this.#loading.add(index)
    // Where the list was started anew meanwhile, another page stands there, or none.
    const isThere = () => this.#slots[index] === slot
    this.#fetchPage(slot.cursor).then(
      page => {
        if (!isThere()) return
        this.#loading.delete(index)
        const isNewest = index === this.#slots.length - 1 && slot.length === 0
        this.#slots[index] = { ...slot, rows: page.data, length: isNewest ? page.data.length : slot.length }
        if (isNewest) this.#appendNext(page)
        this.#become({ error: undefined })
      },
      error => {
        if (!isThere()) return
        this.#loading.delete(index)
        this.#become({ error })
      },
    )
  }

  /** An empty slot at the end stands for the page that has not been read yet. */
  #appendNext(page: Page<Row>): void {
    if (page.next_cursor !== null) this.#slots.push({ cursor: page.next_cursor, length: 0, rows: null })
  }

  #forget(centre: number): void {
    for (const [index, slot] of this.#slots.entries()) {
      if (slot.rows && index > 0 && Math.abs(index - centre) > KEPT_PAGES / 2) slot.rows = null
    }
  }

  #become(change: Partial<RowsState>): void {
    let count = 0
    this.#starts = this.#slots.map(slot => {
      const start = count
      count += slot.length
      return start
    })
    const complete = this.#slots.every(slot => slot.length > 0 || slot.rows !== null)
    this.#state = { ...this.#state, ...change, count, complete }
    for (const listener of this.#listeners) listener()
  }
}
