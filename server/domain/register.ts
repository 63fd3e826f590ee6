import { ASSUMPTION_DEFAULTS, type AssumptionId, type AssumptionValues } from '../contract/assumptions.ts'
import type { Store } from '../store/store.ts'
import { removeAssumption, saveAssumption, savedAssumptions } from '../store/tables/settings.ts'

/**
 * A world's register of assumptions. Every guess is asked for here, by id, on behalf of something: the exchange that is being answered, or
 * the call, event or delivery whose job runs. The ids asked for are noted there, so that each can say which guesses it rests on.
 */
export class Register {
  readonly #store: Store
  #values: AssumptionValues
  #noted: Set<AssumptionId> | undefined
  /** Lists of ids that rows keep, taken apart: there are few different ones. */
  readonly #read = new Map<string, readonly AssumptionId[]>()
  /** A value was set, and it is not certain yet that it stays: a rollback asks the table again. */
  #changing = false

  constructor(store: Store) {
    this.#store = store
    this.#values = this.#load()
    store.onRollback(() => {
      if (this.#changing) this.#values = this.#load()
      this.#changing &&= store.inTransaction
    })
  }

  /** The value of an assumption, noted on what it is asked for. */
  readonly get = <Id extends AssumptionId>(id: Id): AssumptionValues[Id] => {
    this.#noted?.add(id)
    return this.#values[id]
  }

  /** Notes an assumption whose value was used through a schema. */
  readonly note = (id: AssumptionId): void => {
    this.#noted?.add(id)
  }

  /** Notes what a row rests on, in the form in which rows keep it. */
  readonly noteKept = (kept: string): void => {
    const noted = this.#noted
    if (noted === undefined || kept === '') return
    let ids = this.#read.get(kept)
    if (ids === undefined) {
      ids = kept.split(',') as AssumptionId[]
      this.#read.set(kept, ids)
    }
    for (const id of ids) noted.add(id)
  }

  /** Notes how a field without a value is shown, where one is. */
  noteUnset<Fields extends object>(fields: Fields): Fields {
    for (const name in fields) {
      if (fields[name] === null) {
        this.note('wire.unset_fields')
        break
      }
    }
    return fields
  }

  /** All values, without noting any. */
  get values(): AssumptionValues {
    return this.#values
  }

  /** Collects the ids asked for while `work` runs, into `noted`. */
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
   * Runs `work` on behalf of a row: the ids asked for are noted for that row alone, beside those that it has. `assumptions` is what the row
   * has to keep from now on.
   */
  onBehalf<Result>(kept: string, work: () => Result): { result: Result; assumptions: string } {
    const noted = new Set<AssumptionId>()
    const result = this.collect(noted, () => {
      this.noteKept(kept)
      return work()
    })
    return { result, assumptions: keptForm(noted) }
  }

  /** Sets a value that has been checked. */
  set(id: AssumptionId, value: unknown): void {
    saveAssumption(this.#store, id, JSON.stringify(value))
    this.#hold(id, value)
  }

  /** Back to the default. */
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

/** Ids as rows keep them: in one text, with commas between them. Their order is that of their names, so that equal sets are equal texts. */
export function keptForm(noted: ReadonlySet<AssumptionId>): string {
  return [...noted].sort().join(',')
}
