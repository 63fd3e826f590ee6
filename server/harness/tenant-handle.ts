import type { WorldClient } from '../client/world-client.ts'
import type {
  IssueKeyBody,
  KeyView,
  LimitsView,
  SetLimitsBody,
  TenantView,
  UpdateTenantBody,
} from '../control/protocol.ts'

/** The limits of a tenant: requests per minute, burst and day, webhook sends per day. */
export interface LimitsHandle {
  /** Limit, use and reset of each of the current windows. */
  get(): Promise<LimitsView>
  /** Sets what has been used of the current windows: `{ day: { used: 'limit-1' } }`. */
  set(used: SetLimitsBody): Promise<LimitsView>
}

/** One tenant of a world, as it was when the world was opened. */
export class TenantHandle {
  /** Its slug, such as `pro`. */
  readonly slug: string
  readonly name: string
  /** Plaintext of its key `live`, which has all scopes. Empty when the tenant has none. */
  readonly key: string
  /** Plaintext of its keys by label. */
  readonly keys: { readonly [label: string]: string }
  /** `http://127.0.0.1:4010/api/v1` */
  readonly baseUrl: string
  readonly staffIds: readonly number[]
  readonly projectIds: readonly number[]
  readonly limits: LimitsHandle
  readonly #world: WorldClient

  constructor(world: WorldClient, baseUrl: string, view: TenantView) {
    this.#world = world
    this.slug = view.tenant
    this.name = view.name
    this.keys = Object.fromEntries(view.keys.flatMap(({ label, key }) => (key === undefined ? [] : [[label, key]])))
    this.key = this.keys.live ?? ''
    this.baseUrl = baseUrl
    this.staffIds = view.staff_ids
    this.projectIds = view.project_ids
    this.limits = {
      get: () => world.get(['tenants', view.tenant, 'limits']),
      set: used => world.send('PUT', ['tenants', view.tenant, 'limits'], used),
    }
  }

  /** `fetch` below the base URL with the key `live`: `pro.fetch('/customers')`. A key of one's own goes into the headers. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${this.key}`)
    return fetch(`${this.baseUrl}${path}`, { ...init, headers })
  }

  /** Changes plan, name, or switches the Open API of the tenant. */
  update(change: UpdateTenantBody): Promise<TenantView> {
    return this.#world.send('PATCH', ['tenants', this.slug], change)
  }

  /** Issues a further key; `key` of the answer is its plaintext, which cannot be read again. */
  issueKey(key: IssueKeyBody): Promise<KeyView & { key: string }> {
    return this.#world.send('POST', ['tenants', this.slug, 'keys'], key)
  }

  revokeKey(key_id: string): Promise<void> {
    return this.#world.remove(['tenants', this.slug, 'keys', key_id])
  }
}
