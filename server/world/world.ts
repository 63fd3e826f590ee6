import type { AssumptionId } from '../contract/assumptions.ts'
import type { MeasuredFact } from '../contract/measured-file.ts'
import type { FactTopic } from '../domain/facts.ts'
import { everyKeyHash, rememberKeys } from '../domain/tenants/former-keys.ts'
import { loadValidator } from '../domain/validation/compile.ts'
import { WorldRemovedError } from '../domain/world-removed.ts'
import { type Duration, type Instant, SECOND } from '../kernel/instant.ts'
import { resumeClock } from '../store/clock-table.ts'
import { BytesDraft, changed, type Draft, type Fill } from '../store/draft.ts'
import { META, readMeta, removeMeta, writeMeta } from '../store/meta.ts'
import type { ExchangeRow, TenantRow } from '../store/schema.ts'
import { requireFileSize } from '../store/snapshot-file.ts'
import type { Prepared, Storage } from '../store/storage.ts'
import type { Store } from '../store/store.ts'
import { asNoMoreFiles } from '../store/store-failure.ts'
import { UndoLog } from '../store/undo-log.ts'
import type { Answer } from '../turn/handlers/handler.ts'
import { leaveReplay } from '../turn/leave-replay.ts'
import { type ReplayChange, replayRequest } from '../turn/replay.ts'
import { readStored, readStoredCustomer, type StoredReading } from '../turn/stored.ts'
import { answer } from '../turn/turn.ts'
import type { JudgedAtEnd } from '../verdicts/run-verdicts.ts'
import type { EndReason, NamedRequestView, VerdictView } from '../verdicts/wire.ts'
import { type Capsule, type CapsuleFacts, capsuleFacts, takeCapsule } from './capsule.ts'
import { endDrillsLeft } from './drills-left.ts'
import { exportWorld } from './file/export.ts'
import { beganOf, clockOf, databaseOf } from './file/from-file.ts'
import { writeWorldFile } from './file/write.ts'
import { type ForkedFrom, type ForkPoint, forkedFrom, forkInto, placeOf } from './fork.ts'
import { forgetVerdicts } from './kept-verdicts.ts'
import { readSnapshot } from './read-snapshot.ts'
import { beginRuntime, type Surroundings, type WorldRuntime } from './runtime.ts'
import { Snapshots } from './snapshots.ts'
import type { Templates } from './templates.ts'
import { findBadValue, SETTINGS } from './values/check-values.ts'
import {
  adopt,
  furnish,
  harmless,
  quarantine,
  SNAPSHOT_META,
  settingsIn,
  type WorldSettings,
  type WorldStart,
  withStart,
} from './world-database.ts'
import type { WorldProblem } from './world-problem.ts'

export { type WorldSettings, type WorldStart, withStart } from './world-database.ts'

export interface WorldParts extends Surroundings {
  readonly storage: Storage
  /** What was measured of the real service, by entry of the register. */
  readonly measured: ReadonlyMap<AssumptionId, MeasuredFact>
  readonly templates: Templates
  /** Throws `KeyInUseError` when a key that the settings pin opens another world. */
  readonly requireFree: (settings: WorldSettings) => void
  /** Called when the keys that open the world may have changed. */
  readonly onKeys: (world: World) => void
  /** Called before a journal is cleared, to count what the run has met. */
  readonly onJournalCleared: (runtime: WorldRuntime) => void
  /** Called before a world ends by a reset or a restore, to count what it has met and left behind. */
  readonly onEnd: (world_id: string, runtime: WorldRuntime) => void
  /** Called when a world has ended, with what was said of its clients. */
  readonly onJudged: (judged: JudgedAtEnd, reason: EndReason) => void
  /** Called before a world ends: the requests that what is said of its clients names, as the report of the run shows them. */
  readonly namedRequests: (world: World, rows: readonly VerdictView[]) => NamedRequestView[]
  /** Called when a snapshot has brought a journal. */
  readonly onJournalBrought: (runtime: WorldRuntime) => void
  /** Called when a world goes on with what it had, because it could not be replaced after it had ended. */
  readonly onResumed: (world_id: string, runtimes: { before: WorldRuntime; after: WorldRuntime }) => void
}

/** Real time until the database of a world is opened again after a failure. */
const UNTIL_NEXT_TRY = SECOND

/** What a world starts from: a database, and what is written into it first. */
interface Beginning {
  readonly draft: Draft
  readonly fill: Fill
}
type Change = 'reset' | 'restored'

