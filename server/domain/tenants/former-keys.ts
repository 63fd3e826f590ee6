import { META, readMeta, writeMeta } from '../../store/meta.ts'
import type { Store } from '../../store/store.ts'
import { keyHashes } from '../../store/tables/tenants.ts'

/**
 * The hashes of all keys that a world has ever given out: those in use, the revoked ones, and those that a reset or a restore has taken
 * away. A request with one of them is this world's to refuse, with its clock, its journal and its assumptions.
 */
export function everyKeyHash(store: Store): Set<string> {
  return new Set([...keyHashes(store), ...formerKeys(store)])
}

/** Tells a database that takes the place of another which keys the world had before. */
export function rememberKeys(store: Store, hashes: ReadonlySet<string>): void {
  const known = everyKeyHash(store)
  const former = [...hashes].filter(hash => !known.has(hash))
  if (former.length > 0) writeMeta(store, META.former_keys, JSON.stringify([...formerKeys(store), ...former]))
}

function formerKeys(store: Store): string[] {
  return JSON.parse(readMeta(store, META.former_keys) ?? '[]')
}
