import type { World } from './world.ts'

/** The world that answers requests whose key is not known. */
export const DEFAULT_WORLD = 'default'

/** The worlds of a process, by id and by key. */
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

  /** The world that a key opens. It stays the key's world even when the key is revoked, or lost in a reset. */
  readonly ofKey = (hash: string | undefined): World =>
    (hash === undefined ? undefined : this.#byKey.get(hash)) ?? this.default

  /** The world that a key opens, or has opened. */
  ownerOf(hash: string): World | undefined {
    return this.#byKey.get(hash)
  }

  add(world: World): void {
    this.#byId.set(world.world_id, world)
    this.setKeys(world)
  }

  /** Call it when keys of a world were issued, or came with a file. */
  setKeys(world: World): void {
    this.#forgetKeys(world)
    const hashes = world.keyHashes
    this.#hashesOf.set(world, hashes)
    // The key of another world stays that world's, whatever a file has brought.
    for (const hash of hashes) if (!this.#byKey.has(hash)) this.#byKey.set(hash, world)
  }

  /** Removes a world and its keys. */
  remove(world: World): void {
    this.#byId.delete(world.world_id)
    this.#forgetKeys(world)
  }

  #forgetKeys(world: World): void {
    for (const hash of this.#hashesOf.get(world) ?? []) if (this.#byKey.get(hash) === world) this.#byKey.delete(hash)
    this.#hashesOf.delete(world)
  }
}
