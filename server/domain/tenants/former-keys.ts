import { META, readMeta, writeMeta } from '../../store/meta.ts'
import type { Store } from '../../store/store.ts'
import { keyHashes } from '../../store/tables/tenants.ts'

/**
 * The hashes of all keys that a world has ever issued: those in use, revoked ones, and those lost in a reset or restore. This world refuses
 * a request with one of them, by its own clock, in its own journal and by its own assumptions.
 */
export function everyKeyHash(store: Store): Set<string> {
  return new Set([...keyHashes(store), ...formerKeys(store)])
}

/** Stores in a new database the keys that its world had in the previous one. */
export function rememberKeys(store: Store, hashes: ReadonlySet<string>): void {
  const known = everyKeyHash(store)
  const former = [...hashes].filter(hash => !known.has(hash))
  if (former.length > 0) writeMeta(store, META.former_keys, JSON.stringify([...formerKeys(store), ...former]))
}

function formerKeys(store: Store): string[] {
  return JSON.parse(readMeta(store, META.former_keys) ?? '[]')
}
