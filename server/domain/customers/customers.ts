import type { SelectQueryBuilder } from 'kysely'
import { PAGE_SIZE } from '../../contract/constants.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { CustomerRow, Schema } from '../../store/schema.ts'
import type { Kept, Store } from '../../store/store.ts'
import { contractError } from '../contract-error.ts'
import { type PageOf, pageOffset } from '../page.ts'
import type { Register } from '../register.ts'
import type { Tenants } from '../tenants/tenants.ts'
import { type FieldProblems, NO_SUCH_PROJECT, refuseUnknownReferences } from '../unknown-references.ts'

/** The fields of a customer that a caller sets; `phonetic` stands for whichever key is live on the wire. */
export interface CustomerFields {
  project_id?: number
  external_id?: string | null
  name?: string | null
  tel1?: string | null
  phonetic?: string | null
}

export interface CustomerFilters {
  external_id?: string
  project_id?: number
  tel1?: string
  /** Contained in the name. */
  name?: string
}

/** Said of an element of a bulk; a single customer is refused with an error of its own. */
export const TAKEN_EXTERNAL_ID = 'Another customer has this external_id already.'

/** Customers of a tenant (spec: Customer). */
export class Customers {
  readonly #store: Store
  readonly #tenants: Tenants
  readonly #register: Register
  readonly #insert: Kept<Omit<CustomerRow, 'customer_id'>, unknown>
  readonly #byId: Kept<{ tenant_id: number; customer_id: number }, CustomerRow>

  constructor(parts: { store: Store; tenants: Tenants; register: Register }) {
    this.#store = parts.store
    this.#tenants = parts.tenants
    this.#register = parts.register
    const { query } = parts.store
    this.#insert = parts.store.keep(p =>
      query.insertInto('customers').values({
        tenant_id: p('tenant_id'),
        project_id: p('project_id'),
        external_id: p('external_id'),
        name: p('name'),
        tel1: p('tel1'),
        phonetic: p('phonetic'),
        created_at: p('created_at'),
        updated_at: p('updated_at'),
      }),
    )
    this.#byId = parts.store.keep(p =>
      query
        .selectFrom('customers')
        .selectAll()
        .where('customer_id', '=', p('customer_id'))
        .where('tenant_id', '=', p('tenant_id')),
    )
  }

  /** The customer, `undefined` when the tenant has none with this id. */
  find(tenant_id: number, customer_id: number): CustomerRow | undefined {
    return this.#byId.get({ tenant_id, customer_id })
  }

  /** Creates a customer whose fields have been validated. Throws when the project is not the tenant's. */
  create(tenant_id: number, fields: CustomerFields, now: Instant): CustomerRow {
    this.refuse(this.problems(tenant_id, fields, ''))
    return this.#save(tenant_id, fields, now)
  }

  /** What is wrong with fields that only the store can tell; empty when nothing is. */
  problems(tenant_id: number, fields: CustomerFields, prefix: string): FieldProblems {
    const problems: FieldProblems = {}
    if (fields.project_id !== undefined && !this.#tenants.project(tenant_id, fields.project_id))
      problems[`${prefix}project_id`] = [NO_SUCH_PROJECT]
    return problems
  }

  /** Refuses what has problems that only the store can tell (assumption `calls.unknown_reference`). */
  refuse(problems: FieldProblems): void {
    refuseUnknownReferences(this.#register, problems)
  }

  /** Throws `duplicate_external_id` where the register says that external ids of customers are unique. */
  requireUnique(tenant_id: number, external_id: string | null | undefined, exceptId?: number): void {
    if (!this.isUnique(tenant_id, external_id, exceptId))
      throw contractError('duplicate_external_id', { details: { external_id: external_id ?? null } })
  }

  /** Whether an external id may be taken (assumption `customers.external_id_unique`). */
  isUnique(tenant_id: number, external_id: string | null | undefined, exceptId?: number): boolean {
    if (external_id === undefined || external_id === null) return true
    if (this.#register.get('customers.external_id_unique') === 'no') return true
    const taken = this.#store.all(
      this.#store.query
        .selectFrom('customers')
        .select('customer_id')
        .where('tenant_id', '=', tenant_id)
        .where('external_id', '=', external_id)
        .limit(2),
    )
    return taken.every(row => row.customer_id === exceptId)
  }

  /** Changes the given fields only. `updated_at` moves, `project_id` never does. */
  update(customer: CustomerRow, fields: Omit<CustomerFields, 'project_id'>, now: Instant): CustomerRow {
    this.requireUnique(customer.tenant_id, fields.external_id, customer.customer_id)
    const changed = { ...customer, ...fields, updated_at: now }
    this.#store.run(
      this.#store.query
        .updateTable('customers')
        .set({
          external_id: changed.external_id,
          name: changed.name,
          tel1: changed.tel1,
          phonetic: changed.phonetic,
          updated_at: now,
        })
        .where('customer_id', '=', customer.customer_id),
    )
    return changed
  }

  /** A page of the tenant's customers. */
  list(tenant_id: number, filters: CustomerFilters, page: number): PageOf<CustomerRow> {
    const matching = <Output>(query: SelectQueryBuilder<Schema, 'customers', Output>) => {
      let narrowed = query.where('tenant_id', '=', tenant_id)
      if (filters.external_id !== undefined) narrowed = narrowed.where('external_id', '=', filters.external_id)
      if (filters.project_id !== undefined) narrowed = narrowed.where('project_id', '=', filters.project_id)
      if (filters.tel1 !== undefined) narrowed = narrowed.where('tel1', '=', filters.tel1)
      const { name } = filters
      if (name !== undefined) narrowed = narrowed.where(row => row(row.fn('instr', ['name', row.val(name)]), '>', 0))
      return narrowed
    }
    const { query } = this.#store
    const direction = this.#register.get('customers.order') === 'oldest_first' ? 'asc' : 'desc'
    const total = this.#store.get(
      matching(query.selectFrom('customers').select(row => row.fn.countAll<number>().as('total'))),
    )
    const rows = this.#store.all(
      matching(query.selectFrom('customers').selectAll())
        .orderBy('customer_id', direction)
        .limit(PAGE_SIZE)
        .offset(pageOffset(page)),
    )
    return { rows, page, total: total?.total ?? 0 }
  }

  #save(tenant_id: number, fields: CustomerFields, now: Instant): CustomerRow {
    this.requireUnique(tenant_id, fields.external_id)
    const row = {
      tenant_id,
      project_id: fields.project_id ?? this.#defaultProject(tenant_id),
      external_id: fields.external_id ?? null,
      name: fields.name ?? null,
      tel1: fields.tel1 ?? null,
      phonetic: fields.phonetic ?? null,
      created_at: now,
      updated_at: now,
    }
    const { lastInsertRowid: customer_id } = this.#insert.run(row)
    return { customer_id, ...row }
  }

  /** Where a register without `project_id` among the required fields puts a customer. */
  #defaultProject(tenant_id: number): number {
    const [project] = this.#tenants.projectsOf(tenant_id)
    if (project === undefined)
      throw contractError('validation_error', { details: { project_id: ['The tenant has no project.'] } })
    return project.project_id
  }
}
