import { ControlClient, worldPath } from '../client/control-client.ts'
import type { AssumptionId } from '../contract/assumptions.ts'
import type { StartOptions } from '../contract/start-options.ts'
import type { WorldView } from '../control/protocol/worlds.ts'
import type { EmulatorOptions, StartedAs } from '../emulator.ts'
import { lockFolder } from '../store/folder-lock.ts'
import { sharedFolderNote } from '../store/shared-folder.ts'
import { savedAssumptions } from '../store/tables/settings.ts'
import type { World } from '../world/world.ts'
import { findDashboard, isBuilt } from './dashboard-folder.ts'
import { EmulatorHandle } from './emulator-handle.ts'
import { readStartOptions } from './read-start-options.ts'
import { asStoreProblem } from './store-problem.ts'
import { findTestRunner } from './test-runner.ts'

/** An emulator that runs in this process. */
export class StartedEmulator extends EmulatorHandle {
  /** Whether the store already had the world `default`, which then kept its clock, seed and fixture. */
  readonly reopened: boolean
  /** What people should know about where the store is; `undefined` when there is nothing to say. */
  readonly storeNote: string | undefined
  /** Whether there is a dashboard at its address: one that was not built, or is switched off, is none. */
  readonly hasDashboard: boolean

  constructor(parts: {
    client: ControlClient
    world: WorldView
    reopened: boolean
    storeNote: string | undefined
    hasDashboard: boolean
    stop: () => Promise<void>
  }) {
    super(parts.client, parts.world, parts.stop)
    this.reopened = parts.reopened
    this.storeNote = parts.storeNote
    this.hasDashboard = parts.hasDashboard
  }
}

/**
 * Starts an emulator in this process, and resolves when it answers requests. `await using` stops it.
 *
 * @param as how a person has started it, which the dashboard tells once it is gone; the command line gives it
 * @throws an error with the code `invalid_option`, `unsafe_configuration`, `cannot_listen`, `port_in_use`, `store_in_use` or
 * `store_unusable`; its message says what to do
 */
export async function startEmulator(options: StartOptions = {}, as?: StartedAs): Promise<StartedEmulator> {
  const read = await readStartOptions(options)
  const folder = read.store === undefined || read.store === 'memory' ? undefined : read.store
  const release: (() => unknown)[] = []
  const stop = async () => {
    for (const act of release.splice(0).reverse()) await act()
  }
  try {
    const lock = folder === undefined ? undefined : lockFolder(folder)
    if (lock !== undefined) release.push(lock.release)
    // Loaded only here, because a command that talks to a running emulator needs neither Koa nor SQLite.
    const [{ Emulator }, { folderStorage }] = await Promise.all([
      import('../emulator.ts'),
      import('../store/storage.ts'),
    ])
    const reopened = folder !== undefined && folderStorage(folder).worlds().includes('default')
    const dashboardFolder = read.dashboard ? (options.dashboardFolder ?? findDashboard()) : undefined
    const emulator = await Emulator.start({ ...read, dashboardFolder, startedAs: as })
    release.push(() => emulator.close())
    if (!(options.keepAlive ?? findTestRunner() === undefined)) emulator.unref()
    const client = new ControlClient({ url: emulator.url, token: options.token, waitTimeout: options.waitTimeout })
    release.push(() => client.close())
    if (reopened) applyToKept(emulator.defaultWorld, read)
    const world = await client.call<WorldView>('GET', worldPath('default'))
    lock?.announce(emulator.url)
    const storeNote = folder === undefined ? undefined : sharedFolderNote(folder)
    const hasDashboard = dashboardFolder !== undefined && isBuilt(dashboardFolder)
    return new StartedEmulator({ client, world, reopened, storeNote, hasDashboard, stop })
  } catch (error) {
    await stop()
    throw folder === undefined ? error : asStoreProblem(folder, error)
  }
}

/** Gives a world from the store the assumptions and forwards of this start, in addition to its own. Its past stays as it was. */
function applyToKept(world: World, { assumptions = {}, forwards = [], measured = new Map() }: EmulatorOptions): void {
  const { runtime } = world
  runtime.store.transaction(() => {
    const own = new Set(savedAssumptions(runtime.store).map(({ id }) => id))
    for (const [id, { value }] of measured) if (!own.has(id)) runtime.services.register.set(id, value)
    for (const [id, value] of Object.entries(assumptions)) runtime.services.register.set(id as AssumptionId, value)
    if (forwards.length === 0) return
    const kept = runtime.forwards.all().filter(({ from }) => forwards.every(given => given.from !== from))
    runtime.forwards.replace([...kept, ...forwards])
  })
}
