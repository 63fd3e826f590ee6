import { sql } from 'kysely'
import type {
  CallRow,
  CustomerRow,
  FaultRow,
  KeyRow,
  ProjectRow,
  Schema,
  StaffRow,
  TenantRow,
  WebhookRow,
} from '../schema.ts'
import type { Insert, Store } from '../store.ts'

/** The tables whose rows a world file holds one by one, with the number of each row. */
const NUMBERS = {
  tenants: 'tenant_id',
  staff: 'staff_id',
  projects: 'project_id',
  customers: 'customer_id',
  calls: 'call_seq',
  webhooks: 'webhook_id',
} as const
type Numbered = keyof typeof NUMBERS

/** Rows that come from a world file, as they are: numbers and instants included. */
export class FileRows {
  readonly tenant: Insert<TenantRow>
  readonly staff: Insert<StaffRow>
  readonly project: Insert<ProjectRow>
  readonly key: Insert<KeyRow>
  readonly customer: Insert<CustomerRow>
  readonly changedCustomer: Insert<CustomerRow>
  readonly call: Insert<CallRow>
  readonly webhook: Insert<WebhookRow>
  readonly fault: Insert<Omit<FaultRow, 'id'>>
  readonly script: Insert<Omit<Schema['call_scripts'], 'id'>>
  readonly inbox: Insert<Schema['inboxes']>
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
    this.tenant = store.insertInto('tenants')
    this.staff = store.insertInto('staff')
    this.project = store.insertInto('projects')
    this.key = store.insertInto('keys')
    this.customer = store.insertInto('customers')
    this.changedCustomer = store.insertInto('customers', { replacing: ['customer_id'] })
    this.call = store.insertInto('calls')
    this.webhook = store.insertInto('webhooks')
    this.fault = store.insertInto('faults')
    this.script = store.insertInto('call_scripts')
    this.inbox = store.insertInto('inboxes')
  }

  renameTenant(tenant_id: number, change: Partial<Omit<TenantRow, 'tenant_id'>>): void {
    if (Object.keys(change).length > 0)
      this.#store.run(this.#store.query.updateTable('tenants').set(change).where('tenant_id', '=', tenant_id))
  }

  renameStaff({ staff_id, name }: StaffRow): void {
    this.#store.run(this.#store.query.updateTable('staff').set({ name }).where('staff_id', '=', staff_id))
  }

  renameProject({ project_id, name }: ProjectRow): void {
    this.#store.run(this.#store.query.updateTable('projects').set({ name }).where('project_id', '=', project_id))
  }

  /** The highest number of a table; 0 when it is empty. */
  highest(table: Numbered): number {
    const row = this.#store.db.prepare(`SELECT coalesce(max(${NUMBERS[table]}), 0) AS id FROM ${table}`).get()
    return (row as { id: number }).id
  }

  amountOf(table: 'customers' | 'calls', tenant_id: number): number {
    const row = this.#store.db.prepare(`SELECT count(*) AS amount FROM ${table} WHERE tenant_id = ?`).get(tenant_id)
    return (row as { amount: number }).amount
  }
}

export const allStaff = (store: Store): StaffRow[] =>
  store.all(store.query.selectFrom('staff').selectAll().orderBy('staff_id'))

export const allProjects = (store: Store): ProjectRow[] =>
  store.all(store.query.selectFrom('projects').selectAll().orderBy('project_id'))

/** In the order in which they were issued. */
export const keysInOrder = (store: Store): KeyRow[] =>
  store.all(store.query.selectFrom('keys').selectAll().orderBy(sql`rowid`))

export const allCustomers = (store: Store): CustomerRow[] =>
  store.all(store.query.selectFrom('customers').selectAll().orderBy('customer_id'))

export const allCalls = (store: Store): CallRow[] =>
  store.all(store.query.selectFrom('calls').selectAll().orderBy('call_seq'))

/** The external ids of a tenant's calls. */
export const externalIdsOfCalls = (store: Store, tenant_id: number): string[] =>
  store
    .all(
      store.query
        .selectFrom('calls')
        .select('external_id')
        .where('tenant_id', '=', tenant_id)
        .where('external_id', 'is not', null),
    )
    .flatMap(({ external_id }) => external_id ?? [])

export const customersOf = (store: Store, tenant_id: number): CustomerRow[] =>
  store.all(store.query.selectFrom('customers').selectAll().where('tenant_id', '=', tenant_id).orderBy('customer_id'))
