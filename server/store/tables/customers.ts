import { type SelectQueryBuilder, sql } from 'kysely'
import type { FilterValues } from '../../contract/lists.ts'
import type { RequestQueries } from '../../contract/requests.ts'
import { countFacets, type FacetCounts } from '../facets.ts'
import { type Clauses, is, type Newest, narrow, newest } from '../narrow.ts'
import type { CustomerRow, Schema } from '../schema.ts'
import type { Insert, PreparedQuery, Store } from '../store.ts'
import { numbersMeant } from './calls.ts'

/** `name` is part of the name. */
export type CustomerFilters = Omit<RequestQueries['listCustomers'], 'page'>

const CLAUSES: Clauses<'customers', CustomerFilters> = {
  external_id: is('external_id'),
  project_id: is('project_id'),
  tel1: is('tel1'),
  name: (row, name) => row(row.fn('instr', ['name', row.val(name)]), '>', 0),
}

export class CustomerTable {
  readonly #store: Store
  readonly #insert: Insert<Omit<CustomerRow, 'customer_id'>>
  readonly #byId: PreparedQuery<{ tenant_id: number; customer_id: number }, CustomerRow>

  constructor(store: Store) {
    this.#store = store
    this.#insert = store.insertInto('customers')
    this.#byId = store.prepare(p =>
      store.query
        .selectFrom('customers')
        .selectAll()
        .where('customer_id', '=', p('customer_id'))
        .where('tenant_id', '=', p('tenant_id')),
    )
  }

  find(tenant_id: number, customer_id: number): CustomerRow | undefined {
    return this.#byId.get({ tenant_id, customer_id })
  }

  insert(row: Omit<CustomerRow, 'customer_id'>): CustomerRow {
    return { customer_id: this.#insert.run(row).lastInsertRowid, ...row }
  }

  /** Writes everything that may change in a customer. */
  update({ customer_id, external_id, name, tel1, phonetic, updated_at }: CustomerRow): void {
    this.#store.run(
      this.#store.query
        .updateTable('customers')
        .set({ external_id, name, tel1, phonetic, updated_at })
        .where('customer_id', '=', customer_id),
    )
  }

  /** Whether a customer other than `exceptId` has this external id. */
  isTaken(tenant_id: number, external_id: string, exceptId: number | undefined): boolean {
    const taken = this.#store.all(
      this.#store.query
        .selectFrom('customers')
        .select('customer_id')
        .where('tenant_id', '=', tenant_id)
        .where('external_id', '=', external_id)
        .limit(2),
    )
    return taken.some(row => row.customer_id !== exceptId)
  }

  /** A page of the tenant's customers, and how many there are in all. */
  page(page: {
    tenant_id: number
    filters: CustomerFilters
    direction: 'asc' | 'desc'
    limit: number
    offset: number
  }): { rows: CustomerRow[]; total: number } {
    const { tenant_id, filters, direction, limit, offset } = page
    const matching = <Output>(customers: SelectQueryBuilder<Schema, 'customers', Output>) =>
      narrow(customers.where('tenant_id', '=', tenant_id), CLAUSES, filters)
    const { query } = this.#store
    const total = matching(query.selectFrom('customers').select(row => row.fn.countAll<number>().as('total')))
    const rows = matching(query.selectFrom('customers').selectAll()).orderBy('customer_id', direction)
    return {
      rows: this.#store.all(rows.limit(limit).offset(offset)),
      total: this.#store.get(total)?.total ?? 0,
    }
  }
}

const unspaced = (text: string) => text.replaceAll(' ', '')

const LISTED: Clauses<'customers', FilterValues<'customers'>> = {
  tenant: is('tenant_id'),
  customer_id: is('customer_id'),
  phone_number: (row, number) => {
    const meant = numbersMeant(String(number))
    return row.or([
      row('tel1', '=', String(number)),
      ...(meant.length === 0 ? [] : [sql<boolean>`replace(replace(tel1, '-', ''), '+', '') IN (${sql.join(meant)})`]),
    ])
  },
  // Whoever types a Japanese name leaves out its space as often as not.
  q: (row, text) =>
    row.or(
      (['name', 'phonetic', 'external_id'] as const).map(
        column => sql<boolean>`instr(replace(lower(${row.ref(column)}), ' ', ''), ${unspaced(text.toLowerCase())}) > 0`,
      ),
    ),
}

/** Customers of all tenants, newest first. */
export function newestCustomers(store: Store, filters: FilterValues<'customers'>, page: Newest): CustomerRow[] {
  const customers = store.query.selectFrom('customers').selectAll()
  return store.all(newest(narrow(customers, LISTED, filters), 'customer_id', page))
}

export function customerFacets(store: Store, filters: FilterValues<'customers'>): FacetCounts {
  const columns = { tenant: 'tenant_id' } as const
  return countFacets(store, { rows: store.query.selectFrom('customers'), clauses: LISTED, filters, columns })
}
