import type { FixtureName } from '../fixtures/names.ts'
import manifest from '../package.json' with { type: 'json' }
import type { AssumptionId } from './contract/assumptions.ts'
import { type EmulatorControls, WorldExistsError } from './control/emulator-controls.ts'
import type { Forward } from './domain/webhooks/forward.ts'
import { createTransport } from './domain/webhooks/transport.ts'
import { WorldRemovedError } from './domain/world-removed.ts'
import { type FrontOptions, openFront } from './front.ts'
import { isWildcardBind } from './http/hosts.ts'
import type { Listeners } from './http/listener.ts'
import { StreamHub } from './http/sse.ts'
import { type RunCoverage, RunTally } from './journal/run-tally.ts'
import { type Instant, SECOND } from './kernel/instant.ts'
import type { Pace, WallClock } from './kernel/job.ts'
import { stopwatch, systemClock } from './kernel/pace.ts'
import { KeyIndex } from './key-index.ts'
import { WallClockRecurrences } from './recurrences.ts'
import { folderStorage, memoryStorage, type Storage } from './store/storage.ts'
import { templatesOfProcess } from './templates.ts'
import { World, type WorldParts, type WorldSettings } from './world.ts'

export interface EmulatorOptions extends FrontOptions {
  /** `memory`, or a folder. */
  readonly store?: string
  readonly durable?: boolean
  readonly seed?: number
  readonly fixture?: FixtureName
  readonly clock?: Instant | undefined
  readonly pace?: Pace | undefined
  readonly assumptions?: Readonly<Partial<Record<AssumptionId, unknown>>>
  readonly forwards?: readonly Forward[]
  /** Names under which the listener may be asked, and hosts that deliveries may reach. */
  readonly allowedHosts?: readonly string[]
  /** PEM of certificate authorities that deliveries trust beside the system's. */
  readonly ca?: string | undefined
  /** Injected in tests. */
  readonly wall?: WallClock
  readonly onDefect?: (error: unknown) => void
  /**
   * Whether worlds remember the state that each exchange found, so that a capsule opens there: some ten microseconds for each row that
   * a request changes. Off unless asked for; a world can switch it on later.
   */
  readonly recording?: boolean
}

const DEFAULT_WORLD = 'default'
const CLOSE_GRACE_MS = 5_000

/** One process: a listener, and many worlds behind it. */
export class Emulator implements EmulatorControls {
  readonly version = manifest.version
  readonly streams = new StreamHub()
  readonly #options: EmulatorOptions
  readonly #worlds = new Map<string, World>()
  /** Ids of worlds that are being made: a second one of the same id must not take the place of the first. */
  readonly #coming = new Set<string>()
  readonly #keys = new KeyIndex()
  readonly #tally = new RunTally()
  readonly #parts: WorldParts
  readonly #started = stopwatch()
  readonly #closing = new AbortController()
  readonly #recurrences: WallClockRecurrences
  #listeners: Listeners | undefined
  #sequence = 0

  private constructor(options: EmulatorOptions) {
    this.#options = options
    const storage: Storage =
      options.store === undefined || options.store === 'memory'
        ? memoryStorage()
        : folderStorage(options.store, { durable: options.durable ?? false })
    this.#parts = {
      wall: options.wall ?? systemClock(),
      stopwatch,
      transport: createTransport({ stopwatch, ...(options.ca === undefined ? {} : { ca: options.ca }) }),
      allowedHosts: options.allowedHosts ?? [],
      ownPorts: () => (this.#listeners === undefined ? [] : [this.#listeners.port]),
      onDefect: options.onDefect ?? (error => process.stderr.write(`${describe(error)}\n`)),
      storage,
      templates: templatesOfProcess,
      recording: options.recording ?? false,
      onKeys: world => this.#keys.set(world),
      onJournalEnd: (life, how) => this.#tally.end(life, how),
      onJournalBrought: life => this.#tally.bring(life),
    }
    this.#recurrences = new WallClockRecurrences({ worlds: this.worlds, onDefect: this.#parts.onDefect })
  }

  /** Opens the worlds and listens; resolves when requests are answered. */
  static async start(options: EmulatorOptions = {}): Promise<Emulator> {
    const emulator = new Emulator(options)
    try {
      await emulator.#openWorlds()
      await emulator.#listen()
      void emulator.#recurrences.start().catch(emulator.#parts.onDefect)
      return emulator
    } catch (error) {
      await emulator.close()
      throw error
    }
  }

