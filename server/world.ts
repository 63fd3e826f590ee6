import { type FixtureName, isFixtureName } from '../fixtures/names.ts'
import type { AssumptionId } from './contract/assumptions.ts'
import type { FactTopic } from './domain/facts.ts'
import type { Forward } from './domain/webhooks/forward.ts'
import type { ApiRequest } from './gates/turn.ts'
import type { Instant } from './kernel/instant.ts'
import type { Pace } from './kernel/job.ts'
import { beginLife, type Life, type Surroundings } from './life.ts'
import type { Storage } from './store/storage.ts'
import { Store } from './store/store.ts'
import type { Templates } from './templates.ts'
import { answer } from './turn.ts'
import type { Response } from './turn-answer.ts'

/** What a world starts from. */
export interface WorldSettings {
  readonly world_id: string
  readonly seed: number
  readonly fixture: FixtureName
  /** An instant freezes the clock there, unless a pace is given too. */
  readonly clock?: Instant | undefined
  readonly pace?: Pace | undefined
  /** Values that have been checked. */
  readonly assumptions?: Readonly<Partial<Record<AssumptionId, unknown>>>
  readonly forwards?: readonly Forward[]
}

export interface WorldParts extends Surroundings {
  readonly storage: Storage
  readonly templates: Templates
  /** Called when the keys that open the world may have changed. */
  readonly onKeys: (world: World) => void
}

type Listener = (topic: FactTopic, subject: string | number) => void

/** One isolated emulated service, with a database, clock, tenants, counters, journal, faults and assumptions of its own. */
export class World {
  readonly world_id: string
  #settings: WorldSettings
  readonly #parts: WorldParts
  readonly #listeners = new Set<Listener>()
  #life: Life

  private constructor(settings: WorldSettings, parts: WorldParts, store: Store) {
    this.world_id = settings.world_id
    this.#settings = settings
    this.#parts = parts
    this.#life = this.#begin(store)
  }

  /** A new world from its fixture. */
  static async create(settings: WorldSettings, parts: WorldParts): Promise<World> {
    const bytes = await freshBytes(settings, parts)
    return new World(settings, parts, parts.storage.begin(settings.world_id, bytes))
  }

  /** A world that the storage already has; its seed and fixture are those that it was made with. */
  static reopen(world_id: string, parts: WorldParts): World {
    const store = parts.storage.open(world_id)
    return new World(settingsIn(store, world_id), parts, store)
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
  answer(request: ApiRequest, started: number): Response | Promise<Response> {
    return answer(this.#life, request, started)
  }

  /** Back to a fresh start: rows, journal, counters, clock, queue, faults, ids. */
  async reset(change: { seed?: number; fixture?: FixtureName; clock?: Instant | undefined }): Promise<void> {
    const next: WorldSettings = { ...this.#settings, ...change }
    const bytes = await freshBytes(next, this.#parts)
    this.#replace(next, bytes, 'reset')
  }

  /** Puts the bytes of a snapshot in the place of everything. */
  restore(bytes: Buffer, settings: Partial<WorldSettings> = {}): void {
    this.#replace({ ...this.#settings, ...settings }, bytes, 'restored')
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

  close(): void {
    this.#life.close()
  }

  #replace(settings: WorldSettings, bytes: Buffer, change: 'reset' | 'restored'): void {
    this.#life.close()
    this.#settings = settings
    this.#life = this.#begin(this.#parts.storage.begin(this.world_id, bytes))
    this.#parts.onKeys(this)
    this.publish('world', change)
    this.#life.kernel.pulse()
  }

  #begin(store: Store): Life {
    const { world_id, seed, clock, pace } = this.#settings
    return beginLife({ world_id, store, seed, clock: { instant: clock, pace }, publish: this.publish }, this.#parts)
  }
}

/** The database of a new world: its fixture's template, with its own keys and settings. */
async function freshBytes(settings: WorldSettings, parts: WorldParts): Promise<Buffer> {
  const { fixture, seed, world_id } = settings
  const now = settings.clock ?? parts.wall.now()
  const { bytes, applyFixtureKeys } = await parts.templates.get({ fixture, seed, now })
  const store = Store.open(bytes)
  try {
    store.transaction(() => {
      applyFixtureKeys(store, { seed, world_id, now })
      const meta = { world_id, seed: String(seed), fixture }
      for (const [name, value] of Object.entries(meta))
        store.run(store.query.insertInto('meta').values({ name, value }))
      for (const [id, value] of Object.entries(settings.assumptions ?? {}))
        store.run(store.query.insertInto('assumptions').values({ id, value: JSON.stringify(value) }))
      for (const { from, to } of settings.forwards ?? [])
        store.run(store.query.insertInto('forwards').values({ origin: from, target: to }))
    })
    return store.serialize()
  } finally {
    store.close()
  }
}

function settingsIn(store: Store, world_id: string): WorldSettings {
  const rows = store.all(store.query.selectFrom('meta').selectAll())
  const meta = Object.fromEntries(rows.map(row => [row.name, row.value]))
  const fixture = meta.fixture ?? ''
  return { world_id, seed: Number(meta.seed ?? 1), fixture: isFixtureName(fixture) ? fixture : 'standard' }
}
