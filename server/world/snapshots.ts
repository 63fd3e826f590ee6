import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Instant } from '../kernel/instant.ts'
import { lookInto } from '../store/raw-tables.ts'
import { filledBytes, type KeptSnapshot, type Storage } from '../store/storage.ts'
import { redactWorld } from './capsule-redaction.ts'
import { SNAPSHOT_META } from './world-database.ts'

/** What a snapshot says about itself. */
interface SnapshotFacts {
  /** Real time at which it was taken; that of an upload without one is where its clock stood. */
  readonly created_at: Instant
  /** Emulated time at which it was taken. */
  readonly now: Instant
  readonly schema_version: number
}

/** The kept snapshots of one world. */
export class Snapshots {
  readonly #storage: Storage
  readonly #world_id: string
  /** Of the snapshots that were looked into: to open one is to copy it, journal and all, when it is kept in memory. */
  readonly #facts = new Map<string, SnapshotFacts>()

  constructor(storage: Storage, world_id: string) {
    this.#storage = storage
    this.#world_id = world_id
  }

  list(): KeptSnapshot[] {
    return this.#storage.snapshots(this.#world_id)
  }

  read(name: string): Buffer | undefined {
    return this.#storage.readSnapshot(this.#world_id, name)
  }

  /** A whole snapshot as it is kept: in a folder it is read piece by piece. */
  openWhole(name: string): { readonly bytes: number; readonly content: Buffer | Readable } | undefined {
    const kept = this.list().find(snapshot => snapshot.name === name)
    if (kept === undefined) return undefined
    const source = this.#storage.snapshotSource(this.#world_id, name)
    return { bytes: kept.bytes, content: typeof source === 'string' ? createReadStream(source) : source }
  }

  /** A snapshot as it may leave the machine; the one that is kept stays whole. */
  readRedacted(name: string): Buffer | undefined {
    const bytes = this.read(name)
    return bytes && filledBytes(bytes, redactWorld, { compact: true })
  }

  save(name: string, bytes: Buffer): void {
    this.#storage.saveSnapshot(this.#world_id, name, bytes)
    this.#facts.delete(name)
  }

  remove(name: string): boolean {
    this.#facts.delete(name)
    return this.#storage.removeSnapshot(this.#world_id, name)
  }

  describe(name: string): SnapshotFacts {
    const facts = this.#facts.get(name) ?? this.#look(name)
    this.#facts.set(name, facts)
    return facts
  }

  /** Reads a few rows of a kept snapshot, without bringing it to the newest schema. */
  #look(name: string): SnapshotFacts {
    const source = this.#storage.snapshotSource(this.#world_id, name)
    const { instant, schema_version, meta } = lookInto(source)
    const now = Number(meta(SNAPSHOT_META.now) ?? instant)
    return { created_at: Number(meta(SNAPSHOT_META.created_at) ?? now), now, schema_version }
  }
}
