import type { FixtureName } from '../fixtures/names.ts'
import { type CapsuleFacts, capsuleFacts, takeCapsule } from './capsule.ts'
import type { FactTopic } from './domain/facts.ts'
import { loadValidator } from './domain/validation/compile.ts'
import { WorldRemovedError } from './domain/world-removed.ts'
import type { ApiRequest } from './gates/turn.ts'
import type { Instant } from './kernel/instant.ts'
import type { Pace } from './kernel/job.ts'
import { type Beginning, beginLife, type Life, type Surroundings } from './life.ts'
import { type ReplayChange, replayRequest } from './replay.ts'
import { Snapshots } from './snapshots.ts'
import { writeMeta } from './store/meta.ts'
import type { ExchangeRow } from './store/schema.ts'
import { checkSnapshot, NewerCapsuleError, NotASnapshotError } from './store/snapshot-file.ts'
import { type Fill, filledBytes, type Prepared, type Storage } from './store/storage.ts'
import { Store } from './store/store.ts'
import type { Templates } from './templates.ts'
import { answer } from './turn.ts'
import type { Response } from './turn-answer.ts'
import { adopt, furnish, randomSourceOf, SNAPSHOT_META, settingsIn, type WorldSettings } from './world-database.ts'

export type { WorldSettings } from './world-database.ts'

export interface WorldParts extends Surroundings {
  readonly storage: Storage
  readonly templates: Templates
  /** Whether worlds remember the state that each exchange found, so that a capsule can be opened there. */
  readonly recording: boolean
  /** Called when the keys that open the world may have changed. */
  readonly onKeys: (world: World) => void
  /** Called before a journal ends: to count what the run has met. */
  readonly onJournalEnd: (life: Life, how: { keepsEvents: boolean }) => void
  /** Called when a journal came with a snapshot. */
  readonly onJournalBrought: (life: Life) => void
}

type Listener = (topic: FactTopic, subject: string | number) => void

/** One isolated emulated service, with a database, clock, tenants, counters, journal, faults and assumptions of its own. */
export class World {
  readonly world_id: string
  readonly snapshots: Snapshots
  #settings: WorldSettings
  readonly #parts: WorldParts
  readonly #listeners = new Set<Listener>()
  #recording: boolean
  #life: Life

  private constructor(settings: WorldSettings, parts: WorldParts, store: Store) {
    this.world_id = settings.world_id
    this.snapshots = new Snapshots(parts.storage, settings.world_id)
    this.#settings = settings
    this.#parts = parts
    this.#recording = parts.recording
    this.#life = this.#begin(store)
  }

  /** A new world from its fixture. */
  static async create(settings: WorldSettings, parts: WorldParts): Promise<World> {
    const { bytes, fill } = await fresh(settings, parts)
    return new World(settings, parts, parts.storage.prepare(settings.world_id, bytes, fill).commit())
  }

  /** A world that the storage already has; its seed and fixture are those that it was made with. */
  static reopen(world_id: string, parts: WorldParts): World {
    const store = parts.storage.open(world_id)
    return new World(settingsIn(store, world_id), parts, store)
  }

  /** A new world that goes on where a snapshot was taken. Throws what `checkSnapshot` throws. */
  static fromSnapshot(bytes: Buffer, world_id: string, parts: WorldParts): World {
    const checked = readSnapshot(bytes, world_id, parts)
    const prepared = parts.storage.prepare(world_id, checked.bytes, adopt(checked.settings))
    return new World(checked.settings, parts, prepared.commit())
  }

  get life(): Life {
    return this.#life
  }
  get seed(): number {
    return this.#settings.seed
  }
  get fixture(): FixtureName {
    return this.#settings.fixture
  }

