import type { ControlClient } from '../client/control-client.ts'
import { WorldClient } from '../client/world-client.ts'
import type {
  CertifyBody,
  CertifyResult,
  CoverageView,
  CreateTenantBody,
  ResetBody,
  TenantView,
  WorldView,
} from '../control/protocol.ts'
import { CallScriptsHandle, CallsHandle } from './calls-handle.ts'
import { type CleanCheck, DEFAULT_CLEAN_CHECKS, findCleanProblems, WorldNotCleanError } from './clean-checks.ts'
import { ClockHandle } from './clock-handle.ts'
import { DeliveriesHandle, InboxHandle } from './deliveries-handle.ts'
import { EventsHandle, ForwardsHandle, LedgerHandle } from './events-handle.ts'
import { RequestsHandle } from './requests-handle.ts'
import { AssumptionsHandle, FaultsHandle, SnapshotsHandle } from './settings-handles.ts'
import { TenantHandle } from './tenant-handle.ts'

const INBOX_ORIGIN = 'https://inbox.ringback.test'

/** One isolated emulated service: tenants, keys, counters, clock and journal of its own. `await using` removes it. */
export class WorldHandle implements AsyncDisposable {
  readonly id: string
  /** `http://127.0.0.1:4010/api/v1`: where the code under test sends its requests. The key selects the world. */
  readonly baseUrl: string
  /** `http://127.0.0.1:4010/control/worlds/<id>` */
  readonly controlUrl: string
  readonly clock: ClockHandle
  readonly calls: CallsHandle
  readonly callScripts: CallScriptsHandle
  readonly events: EventsHandle
  readonly deliveries: DeliveriesHandle
  readonly ledger: LedgerHandle
  readonly forwards: ForwardsHandle
  readonly requests: RequestsHandle
  readonly faults: FaultsHandle
  readonly assumptions: AssumptionsHandle
  readonly snapshots: SnapshotsHandle
  /** For calls of the control API that no method covers. */
  readonly client: WorldClient
  #view: WorldView

  constructor(client: ControlClient, view: WorldView) {
    this.#view = view
    this.id = view.world_id
    this.baseUrl = view.base_url
    this.controlUrl = view.control_url
    const world = new WorldClient(client, this.id)
    this.client = world
    this.clock = new ClockHandle(world)
    this.calls = new CallsHandle(world)
    this.callScripts = new CallScriptsHandle(world)
    this.events = new EventsHandle(world)
    this.deliveries = new DeliveriesHandle(world)
    this.ledger = new LedgerHandle(world)
    this.forwards = new ForwardsHandle(world)
    this.requests = new RequestsHandle(world)
    this.faults = new FaultsHandle(world)
    this.assumptions = new AssumptionsHandle(world)
    this.snapshots = new SnapshotsHandle(world)
  }

  /** The world as it was when it was opened, reset, restored or refreshed last. */
  get view(): WorldView {
    return this.#view
  }

  async refresh(): Promise<WorldView> {
    this.#view = await this.client.get([])
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
    return new TenantHandle(this.client, this.baseUrl, view)
  }

  /** A further tenant: `{ tenant: 'acme', plan: 'pro', staff: 2, projects: 1 }`. It has no key yet: issue one. */
  async createTenant(tenant: CreateTenantBody): Promise<TenantHandle> {
    const view = await this.client.send<TenantView>('POST', ['tenants'], tenant)
    await this.refresh()
    return new TenantHandle(this.client, this.baseUrl, view)
  }

  /** A receiver inside Ringback; its `url` is a webhook URL that needs no network. */
  inbox(name: string): InboxHandle {
    return new InboxHandle(this.client, name, `${INBOX_ORIGIN}/${encodeURIComponent(name)}`)
  }

  /** Back to a fresh start: rows, journal, counters, clock, queue, faults, ids. */
  async reset(to: ResetBody = {}): Promise<void> {
    this.#view = await this.client.send('POST', ['reset'], to)
  }

  /** Which endpoints, statuses, error codes and event kinds the requests so far have covered, of all there are. */
  coverage(): Promise<CoverageView> {
    return this.client.get(['coverage'])
  }

  /** Remembers from now on the state that each request finds, so that a capsule opens there. It makes every request slower. */
  async record(): Promise<void> {
    await this.client.send('PUT', ['recording'], { recording: true })
  }

  /**
   * The world at a request as one file, which another machine opens there; without a request, at the newest that failed. Secrets are masked
   * unless they are to be revealed.
   */
  capsule({ request_id, reveal }: { readonly request_id?: string; readonly reveal?: 'secrets' } = {}): Promise<Buffer> {
    return this.client.control.download(this.client.path(['capsule']), { query: { request_id, reveal } })
  }

  /** Runs the catalogue of genuine and forged deliveries against a webhook receiver. */
  certify(receiver: CertifyBody): Promise<CertifyResult> {
    return this.client.send('POST', ['certify'], receiver)
  }

  /**
   * Throws when the run left behind what nobody meant: requests to unknown routes, deliveries not acknowledged, faults unspent; `checks` asks for
   * others.
   *
   * @throws WorldNotCleanError that lists every problem
   */
  async assertClean({
    checks = DEFAULT_CLEAN_CHECKS,
  }: {
    readonly checks?: readonly CleanCheck[]
  } = {}): Promise<void> {
    const problems = await findCleanProblems(this.client, checks)
    if (problems.length > 0) throw new WorldNotCleanError(this.id, problems)
  }

  /** Removes the world. `default` cannot be removed. */
  remove(): Promise<void> {
    return this.client.remove([])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.remove()
  }
}
