import type { ActionFacts, ActionKind, DrillFacts } from '../contract/action-kinds.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Pace } from '../kernel/job.ts'
import type { Newest } from '../store/narrow.ts'
import type { Order } from '../store/order.ts'
import type { ControlActionRow } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import {
  type ActionFilters,
  actionsOfKind,
  actionsSince,
  countActions,
  findAction,
  insertAction,
  newestActions,
  removeOldestAction,
} from '../store/tables/journal.ts'

/** How many of its newest actions of each kind a world keeps, so that a flood of one kind takes nothing of another away. */
export const ACTIONS_KEPT = 1_000

/** A move of the clock, a new pace, or both; `from` equals `to` when only the pace changed. */
export interface ClockMove {
  readonly from: Instant
  readonly to: Instant
  readonly pace: Pace
  readonly pace_before: Pace
  /** What an advance has brought about; `undefined` when it broke off, and for another pace. */
  readonly happened?: object | undefined
}

/** What is remembered of an action, by its kind. */
interface Facts extends ActionFacts {
  clock: ClockMove
}

interface Options {
  readonly store: Store
  /** The number of the last request so far, since the instants of both may be the same. */
  readonly lastRequest: () => number
  readonly order: Order
  readonly tell: (id: number) => void
}

interface DrillAct {
  readonly at: Instant
  readonly facts: DrillFacts
}

/** A drill, as far as its acts are remembered. */
export interface DrillRemembered {
  readonly started: DrillAct
  readonly ended: DrillAct | undefined
  /** All that it has staged. */
  readonly fault_ids: readonly number[]
}

/** What people did to the world through the control API, newest last. */
export class ControlActions {
  readonly #store: Store
  readonly #lastRequest: () => number
  readonly #order: Order
  readonly #tell: (id: number) => void
  /** How many there are of each kind; `undefined` until that is known. */
  #counts: Map<string, number> | undefined

  constructor({ store, lastRequest, order, tell }: Options) {
    this.#store = store
    this.#lastRequest = lastRequest
    this.#order = order
    this.#tell = tell
    store.onRollback(() => {
      this.#counts = undefined
    })
  }

  /** The place of an action before all that comes of it, where that is told of first. */
  place(): number {
    return this.#order.next()
  }

  /** Records an action, in the transaction of what it changes if there is one. */
  note<Kind extends ActionKind>(kind: Kind, at: Instant, facts: Facts[Kind], nth = this.#order.next()): void {
    this.#store.transaction(() => {
      this.#counts ??= countActions(this.#store)
      const row = { at, kind, facts: JSON.stringify(facts), after_seq: this.#lastRequest(), nth }
      const id = insertAction(this.#store, row)
      const count = (this.#counts.get(kind) ?? 0) + 1
      this.#counts.set(kind, Math.min(count, ACTIONS_KEPT))
      if (count > ACTIONS_KEPT) removeOldestAction(this.#store, kind)
      this.#tell(id)
    })
  }

  /** Records a move of the clock. When the clock merely ran on, there is nothing to record. */
  clockMoved(move: ClockMove): void {
    if (move.from !== move.to || move.pace !== move.pace_before)
      this.note('clock', move.to, move, this.#order.between())
  }

  /** By its id, the drill that has staged a fault, as far as that is remembered: also one that ended, or of another process. For one answer. */
  drillsByFault(): ReadonlyMap<number, Pick<DrillFacts, 'drill' | 'title'>> {
    const drills = new Map<number, Pick<DrillFacts, 'drill' | 'title'>>()
    for (const { facts } of actionsOfKind(this.#store, 'drill')) {
      const { done, drill, title, fault_ids } = JSON.parse(facts) as DrillFacts
      if (done === 'ended') continue
      for (const id of fault_ids) if (!drills.has(id)) drills.set(id, { drill, title })
    }
    return drills
  }

  /** All that started, in that order: also those of another process. */
  drills(): readonly DrillRemembered[] {
    const all: (DrillRemembered & { ended: DrillAct | undefined; fault_ids: number[] })[] = []
    for (const { at, facts: text } of actionsOfKind(this.#store, 'drill')) {
      const act = { at, facts: JSON.parse(text) as DrillFacts }
      const { done, drill_id, fault_ids } = act.facts
      if (done === 'started') all.push({ started: act, ended: undefined, fault_ids: [...fault_ids] })
      const own = all.findLast(({ started }) => started.facts.drill_id === drill_id)
      if (own === undefined) continue
      if (done === 'ended') own.ended ??= act
      if (done === 'went_on') own.fault_ids.push(...fault_ids)
    }
    return all
  }

  /** Those that reached an instant, or a later one. */
  clockMoves(since: Instant): ClockMove[] {
    return actionsSince(this.#store, 'clock', since).map(({ facts }) => JSON.parse(facts) as ClockMove)
  }

  find(id: number): ControlActionRow | undefined {
    return findAction(this.#store, id)
  }

  /** Newest first. */
  list(filters: ActionFilters, page: Newest): ControlActionRow[] {
    return newestActions(this.#store, filters, page)
  }
}
