import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../contract/assumption-entry.ts'
import { ASSUMPTION_DEFAULTS, type AssumptionId, type AssumptionValues } from '../contract/assumptions.ts'
import type { Store } from '../store/store.ts'
import { removeAssumption, saveAssumption, savedAssumptions } from '../store/tables/settings.ts'

/**
 * How a default is stored where somebody has set it, so that nothing measured takes its place. It changes nothing of how the world behaves.
 */
export const USUAL_ASSUMPTIONS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ASSUMPTION_DEFAULTS).map(([id, value]) => [id, JSON.stringify(value)]),
)

/**
 * A world's register of assumptions. Every guess is looked up here, by id, for something: the exchange that is being answered, or the call,
 * event or delivery whose job runs. The id is noted there, so that each can say which guesses it rests on.
 */
export class Register {
  readonly #store: Store
  #values: AssumptionValues
  #noted: Set<AssumptionId> | undefined
  /** A value was set in a transaction that may still be rolled back; then the table is read again. */
  #changing = false

  constructor(store: Store) {
    this.#store = store
    this.#values = this.#load()
    store.onRollback(() => {
      if (this.#changing) this.#values = this.#load()
      this.#changing &&= store.inTransaction
    })
  }

  /** The value of an assumption, noted for whatever needs it. */
  readonly get = <Id extends AssumptionId>(id: Id): AssumptionValues[Id] => {
    this.#noted?.add(id)
    return this.#values[id]
  }

  /** Notes an assumption whose value was used through a schema. */
  readonly note = (id: AssumptionId): void => {
    this.#noted?.add(id)
  }

  /** Notes what a row rests on, given in the form of rows. */
  readonly noteKept = (kept: string): void => {
    const noted = this.#noted
    if (noted === undefined || kept === '') return
    for (const id of kept.split(',')) noted.add(id as AssumptionId)
  }

  /** Notes the guess about fields without a value, if there is one. */
  noteUnset<Fields extends object>(fields: Fields): Fields {
    for (const name in fields) {
      if (fields[name] === null) {
        this.note('wire.unset_fields')
        break
      }
    }
    return fields
  }

  /** All values. Reading them notes nothing. */
  get values(): AssumptionValues {
    return this.#values
  }

  /** Adds the ids that `work` looks up to `noted`. */
  collect<Result>(noted: Set<AssumptionId>, work: () => Result): Result {
    const outer = this.#noted
    this.#noted = noted
    try {
      return work()
    } finally {
      this.#noted = outer
    }
  }

  /**
   * Runs `work` for a row: the ids that it looks up are noted for that row only, in addition to those it has. `assumptions` is what the row
   * has to store then.
   */
  onBehalf<Result>(kept: string, work: () => Result): { result: Result; assumptions: string } {
    const noted = new Set<AssumptionId>()
    const result = this.collect(noted, work)
    if (noted.size === 0) return { result, assumptions: kept }
    this.collect(noted, () => this.noteKept(kept))
    return { result, assumptions: keptForm(noted) }
  }

  /** The values that are not the default. */
  changed(): { readonly [id: string]: Json } {
    const all = Object.entries(this.#values) as [AssumptionId, Json][]
    return Object.fromEntries(all.filter(([id, value]) => !isDeepStrictEqual(value, ASSUMPTION_DEFAULTS[id])))
  }

  /** The value has been checked. */
  set(id: AssumptionId, value: unknown): void {
    saveAssumption(this.#store, id, JSON.stringify(value))
    this.#hold(id, value)
  }

  reset(id: AssumptionId): void {
    removeAssumption(this.#store, id)
    this.#hold(id, ASSUMPTION_DEFAULTS[id])
  }

  #hold(id: AssumptionId, value: unknown): void {
    this.#values = { ...this.#values, [id]: value }
    this.#changing = true
    this.#store.afterCommit(() => {
      this.#changing = false
    })
  }

  #load(): AssumptionValues {
    const known = savedAssumptions(this.#store).filter(row => Object.hasOwn(ASSUMPTION_DEFAULTS, row.id))
    return { ...ASSUMPTION_DEFAULTS, ...Object.fromEntries(known.map(row => [row.id, JSON.parse(row.value)])) }
  }
}

/** Ids in the form of rows: one text, separated by commas, in alphabetical order, so that equal sets are equal texts. */
export function keptForm(noted: ReadonlySet<AssumptionId>): string {
  return [...noted].sort().join(',')
}
