import type { World } from './world.ts'

/** Which world a key is for. It stays so when the key is revoked, or goes with a reset; a world that is removed leaves none behind. */
export class KeyIndex {
  readonly #worldOf = new Map<string, World>()
  readonly #hashesOf = new Map<World, ReadonlySet<string>>()

  find(hash: string): World | undefined {
    return this.#worldOf.get(hash)
  }

  set(world: World): void {
    this.remove(world)
    const hashes = world.keyHashes
    this.#hashesOf.set(world, hashes)
    // A key that is another world's stays so, whatever a file has brought.
    for (const hash of hashes) if (!this.#worldOf.has(hash)) this.#worldOf.set(hash, world)
  }

  remove(world: World): void {
    for (const hash of this.#hashesOf.get(world) ?? [])
      if (this.#worldOf.get(hash) === world) this.#worldOf.delete(hash)
    this.#hashesOf.delete(world)
  }
}
