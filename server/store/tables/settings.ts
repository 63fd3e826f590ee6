import type { Schema } from '../schema.ts'
import type { Store } from '../store.ts'

/** Values of assumptions that were set, as JSON. One may be the default. */
export function savedAssumptions(store: Store): Schema['assumptions'][] {
  return store.all(store.query.selectFrom('assumptions').selectAll())
}

export function saveAssumption(store: Store, id: string, value: string): void {
  store.run(
    store.query
      .insertInto('assumptions')
      .values({ id, value })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ value })),
  )
}

export function removeAssumption(store: Store, id: string): void {
  store.run(store.query.deleteFrom('assumptions').where('id', '=', id))
}

export function allForwards(store: Store): Schema['forwards'][] {
  return store.all(store.query.selectFrom('forwards').selectAll().orderBy('origin'))
}

/** Fails for a second rule with the same origin. */
export function insertForward(store: Store, { origin, target }: Schema['forwards']): void {
  store.run(store.query.insertInto('forwards').values({ origin, target }))
}

export function saveForward(store: Store, { origin, target }: Schema['forwards']): void {
  store.run(
    store.query
      .insertInto('forwards')
      .values({ origin, target })
      .onConflict(conflict => conflict.column('origin').doUpdateSet({ target })),
  )
}

export function removeForwards(store: Store): void {
  store.run(store.query.deleteFrom('forwards'))
}
