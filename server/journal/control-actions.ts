import type { Instant } from '../kernel/instant.ts'
import type { Pace } from '../kernel/job.ts'
import type { Newest } from '../store/narrow.ts'
import type { ControlActionRow } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { findAction, insertAction, newestActions, removeActionsUpTo } from '../store/tables/journal.ts'

/** How many of its newest actions a world keeps. */
export const ACTIONS_KEPT = 1_000

/** A move of the clock, a new pace, or both; `from` equals `to` when only the pace changed. */
export interface ClockMove {
  readonly from: Instant
  readonly to: Instant
  readonly pace: Pace
  readonly pace_before: Pace
}

/** What people did to the world through the control API, newest last. */
export class ControlActions {
  readonly #store: Store
  readonly #tell: (id: number) => void

  constructor(store: Store, tell: (id: number) => void) {
    this.#store = store
    this.#tell = tell
  }

  /** Records a move of the clock. When the clock merely ran on, there is nothing to record. */
  clockMoved(move: ClockMove): void {
    if (move.from === move.to && move.pace === move.pace_before) return
    this.#store.transaction(() => {
      const row = { at: move.to, kind: 'clock', facts: JSON.stringify(move) }
      const id = insertAction(this.#store, row)
      removeActionsUpTo(this.#store, id - ACTIONS_KEPT)
      this.#tell(id)
    })
  }

  find(id: number): ControlActionRow | undefined {
    return findAction(this.#store, id)
  }

  /** Newest first. */
  list(page: Newest): ControlActionRow[] {
    return newestActions(this.#store, page)
  }
}
