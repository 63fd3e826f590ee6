import { hash as digest } from 'node:crypto'
import { LIVE_KEY_PREFIX, TEST_KEY_PREFIX } from '../../contract/constants.ts'
import type { PlanName } from '../../contract/plans.ts'
import type { KeyMode, Scope } from '../../contract/scopes.ts'
import type { Instant } from '../../kernel/instant.ts'
import { Remembered } from '../../store/remembered.ts'
import type { KeyRow, TenantRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { TenantTable } from '../../store/tables/tenants.ts'

/** Who sends a request: a valid key with its tenant. */
export interface Caller {
  readonly key_id: string
  readonly mode: KeyMode
  readonly scopes: readonly Scope[]
  readonly tenant_id: number
  readonly slug: string
  readonly plan: PlanName | null
  readonly open_api_enabled: boolean
}

/** Keys are looked up by their hash, and a key that a person issued is stored only so. */
export function hashKey(key: string): string {
  return digest('sha256', key)
}

/** How a key may be shown: its prefix and its last four characters. */
export function maskKey(key: string): string {
  const prefix = [LIVE_KEY_PREFIX, TEST_KEY_PREFIX].find(candidate => key.startsWith(candidate)) ?? ''
  return `${prefix}…${key.slice(-4)}`
}

/** Tenants with their staff, projects and keys (contract/README.md#auth). A staff member or a project belongs to one tenant. */
export class Tenants extends TenantTable {
  /** By the hash of the key; every request looks one up. */
  readonly #callers: Remembered<string, Caller>

  constructor(store: Store) {
    super(store)
    this.#callers = new Remembered(store, hash => this.#caller(this.keyByHash(hash)))
  }

  /** `undefined` for unknown and revoked keys. */
  callerOf(hash: string): Caller | undefined {
    return this.#callers.get(hash)
  }

  /** Adds a tenant with this many staff members and with projects of these names; ids are assigned. */
  create(tenant: {
    slug: string
    name: string
    plan: PlanName | null
    open_api_enabled: boolean
    staff: number
    /** The name of the staff member who gets this id. */
    nameOf: (staff_id: number) => string
    projects: readonly string[]
  }): TenantRow {
    const { slug, name, plan, open_api_enabled, ...others } = tenant
    return this.insertTenant({ slug, name, plan, open_api_enabled: open_api_enabled ? 1 : 0 }, others)
  }

  override update(...change: Parameters<TenantTable['update']>): TenantRow {
    this.#callers.forget()
    return super.update(...change)
  }

  /** Stores only the hash of a key that a person issued. */
  addKey(key: {
    key_id: string
    tenant_id: number
    label: string
    mode: KeyMode
    scopes: readonly Scope[]
    plaintext: string
    now: Instant
  }): KeyRow {
    const row: KeyRow = {
      key_id: key.key_id,
      tenant_id: key.tenant_id,
      label: key.label,
      mode: key.mode,
      scopes: JSON.stringify(key.scopes),
      hash: hashKey(key.plaintext),
      masked: maskKey(key.plaintext),
      plaintext: null,
      created_at: key.now,
      revoked_at: null,
    }
    this.insertKey(row)
    return row
  }

  /** Revokes a key at once; `undefined` when the tenant has no such key. */
  revokeKey(tenant_id: number, key_id: string, now: Instant): KeyRow | undefined {
    const key = this.keyOf(tenant_id, key_id)
    if (key === undefined || key.revoked_at !== null) return key
    this.#callers.forget()
    return this.updateKey(key, { revoked_at: now })
  }

  #caller(key: KeyRow | undefined): Caller | undefined {
    if (key === undefined || key.revoked_at !== null) return undefined
    const tenant = this.byId(key.tenant_id)
    return {
      key_id: key.key_id,
      mode: key.mode,
      scopes: JSON.parse(key.scopes) as Scope[],
      tenant_id: tenant.tenant_id,
      slug: tenant.slug,
      plan: tenant.plan,
      open_api_enabled: tenant.open_api_enabled === 1,
    }
  }
}
