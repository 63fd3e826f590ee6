import type { WorldClient } from '../client/world-client.ts'
import type { Json } from '../contract/assumption-entry.ts'
import type { AssumptionId } from '../contract/assumptions.ts'
import type { AssumptionView } from '../control/protocol/assumptions.ts'
import type { FaultBody, FaultView } from '../control/protocol/faults.ts'
import type { SnapshotComparison } from '../control/protocol/journal.ts'
import type { RestoreBody, RestoredWorld, SnapshotView } from '../control/protocol/snapshots.ts'

/** Faults of the emulated service, made on purpose. */
export class FaultsHandle {
  readonly #world: WorldClient

  constructor(world: WorldClient) {
    this.#world = world
  }

  /** `{ match: { path: '/customers' }, effect: { status: 503 }, times: 1 }` */
  add(fault: FaultBody): Promise<FaultView> {
    return this.#world.send('POST', ['faults'], fault)
  }

  list(): Promise<FaultView[]> {
    return this.#world.list(['faults'])
  }

  remove(id: number): Promise<void> {
    return this.#world.remove(['faults', id])
  }

  clear(): Promise<void> {
    return this.#world.remove(['faults'])
  }
}

/** An id of this version's register; the emulator may be of another version. */
type KnownAssumption = AssumptionId | (string & {})

/** The register of assumptions: what the contract leaves open, and what this world does about it. */
export class AssumptionsHandle {
  readonly #world: WorldClient

  constructor(world: WorldClient) {
    this.#world = world
  }

  list(): Promise<AssumptionView[]> {
    return this.#world.list(['assumptions'])
  }

  get(id: KnownAssumption): Promise<AssumptionView> {
    return this.#world.get(['assumptions', id])
  }

  /** @throws ControlRefusal that names the allowed values */
  set(id: KnownAssumption, value: Json): Promise<AssumptionView> {
    return this.#world.send('PUT', ['assumptions', id], { value })
  }

  /** Resets an assumption to its default. */
  reset(id: KnownAssumption): Promise<AssumptionView> {
    return this.#world.call('DELETE', ['assumptions', id])
  }
}

/** The snapshots of a world, by name. */
export class SnapshotsHandle {
  readonly #world: WorldClient

  constructor(world: WorldClient) {
    this.#world = world
  }

  list(): Promise<SnapshotView[]> {
    return this.#world.list(['snapshots'])
  }

  take(name: string): Promise<SnapshotView> {
    return this.#world.send('PUT', ['snapshots', name])
  }

  /**
   * Makes the world what it was. `keep` saves what is there now first, under a name that the answer has (`kept`); `undo` takes that restore back,
   * and deletes what it kept.
   */
  restore(name: string, options: RestoreBody = {}): Promise<RestoredWorld> {
    return this.#world.send('POST', ['snapshots', name, 'restore'], options)
  }

  /** What became of a snapshot until another one, or until now. */
  compare(name: string, { with: other }: { readonly with?: string | undefined } = {}): Promise<SnapshotComparison> {
    return this.#world.call('GET', ['snapshots', name, 'compare'], { query: { with: other } })
  }

  remove(name: string): Promise<void> {
    return this.#world.remove(['snapshots', name])
  }

  /** The bytes of a snapshot, for another machine. Secrets are replaced unless `reveal` is `secrets`. */
  download(name: string, { reveal }: { readonly reveal?: 'secrets' | undefined } = {}): Promise<Buffer> {
    return this.#world.control.download(this.#world.path(['snapshots', name, 'file']), { query: { reveal } })
  }

  /** Adds a snapshot, given as its bytes or as the path of its file, which is read while it is sent. */
  upload(name: string, snapshot: Buffer | string): Promise<SnapshotView> {
    const bytes = typeof snapshot === 'string' ? { file: snapshot } : snapshot
    return this.#world.call('POST', ['snapshots', name, 'file'], { bytes })
  }
}
