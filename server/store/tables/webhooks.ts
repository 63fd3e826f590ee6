import { sql, type Updateable } from 'kysely'
import type { FilterValues } from '../../contract/lists.ts'
import { countFacets, type FacetCounts } from '../facets.ts'
import { type Clauses, is, type Newest, narrow, newest } from '../narrow.ts'
import { Remembered } from '../remembered.ts'
import type { Schema, WebhookRow } from '../schema.ts'
import type { Store } from '../store.ts'

/** Webhooks of all tenants. Deleted ones stay. */
export class WebhookTable {
  readonly #store: Store
  /** Those of each tenant that are not deleted; every event looks them up. */
  readonly #active: Remembered<number, readonly WebhookRow[]>
  readonly #byId: Remembered<number, WebhookRow>

  constructor(store: Store) {
    this.#store = store
    const { query } = store
    const active = store.prepare<{ id: number }, WebhookRow>(p =>
      query
        .selectFrom('webhooks')
        .selectAll()
        .where('tenant_id', '=', p('id'))
        .where('deleted_at', 'is', null)
        .orderBy('webhook_id'),
    )
    const byId = store.prepare<{ id: number }, WebhookRow>(p =>
      query.selectFrom('webhooks').selectAll().where('webhook_id', '=', p('id')),
    )
    this.#active = new Remembered(store, id => active.all({ id }))
    this.#byId = new Remembered(store, id => byId.get({ id }))
  }

  /** A webhook of any tenant, deleted or not. */
  findIncludingDeleted(webhook_id: number): WebhookRow | undefined {
    return this.#byId.get(webhook_id)
  }

  active(tenant_id: number): readonly WebhookRow[] {
    return this.#active.get(tenant_id) ?? []
  }

  /** All webhooks of the world, including deleted ones. */
  everyone(): WebhookRow[] {
    return allWebhooks(this.#store)
  }

  protected nextId(): number {
    const last = this.#store.query.selectFrom('webhooks').select(row => row.fn.max('webhook_id').as('id'))
    return (this.#store.get(last)?.id ?? 0) + 1
  }

  protected insertRow(row: WebhookRow): void {
    this.#forget()
    this.#store.run(this.#store.query.insertInto('webhooks').values(row))
  }

  protected updateRow(webhook_id: number, change: Updateable<Schema['webhooks']>): void {
    this.#forget()
    updateWebhook(this.#store, webhook_id, change)
  }

  #forget(): void {
    this.#active.forget()
    this.#byId.forget()
  }
}

export function allWebhooks(store: Store): WebhookRow[] {
  return store.all(store.query.selectFrom('webhooks').selectAll().orderBy('webhook_id'))
}

export function updateWebhook(store: Store, webhook_id: number, change: Updateable<Schema['webhooks']>): void {
  store.run(store.query.updateTable('webhooks').set(change).where('webhook_id', '=', webhook_id))
}

const CLAUSES: Clauses<'webhooks', FilterValues<'webhooks'>> = {
  tenant: is('tenant_id'),
  q: (row, text) =>
    row.or(
      (['url', 'label'] as const).map(
        column => sql<boolean>`instr(lower(${row.ref(column)}), ${text.toLowerCase()}) > 0`,
      ),
    ),
}

/** Webhooks of all tenants, newest first, including deleted ones. */
export function newestWebhooks(store: Store, filters: FilterValues<'webhooks'>, page: Newest): WebhookRow[] {
  const webhooks = store.query.selectFrom('webhooks').selectAll()
  return store.all(newest(narrow(webhooks, CLAUSES, filters), 'webhook_id', page))
}

export function webhookFacets(store: Store, filters: FilterValues<'webhooks'>): FacetCounts {
  const columns = { tenant: 'tenant_id' } as const
  return countFacets(store, { rows: store.query.selectFrom('webhooks'), clauses: CLAUSES, filters, columns })
}
