import { ASSUMPTION_DEFAULTS, type AssumptionId, type AssumptionValues } from '../contract/assumptions.ts'
import type { Store } from '../store/store.ts'

/**
 * A world's register of assumptions. Every guess is asked for here, by id; while an exchange is being answered the ids asked for are
 * noted, so that the journal can say which guesses the answer rests on.
 */
export class Register {
  readonly #store: Store
  #values: AssumptionValues
  #noted: Set<AssumptionId> | undefined
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

  /** The value of an assumption, noted on the exchange at hand. */
  readonly get = <Id extends AssumptionId>(id: Id): AssumptionValues[Id] => {
    this.#noted?.add(id)
    return this.#values[id]
  }

  /** Notes an assumption whose value was used through a schema. */
  readonly note = (id: AssumptionId): void => {
    this.#noted?.add(id)
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

  /** Sets a value that has been checked. */
  set(id: AssumptionId, value: unknown): void {
    this.#store.run(
      this.#store.query
        .insertInto('assumptions')
        .values({ id, value: JSON.stringify(value) })
        .onConflict(conflict => conflict.column('id').doUpdateSet({ value: JSON.stringify(value) })),
    )
    this.#hold(id, value)
  }

  /** Back to the default. */
  reset(id: AssumptionId): void {
    this.#store.run(this.#store.query.deleteFrom('assumptions').where('id', '=', id))
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
    const rows = this.#store.all(this.#store.query.selectFrom('assumptions').selectAll())
    const known = rows.filter(row => row.id in ASSUMPTION_DEFAULTS)
    return { ...ASSUMPTION_DEFAULTS, ...Object.fromEntries(known.map(row => [row.id, JSON.parse(row.value)])) }
  }
}
