import type { ControlClient } from '../client/control-client.ts'
import { startListener } from '../client/listener.ts'
import { WorldClient } from '../client/world-client.ts'
import type { CertifyResult } from '../contract/certification.ts'
import type { CoverageView } from '../contract/coverage.ts'
import type { Drill } from '../contract/drill.ts'
import type { FixtureTenantSlug } from '../contract/fixture-names.ts'
import { SCOPES } from '../contract/scopes.ts'
import type { Sending } from '../contract/sending.ts'
import { shown } from '../contract/shown.ts'
import type { ResetOptions } from '../contract/start-options.ts'
import type { VerdictId } from '../contract/verdict-sentences.ts'
import type { RequestId } from '../control/identifiers.ts'
import type { CertifyBody } from '../control/protocol/certification.ts'
import type { SendingView } from '../control/protocol/process.ts'
import type { ExpectationView, ExpectBody, VerdictView } from '../control/protocol/verdicts.ts'
import type { CreateTenantBody, ForkBody, ForkedWorld, TenantView, WorldView } from '../control/protocol/worlds.ts'
import { CallScriptsHandle, CallsHandle } from './calls-handle.ts'
import { type CleanCheck, DEFAULT_CLEAN_CHECKS, findCleanProblems, WorldNotCleanError } from './clean-checks.ts'
import { ClockHandle } from './clock-handle.ts'
import { DeliveriesHandle, InboxHandle } from './deliveries-handle.ts'
import { type DrillOptions, type DrillResult, DrillsHandle } from './drills-handle.ts'
import { EventsHandle, ForwardsHandle, LedgerHandle, WebhooksHandle } from './events-handle.ts'
import { withWorldFile } from './read-world-file.ts'
import { ReceiverHandle, type ReceiverOptions } from './receiver-handle.ts'
import { RequestsHandle } from './requests-handle.ts'
import { AssumptionsHandle, FaultsHandle, SnapshotsHandle } from './settings-handles.ts'
import { type KnownKeys, TenantHandle } from './tenant-handle.ts'

interface CertifyOptions extends CertifyBody {
  readonly effects?: () => number | Promise<number> | undefined
}

const INBOX_ORIGIN = 'https://inbox.ringback.test'

/** The world has no tenant with that slug; the message names those that it has. */
class UnknownTenantError extends Error {
  override readonly name = 'UnknownTenantError'
  readonly code = 'unknown_tenant'
}

