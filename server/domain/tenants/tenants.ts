import { hash as digest } from 'node:crypto'
import { sql } from 'kysely'
import { LIVE_KEY_PREFIX, TEST_KEY_PREFIX } from '../../contract/constants.ts'
import type { PlanName } from '../../contract/plans.ts'
import type { KeyMode, Scope } from '../../contract/scopes.ts'
import type { Instant } from '../../kernel/instant.ts'
import { Remembered } from '../../store/remembered.ts'
import type { KeyRow, ProjectRow, StaffRow, TenantRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

/** Who sends a request: a key that is valid, with its tenant. */
export interface Caller {
  readonly key_id: string
  readonly mode: KeyMode
  readonly scopes: readonly Scope[]
  readonly tenant_id: number
  readonly slug: string
  readonly plan: PlanName | null
  readonly open_api_enabled: boolean
}

/** Keys are looked up by this, and people's keys are stored as nothing else. */
export function hashKey(key: string): string {
  return digest('sha256', key)
}

/** How a key may be shown: its prefix and its last four characters. */
export function maskKey(key: string): string {
  const prefix = [LIVE_KEY_PREFIX, TEST_KEY_PREFIX].find(candidate => key.startsWith(candidate)) ?? ''
  return `${prefix}…${key.slice(-4)}`
}

/** Tenants with their staff, projects and keys (spec: Authentication; staff and projects belong to one tenant). */
export class Tenants {
  readonly #store: Store
  /** By the hash of their key: every request asks for one. */
  readonly #callers: Remembered<string, Caller>
  readonly #tenants: Remembered<number, TenantRow>
  /** Staff and projects never change. */
  readonly #staff: Remembered<number, StaffRow>
  readonly #projects: Remembered<number, ProjectRow>

  constructor(store: Store) {
    this.#store = store
    const { query } = store
    // Two look-ups: a join of these two tables costs ten microseconds, each of them one.
    const key = store.keep<{ hash: string }, KeyRow>(p =>
      query.selectFrom('keys').selectAll().where('hash', '=', p('hash')),
    )
    const tenant = store.keep<{ id: number }, TenantRow>(p =>
      query.selectFrom('tenants').selectAll().where('tenant_id', '=', p('id')),
    )
    const staff = store.keep<{ id: number }, StaffRow>(p =>
      query.selectFrom('staff').selectAll().where('staff_id', '=', p('id')),
    )
    const project = store.keep<{ id: number }, ProjectRow>(p =>
      query.selectFrom('projects').selectAll().where('project_id', '=', p('id')),
    )
    this.#callers = new Remembered(store, hash => this.#caller(key.get({ hash })))
    this.#tenants = new Remembered(store, id => tenant.get({ id }))
    this.#staff = new Remembered(store, id => staff.get({ id }))
    this.#projects = new Remembered(store, id => project.get({ id }))
  }

  /** The caller whose key has this hash; `undefined` for unknown and revoked keys. */
  callerOf(hash: string): Caller | undefined {
    return this.#callers.get(hash)
  }

  staff(tenant_id: number, staff_id: number): StaffRow | undefined {
    const row = this.#staff.get(staff_id)
    return row?.tenant_id === tenant_id ? row : undefined
  }

  project(tenant_id: number, project_id: number): ProjectRow | undefined {
    const row = this.#projects.get(project_id)
    return row?.tenant_id === tenant_id ? row : undefined
  }

  byId(tenant_id: number): TenantRow {
    const row = this.#tenants.get(tenant_id)
    if (row === undefined) throw new Error(`There is no tenant ${tenant_id}.`)
    return row
  }

  bySlug(slug: string): TenantRow | undefined {
    return this.#store.get(this.#store.query.selectFrom('tenants').selectAll().where('slug', '=', slug))
  }

  all(): TenantRow[] {
    return this.#store.all(this.#store.query.selectFrom('tenants').selectAll().orderBy('tenant_id'))
  }

  staffOf(tenant_id: number): StaffRow[] {
    return this.#store.all(
      this.#store.query.selectFrom('staff').selectAll().where('tenant_id', '=', tenant_id).orderBy('staff_id'),
    )
  }

  projectsOf(tenant_id: number): ProjectRow[] {
    return this.#store.all(
      this.#store.query.selectFrom('projects').selectAll().where('tenant_id', '=', tenant_id).orderBy('project_id'),
    )
  }

  keysOf(tenant_id: number): KeyRow[] {
    return this.#store.all(
      this.#store.query
        .selectFrom('keys')
        .selectAll()
        .where('tenant_id', '=', tenant_id)
        // In the order in which they were issued; Kysely has no name for the row's own number.
        .orderBy(sql`rowid`),
    )
  }

  /** The hashes of all keys that open this world. */
  keyHashes(): string[] {
    return this.#store
      .all(this.#store.query.selectFrom('keys').select('hash').where('revoked_at', 'is', null))
      .map(row => row.hash)
  }

  /** Adds a tenant with so many staff members and projects of these names; ids are assigned. */
  create(tenant: {
    slug: string
    name: string
    plan: PlanName | null
    open_api_enabled: boolean
    staff: number
    /** The name of a staff member by the id that it gets. */
    nameOf: (staff_id: number) => string
    projects: readonly string[]
  }): TenantRow {
    const { query } = this.#store
    const tenant_id = this.#nextId('tenants', 'tenant_id')
    this.#store.run(
      query.insertInto('tenants').values({
        tenant_id,
        slug: tenant.slug,
        name: tenant.name,
        plan: tenant.plan,
        open_api_enabled: tenant.open_api_enabled ? 1 : 0,
      }),
    )
    const [firstStaff, firstProject] = [this.#nextId('staff', 'staff_id'), this.#nextId('projects', 'project_id')]
    for (let staff_id = firstStaff; staff_id < firstStaff + tenant.staff; staff_id++)
      this.#store.run(query.insertInto('staff').values({ staff_id, tenant_id, name: tenant.nameOf(staff_id) }))
    for (const [index, name] of tenant.projects.entries())
      this.#store.run(query.insertInto('projects').values({ project_id: firstProject + index, tenant_id, name }))
    return this.byId(tenant_id)
  }

  update(tenant_id: number, change: { name?: string; plan?: PlanName | null; open_api_enabled?: number }): TenantRow {
    this.#callers.forget()
    this.#tenants.forget()
    if (Object.keys(change).length > 0)
      this.#store.run(this.#store.query.updateTable('tenants').set(change).where('tenant_id', '=', tenant_id))
    return this.byId(tenant_id)
  }

  /** Stores a key that a person issued: its hash only. */
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
    this.#store.run(this.#store.query.insertInto('keys').values(row))
    return row
  }

  /** Revokes a key at once; `undefined` when the tenant has no such key. */
  revokeKey(tenant_id: number, key_id: string, now: Instant): KeyRow | undefined {
    const { query } = this.#store
    const key = this.#store.get(
      query.selectFrom('keys').selectAll().where('key_id', '=', key_id).where('tenant_id', '=', tenant_id),
    )
    if (key === undefined || key.revoked_at !== null) return key
    this.#callers.forget()
    this.#store.run(query.updateTable('keys').set({ revoked_at: now }).where('key_id', '=', key_id))
    return { ...key, revoked_at: now }
  }

  #nextId(table: 'tenants' | 'staff' | 'projects', column: string): number {
    const row = this.#store.db.prepare(`SELECT coalesce(max(${column}), 0) + 1 AS id FROM ${table}`).get() as {
      id: number
    }
    return row.id
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
