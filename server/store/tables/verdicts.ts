import type { Schema } from '../schema.ts'
import type { Store } from '../store.ts'

export type KeptRow = Schema['verdicts']

/** What is kept of each rule. */
export function keptRows(store: Store): KeptRow[] {
  return store.all(store.query.selectFrom('verdicts').selectAll())
}

export function saveKeptRow(store: Store, { rule, said, expectations }: KeptRow): void {
  store.run(
    store.query
      .insertInto('verdicts')
      .values({ rule, said, expectations })
      .onConflict(conflict => conflict.column('rule').doUpdateSet({ said, expectations })),
  )
}

export function removeKeptRow(store: Store, rule: string): void {
  store.run(store.query.deleteFrom('verdicts').where('rule', '=', rule))
}

export function removeKeptRows(store: Store): void {
  store.run(store.query.deleteFrom('verdicts'))
}
