import type { StartOptions, WorldOptions } from '../contract/start-options.ts'
import type { EmulatorHandle } from './emulator-handle.ts'
import { explainFailure } from './explain-failure.ts'
import { connectShared } from './shared-emulator.ts'
import { createTestWorld, type TestPlace } from './test-world.ts'
import type { WorldHandle } from './world-handle.ts'

/** A place in a runner that has no project of its own, with the command that runs one test again. */
export interface RunningTest extends TestPlace {
  /** `node --test test/crm.test.js`: without the name. */
  readonly command: string
}

/** Gives every test of a file a world of its own, for runners whose tests have hooks and no fixtures. */
export class WorldPerTest {
  readonly #options: WorldOptions
  readonly #emulatorOptions: StartOptions
  #emulator: Promise<EmulatorHandle> | undefined
  #world: WorldHandle | undefined
  #test: RunningTest | undefined

  constructor(options: WorldOptions, emulatorOptions: StartOptions = {}) {
    this.#options = options
    this.#emulatorOptions = emulatorOptions
  }

  /** The world of the test that is running. */
  get world(): WorldHandle {
    if (this.#world === undefined)
      throw new Error('There is a world only while a test runs. Ask for it inside the test.')
    return this.#world
  }

  async open(): Promise<void> {
    this.#emulator ??= connectShared() ?? this.#start()
    await this.#emulator
  }

  async begin(test: RunningTest): Promise<void> {
    await this.open()
    this.#test = test
    this.#world = await createTestWorld((await this.#emulator) as EmulatorHandle, this.#options, test)
  }

  /** Removes the world; of a test that failed it first prints what happened there. */
  async end({ failed }: { failed: boolean }): Promise<void> {
    const world = this.#world
    this.#world = undefined
    if (world === undefined) return
    if (failed && this.#test !== undefined) {
      const { command, names } = this.#test
      const again = `reproduce: ${command} "${names.join(' ')}"  (world ${world.id}, seed ${world.view.seed})`
      process.stderr.write(`${await explainFailure(world)}\n${again}\n`)
    }
    await world.remove()
  }

  async close(): Promise<void> {
    await (await this.#emulator)?.close()
    this.#emulator = undefined
  }

  async #start(): Promise<EmulatorHandle> {
    const { startEmulator } = await import('./start-emulator.ts')
    return startEmulator({ port: 0, ...this.#emulatorOptions })
  }
}
