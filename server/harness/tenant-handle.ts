import type { WorldClient } from '../client/world-client.ts'
import { API_PREFIX } from '../contract/constants.ts'
import { shown } from '../contract/shown.ts'
import type { KeyId } from '../control/identifiers.ts'
import type { LimitsHistory, LimitsView, SetLimitsBody } from '../control/protocol/limits.ts'
import type { IssueKeyBody, KeyView, TenantView, UpdateTenantBody } from '../control/protocol/worlds.ts'

/** The limits of a tenant: requests per minute, burst and day, webhook sends per day. */
interface LimitsHandle {
  /** Limit, use and reset of each current window. */
  get(): Promise<LimitsView>
  /** What the newest windows have accepted and refused (60 of each limit unless stated otherwise), and how the day grew. */
  history(windows?: number): Promise<LimitsHistory>
  /** Sets how much of the current windows is used: `{ day: { used: 'limit-1' } }`. */
  set(used: SetLimitsBody): Promise<LimitsView>
}

/** Keys in plaintext, by label. */
export type KnownKeys = { [label: string]: string }

/** A tenant, as it was when its world was opened. */
export class TenantHandle {
  /** The slug, such as `pro`. */
  readonly slug: string
  readonly name: string
  /** `http://127.0.0.1:4010/api/v1` */
  readonly baseUrl: string
  readonly staffIds: readonly number[]
  readonly projectIds: readonly number[]
  readonly limits: LimitsHandle
  readonly #world: WorldClient
  readonly #keys: KnownKeys
  readonly #firstLive: string | undefined

  /** `issued` holds keys of the tenant whose plaintext the emulator does not show again; new ones are added to it. */
  constructor(world: WorldClient, baseUrl: string, { view, issued }: { view: TenantView; issued: KnownKeys }) {
    this.#world = world
    this.slug = view.tenant
    this.name = view.name
    for (const { label, key } of view.keys) if (key !== undefined) issued[label] ??= key
    this.#keys = issued
    this.#firstLive = view.keys.find(({ mode, revoked_at }) => mode === 'live' && revoked_at === null)?.key
    this.baseUrl = baseUrl
    this.staffIds = view.staff_ids
    this.projectIds = view.project_ids
    this.limits = {
      get: () => world.get(['tenants', view.tenant, 'limits']),
      history: windows => world.get(['tenants', view.tenant, 'limits', 'history'], { windows }),
      set: used => world.send('PUT', ['tenants', view.tenant, 'limits'], used),
    }
  }

  /** Its keys in plaintext, by label: those of the fixture, and those issued through this handle of the world. */
  get keys(): { readonly [label: string]: string } {
    return this.#keys
  }

  /**
   * The plaintext of its key `live`, which has all scopes; of a tenant whose keys a world file names otherwise, of the first live one. Empty
   * when it has no such key that can be shown.
   */
  get key(): string {
    return this.#keys.live ?? this.#firstLive ?? ''
  }

  /**
   * `fetch` below the base URL with the key `live`: `pro.fetch('/customers')`, with or without the first slash or `/api/v1`. To use another
   * key, set the header.
   *
   * @throws Error when the tenant has no key `live` and the headers have none either, or when the path is a URL that leads elsewhere
   */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('Authorization')) {
      if (this.key === '')
        throw new Error(
          `Tenant ${shown(this.slug)} has no key labelled "live" that can be shown. Issue one with issueKey({ mode: 'live', scopes: […], label: 'live' }), or send an Authorization header.`,
        )
      headers.set('Authorization', `Bearer ${this.key}`)
    }
    return fetch(`${this.baseUrl}${this.#below(path)}`, { ...init, headers })
  }

  /** Changes plan or name, or switches the Open API of the tenant on or off. */
  update(change: UpdateTenantBody): Promise<TenantView> {
    return this.#world.send('PATCH', ['tenants', this.slug], change)
  }

  /** Issues another key. `key` in the answer is its plaintext, which the emulator does not show again; `keys` has it too, by its label. */
  async issueKey(key: IssueKeyBody): Promise<KeyView & { key: string }> {
    const issued = await this.#world.send<KeyView & { key: string }>('POST', ['tenants', this.slug, 'keys'], key)
    this.#keys[issued.label] = issued.key
    return issued
  }

  revokeKey(key_id: KeyId): Promise<void> {
    return this.#world.remove(['tenants', this.slug, 'keys', key_id])
  }

  #below(path: string): string {
    const own = path.startsWith(this.baseUrl) && /^(?:[/?]|$)/.test(path.slice(this.baseUrl.length))
    const rest = own ? path.slice(this.baseUrl.length) : path
    if (/^[a-z]+:\/\//i.test(rest))
      throw new Error(`tenant.fetch takes a path below ${this.baseUrl}, such as /customers (got ${path}).`)
    const rooted = rest.startsWith('/') || rest.startsWith('?') || rest === '' ? rest : `/${rest}`
    return rooted.startsWith(`${API_PREFIX}/`) ? rooted.slice(API_PREFIX.length) : rooted
  }
}