interface ForkOptions {
  readonly world_id: string
  /** Of what chance decides from there on; that of this world when left out. */
  readonly seed?: number | undefined
  readonly forwards: 'off' | 'keep'
}

function writeLabel(store: Store, label: string | undefined): void {
  if (label === undefined) removeMeta(store, META.label)
  else writeMeta(store, META.label, label)
}

type Listener = (topic: FactTopic, subject: string | number) => void

/** One isolated emulated service with its own database, clock, tenants, counters, journal, faults and assumptions. */
export class World {
  readonly world_id: string
  readonly snapshots: Snapshots
  #settings: WorldSettings
  readonly #parts: WorldParts
  /** When it was made, or last answered a request that does not leave over HTTP or that an earlier runtime has answered; by the stopwatch. */
  #usedAt: number | undefined
  #answeredAt: number | undefined
  readonly #listeners = new Set<Listener>()
  #recording = false
  #label: string | undefined
  #keyHashes: ReadonlySet<string> = new Set()
  #runtime: WorldRuntime
  #isClosed = false
  /** Why the last reset or restore failed. */
  #problem: WorldProblem | undefined

  private constructor(settings: WorldSettings, parts: WorldParts, store: Store) {
    this.world_id = settings.world_id
    this.snapshots = new Snapshots(parts.storage, settings.world_id)
    this.#settings = settings
    this.#parts = parts
    this.#runtime = this.#begin(store)
  }

  static async create(settings: WorldSettings, parts: WorldParts): Promise<World> {
    const { draft, fill, settings: own } = await fresh(settings, parts)
    parts.requireFree(own)
    return World.#onNewStore(own, parts, parts.storage.prepare(own.world_id, draft, fill))
  }

