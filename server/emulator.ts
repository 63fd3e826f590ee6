import manifest from '../package.json' with { type: 'json' }
import type { AssumptionId } from './contract/assumptions.ts'
import type { RunCoverageView } from './contract/coverage.ts'
import { MEASURED_FILE_OLD_DAYS, type MeasuredFact } from './contract/measured-file.ts'
import { shown } from './contract/shown.ts'
import { type EmulatorControls, KeyInUseError, WorldExistsError, WorldIdError } from './control/emulator-controls.ts'
import { namedAndRefused, namedRequests } from './control/named-requests.ts'
import { WorldRemovedError } from './domain/world-removed.ts'
import { createTransport } from './egress/transport.ts'
import { type FrontOptions, openFront } from './front.ts'
import { isWildcardBind } from './http/addresses.ts'
import type { Listeners } from './http/listener.ts'
import { StreamHub } from './http/sse.ts'
import { RunTally } from './journal/run-tally.ts'
import { HostClock, type HostJump } from './kernel/host-clock.ts'
import { DAY, SECOND } from './kernel/instant.ts'
import type { WallClock } from './kernel/job.ts'
import { stopwatch, systemClock } from './kernel/pace.ts'
import type { Draft, FileDraft } from './store/draft.ts'
import { fileNameProblem } from './store/file-names.ts'
import { folderStorage, memoryStorage, type Storage } from './store/storage.ts'
import { StoreFailureError } from './store/store-failure.ts'
import { UnusableFileError } from './store/unusable-file.ts'
import { RunVerdicts } from './verdicts/run-verdicts.ts'
import type { NamedRequestView } from './verdicts/wire.ts'
import { pinnedKeys } from './world/file/from-file.ts'
import { hostClockNote } from './world/host-clock-note.ts'
import { HostClockWatch } from './world/host-clock-watch.ts'
import { WallClockRecurrences } from './world/recurrences.ts'
import { templatesOfProcess } from './world/templates.ts'
import { World, type WorldParts, type WorldSettings, type WorldStart, withStart } from './world/world.ts'
import { DEFAULT_WORLD, Worlds } from './world/worlds.ts'

/** How the process was started, as somebody would type it. */
export interface StartedAs {
  /** What a command begins with: `npx ringback`. */
  readonly run: string
  /** The line that starts the emulator again at a port, without the token. */
  readonly restart: (port: number) => string
}

export interface EmulatorOptions extends FrontOptions, WorldStart {
  /** `memory`, or a folder. */
  readonly store?: string | undefined
  readonly durable?: boolean | undefined
  /** Whether the world `default` records how to take it back; when left out, as it did before. */
  readonly recording?: boolean | undefined
  /** Whether every world that is created records, too. */
  readonly recordsEveryWorld?: boolean | undefined
  /** Host names that requests may use, and hosts that deliveries may reach. */
  readonly allowedHosts?: readonly string[] | undefined
  /** PEM of certificate authorities that deliveries trust besides the system's. */
  readonly ca?: string | undefined
  /** What was measured of the real service: values that take the place of defaults in every new world. */
  readonly measured?: ReadonlyMap<AssumptionId, MeasuredFact> | undefined
  readonly startedAs?: StartedAs | undefined
  /** The machine's clock, if it is not the real one. */
  readonly wall?: WallClock | undefined
  readonly onDefect?: (error: unknown) => void
  /** Called with what somebody who runs the emulator should know; written to stderr when left out. */
  readonly onNote?: (line: string) => void
}

const CLOSE_GRACE_MS = 5_000
const UNTIL_RECURRENCES_MS = 1_000

/** One process: a listener with many worlds behind it. */
export class Emulator implements EmulatorControls {
  readonly version = manifest.version
  readonly streams = new StreamHub()
  readonly #options: EmulatorOptions
  readonly #worlds = new Worlds()
  /** Ids of worlds that are being created, so that a second world with the same id cannot take the place of the first. */
  readonly #coming = new Set<string>()
  /** Hashes of the keys that they pin. */
  readonly #pins = new Map<string, string>()
  /** Why worlds of the store cannot be opened. */
  readonly #broken = new Map<string, string>()
  readonly #tally = new RunTally()
  readonly #verdicts = new RunVerdicts()
  readonly #parts: WorldParts
  readonly #started = stopwatch()
  readonly #closing = new AbortController()
  readonly #recurrences: WallClockRecurrences
  readonly #watch: HostClockWatch
  /** What was reported about the machine's clock just now, because many worlds notice the same. */
  readonly #noted = new Set<string>()
  #listeners: Listeners | undefined
  /** Counters for requests outside every world and for worlds that nobody named, one for each, so that neither changes the other's ids. */
  #requests = 0
  #unnamed = 0