  /** Answers a request to the emulated API. `started` is a reading of the stopwatch. */
  answer(request: ApiRequest, started: number): Promise<Response> {
    return answer(this.#life, request, started)
  }

  /** Answers the request of a recorded exchange again; the identifier is that of the new exchange. */
  async replay(row: ExchangeRow, change: ReplayChange): Promise<string> {
    await loadValidator()
    const request = replayRequest(this.#life, row, change)
    return (await this.answer(request, this.#parts.stopwatch())).request_id
  }

  /** Back to a fresh start: rows, journal, counters, clock, queue, faults, ids. */
  async reset(change: {
    seed?: number
    fixture?: FixtureName
    clock?: Instant | undefined
    pace?: Pace
  }): Promise<void> {
    const next: WorldSettings = { ...this.#settings, ...change }
    const { bytes, fill } = await fresh(next, this.#parts)
    // Removed meanwhile, it must not leave a file, or keys, to a world of the same id.
    if (this.#life.signal.aborted) throw new WorldRemovedError(this.world_id)
    this.#replace(next, this.#parts.storage.prepare(this.world_id, bytes, fill), 'reset')
  }

  /** The whole world as bytes, with what a snapshot says about itself. */
  snapshot(): Buffer {
    const { store, kernel } = this.#life
    const now = kernel.now()
    return filledBytes(store.serialize(), copy => {
      writeMeta(copy, SNAPSHOT_META.created_at, String(this.#parts.wall.now()))
      writeMeta(copy, SNAPSHOT_META.now, String(now))
    })
  }

  /** The world at an exchange, as one file: the one asked for, else the newest that failed, else the newest. */
  capsule(options: { request_id?: string | undefined; reveal?: 'secrets' | undefined; version: string }): Buffer {
    const { request_id, reveal, version } = options
    return takeCapsule(this.#life, { request_id, reveal, version, taken_at: this.#parts.wall.now() })
  }

  /** What the file that the world was opened from says about itself. */
  get origin(): CapsuleFacts {
    return capsuleFacts(this.#life.store)
  }

  /** Whether the state that each exchange finds is remembered, so that a capsule can be opened there. */
  get recording(): boolean {
    return this.#recording
  }
  set recording(on: boolean) {
    this.#recording = on
    if (on) this.#life.recording.start()
    else this.#life.recording.stop()
  }

  /** Puts a snapshot in the place of everything; the world keeps its id. Throws what `checkSnapshot` throws, and then changes nothing. */
  restore(snapshot: Buffer): void {
    const { bytes, settings } = readSnapshot(snapshot, this.world_id, this.#parts)
    const { seed, fixture } = settings
    const next = { ...this.#settings, seed, fixture }
    this.#replace(next, this.#parts.storage.prepare(this.world_id, bytes, adopt(next)), 'restored')
  }

  /** Hears of everything that happens, after it has been committed. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly publish = (topic: FactTopic, subject: string | number): void => {
    for (const listener of this.#listeners) listener(topic, subject)
  }

  /** Tells the process that keys were issued or revoked. */
  keysChanged(): void {
    this.#parts.onKeys(this)
  }

  /** Forgets the exchanges. */
  clearJournal(): void {
    this.#parts.onJournalEnd(this.#life, { keepsEvents: true })
    this.#life.exchanges.clear()
  }

  close(): void {
    this.#life.close()
  }

  #replace(settings: WorldSettings, prepared: Prepared, change: 'reset' | 'restored'): void {
    this.#parts.onJournalEnd(this.#life, { keepsEvents: false })
    this.#life.close()
    this.#settings = settings
    this.#life = this.#begin(prepared.commit())
    if (change === 'restored') this.#parts.onJournalBrought(this.#life)
    this.#parts.onKeys(this)
    this.publish('world', change)
    this.#life.kernel.pulse()
  }

  #begin(store: Store): Life {
    return begin(store, this.#settings, this.#parts, {
      publish: this.publish,
      heard: () => this.#listeners.size > 0,
      recording: this.#recording,
    })
  }
}

function begin(
  store: Store,
  settings: WorldSettings,
  parts: WorldParts,
  options: Pick<Beginning, 'publish' | 'heard' | 'recording'>,
): Life {
  const { world_id, seed, clock, pace } = settings
  const source = randomSourceOf(store, settings)
  const life = beginLife({ world_id, store, seed, source, clock: { instant: clock, pace }, ...options }, parts)
  store.letGo()
  return life
}

/** The database that a world begins with: its fixture's template, and what makes it the world's own. */
async function fresh(settings: WorldSettings, parts: WorldParts): Promise<{ bytes: Buffer; fill: Fill }> {
  const { fixture, seed } = settings
  const now = settings.clock ?? parts.wall.now()
  return { bytes: await parts.templates.get({ fixture, seed, now }), fill: furnish(settings, now) }
}

/** A snapshot that has been checked, also by bringing it to life once: what cannot live is refused while the world still has its own. */
function readSnapshot(
  snapshot: Buffer,
  world_id: string,
  parts: WorldParts,
): { bytes: Buffer; settings: WorldSettings } {
  const bytes = checkSnapshot(snapshot)
  const trial = Store.open(bytes)
  try {
    const settings = settingsIn(trial, world_id)
    capsuleFacts(trial)
    begin(trial, settings, parts, { publish: () => undefined, heard: () => false, recording: false }).close()
    return { bytes, settings }
  } catch (error) {
    if (error instanceof NewerCapsuleError) throw error
    throw new NotASnapshotError(`it cannot be brought to life (${error instanceof Error ? error.message : error})`)
  } finally {
    trial.close()
  }
}
