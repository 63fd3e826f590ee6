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
  /** `yes` where secrets have been replaced; new ones are no secrets then either, so that replays give the same bytes. */
  redacted: 'redacted',
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
