import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { keptBeforeRestore } from '../contract/kept-snapshots.ts'
import type { Sending } from '../contract/sending.ts'
import { USUAL_ASSUMPTIONS } from '../domain/register.ts'
import type { Instant } from '../kernel/instant.ts'
import { type Contents, contentsOf } from '../store/contents.ts'
import { changed, type Draft } from '../store/draft.ts'
import { META } from '../store/meta.ts'
import { lookInto } from '../store/raw-tables.ts'
import type { KeptSnapshot, Storage } from '../store/storage.ts'
import { redactWorld } from './capsule-redaction.ts'
import { SNAPSHOT_META } from './world-database.ts'

const INBOX_ONLY: Sending = 'inbox_only'

interface SnapshotFacts {
  /** When it was taken, in real time. For an uploaded database that does not say so, the instant of its clock. */
  readonly created_at: Instant
  /** When it was taken, in emulated time. */
  readonly now: Instant
  readonly schema_version: number
  /** A restore made it of what it took the place of. */
  readonly automatic: boolean
  /** Where its deliveries go once it is restored. */
  readonly sending: Sending
  /** Whether it brings the verdicts of its run, as a capsule does. */
  readonly brings_verdicts: boolean
  readonly contents: Contents
}

/** The snapshots that are kept of one world. */
export class Snapshots {
  readonly #storage: Storage
  readonly #world_id: string
  /** Facts of snapshots that were opened before. To open one that is kept in memory means to copy it, journal and all. */
  readonly #facts = new Map<string, SnapshotFacts>()

  constructor(storage: Storage, world_id: string) {
    this.#storage = storage
    this.#world_id = world_id
  }

  list(): KeptSnapshot[] {
    return this.#storage.snapshots(this.#world_id)
  }

  /** A copy, to be restored. */
  copy(name: string): Draft | undefined {
    return this.#storage.copySnapshot(this.#world_id, name)
  }

  /** A whole snapshot as it is stored; in a folder it is read piece by piece. */
  whole(name: string): { readonly bytes: number; content(): Buffer | Readable } | undefined {
    const kept = this.list().find(snapshot => snapshot.name === name)
    if (kept === undefined) return undefined
    const source = this.#storage.snapshotSource(this.#world_id, name)
    return { bytes: kept.bytes, content: () => (typeof source === 'string' ? createReadStream(source) : source) }
  }

  /** A snapshot that may leave the machine. The stored one stays complete. */
  redacted(name: string): Draft | undefined {
    const copy = this.copy(name)
    return copy && changed(copy, redactWorld, { compact: true })
  }

  save(name: string, draft: Draft): void {
    this.#storage.saveSnapshot(this.#world_id, name, draft)
    this.#facts.delete(name)
  }

  remove(name: string): boolean {
    this.#facts.delete(name)
    return this.#storage.removeSnapshot(this.#world_id, name)
  }

  /** Where a restore of this one keeps what it takes the place of, and what goes for it. */
  keptBeforeRestore(restored: string): ReturnType<typeof keptBeforeRestore> {
    const taken = this.list().map(({ name }) => ({ name, automatic: this.#isAutomatic(name) }))
    return keptBeforeRestore(taken, restored)
  }

  #isAutomatic(name: string): boolean {
    try {
      return this.describe(name).automatic
    } catch {
      // What is no snapshot any more says nothing about itself, and is left alone.
      return false
    }
  }

  describe(name: string): SnapshotFacts {
    const facts = this.#facts.get(name) ?? this.#look(name)
    this.#facts.set(name, facts)
    return facts
  }

  /** Reads a few rows of a stored snapshot, without migrating it. */
  #look(name: string): SnapshotFacts {
    const source = this.#storage.snapshotSource(this.#world_id, name)
    const { instant, schema_version, meta, found } = lookInto(source, db =>
      contentsOf(db, { assumptions: USUAL_ASSUMPTIONS }),
    )
    const now = Number(meta(SNAPSHOT_META.now) ?? instant)
    return {
      created_at: Number(meta(SNAPSHOT_META.created_at) ?? now),
      now,
      schema_version,
      automatic: meta(SNAPSHOT_META.automatic) === 'yes',
      sending: meta(META.sending) === INBOX_ONLY ? INBOX_ONLY : 'everywhere',
      brings_verdicts: meta(META.judged_capsule) !== undefined,
      contents: found,
    }
  }
}