/** One isolated emulated service, with its own tenants, keys, counters, clock and journal. `await using` removes it. */
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
  readonly webhooks: WebhooksHandle
  readonly forwards: ForwardsHandle
  readonly requests: RequestsHandle
  readonly faults: FaultsHandle
  readonly assumptions: AssumptionsHandle
  readonly snapshots: SnapshotsHandle
  readonly drills: DrillsHandle
  /** For calls of the control API that no method covers. */
  readonly client: WorldClient
  #view: WorldView
  /** Keys that were issued through this handle, by tenant, because the emulator stores only their hashes. */
  readonly #issued = new Map<string, KnownKeys>()

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
    this.webhooks = new WebhooksHandle(world)
    this.forwards = new ForwardsHandle(world)
    this.requests = new RequestsHandle(world)
    this.faults = new FaultsHandle(world)
    this.assumptions = new AssumptionsHandle(world)
    this.snapshots = new SnapshotsHandle(world)
    this.drills = new DrillsHandle(world, this.clock)
  }

  /** The world as it was when it was last opened, reset, restored or refreshed. */
  get view(): WorldView {
    return this.#view
  }

  async refresh(): Promise<WorldView> {
    this.#view = await this.client.get([])
    return this.#view
  }

  /**
   * A tenant by its slug. The fixtures have `free`, `pro`, `max`, `unplanned`, `disabled` and `neighbour`.
   *
   * @throws UnknownTenantError
   */
  tenant(slug: FixtureTenantSlug | (string & {})): TenantHandle {
    const view = this.#view.tenants.find(({ tenant }) => tenant === slug)
    if (view === undefined) {
      const slugs = this.#view.tenants.map(({ tenant }) => shown(tenant)).join(', ')
      throw new UnknownTenantError(`World ${shown(this.id)} has no tenant ${shown(slug)}. It has ${slugs}.`)
    }
    return this.#handle(view)
  }

  /** Creates a tenant: `{ tenant: 'acme', plan: 'pro', staff: 2, projects: 1 }`, with a key `live` that has all scopes. */
  async createTenant(tenant: CreateTenantBody): Promise<TenantHandle> {
    const view = await this.client.send<TenantView>('POST', ['tenants'], tenant)
    const handle = this.#handle(view)
    await handle.issueKey({ mode: 'live', scopes: [...SCOPES], label: 'live' })
    await this.refresh()
    return handle
  }

  /** A receiver inside Ringback. Its `url` is a webhook URL that needs no network. */
  inbox(name: string): InboxHandle {
    return new InboxHandle(this.client, name, `${INBOX_ORIGIN}/${encodeURIComponent(name)}`)
  }

  /**
   * A receiver in this process: a server on a free port, a webhook of tenant `pro` (or of the tenant that is named) that leads to it, and what it
   * got, verified and without repeats. Close it with `await using`.
   */
  receiver(options: ReceiverOptions = {}): Promise<ReceiverHandle> {
    return ReceiverHandle.open(this.client, options)
  }

  /** Starts afresh: rows, journal, counters, clock, queue, faults, ids. */
  async reset(to: ResetOptions = {}): Promise<void> {
    this.#view = await this.client.send('POST', ['reset'], await withWorldFile(to))
    this.#issued.clear()
  }

  /** Which endpoints, statuses, error codes and event kinds the requests have covered so far. */
  coverage(): Promise<CoverageView> {
    return this.client.get(['coverage'])
  }

  /**
   * Stages a bad day in this world, runs the client, and says how it behaved: `await world.drill('lost_answer', () => client.call(…))`. The
   * clock runs live meanwhile, so a drill may take some 20 s of real time. `run` is called once more after midnight where the drill asks
   * for it and the client has not waited until then.
   */
  drill(drill: string | Drill, run: () => unknown, options: DrillOptions = {}): Promise<DrillResult> {
    return this.drills.run(drill, run, options)
  }

  /** How the clients of this world behaved: one row for each rule, as if the world ended now. */
  verdicts(): Promise<VerdictView[]> {
    return this.client.list(['verdicts'])
  }

  /**
   * Says that this test breaks a rule on clients on purpose, so that it is no failure: as often as `times` says, or at least once. Less is
   * a finding of its own. `caller` says which client does it, by what is given of it: `{ product: 'axios/1.7' }`.
   */
  expects(rule: VerdictId, expected: Omit<ExpectBody, 'rule'> = {}): Promise<ExpectationView> {
    return this.client.send('POST', ['verdicts', 'expect'], { rule, ...expected })
  }

  /** Records, from now on, the state that each request finds, so that a capsule or a fork can begin there. It makes every request slower. */
  async record(): Promise<void> {
    await this.client.send('PUT', ['recording'], { recording: true })
  }

  /**
   * The world at a request as one file, which another machine opens there; without a request, at that of the gravest finding on clients, or else the newest of a client that failed. Secrets are
   * replaced unless `reveal` is `secrets`.
   */
  capsule({
    request_id,
    reveal,
  }: {
    readonly request_id?: RequestId | undefined
    readonly reveal?: 'secrets' | undefined
  } = {}): Promise<Buffer> {
    return this.client.control.download(this.client.path(['capsule']), { query: { request_id, reveal } })
  }

  /**
   * The world as a world file, as text: what differs from its fixture. Keys and secrets are `derived` unless `reveal` is `secrets`; of keys that
   * somebody issued, only hashes are known.
   */
  async export({ reveal }: { readonly reveal?: 'secrets' | undefined } = {}): Promise<string> {
    return (await this.client.control.download(this.client.path(['world-file']), { query: { reveal } })).toString(
      'utf8',
    )
  }

  /**
   * A new world that goes on where this one was: before a request (`at: request_id` or `'#59'`), at an instant, or now. Its clock is frozen,
   * its keys are its own, and unless `forwards` is `keep` it delivers to inboxes only; the same request gets the same answer there. For
   * anything but now, the world has to be recording (`record()`).
   *
   * @throws ControlRefusal `not_recorded` when the world cannot be taken back that far
   */
  async fork(options: ForkBody = {}): Promise<WorldHandle> {
    const view = await this.client.send<ForkedWorld>('POST', ['fork'], options)
    return new WorldHandle(this.client.control, view)
  }

  /**
   * Whether deliveries leave the process; with an argument, it is changed first. A world that was opened from a file delivers to inboxes
   * only, until it is set to `everywhere`.
   */
  sending(where?: Sending): Promise<SendingView> {
    if (where === undefined) return this.client.get(['sending'])
    return this.client.send('PUT', ['sending'], { sending: where })
  }

  /**
   * Runs the catalogue of genuine and forged deliveries against a webhook receiver. `effects` returns how often the receiver has done its
   * work so far; without it, or `effects_url`, the cases about duplicated and forged work are not tried.
   */
  async certify({ effects, ...receiver }: CertifyOptions): Promise<CertifyResult> {
    const certify = (body: CertifyBody) => this.client.send<CertifyResult>('POST', ['certify'], body)
    if (effects === undefined) return certify(receiver)
    await using server = await startListener(async () => ({ status: 200, body: String(await effects()) }))
    return await certify({ ...receiver, effects_url: `${server.url}/` })
  }

  /**
   * Throws when the run left behind what nobody wanted: requests to unknown routes, deliveries that were not acknowledged, faults that did
   * not fire; `checks` selects others, such as `verdicts`.
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

  /** How long `waitFor` of this world waits when no `timeout` is given. It is called at each wait; in milliseconds of real time. */
  set waitTimeout(waitTimeout: () => number) {
    this.client.waitTimeout = waitTimeout
  }

  #handle(view: TenantView): TenantHandle {
    const issued = this.#issued.get(view.tenant) ?? {}
    this.#issued.set(view.tenant, issued)
    return new TenantHandle(this.client, this.baseUrl, { view, issued })
  }

  /** Removes the world. `default` cannot be removed. */
  remove(): Promise<void> {
    return this.client.remove([])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.remove()
  }
}
