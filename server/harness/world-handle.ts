import { type ControlClient, worldPath } from '../client/control-client.ts'
import type { ResetBody, WorldView } from '../control/protocol.ts'
import { ClockHandle } from './clock-handle.ts'
import { TenantHandle } from './tenant-handle.ts'

/** One isolated emulated service: tenants, keys, counters, clock and journal of its own. */
export class WorldHandle {
  readonly id: string
  /** `http://127.0.0.1:4010/api/v1`: where the code under test sends its requests. The key selects the world. */
  readonly baseUrl: string
  /** `http://127.0.0.1:4010/control/worlds/<id>` */
  readonly controlUrl: string
  readonly clock: ClockHandle
  readonly #client: ControlClient
  #view: WorldView

  constructor(client: ControlClient, view: WorldView) {
    this.#client = client
    this.#view = view
    this.id = view.world_id
    this.baseUrl = view.base_url
    this.controlUrl = view.control_url
    this.clock = new ClockHandle(client, this.id)
  }

  /** The world as it was when it was opened, reset or refreshed last. */
  get view(): WorldView {
    return this.#view
  }

  /**
   * A tenant by its slug: `free`, `pro`, `max`, `unplanned`, `disabled`, `neighbour` in the fixtures.
   *
   * @throws Error when the world has no such tenant
   */
  tenant(slug: string): TenantHandle {
    const view = this.#view.tenants.find(({ tenant }) => tenant === slug)
    if (view === undefined) {
      const slugs = this.#view.tenants.map(({ tenant }) => tenant).join(', ')
      throw new Error(`World ${this.id} has no tenant ${slug}. It has ${slugs}.`)
    }
    return new TenantHandle(this.#client, this.id, this.baseUrl, view)
  }

  /** Back to a fresh start: rows, journal, counters, clock, queue, faults, ids. */
  async reset(to: ResetBody = {}): Promise<void> {
    this.#view = await this.#client.call('POST', worldPath(this.id, 'reset'), { body: to })
  }

  /** Removes the world. `default` cannot be removed. */
  async remove(): Promise<void> {
    await this.#client.call('DELETE', worldPath(this.id))
  }
}
