import { fieldProblem } from '../../contract/field-problems.ts'
import type { CreateCustomer } from '../../contract/requests.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { CustomerRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { type CustomerFilters, type CustomerLooking, CustomerTable } from '../../store/tables/customers.ts'
import { contractError } from '../contract-error.ts'
import { changesNothing } from '../empty-update.ts'
import { type PageOf, pageRange } from '../page.ts'
import type { Register } from '../register.ts'
import type { Tenants } from '../tenants/tenants.ts'
import { type FieldProblems, NO_SUCH_PROJECT, refuseUnknownReferences } from '../unknown-references.ts'

type CustomerFields = Partial<CreateCustomer>

/** For an element of a bulk; a single customer is refused with an error of its own. */
export const TAKEN_EXTERNAL_ID = fieldProblem('taken_external_id')

/** Customers of a tenant (contract/README.md#customer). */
export class Customers {
  readonly #table: CustomerTable
  readonly #tenants: Tenants
  readonly #register: Register

  constructor(parts: { store: Store; tenants: Tenants; register: Register }) {
    this.#table = new CustomerTable(parts.store)
    this.#tenants = parts.tenants
    this.#register = parts.register
  }

  /** `undefined` when the tenant has no customer with this id. */
  find(tenant_id: number, customer_id: number): CustomerRow | undefined {
    return this.#table.find(tenant_id, customer_id)
  }

  /** Creates a customer whose fields have been validated. Throws when the project is not the tenant's. */
  create(tenant_id: number, fields: CustomerFields, now: Instant): CustomerRow {
    this.refuse(this.problems(tenant_id, fields, ''))
    return this.#save(tenant_id, fields, now)
  }

  /** What only the store can find wrong with the fields. */
  problems(tenant_id: number, fields: CustomerFields, prefix: string): FieldProblems {
    const problems: FieldProblems = {}
    if (fields.project_id !== undefined && !this.#tenants.project(tenant_id, fields.project_id))
      problems[`${prefix}project_id`] = [NO_SUCH_PROJECT]
    return problems
  }

  /** Throws when there are problems that only the store can find (assumption `calls.unknown_reference`). */
  refuse(problems: FieldProblems): void {
    refuseUnknownReferences(this.#register, problems)
  }

  /** Throws `duplicate_external_id` when the register says that external ids of customers are unique and this one is taken. */
  requireUnique(tenant_id: number, external_id: string | null | undefined, exceptId?: number): void {
    if (!this.isUnique(tenant_id, external_id, exceptId))
      throw contractError('duplicate_external_id', { details: { external_id: external_id ?? null } })
  }

  /** Whether a customer may have an external id (assumption `customers.external_id_unique`). */
  isUnique(tenant_id: number, external_id: string | null | undefined, exceptId?: number): boolean {
    if (external_id === undefined || external_id === null) return true
    if (this.#register.get('customers.external_id_unique') === 'no') return true
    return !this.#table.isTaken(tenant_id, external_id, exceptId)
  }

  /** Changes the given fields only. `updated_at` moves (assumption `requests.empty_update`), `project_id` never does. */
  update(customer: CustomerRow, fields: Omit<CustomerFields, 'project_id'>, now: Instant): CustomerRow {
    if (changesNothing(fields, this.#register)) return customer
    this.requireUnique(customer.tenant_id, fields.external_id, customer.customer_id)
    const changed = { ...customer, ...fields, updated_at: now }
    this.#table.update(changed)
    return changed
  }

  list(tenant_id: number, filters: CustomerFilters, page: number, looking?: CustomerLooking): PageOf<CustomerRow> {
    const direction = this.#register.get('customers.order') === 'oldest_first' ? 'asc' : 'desc'
    return { ...this.#table.page({ tenant_id, filters, looking, direction, ...pageRange(page) }), page }
  }

  #save(tenant_id: number, fields: CustomerFields, now: Instant): CustomerRow {
    this.requireUnique(tenant_id, fields.external_id)
    return this.#table.insert({
      tenant_id,
      project_id: fields.project_id ?? this.#defaultProject(tenant_id),
      external_id: fields.external_id ?? null,
      name: fields.name ?? null,
      tel1: fields.tel1 ?? null,
      phonetic: fields.phonetic ?? null,
      created_at: now,
      updated_at: now,
    })
  }

  /** The project of a customer created without one, which is possible when the register does not require `project_id`. */
  #defaultProject(tenant_id: number): number {
    const [project] = this.#tenants.projectsOf(tenant_id)
    if (project === undefined)
      throw contractError('validation_error', { details: { project_id: [fieldProblem('no_project_at_all')] } })
    return project.project_id
  }
}
