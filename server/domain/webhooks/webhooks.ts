import { PAGE_SIZE, WEBHOOK_SECRET_PREFIX } from '../../contract/constants.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { Randomness } from '../../kernel/random.ts'
import { Remembered } from '../../store/remembered.ts'
import type { WebhookRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { contractError } from '../contract-error.ts'
import { type PageOf, pageOffset } from '../page.ts'
import type { Register } from '../register.ts'

export interface WebhookFilters {
  project_ids?: number[]
  call_status?: string[]
}

export interface WebhookFields {
  label?: string | null
  url?: string
  events?: string[]
  filters?: WebhookFilters | null
  is_enabled?: boolean
}

interface Parts {
  store: Store
  register: Register
  random: Randomness
  /** The secret that a webhook gets in the place of the one that was drawn. */
  secret: (drawn: string) => string
}

/** Webhook subscriptions of a tenant; deleted ones stay in the store and nowhere else (spec: Webhook subscription). */
export class Webhooks {
  readonly #store: Store
  readonly #register: Register
  readonly #random: Randomness
  readonly #secret: Parts['secret']
  /** Those of each tenant that are not deleted: every event asks for them. */
  readonly #active: Remembered<number, readonly WebhookRow[]>
  readonly #byId: Remembered<number, WebhookRow>

  constructor(parts: Parts) {
    this.#secret = parts.secret
    this.#store = parts.store
    this.#register = parts.register
    this.#random = parts.random
    const { query } = parts.store
    const active = parts.store.keep<{ id: number }, WebhookRow>(p =>
      query
        .selectFrom('webhooks')
        .selectAll()
        .where('tenant_id', '=', p('id'))
        .where('deleted_at', 'is', null)
        .orderBy('webhook_id'),
    )
    const byId = parts.store.keep<{ id: number }, WebhookRow>(p =>
      query.selectFrom('webhooks').selectAll().where('webhook_id', '=', p('id')),
    )
    this.#active = new Remembered(parts.store, id => active.all({ id }))
    this.#byId = new Remembered(parts.store, id => byId.get({ id }))
  }

  /** A webhook of any tenant, deleted or not. */
  any(webhook_id: number): WebhookRow | undefined {
    return this.#byId.get(webhook_id)
  }

  /** A tenant's webhook that is not deleted. */
  find(tenant_id: number, webhook_id: number): WebhookRow | undefined {
    const row = this.any(webhook_id)
    return row?.tenant_id === tenant_id && row.deleted_at === null ? row : undefined
  }

  /** All of a tenant's webhooks that are not deleted. */
  active(tenant_id: number): readonly WebhookRow[] {
    return this.#active.get(tenant_id) ?? []
  }

  /** All webhooks of the world, deleted ones too. */
  everyone(): WebhookRow[] {
    return this.#store.all(this.#store.query.selectFrom('webhooks').selectAll().orderBy('webhook_id'))
  }

  list(tenant_id: number, page: number): PageOf<WebhookRow> {
    const all = this.active(tenant_id)
    return { rows: all.slice(pageOffset(page), pageOffset(page) + PAGE_SIZE), page, total: all.length }
  }

  /** Registers a webhook whose fields have been validated; its secret is shown in this answer only. */
  create(tenant_id: number, fields: WebhookFields & { url: string; events: string[] }, now: Instant): WebhookRow {
    const most = this.#register.get('webhooks.max_per_tenant')
    if (this.active(tenant_id).length >= most)
      throw contractError('validation_error', {
        details: { url: [`The tenant already has ${most} webhooks. Delete one first.`] },
      })
    const { query } = this.#store
    const last = this.#store.get(query.selectFrom('webhooks').select(row => row.fn.max('webhook_id').as('id')))
    const webhook_id = (last?.id ?? 0) + 1
    const row: WebhookRow = {
      webhook_id,
      tenant_id,
      label: fields.label ?? null,
      url: fields.url,
      events: JSON.stringify(fields.events),
      filters: fields.filters ? JSON.stringify(fields.filters) : null,
      is_enabled: fields.is_enabled === false ? 0 : 1,
      secret: this.#secret(WEBHOOK_SECRET_PREFIX + this.#random.token(`webhook.secret:${webhook_id}`, 32)),
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }
    this.#forget()
    this.#store.run(query.insertInto('webhooks').values(row))
    return row
  }

  /** Changes the given fields only. */
  update(webhook: WebhookRow, fields: WebhookFields, now: Instant): WebhookRow {
    const changed: WebhookRow = {
      ...webhook,
      label: fields.label === undefined ? webhook.label : fields.label,
      url: fields.url ?? webhook.url,
      events: fields.events ? JSON.stringify(fields.events) : webhook.events,
      filters: fields.filters === undefined ? webhook.filters : fields.filters && JSON.stringify(fields.filters),
      is_enabled: fields.is_enabled === undefined ? webhook.is_enabled : fields.is_enabled ? 1 : 0,
      updated_at: now,
    }
    const { webhook_id, label, url, events, filters, is_enabled, updated_at } = changed
    this.#forget()
    this.#store.run(
      this.#store.query
        .updateTable('webhooks')
        .set({ label, url, events, filters, is_enabled, updated_at })
        .where('webhook_id', '=', webhook_id),
    )
    return changed
  }

  /** Deletes softly: the row stays for the history of its deliveries. */
  remove(webhook: WebhookRow, now: Instant): void {
    this.#forget()
    this.#store.run(
      this.#store.query
        .updateTable('webhooks')
        .set({ deleted_at: now, updated_at: now })
        .where('webhook_id', '=', webhook.webhook_id),
    )
  }

  #forget(): void {
    this.#active.forget()
    this.#byId.forget()
  }
}

/** Whether a webhook's filters let a call pass: every given filter must match (assumption `webhooks.filter_semantics`). */
export function filtersMatch(
  filters: WebhookFilters | null,
  call: { project_id: number; status: string },
  emptyMatchesEverything: boolean,
): boolean {
  const passes = <Value>(list: readonly Value[] | undefined, value: Value) =>
    list === undefined || list.includes(value) || (list.length === 0 && emptyMatchesEverything)
  return filters === null || (passes(filters.project_ids, call.project_id) && passes(filters.call_status, call.status))
}
