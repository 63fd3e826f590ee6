import { sql, type Updateable } from 'kysely'
import { Remembered } from '../remembered.ts'
import type { KeyRow, ProjectRow, Schema, StaffRow, TenantRow } from '../schema.ts'
import type { PreparedQuery, Store } from '../store.ts'

/** Tenants with their staff, projects and keys. */
export class TenantTable {
  readonly #store: Store
  readonly #tenants: PreparedQuery<{ id: number }, TenantRow>
  /** Staff and projects never change. */
  readonly #staff: Remembered<number, StaffRow>
  readonly #projects: Remembered<number, ProjectRow>
  protected readonly keyByHash: (hash: string) => KeyRow | undefined

  constructor(store: Store) {
    this.#store = store
    const { query } = store
    // Two look-ups for a caller: a join of keys and tenants costs ten microseconds, each look-up costs one.
    const key = store.prepare<{ hash: string }, KeyRow>(p =>
      query.selectFrom('keys').selectAll().where('hash', '=', p('hash')),
    )
    this.#tenants = store.prepare(p => query.selectFrom('tenants').selectAll().where('tenant_id', '=', p('id')))
    const staff = store.prepare<{ id: number }, StaffRow>(p =>
      query.selectFrom('staff').selectAll().where('staff_id', '=', p('id')),
    )
    const project = store.prepare<{ id: number }, ProjectRow>(p =>
      query.selectFrom('projects').selectAll().where('project_id', '=', p('id')),
    )
    this.#staff = new Remembered(store, id => staff.get({ id }))
    this.#projects = new Remembered(store, id => project.get({ id }))
    this.keyByHash = hash => key.get({ hash })
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
    const row = this.#tenants.get({ id: tenant_id })
    if (row === undefined) throw new Error(`There is no tenant ${tenant_id}.`)
    return row
  }

  bySlug(slug: string): TenantRow | undefined {
    return this.#store.get(this.#store.query.selectFrom('tenants').selectAll().where('slug', '=', slug))
  }

  all(): TenantRow[] {
    return allTenants(this.#store)
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

  /** In the order in which they were issued. */
  keysOf(tenant_id: number): KeyRow[] {
    const keys = this.#store.query.selectFrom('keys').selectAll().where('tenant_id', '=', tenant_id)
    // Kysely has no name for the row's own number.
    return this.#store.all(keys.orderBy(sql`rowid`))
  }

  hashOf(key_id: string): string | undefined {
    return this.#store.get(this.#store.query.selectFrom('keys').select('hash').where('key_id', '=', key_id))?.hash
  }

  protected keyOf(tenant_id: number, key_id: string): KeyRow | undefined {
    const keys = this.#store.query.selectFrom('keys').selectAll().where('key_id', '=', key_id)
    return this.#store.get(keys.where('tenant_id', '=', tenant_id))
  }

  /** Adds a tenant with this many staff members, named by the ids that they get, and with projects of these names; ids are assigned. */
  protected insertTenant(
    tenant: Omit<TenantRow, 'tenant_id'>,
    { staff, nameOf, projects }: { staff: number; nameOf: (staff_id: number) => string; projects: readonly string[] },
  ): TenantRow {
    const { query } = this.#store
    const tenant_id = this.#nextId('tenants', 'tenant_id')
    this.#store.run(query.insertInto('tenants').values({ tenant_id, ...tenant }))
    const [firstStaff, firstProject] = [this.#nextId('staff', 'staff_id'), this.#nextId('projects', 'project_id')]
    for (let staff_id = firstStaff; staff_id < firstStaff + staff; staff_id++)
      this.#store.run(query.insertInto('staff').values({ staff_id, tenant_id, name: nameOf(staff_id) }))
    for (const [index, name] of projects.entries())
      this.#store.run(query.insertInto('projects').values({ project_id: firstProject + index, tenant_id, name }))
    return this.byId(tenant_id)
  }

  update(tenant_id: number, change: Updateable<Schema['tenants']>): TenantRow {
    if (Object.values(change).some(value => value !== undefined))
      this.#store.run(this.#store.query.updateTable('tenants').set(change).where('tenant_id', '=', tenant_id))
    return this.byId(tenant_id)
  }

  protected insertKey(row: KeyRow): void {
    this.#store.run(this.#store.query.insertInto('keys').values(row))
  }

  protected updateKey(key: KeyRow, change: Partial<KeyRow>): KeyRow {
    updateKey(this.#store, key.key_id, change)
    return { ...key, ...change }
  }

  #nextId(table: 'tenants' | 'staff' | 'projects', column: string): number {
    const row = this.#store.db.prepare(`SELECT coalesce(max(${column}), 0) + 1 AS id FROM ${table}`).get() as {
      id: number
    }
    return row.id
  }
}

export function allTenants(store: Store): TenantRow[] {
  return store.all(store.query.selectFrom('tenants').selectAll().orderBy('tenant_id'))
}

/** A page of a tenant's staff, and how many there are in all. */
export function pageOfStaff(
  store: Store,
  tenant_id: number,
  { limit, offset }: { limit: number; offset: number },
): { rows: StaffRow[]; total: number } {
  const staff = store.query.selectFrom('staff').where('tenant_id', '=', tenant_id)
  return {
    rows: store.all(staff.selectAll().orderBy('staff_id').limit(limit).offset(offset)),
    total: store.get(staff.select(row => row.fn.countAll<number>().as('total')))?.total ?? 0,
  }
}

export function allKeys(store: Store): KeyRow[] {
  return store.all(store.query.selectFrom('keys').selectAll())
}

export function keyHashes(store: Store): string[] {
  return store.all(store.query.selectFrom('keys').select('hash')).map(({ hash }) => hash)
}

export function updateKey(store: Store, key_id: string, change: Partial<KeyRow>): void {
  store.run(store.query.updateTable('keys').set(change).where('key_id', '=', key_id))
}