  /** Where it listens: `http://127.0.0.1:4010`. */
  get url(): string {
    const bound = this.#options.host ?? '127.0.0.1'
    // An address that means every interface is none that can be asked.
    const host = isWildcardBind(bound) ? '127.0.0.1' : bound
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.#listeners?.port ?? 0}`
  }
  get port(): number {
    return this.#listeners?.port ?? 0
  }
  get closing(): AbortSignal {
    return this.#closing.signal
  }
  get allowedHosts(): readonly string[] {
    return this.#parts.allowedHosts
  }
  /** The world that answers requests without a key that is known. */
  get defaultWorld(): World {
    const world = this.#worlds.get(DEFAULT_WORLD)
    if (world === undefined) throw new Error('The emulator is closed.')
    return world
  }

  readonly uptimeSeconds = (): number => Math.floor((stopwatch() - this.#started) / SECOND)
  readonly worlds = (): readonly World[] => [...this.#worlds.values()]
  readonly world = (world_id: string): World | undefined => this.#worlds.get(world_id)

  /** A further world; its id is made up when none is given, and the rest is as the emulator was started with. */
  readonly createWorld = async (settings: Partial<WorldSettings>): Promise<World> => {
    const { seed = 1, fixture = 'standard', clock, pace, forwards = [] } = this.#options
    const world_id = this.#claim(settings.world_id)
    const assumptions = { ...this.#options.assumptions, ...settings.assumptions }
    const chosen: WorldSettings = { seed, fixture, clock, pace, forwards, ...settings, assumptions, world_id }
    try {
      const world = await World.create(chosen, this.#parts)
      if (!this.#closing.signal.aborted) return this.#add(world)
      world.close()
      throw new WorldRemovedError(world_id)
    } finally {
      this.#coming.delete(world_id)
    }
  }

  /** A further world that goes on where a capsule or a snapshot was taken. Throws `WorldExistsError` and what `checkSnapshot` throws. */
  readonly openCapsule = (bytes: Buffer, wanted?: string): World => {
    const world_id = this.#claim(wanted)
    try {
      const world = World.fromSnapshot(bytes, world_id, this.#parts)
      this.#tally.bring(world.life)
      return this.#add(world)
    } finally {
      this.#coming.delete(world_id)
    }
  }

  /** What all worlds have met since the start. */
  readonly runCoverage = (): RunCoverage =>
    this.#tally.coverage(
      this.worlds().map(({ life }) => life),
      this.defaultWorld.life.services.register.values,
    )

  readonly removeWorld = (world_id: string): void => {
    const world = this.#worlds.get(world_id)
    if (world === undefined) return
    this.#worlds.delete(world_id)
    this.#keys.remove(world)
    world.publish('world', 'removed')
    this.#tally.end(world.life)
    world.close()
    this.#parts.storage.remove(world_id)
  }

  /** Finishes what is in flight, at most five seconds, then closes the stores. */
  async close(): Promise<void> {
    this.#recurrences.stop()
    const listeners = this.#listeners
    this.#listeners = undefined
    this.#closing.abort()
    this.streams.close()
    const closing = listeners?.close({ graceMs: CLOSE_GRACE_MS })
    await closing
    for (const world of this.#worlds.values()) world.close()
    this.#worlds.clear()
    await this.#parts.transport.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #openWorlds(): Promise<void> {
    const kept = this.#parts.storage.worlds()
    for (const world_id of kept) this.#add(World.reopen(world_id, this.#parts))
    if (this.#worlds.has(DEFAULT_WORLD)) return
    await this.createWorld({ world_id: DEFAULT_WORLD })
  }

  #add(world: World): World {
    this.#worlds.set(world.world_id, world)
    this.#keys.set(world)
    world.life.kernel.pulse()
    return world
  }

  async #listen(): Promise<void> {
    this.#listeners = await openFront(this.#options, {
      emulator: this,
      worldOf: hash => this.#worldOf(hash),
      nextRequestId: () => this.#nextRequestId(),
      now: () => this.defaultWorld.life.kernel.now(),
      onDefect: this.#parts.onDefect,
    })
  }

  #worldOf(hash: string | undefined): World {
    return (hash === undefined ? undefined : this.#keys.find(hash)) ?? this.defaultWorld
  }

  #nextRequestId(): string {
    return this.defaultWorld.life.services.random.uuid(`process:${this.#sequence++}`)
  }

  #claim(wanted: string | undefined): string {
    const taken = (world_id: string) => this.#worlds.has(world_id) || this.#coming.has(world_id)
    if (wanted !== undefined && taken(wanted)) throw new WorldExistsError(wanted)
    let world_id = wanted
    while (world_id === undefined || (wanted === undefined && taken(world_id))) world_id = `world-${++this.#sequence}`
    this.#coming.add(world_id)
    return world_id
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
