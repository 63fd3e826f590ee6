import type { Store } from './store.ts'

/** What a database says about itself, by name. */
export const META = {
  world_id: 'world_id',
  seed: 'seed',
  fixture: 'fixture',
  /** The settings of its start, as JSON: a reset goes back to them. */
  start: 'start',
  /** The source of randomness, when it is not that of (seed, world): a snapshot of another world goes on as that one would have. */
  randomness: 'randomness',
  /** `by_subject` where what chance decides is the same in every world of the seed; without it, draws go by ids of the world. */
  draws: 'draws',
  /** Hashes of keys that a reset or a restore has taken away, as JSON: a request with one of them is still this world's to answer. */
  former_keys: 'former_keys',
  /** `yes` where secrets have been replaced; new ones are no secrets then either, so that replays give the same bytes. */
  redacted: 'redacted',
  /** `inbox_only` where the world came from a file: it sends nothing elsewhere until somebody says so. */
  sending: 'sending',
  /** How many keys people have issued. */
  keys_issued: 'keys_issued',
  /** How many certifications were begun. */
  certifications: 'certifications',
  /** The last exchange that is forgotten. */
  exchange_floor: 'exchange_floor',
  /** How the live clock stands to the host's, as JSON. */
  host_clock: 'host_clock',
} as const

export function readMeta(store: Store, name: string): string | undefined {
  return store.get(store.query.selectFrom('meta').select('value').where('name', '=', name))?.value
}

export function writeMeta(store: Store, name: string, value: string): void {
  store.run(
    store.query
      .insertInto('meta')
      .values({ name, value })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value })),
  )
}

export function removeMeta(store: Store, name: string): void {
  store.run(store.query.deleteFrom('meta').where('name', '=', name))
}

/** Counts one more by a name; call it in a transaction. */
export function nextNumber(store: Store, name: string): number {
  const number = Number(readMeta(store, name) ?? 0) + 1
  writeMeta(store, name, String(number))
  return number
}
