import { ControlClient, type ControlClientOptions, worldPath } from '../client/control-client.ts'
import type { RunCoverageView } from '../contract/coverage.ts'
import { optionsOf, type WorldOptions } from '../contract/start-options.ts'
import type { RequestId } from '../control/identifiers.ts'
import type { HealthView } from '../control/protocol/process.ts'
import type { OpenedCapsule } from '../control/protocol/snapshots.ts'
import type { RunVerdicts } from '../control/protocol/verdicts.ts'
import type { WorldsPage, WorldView } from '../control/protocol/worlds.ts'
import { checkOptionNames } from './option-names.ts'
import { withWorldFile } from './read-world-file.ts'
import { StartOptionError } from './start-option-error.ts'
import { WorldHandle } from './world-handle.ts'

/** An emulator that is running, in this process or elsewhere, driven through its control API. */
export class EmulatorHandle implements AsyncDisposable {
  /** `http://127.0.0.1:4010` */
  readonly url: string
  /** `http://127.0.0.1:4010/api/v1` */
  readonly baseUrl: string
  /** `http://127.0.0.1:4010/control` */
  readonly controlUrl: string
  /** `http://127.0.0.1:4010/` */
  readonly dashboardUrl: string
  readonly port: number
  /** For calls of the control API that no method covers. */
  readonly client: ControlClient
  /** The world `default`, which answers requests whose key is not known. */
  readonly world: WorldHandle
  readonly #stop: () => Promise<void>

  constructor(client: ControlClient, world: WorldView, stop: () => Promise<void>) {
    this.client = client
    this.url = client.url
    this.baseUrl = `${this.url}/api/v1`
    this.controlUrl = `${this.url}/control`
    this.dashboardUrl = `${this.url}/`
    const { port, protocol } = new URL(this.url)
    this.port = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
    this.world = new WorldHandle(client, world)
    this.#stop = stop
  }

  health(): Promise<HealthView> {
    return this.client.call('GET', '/control/health')
  }

  /** Creates a world with its own keys, clock and counters. What is left out is as the emulator was started. */
  async createWorld(settings: WorldOptions = {}): Promise<WorldHandle> {
    checkOptionNames('createWorld', settings, Object.keys(optionsOf('world')))
    const body = await withWorldFile(settings)
    return new WorldHandle(this.client, await this.client.call('POST', '/control/worlds', { body }))
  }

  /** A world that exists already. */
  async openWorld(world_id: string): Promise<WorldHandle> {
    return new WorldHandle(this.client, await this.client.call('GET', worldPath(world_id)))
  }

  /**
   * Opens a capsule, or a snapshot, in a new world, given as its bytes or as the path of its file. `request_id` is the request for which
   * the capsule was taken, and `rewound` whether the world is as that request found it, and not as it was when the capsule was taken.
   */
  async openCapsule(
    capsule: Buffer | string,
  ): Promise<{ world: WorldHandle; request_id: RequestId | null; rewound: boolean }> {
    const bytes = typeof capsule === 'string' ? { file: capsule } : capsule
    const view = await this.client.call<OpenedCapsule>('POST', '/control/capsules', { bytes })
    return { world: new WorldHandle(this.client, view), request_id: view.request_id, rewound: view.rewound }
  }

  async worlds(): Promise<WorldView[]> {
    return (await this.#worldsPage()).data
  }

  /** Worlds of the store that cannot be opened, with the reason. They can only be removed. */
  async brokenWorlds(): Promise<WorldsPage['broken']> {
    return (await this.#worldsPage()).broken
  }

  /** Removes a world with its snapshots, even one that cannot be opened. */
  async removeWorld(world_id: string): Promise<void> {
    await this.client.call('DELETE', worldPath(world_id))
  }

  /** How much of the contract all worlds have met since the start, including those that were removed or reset. */
  coverage(): Promise<RunCoverageView> {
    return this.client.call('GET', '/control/coverage')
  }

  /** How clients behaved in all worlds since the start, including those that were removed or reset. */
  verdicts(): Promise<RunVerdicts> {
    return this.client.call('GET', '/control/verdicts')
  }

  /** Stops an emulator that this process started: requests in flight get five seconds to finish. Any other emulator goes on. */
  async close(): Promise<void> {
    this.client.close()
    await this.#stop()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #worldsPage(): Promise<WorldsPage> {
    return this.client.call('GET', '/control/worlds')
  }
}

const CONNECT_OPTIONS = ['url', 'token', 'waitTimeout'] satisfies (keyof ControlClientOptions)[]

/**
 * Connects to an emulator that runs elsewhere, for example one started by `ringback start`.
 *
 * @throws an error with the code `invalid_option` without a URL, UnreachableError when nobody answers there, ControlRefusal when the token
 * is wrong
 */
export async function connectEmulator(options: ControlClientOptions): Promise<EmulatorHandle> {
  checkOptionNames('connectEmulator', options, CONNECT_OPTIONS)
  if (typeof options.url !== 'string' || !/^https?:\/\//.test(options.url) || !URL.canParse(options.url))
    throw new StartOptionError(
      `connectEmulator needs a url such as http://127.0.0.1:4010: "ringback start" prints it, and RINGBACK_URL holds it under "ringback exec" (got ${options.url}).`,
    )
  const client = new ControlClient(options)
  try {
    const world = await client.call<WorldView>('GET', worldPath('default'))
    return new EmulatorHandle(client, world, async () => undefined)
  } catch (error) {
    client.close()
    throw error
  }
}
