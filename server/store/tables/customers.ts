import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { FilterValues } from '../../contract/lists.ts'
import type { RequestQueries } from '../../contract/requests.ts'
import { countFacets, type FacetCounts } from '../facets.ts'
import { type Clauses, is, type Newest, narrow, newest } from '../narrow.ts'
import type { CustomerRow, Schema } from '../schema.ts'
import type { Insert, PreparedQuery, Store } from '../store.ts'
import { digitsOf, fromAbroad, INTERNATIONAL, numbersMeant } from './phone-numbers.ts'

/** `name` is part of the name. */
export type CustomerFilters = Omit<RequestQueries['listCustomers'], 'page'>

/** What only who looks at the store can ask of a list. */
export const CUSTOMER_ORDERS = [
  'customer_id',
  'name',
  'tel1',
  'external_id',
  'project_id',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof CustomerRow)[]
export interface CustomerLooking {
  /** Text in the name, its reading, the external id or the phone number, however that is written, or the id. */
  readonly q?: string | undefined
  readonly sort?: { readonly by: (typeof CUSTOMER_ORDERS)[number]; readonly direction: 'asc' | 'desc' } | undefined
}

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
    looking?: CustomerLooking | undefined
    direction: 'asc' | 'desc'
    limit: number
    offset: number
  }): { rows: CustomerRow[]; total: number } {
    const { tenant_id, filters, looking: { q, sort } = {}, direction, limit, offset } = page
    const matching = <Output>(customers: SelectQueryBuilder<Schema, 'customers', Output>) => {
      const narrowed = narrow(customers.where('tenant_id', '=', tenant_id), CLAUSES, filters)
      return q === undefined ? narrowed : narrowed.where(isInCustomer(q))
    }
    const { query } = this.#store
    const total = matching(query.selectFrom('customers').select(row => row.fn.countAll<number>().as('total')))
    let rows = matching(query.selectFrom('customers').selectAll())
    // Who has no value comes last in either direction.
    if (sort !== undefined && sort.by !== 'customer_id')
      rows = rows.orderBy(ORDER[sort.by], order => (sort.direction === 'asc' ? order.asc() : order.desc()).nullsLast())
    rows = rows.orderBy('customer_id', sort?.direction ?? direction)
    return {
      rows: this.#store.all(rows.limit(limit).offset(offset)),
      total: this.#store.get(total)?.total ?? 0,
    }
  }
}

/** Names by their reading, as a Japanese list has them; texts whatever their case. */
const ORDER = {
  name: sql`lower(coalesce(nullif(phonetic, ''), name))`,
  tel1: sql`tel1`,
  external_id: sql`lower(external_id)`,
  project_id: sql`project_id`,
  created_at: sql`created_at`,
  updated_at: sql`updated_at`,
} as const satisfies {
  readonly [Column in Exclude<(typeof CUSTOMER_ORDERS)[number], 'customer_id'>]: RawBuilder<unknown>
}

const unspaced = (text: string) => text.replaceAll(' ', '')

/** Fewer digits are in nearly every number. */
const FEWEST_DIGITS = 3

/** Readings are kept in katakana; who types one may leave it in hiragana. */
const inKatakana = (text: string) =>
  text.replace(/[ぁ-ゖ]/g, sign => String.fromCharCode(sign.charCodeAt(0) + ('ァ'.charCodeAt(0) - 'ぁ'.charCodeAt(0))))

type Text = 'name' | 'phonetic' | 'external_id'

/** Whether a text is in a customer's names or external id; as full-width signs, and without the space of a Japanese name, too. */
function isInTexts(typed: string, texts: readonly Text[] = ['name', 'phonetic', 'external_id']): RawBuilder<boolean> {
  const text = unspaced(typed.normalize('NFKC').trim().toLowerCase())
  const inTexts = [
    ...texts.map(column => sql<boolean>`instr(replace(lower(${sql.ref(column)}), ' ', ''), ${text}) > 0`),
    sql<boolean>`instr(replace(phonetic, ' ', ''), ${inKatakana(text)}) > 0`,
  ]
  return sql<boolean>`(${sql.join(inTexts, sql` OR `)})`
}

/** Whether a call went to a customer of its tenant, or came from one, with a text in the name or its reading. */
export const hasCustomerNamed = (typed: string) =>
  sql<boolean>`(calls.tenant_id, ${fromAbroad(sql`calls.phone_number`)}) IN (
    SELECT customers.tenant_id, ${fromAbroad(sql`customers.tel1`)} FROM customers
    WHERE customers.tel1 IS NOT NULL AND ${isInTexts(typed, ['name', 'phonetic'])})`

/** Whether it is in a customer’s names or external id, or is its id, or in its phone number. */
function isInCustomer(typed: string): RawBuilder<boolean> {
  const digits = digitsOf(typed)
  if (!/^\d+$/.test(digits)) return isInTexts(typed)
  const stored = sql<string>`replace(replace(tel1, '-', ''), '+', '')`
  const others = [
    sql<boolean>`customer_id = ${Number(digits)}`,
    ...(digits.length < FEWEST_DIGITS ? [] : [sql<boolean>`instr(${stored}, ${digits}) > 0`]),
    ...(INTERNATIONAL.test(digits) ? [sql<boolean>`instr(${stored}, ${digits.replace(INTERNATIONAL, '')}) = 1`] : []),
    // As in Japan: 03 of what is kept as +813.
    ...(/^0[1-9]/.test(digits) ? [sql<boolean>`instr(${stored}, ${`81${digits.slice(1)}`}) = 1`] : []),
  ]
  return sql<boolean>`(${sql.join([isInTexts(typed), ...others], sql` OR `)})`
}

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
  q: (_, text) => isInTexts(text),
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