  /** A world that cannot begin leaves no file behind, which would be there at the next start, or even prevent that. */
  static #onNewStore(settings: WorldSettings, parts: WorldParts, prepared: Prepared): World {
    let store: Store | undefined
    try {
      store = prepared.commit()
      const world = new World(settings, parts, store)
      world.#usedAt = parts.stopwatch()
      return world
    } catch (error) {
      store?.close()
      parts.storage.remove(settings.world_id)
      throw asNoMoreFiles(error) ?? error
    }
  }

  /** Opens a world that the storage already has, with the seed and fixture with which it was made. */
  static async reopen(world_id: string, parts: WorldParts): Promise<World> {
    await loadValidator()
    const store = parts.storage.open(world_id, db => findBadValue(db, { tables: SETTINGS }))
    try {
      const world = new World(settingsIn(store, world_id), parts, store)
      if (readMeta(store, META.recording) === 'yes') world.recording = true
      world.#label = readMeta(store, META.label)
      endDrillsLeft(world.#runtime)
      return world
    } catch (error) {
      store.close()
      throw error
    }
  }

  /**
   * A new world that continues where a file was taken. The file may come from anybody, so its clock is frozen, it delivers to inboxes only,
   * and none of its jobs runs until somebody advances the clock. Throws what `checkSnapshot` throws.
   */
  static async fromFile(file: Draft, world_id: string, parts: WorldParts): Promise<World> {
    const settings = harmless(await readSnapshot(file, world_id, parts))
    const prepared = parts.storage.prepare(world_id, file, adopt(settings, { foreign: true }))
    return World.#onNewStore(settings, parts, prepared)
  }

  /**
   * A new world that goes on where this one was, with other keys and a clock that stands still; `forwards: 'keep'` lets it deliver as this
   * one did. Also returns the values of the keys that somebody had issued, which are shown only once. Throws `NotRecordedError`.
   */
  fork(point: ForkPoint, options: ForkOptions): { world: World; issued: ReadonlyMap<string, string> } {
    const { world_id, seed = this.seed, forwards } = options
    const { store, exchanges } = this.#runtime
    requireFileSize(store)
    const place = placeOf(this.world_id, this.#runtime, point)
    const request_id = typeof point === 'object' && 'seq' in point ? exchanges.idOf(point.seq) : null
    const kept = forwards === 'keep' ? this.#settings.forwards : []
    const { from } = this.#settings
    const settings = { ...this.#settings, world_id, seed, forwards: kept, from: from && { ...from, pin: false } }
    const issued = new Map<string, string>()
    const fill = forkInto(settings, {
      place,
      lastKnown: request_id === null ? place.seq : place.seq - 1,
      from: { world_id: this.world_id, request_id, at: place.at },
      origin: this.#settings,
      forwards,
      onKey: (key_id, plaintext) => issued.set(key_id, plaintext),
    })
    const { storage } = this.#parts
    const prepared = storage.prepare(world_id, storage.copyOf(store), fill)
    const world = World.#onNewStore(settings, this.#parts, prepared)
    world.recording = this.recording
    return { world, issued }
  }

  /** The world of which this is a fork; `undefined` for any other, and once it has been reset. */
  get forkedFrom(): ForkedFrom | undefined {
    return forkedFrom(this.#runtime)
  }

  get runtime(): WorldRuntime {
    return this.#runtime
  }
  /** Hashes of all keys that the world has ever issued. Requests with one of them are this world's, even if only to refuse them. */
  get keyHashes(): ReadonlySet<string> {
    return this.#keyHashes
  }
  get measured(): ReadonlyMap<AssumptionId, MeasuredFact> {
    return this.#parts.measured
  }
  get seed(): number {
    return this.#settings.seed
  }
  /** The name of its fixture, or of the world file that takes its place. */
  get fixture(): string {
    return this.#settings.from?.name ?? this.#settings.fixture
  }

  /** What people call it, where they have said so. It stays through a reset and a restore; its id is what everything else goes by. */
  get label(): string | undefined {
    return this.#label
  }
  set label(label: string | undefined) {
    writeLabel(this.#runtime.store, label)
    this.#label = label
  }

  /** Answers the request of a recorded exchange again, as late as a fault lets it; returns the identifier of the new exchange. */
  async replay(row: ExchangeRow, change: ReplayChange): Promise<string> {
    await loadValidator()
    const [runtime, started] = [this.#runtime, this.#parts.stopwatch()]
    const response = await answer(runtime, replayRequest(runtime, row, change), started)
    await leaveReplay(response, { started, timers: this.#parts.wall })
    this.#answeredAt = this.#parts.stopwatch()
    return response.request_id
  }

  /** A list or report of a tenant as the emulated API would show it. Reading it changes nothing. */
  readStored(tenant: TenantRow, reading: StoredReading): Answer {
    return readStored(this.#runtime, tenant, reading)
  }

  readStoredCustomer(tenant: TenantRow, customerId: string): Answer {
    return readStoredCustomer(this.#runtime, tenant, customerId)
  }

  /** Starts afresh: rows, journal, counters, clock, queue, faults, ids. */
  async reset(start: WorldStart): Promise<void> {
    const wanted = withStart(this.#settings, start)
    this.#parts.requireFree(wanted)
    const { settings: next, ...beginning } = await fresh(wanted, this.#parts)
    // The world was removed meanwhile: it must not leave a file, or keys, to a world with the same id.
    if (this.#isClosed) throw new WorldRemovedError(this.world_id)
    this.#parts.requireFree(next)
    this.#replace(next, beginning, 'reset')
  }

  /** What the clock of the machine shows, for what happens in real time. */
  hostNow(): Instant {
    return this.#parts.wall.now()
  }

  /** When it began, by the clock of the machine: what its real times count from. */
  beganAt(): Instant {
    return this.hostNow() - this.#runtime.realTime() / 1_000
  }

  /** The whole world as a file, including what a snapshot says about itself. `automatic`: nobody has asked for it by name. */
  snapshot({ automatic = false }: { automatic?: boolean } = {}): Draft {
    const { store, kernel } = this.#runtime
    requireFileSize(store)
    const now = kernel.catchUp()
    return changed(this.#parts.storage.copyOf(store), copy => {
      forgetVerdicts(copy)
      writeMeta(copy, SNAPSHOT_META.created_at, String(this.#parts.wall.now()))
      writeMeta(copy, SNAPSHOT_META.now, String(now))
      if (automatic) writeMeta(copy, SNAPSHOT_META.automatic, 'yes')
    })
  }

  /** The world as it is stored at the moment. */
  copy(): Draft {
    requireFileSize(this.#runtime.store)
    return this.#parts.storage.copyOf(this.#runtime.store)
  }

  /** The world at an exchange, as one file: the exchange that was asked for; otherwise that of the gravest finding, or else the newest of a client that failed. */
  capsule(options: {
    request_id?: string | undefined
    /** At no exchange, as it is now. */
    atEnd?: boolean | undefined
    reveal?: 'secrets' | undefined
    version: string
  }): Capsule {
    const { request_id, atEnd = false, reveal, version } = options
    const { store } = this.#runtime
    requireFileSize(store)
    return takeCapsule(this.#runtime, () => this.#parts.storage.copyOf(store), {
      request_id,
      atEnd,
      reveal,
      version,
      taken_at: this.#parts.wall.now(),
    })
  }

  /** The world as a file that people read. Keys and secrets stand in it by value only if they are asked for. */
  async worldFile({ reveal }: { reveal: boolean }): Promise<string> {
    const { templates } = this.#parts
    return writeWorldFile(await exportWorld({ runtime: this.#runtime, settings: this.#settings, templates, reveal }))
  }

  /** What the file from which the world was opened says about itself. */
  get origin(): CapsuleFacts {
    return capsuleFacts(this.#runtime.store)
  }

  /** Whether the world records the state that each exchange finds, so that a capsule can open there. */
  get recording(): boolean {
    return this.#recording
  }
  set recording(on: boolean) {
    this.#recording = on
    const { store } = this.#runtime
    if (on) writeMeta(store, META.recording, 'yes')
    else removeMeta(store, META.recording)
    if (on) this.#runtime.recording ??= new UndoLog(this.#runtime.store, this.#runtime.kernel.catchUp())
    else {
      this.#runtime.recording?.remove()
      this.#runtime.recording = undefined
    }
  }

  /**
   * Checks a file from anybody and turns it into what may be stored: migrated to the newest schema, and harmless to restore. Throws what
   * `checkSnapshot` throws.
   */
  async admit(file: Draft): Promise<void> {
    await readSnapshot(file, this.world_id, this.#parts)
    file.change(store => {
      quarantine(store)
      // Whoever brings it keeps it.
      removeMeta(store, SNAPSHOT_META.automatic)
    })
  }

  /**
   * Replaces everything in the world by a snapshot; the world keeps its id. Throws what `checkSnapshot` throws, and then changes nothing.
   * `beforehand` is called once the snapshot is known to be good, and nothing else happens to the world between it and the replacement.
   */
  async restore(snapshot: Draft, { beforehand }: { beforehand?: () => void } = {}): Promise<void> {
    const { seed, fixture, from } = await readSnapshot(snapshot, this.world_id, this.#parts)
    if (this.#runtime.signal.aborted) throw new WorldRemovedError(this.world_id)
    const next = { ...this.#settings, seed, fixture, from }
    beforehand?.()
    this.#replace(next, { draft: snapshot, fill: this.#resume(adopt(next)) }, 'restored')
  }

  /** A snapshot goes on from the instant at which it was taken, however long ago that was. */
  #resume(fill: Fill): Fill {
    return store => {
      const instant = Number(readMeta(store, SNAPSHOT_META.now) ?? 0)
      fill(store)
      resumeClock(store, { instant, wall: this.#parts.wall.now(), boot: this.#parts.wall.boot })
    }
  }

  /** Calls the listener with everything that happens, after it has been committed. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * When it last answered a request, else when it was made, by the stopwatch: so two worlds compare. `undefined` when neither was since the
   * process started.
   */
  get usedAt(): Duration | undefined {
    return later(this.answeredAt, this.#usedAt)
  }

  /** When it last answered a request, by the stopwatch; `undefined` when it has not since the process started. A reset changes nothing of it. */
  get answeredAt(): Duration | undefined {
    const { exchanges, realTime } = this.#runtime
    const left = exchanges.departures.newest_us
    if (left === undefined) return this.#answeredAt
    const now = this.#parts.stopwatch()
    return later(now - (realTime(now) - left) / 1_000, this.#answeredAt)
  }

  readonly publish = (topic: FactTopic, subject: string | number): void => {
    for (const listener of this.#listeners) listener(topic, subject)
  }

  /** Reports that keys were issued or revoked. */
  keysChanged(): void {
    this.#keyHashes = everyKeyHash(this.#runtime.store)
    this.#parts.onKeys(this)
  }

  /** Removes the exchanges. */
  clearJournal(): void {
    this.#parts.onJournalCleared(this.#runtime)
    this.#runtime.exchanges.clear()
  }

  /** Why the world is not as it should be; `undefined` when all is well. */
  get problem(): WorldProblem | undefined {
    const { store, signal } = this.#runtime
    if (signal.aborted)
      return {
        kind: 'cannot_open',
        message: 'The database of the world cannot be opened again. That is tried again every second.',
      }
    if (this.#problem !== undefined || store.failure === undefined) return this.#problem
    return { kind: 'cannot_write', message: `${store.failure.message} What is there can be read meanwhile.` }
  }

  /** Ends the world, after it was judged for good. */
  close(reason: EndReason): void {
    this.#isClosed = true
    const judged = this.#judged()
    this.#runtime.close()
    this.#end(judged, reason)
  }

  /** What is said of the world's clients if it ends now; nothing when it has already ended. */
  #judged(): JudgedAtEnd | undefined {
    const { signal, verdicts, standing } = this.#runtime
    if (signal.aborted) return undefined
    try {
      const rows = verdicts.rows(standing({ ended: true }))
      return { world_id: this.world_id, rows, requests: this.#parts.namedRequests(this, rows) }
    } catch (error) {
      // A store that cannot be read must not keep a world from ending.
      this.#parts.onDefect(error)
      return undefined
    }
  }

  #end(judged: JudgedAtEnd | undefined, reason: EndReason): void {
    if (judged !== undefined) this.#parts.onJudged(judged, reason)
  }

  /** Prepares a database to replace the world's own. It still knows the keys that the world has issued. */
  #prepare({ draft, fill }: Beginning, change: Change): Prepared {
    try {
      return this.#parts.storage.prepare(this.world_id, draft, store => {
        fill(store)
        rememberKeys(store, this.#keyHashes)
        writeLabel(store, this.#label)
      })
    } catch (error) {
      this.#noteFailure(change, error)
      throw error
    }
  }

  #noteFailure(change: Change, error: unknown): void {
    this.#problem = {
      kind: `not_${change}`,
      message: `The world could not be ${change}, and is as it was before. ${error instanceof Error ? error.message : error}`,
    }
  }

  #replace(settings: WorldSettings, { draft, fill }: Beginning, change: Change): void {
    const before = this.#settings
    const prepared = this.#prepare({ draft, fill }, change)
    // The next runtime knows of no answer of this one.
    this.#answeredAt = this.answeredAt
    const judged = this.#judged()
    if (!this.#runtime.signal.aborted) {
      this.#parts.onEnd(this.world_id, this.#runtime)
      this.#runtime.close()
    }
    let store: Store | undefined
    try {
      store = prepared.commit()
      this.#settings = settings
      this.#runtime = this.#begin(store)
    } catch (error) {
      this.#settings = before
      this.#noteFailure(change, error)
      this.#end(judged, 'stopped')
      store?.close()
      this.#goOn(store === undefined ? undefined : prepared)
      throw error
    }
    prepared.done()
    this.#problem = undefined
    this.#end(judged, change)
    if (change === 'restored') this.#parts.onJournalBrought(this.#runtime)
    this.#parts.onKeys(this)
    this.publish('world', change)
    this.#runtime.kernel.runDue()
  }

  /**
   * Opens the world again with the database that it had, and retries until that succeeds: whatever holds a file lets go of it some time.
   */
  #goOn(taken: Prepared | undefined): void {
    if (this.#isClosed) return
    const before = this.#runtime
    try {
      taken?.undo()
      this.#runtime = this.#begin(this.#parts.storage.open(this.world_id))
    } catch (error) {
      this.#parts.onDefect(error)
      this.#parts.wall.after(UNTIL_NEXT_TRY, () => this.#goOn(undefined))
      return
    }
    this.#parts.onResumed(this.world_id, { before, after: this.#runtime })
    this.#runtime.kernel.runDue()
  }

  #begin(store: Store): WorldRuntime {
    this.#keyHashes = everyKeyHash(store)
    if (this.#recording) writeMeta(store, META.recording, 'yes')
    return beginRuntime(store, this.#settings, this.#parts, {
      publish: this.publish,
      hasListeners: () => this.#listeners.size > 0,
      recording: this.#recording,
    })
  }
}

/** The database of a new world, made of its fixture or of its world file, and what makes it the world's own. */
async function fresh(settings: WorldSettings, parts: WorldParts): Promise<Beginning & { settings: WorldSettings }> {
  const { fixture, seed, from } = settings
  const { templates, wall, measured } = parts
  if (from === undefined) {
    const now = settings.clock ?? wall.now()
    const template = await templates.get({ fixture, seed, now })
    return { settings, draft: new BytesDraft(template), fill: furnish(settings, now, measured) }
  }
  await loadValidator()
  const clock = clockOf(from.file, wall.now()) ?? settings.clock
  const now = clock ?? wall.now()
  const own = { ...settings, clock }
  const bytes = await databaseOf({ ...own, from, now, measured, templates })
  return { settings: own, draft: new BytesDraft(bytes), fill: furnish(own, beganOf(from.file, now), measured) }
}

const later = (one: Duration | undefined, other: Duration | undefined): Duration | undefined =>
  one === undefined ? other : other === undefined ? one : Math.max(one, other)
