import type { FaultRow } from '../schema.ts'
import type { PreparedQuery, Store } from '../store.ts'

export class FaultTable {
  readonly #store: Store
  readonly #count: PreparedQuery<Pick<FaultRow, 'id' | 'seen' | 'fired'>, unknown>
  readonly #nextOf: PreparedQuery<{ fault_id: number; subject: string }, { seen: number }>

  constructor(store: Store) {
    this.#store = store
    this.#count = store.prepare(p =>
      store.query
        .updateTable('faults')
        .set({ seen: p('seen'), fired: p('fired') })
        .where('id', '=', p('id')),
    )
    this.#nextOf = store.prepare(p =>
      store.query
        .insertInto('fault_draws')
        .values({ fault_id: p('fault_id'), subject: p('subject'), seen: 1 })
        .onConflict(conflict =>
          conflict.columns(['fault_id', 'subject']).doUpdateSet(({ eb }) => ({ seen: eb('fault_draws.seen', '+', 1) })),
        )
        .returning('seen'),
    )
  }

  /** How many subjects with this name the fault has seen, including this one. */
  nextOf(fault_id: number, subject: string): number {
    return this.#nextOf.get({ fault_id, subject })?.seen ?? 1
  }

  newestFirst(): FaultRow[] {
    return this.#store.all(this.#store.query.selectFrom('faults').selectAll().orderBy('id', 'desc'))
  }

  /** Returns its id. */
  insert(row: Omit<FaultRow, 'id'>): number {
    return this.#store.run(this.#store.query.insertInto('faults').values(row)).lastInsertRowid
  }

  /** How many subjects a fault has seen, and how many of them it has hit. */
  count(fault: Pick<FaultRow, 'id' | 'seen' | 'fired'>): void {
    this.#count.run(fault)
  }

  /** Whether there was one with this id. */
  remove(id: number): boolean {
    this.#store.run(this.#store.query.deleteFrom('fault_draws').where('fault_id', '=', id))
    return this.#store.run(this.#store.query.deleteFrom('faults').where('id', '=', id)).changes > 0
  }

  clear(): void {
    this.#store.run(this.#store.query.deleteFrom('fault_draws'))
    this.#store.run(this.#store.query.deleteFrom('faults'))
  }
}
