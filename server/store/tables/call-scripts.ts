import type { Selectable } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Store } from '../store.ts'

type CallScriptRow = Selectable<Schema['call_scripts']>

export function callScriptsNewestFirst(store: Store): CallScriptRow[] {
  return store.all(store.query.selectFrom('call_scripts').selectAll().orderBy('id', 'desc'))
}

/** Returns its id. */
export function insertCallScript(store: Store, row: Omit<CallScriptRow, 'id'>): number {
  return store.run(store.query.insertInto('call_scripts').values(row)).lastInsertRowid
}

/** Whether there was one with this id. */
export function removeCallScript(store: Store, id: number): boolean {
  return store.run(store.query.deleteFrom('call_scripts').where('id', '=', id)).changes > 0
}

export function countCallScript(store: Store, { id, used }: Pick<CallScriptRow, 'id' | 'used'>): void {
  store.run(store.query.updateTable('call_scripts').set({ used }).where('id', '=', id))
}
