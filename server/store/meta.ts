import type { Store } from './store.ts'

/** What a database says about itself, by name. */
export const META = {
  world_id: 'world_id',
  /** What people call the world, where they have said so. */
  label: 'label',
  seed: 'seed',
  fixture: 'fixture',
  /** The settings of its start, as JSON. A reset restores them. */
  start: 'start',
  /** The world file from which it started, as JSON with its name. */
  world_file: 'world_file',
  /** When it started, in milliseconds of emulated time. */
  began: 'began',
  /** The source of randomness, when it does not follow from seed and world: a snapshot of another world goes on as that one would have. */
  randomness: 'randomness',
  /** `by_subject` when chance gives the same in every world of the seed. Without it, draws depend on ids of the world. */
  draws: 'draws',
  /** The word in all keys and secrets that the world mints. Older worlds mint them without it. */
  mints: 'mints',
  /** Hashes of keys that were lost in a reset or a restore, as JSON. A request with one of them is still answered by this world. */
  former_keys: 'former_keys',
  /** `yes` when secrets have been replaced. New ones are not secret then either, so that replays give the same bytes. */
  redacted: 'redacted',
  /** `inbox_only` when the world came from a file: it sends nothing elsewhere until somebody allows it. */
  sending: 'sending',
  /** The world of which it is a fork, and where it was forked, as JSON. */
  forked_from: 'forked_from',
  /** `yes` when it is recorded how to take the world back. */
  recording: 'recording',
  /** How many keys people have issued. */
  keys_issued: 'keys_issued',
  /** How many certifications have begun. */
  certifications: 'certifications',
  /** The newest exchange that has been removed. */
  exchange_floor: 'exchange_floor',
  /** The number of what happened last in the world, requests aside. */
  nth: 'nth',
  /** From which request on the world is judged, and what another process has judged, as JSON. Only of worlds that outlive their process. */
  judged: 'judged',
  /** In a capsule that brings the verdicts of its run: when it was taken, in milliseconds of real time. */
  judged_capsule: 'capsule.judged',
  /** In such a capsule: the last request of the run. */
  judged_until: 'capsule.judged_until',
  /** How far the live clock is from the host's, as JSON. */
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

/** Counts up under a name. Call it in a transaction. */
export function nextNumber(store: Store, name: string): number {
  const number = Number(readMeta(store, name) ?? 0) + 1
  writeMeta(store, name, String(number))
  return number
}
