import type { World } from './world.ts'

/** The keys of a world open it: no world that is removed or reset leaves one behind. */
export class KeyIndex {
  readonly #worldOf = new Map<string, World>()
  readonly #hashesOf = new Map<World, string[]>()

  find(hash: string): World | undefined {
    return this.#worldOf.get(hash)
  }

  set(world: World): void {
    this.remove(world)
    const hashes = world.life.services.tenants.keyHashes()
    this.#hashesOf.set(world, hashes)
    for (const hash of hashes) this.#worldOf.set(hash, world)
  }

  remove(world: World): void {
    for (const hash of this.#hashesOf.get(world) ?? [])
      if (this.#worldOf.get(hash) === world) this.#worldOf.delete(hash)
    this.#hashesOf.delete(world)
  }
}
