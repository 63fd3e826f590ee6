import type { FaultRow } from '../schema.ts'
import type { PreparedQuery, Store } from '../store.ts'

export class FaultTable {
  readonly #store: Store
  readonly #count: PreparedQuery<Pick<FaultRow, 'id' | 'seen' | 'fired'>, unknown>

  constructor(store: Store) {
    this.#store = store
    this.#count = store.prepare(p =>
      store.query
        .updateTable('faults')
        .set({ seen: p('seen'), fired: p('fired') })
        .where('id', '=', p('id')),
    )
  }

  newestFirst(): FaultRow[] {
    return this.#store.all(this.#store.query.selectFrom('faults').selectAll().orderBy('id', 'desc'))
  }

  /** Returns its id. */
  insert(row: Omit<FaultRow, 'id'>): number {
    return this.#store.run(this.#store.query.insertInto('faults').values(row)).lastInsertRowid
  }

  /** How many subjects it has seen, and how many of them it has hit. */
  count(fault: Pick<FaultRow, 'id' | 'seen' | 'fired'>): void {
    this.#count.run(fault)
  }

  /** Whether there was one with this id. */
  remove(id: number): boolean {
    return this.#store.run(this.#store.query.deleteFrom('faults').where('id', '=', id)).changes > 0
  }

  clear(): void {
    this.#store.run(this.#store.query.deleteFrom('faults'))
  }
}
