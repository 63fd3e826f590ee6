import type { World } from './world.ts'

/** The world that answers requests without a key that is known. */
export const DEFAULT_WORLD = 'default'

/** The worlds of a process, by their ids and by their keys. */
export class Worlds {
  readonly #byId = new Map<string, World>()
  readonly #byKey = new Map<string, World>()
  readonly #hashesOf = new Map<World, ReadonlySet<string>>()

  get all(): readonly World[] {
    return [...this.#byId.values()]
  }

  get ids(): readonly string[] {
    return [...this.#byId.keys()]
  }

  get default(): World {
    const world = this.#byId.get(DEFAULT_WORLD)
    if (world === undefined) throw new Error('The emulator is closed.')
    return world
  }

  find(world_id: string): World | undefined {
    return this.#byId.get(world_id)
  }

  /** The world that a key opens. It stays that world's when it is revoked, or goes with a reset. */
  readonly ofKey = (hash: string | undefined): World =>
    (hash === undefined ? undefined : this.#byKey.get(hash)) ?? this.default

  add(world: World): void {
    this.#byId.set(world.world_id, world)
    this.setKeys(world)
  }

  /** To be called when keys of a world were issued, or came with a file. */
  setKeys(world: World): void {
    this.#forgetKeys(world)
    const hashes = world.keyHashes
    this.#hashesOf.set(world, hashes)
    // A key that is another world's stays so, whatever a file has brought.
    for (const hash of hashes) if (!this.#byKey.has(hash)) this.#byKey.set(hash, world)
  }

  /** Takes a world away, with its keys. */
  remove(world: World): void {
    this.#byId.delete(world.world_id)
    this.#forgetKeys(world)
  }

  #forgetKeys(world: World): void {
    for (const hash of this.#hashesOf.get(world) ?? []) if (this.#byKey.get(hash) === world) this.#byKey.delete(hash)
    this.#hashesOf.delete(world)
  }
}