  private constructor(options: EmulatorOptions) {
    this.#options = options
    const storage: Storage =
      options.store === undefined || options.store === 'memory'
        ? memoryStorage()
        : folderStorage(options.store, { durable: options.durable ?? false })
    this.#parts = {
      wall: new HostClock(options.wall ?? systemClock(), jump => this.#noteJump(jump)),
      onHostJump: jump => this.#noteJump(jump),
      stopwatch,
      transport: createTransport({ stopwatch, ca: options.ca }),
      allowedHosts: options.allowedHosts ?? [],
      measured: options.measured ?? new Map(),
      ownPorts: () => (this.#listeners === undefined ? [] : [this.#listeners.port]),
      onDefect: options.onDefect ?? (error => process.stderr.write(`${describe(error)}\n`)),
      storage,
      templates: templatesOfProcess,
      requireFree: settings => this.#requireFree(settings),
      onKeys: world => this.#worlds.setKeys(world),
      onJournalCleared: runtime => this.#tally.clear(runtime),
      onEnd: (world_id, runtime) => this.#tally.end(world_id, runtime),
      onJudged: (judged, reason) => this.#verdicts.ended(judged, reason),
      namedRequests: (world, rows) =>
        namedRequests(
          world,
          rows.filter(({ rule }) => this.#verdicts.requests.hasRoom(rule)),
        ),
      onJournalBrought: runtime => this.#tally.bring(runtime),
      onResumed: (world_id, runtimes) => this.#tally.resume(world_id, runtimes),
    }
    this.#watch = new HostClockWatch({ host: this.#parts.wall, worlds: this.worlds })
    this.#recurrences = new WallClockRecurrences({ worlds: this.worlds, onDefect: this.#parts.onDefect })
  }

  /** Opens the worlds and listens. Resolves when requests are answered. */
  static async start(options: EmulatorOptions = {}): Promise<Emulator> {
    const emulator = new Emulator(options)
    try {
      await emulator.#openStored()
      await emulator.#listen()
      emulator.#noteOldMeasurement()
      emulator.#watch.start()
      emulator.#planRecurrences()
      return emulator
    } catch (error) {
      await emulator.close()
      throw error
    }
  }

  /** Later than the first requests: to load node-cron and to set up its calendars takes longer than to answer a hundred of them. */
  #planRecurrences(): void {
    const { wall, onDefect } = this.#parts
    const cancel = wall.after(UNTIL_RECURRENCES_MS, () => void this.#recurrences.start().catch(onDefect))
    this.#closing.signal.addEventListener('abort', cancel)
  }

  /** Where it listens: `http://127.0.0.1:4010`. */
  get url(): string {
    const bound = this.#options.host ?? '127.0.0.1'
    // An address that means every interface cannot be requested.
    const host = isWildcardBind(bound) ? '127.0.0.1' : bound
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.#listeners?.port ?? 0}`
  }
  get port(): number {
    return this.#listeners?.port ?? 0
  }
  get started(): { run: string; restart: string } | null {
    const { startedAs } = this.#options
    return startedAs === undefined ? null : { run: startedAs.run, restart: startedAs.restart(this.port) }
  }
  get closing(): AbortSignal {
    return this.#closing.signal
  }
  /** The world that answers requests whose key is not known. */
  get defaultWorld(): World {
    return this.#worlds.default
  }

  readonly uptimeSeconds = (): number => Math.floor((stopwatch() - this.#started) / SECOND)
  readonly worlds = (): readonly World[] => this.#worlds.all
  readonly world = (world_id: string): World | undefined => this.#worlds.find(world_id)
  readonly brokenWorlds = (): ReadonlyMap<string, string> => this.#broken

  /** Creates a world. Its id is made up when none is given, and the rest is as the emulator was started. */
  readonly createWorld = async (start: WorldStart, wanted?: string): Promise<World> => {
    const world_id = this.#claim(wanted)
    try {
      const asStarted = withStart({ world_id, seed: 1, fixture: 'standard' }, this.#optionsFor(world_id))
      const world = await World.create(withStart(asStarted, start), this.#parts)
      if (this.#options.recordsEveryWorld) world.recording = true
      if (!this.#closing.signal.aborted) return this.#add(world)
      world.close('stopped')
      throw new WorldRemovedError(world_id)
    } finally {
      this.#coming.delete(world_id)
      for (const [hash, coming] of this.#pins) if (coming === world_id) this.#pins.delete(hash)
    }
  }

  /** Creates a world that continues where a capsule or a snapshot was taken. Throws `WorldExistsError` and what `checkSnapshot` throws. */
  readonly openCapsule = async (file: Draft, wanted?: string): Promise<World> => {
    const world_id = this.#claim(wanted)
    try {
      const world = await World.fromFile(file, world_id, this.#parts)
      this.#tally.bring(world.runtime)
      return this.#add(world, { runs: false })
    } finally {
      this.#coming.delete(world_id)
    }
  }

  /** Forks a world. Throws `WorldExistsError`, `NotRecordedError` and `StoreFailureError`. */
  readonly forkWorld: EmulatorControls['forkWorld'] = (origin, point, { world_id: wanted, ...options }) => {
    const world_id = this.#claim(wanted)
    try {
      const { world, issued } = origin.fork(point, { ...options, world_id })
      this.#tally.bring(world.runtime)
      return { world: this.#add(world, { runs: false }), issued }
    } finally {
      this.#coming.delete(world_id)
    }
  }

  /** An empty file next to the store, for an upload. Throws `StoreFailureError`. */
  readonly incoming = (): FileDraft => this.#parts.storage.incoming()

  /** What all worlds have met since the start. */
  readonly runCoverage = (): RunCoverageView =>
    this.#tally.coverage(
      new Map(this.worlds().map(({ world_id, runtime }) => [world_id, runtime])),
      this.defaultWorld.runtime.services.register.values,
    )

  /** What was said of clients since the start: in the worlds that are there, and in those that have ended, each judged when it did. */
  readonly runVerdicts = (): ReturnType<RunVerdicts['with']> =>
    this.#verdicts.with(this.#openWorlds().map(world => ({ world_id: world.world_id, rows: rowsOf(world) })))

  /** The requests that findings of the run name, also those of worlds that have ended, and of those that are there what was refused last. */
  readonly runNamedRequests = (): NamedRequestView[] =>
    this.#verdicts.requests.with(this.#openWorlds().flatMap(world => namedAndRefused(world, rowsOf(world))))

  /** Those whose database is open. */
  #openWorlds(): World[] {
    return this.worlds().filter(({ runtime }) => !runtime.signal.aborted)
  }

  readonly removeWorld = (world_id: string): void => {
    const world = this.#worlds.find(world_id)
    if (this.#broken.has(world_id)) {
      this.#parts.storage.remove(world_id)
      this.#broken.delete(world_id)
    }
    if (world === undefined) return
    this.#worlds.remove(world)
    world.publish('world', 'removed')
    this.#tally.end(world_id, world.runtime)
    world.close('removed')
    this.#parts.storage.remove(world_id)
  }

  /** Lets the process end although it listens: nothing that it does by itself would be lost. */
  unref(): void {
    this.#listeners?.unref()
  }

  /** Finishes what is in flight, for five seconds at most, then closes the stores. */
  async close(): Promise<void> {
    this.#recurrences.stop()
    this.#watch.stop()
    const listeners = this.#listeners
    this.#listeners = undefined
    this.#closing.abort()
    this.streams.close()
    const closing = listeners?.close({ graceMs: CLOSE_GRACE_MS })
    await closing
    for (const world of this.#worlds.all) {
      world.close('stopped')
      this.#worlds.remove(world)
    }
    await this.#parts.transport.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #openStored(): Promise<void> {
    const kept = this.#parts.storage.worlds()
    // First, because nothing works without it: if another process has the store, this is where it shows.
    if (kept.includes(DEFAULT_WORLD)) this.#add(await World.reopen(DEFAULT_WORLD, this.#parts))
    else await this.createWorld({}, DEFAULT_WORLD)
    const { recording } = this.#options
    if (recording !== undefined) this.defaultWorld.recording = recording
    for (const world_id of kept) if (world_id !== DEFAULT_WORLD) await this.#reopen(world_id)
  }

  #note(line: string): void {
    const { onNote = (text: string) => process.stderr.write(`${text}\n`) } = this.#options
    onNote(line)
  }

  /** What a service did half a year ago it may not do now. */
  #noteOldMeasurement(): void {
    const [first] = [...(this.#options.measured?.values() ?? [])]
    if (first === undefined) return
    const days = Math.floor((this.#parts.wall.now() - Date.parse(first.measured_at)) / DAY)
    if (days > MEASURED_FILE_OLD_DAYS)
      this.#note(
        `The measured values are ${days} days old. Measure again with "ringback measure ${first.base_origin}/…".`,
      )
  }

  #noteJump(jump: HostJump): void {
    // Whoever watches a live clock sees at once that it has left the machine's.
    for (const world of this.#worlds.all) if (!world.runtime.signal.aborted) world.publish('clock', 'clock')
    const note = hostClockNote(jump)
    if (this.#noted.has(note)) return
    this.#noted.add(note)
    this.#parts.wall.after(SECOND, () => this.#noted.clear())
    this.#note(note)
  }

  /** A world that cannot be opened, for whatever reason, does not affect the others. */
  async #reopen(world_id: string): Promise<void> {
    try {
      this.#add(await World.reopen(world_id, this.#parts))
    } catch (error) {
      if (error instanceof StoreFailureError && error.noMoreFiles) throw error
      const told = error instanceof Error ? error.message : String(error)
      const reason = error instanceof UnusableFileError ? `${error.file} ${error.reason}` : told
      this.#broken.set(world_id, reason)
      this.#note(
        `World ${shown(world_id)} cannot be opened: ${reason}. Its file was left as it is, and the other worlds work. ` +
          `Repair it and start again, or remove it with "ringback world remove ${world_id}".`,
      )
    }
  }

  #add(world: World, { runs = true }: { runs?: boolean } = {}): World {
    this.#worlds.add(world)
    if (runs) world.runtime.kernel.runDue()
    return world
  }

  async #listen(): Promise<void> {
    this.#listeners = await openFront(this.#options, {
      emulator: this,
      worldOf: this.#worlds.ofKey,
      nextRequestId: () => this.#nextRequestId(),
      onDefect: this.#parts.onDefect,
    })
  }

  #nextRequestId(): string {
    return this.defaultWorld.runtime.services.random.uuid(`process:${this.#requests++}`)
  }

  /** Keys that a file of the start names open the world `default`, and no other. */
  #optionsFor(world_id: string): EmulatorOptions {
    const { from } = this.#options
    return from === undefined ? this.#options : { ...this.#options, from: { ...from, pin: world_id === DEFAULT_WORLD } }
  }

  /** Takes the keys that a world pins until it is there, so that two worlds that are made at the same time do not get the same. */
  #requireFree({ world_id, from }: WorldSettings): void {
    for (const hash of from === undefined ? [] : pinnedKeys(from)) {
      const owner = this.#worlds.ownerOf(hash)?.world_id ?? this.#pins.get(hash)
      if (owner !== undefined && owner !== world_id) throw new KeyInUseError(owner)
      if (this.#coming.has(world_id)) this.#pins.set(hash, world_id)
    }
  }

  #claim(wanted: string | undefined): string {
    const ids = [...this.#worlds.ids, ...this.#coming, ...this.#broken.keys()]
    if (wanted !== undefined) {
      if (ids.includes(wanted)) throw new WorldExistsError(wanted)
      const problem = fileNameProblem(wanted, ids)
      if (problem !== undefined) throw new WorldIdError(problem)
    }
    let world_id = wanted
    while (world_id === undefined || (wanted === undefined && ids.includes(world_id)))
      world_id = `world-${++this.#unnamed}`
    this.#coming.add(world_id)
    return world_id
  }
}

const rowsOf = ({ runtime: { verdicts, standing } }: World) => verdicts.rows(standing())

function describe(error: unknown): string {
  // This is for people, to whom the place in the code says nothing.
  if (error instanceof StoreFailureError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
