import { PAGE_SIZE, WEBHOOK_SECRET_PREFIX } from '../../contract/constants.ts'
import { fieldProblem } from '../../contract/field-problems.ts'
import type { UpdateWebhook, WebhookFilters, WebhookInput } from '../../contract/requests.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { Randomness } from '../../kernel/random.ts'
import type { WebhookRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { WebhookTable } from '../../store/tables/webhooks.ts'
import { contractError } from '../contract-error.ts'
import { changesNothing } from '../empty-update.ts'
import { minterOf } from '../minting.ts'
import { type PageOf, pageOffset } from '../page.ts'
import type { Register } from '../register.ts'
import { inboxOf } from './inbox-url.ts'

/** A webhook to be registered. Through the emulated API, `secret` is never given. */
export type NewWebhook = UpdateWebhook & Pick<WebhookInput, 'url' | 'events'> & { secret?: string | undefined }

interface Parts {
  store: Store
  register: Register
  random: Randomness
  /** Returns the secret that a webhook gets instead of the one that was drawn. */
  secret: (drawn: string) => string
}

/** The webhooks of a tenant. Deleted ones stay in the store but are found nowhere else (contract/README.md#webhook). */
export class Webhooks extends WebhookTable {
  readonly #register: Register
  readonly #random: Randomness
  readonly #secret: Parts['secret']
  readonly #mint: ReturnType<typeof minterOf>

  constructor(parts: Parts) {
    super(parts.store)
    this.#secret = parts.secret
    this.#mint = minterOf(parts.store)
    this.#register = parts.register
    this.#random = parts.random
  }

  /** Finds a webhook of the tenant that is not deleted. */
  find(tenant_id: number, webhook_id: number): WebhookRow | undefined {
    const row = this.findIncludingDeleted(webhook_id)
    return row?.tenant_id === tenant_id && row.deleted_at === null ? row : undefined
  }

  /** The secrets of all webhooks of the world that lead to an inbox, deleted ones included. */
  secretsOfInbox(name: string): string[] {
    return this.everyone()
      .filter(({ url }) => URL.canParse(url) && inboxOf(new URL(url))?.name === name)
      .map(({ secret }) => secret)
  }

  list(tenant_id: number, page: number): PageOf<WebhookRow> {
    const all = this.active(tenant_id)
    if (this.#register.get('webhooks.list_paging') === 'one_page')
      return { rows: page === 1 ? [...all] : [], page, total: all.length, lastPage: 1 }
    return { rows: all.slice(pageOffset(page), pageOffset(page) + PAGE_SIZE), page, total: all.length }
  }

  /** The newest webhook of a tenant with this URL, deleted or not. */
  newestWith({ tenant_id, url }: { tenant_id: number; url: string }): WebhookRow | undefined {
    return this.everyone().findLast(webhook => webhook.tenant_id === tenant_id && webhook.url === url)
  }

  /** Registers a webhook whose fields have been validated. Its secret is drawn unless one is given. */
  create(tenant_id: number, fields: NewWebhook, now: Instant): WebhookRow {
    this.#requireRoom(tenant_id)
    const webhook_id = this.nextId()
    const drawn = () => this.#secret(WEBHOOK_SECRET_PREFIX + this.#mint(this.#random, `webhook.secret:${webhook_id}`))
    const row: WebhookRow = {
      webhook_id,
      tenant_id,
      url: fields.url,
      ...columnsOf(fields),
      secret: fields.secret ?? drawn(),
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }
    this.insertRow(row)
    return row
  }

  /** Registers a webhook again: it keeps its id, its URL and, unless another is given, its secret. Everything else is new. */
  takeUp(webhook: WebhookRow, fields: NewWebhook, now: Instant): WebhookRow {
    if (webhook.deleted_at !== null) this.#requireRoom(webhook.tenant_id)
    const { secret = webhook.secret } = fields
    const change = { ...columnsOf(fields), secret, updated_at: now, deleted_at: null }
    this.updateRow(webhook.webhook_id, change)
    return { ...webhook, ...change }
  }

  update(webhook: WebhookRow, fields: UpdateWebhook, now: Instant): WebhookRow {
    if (changesNothing(fields, this.#register)) return webhook
    const filters = this.#filters(webhook, fields.filters)
    const changed: WebhookRow = {
      ...webhook,
      label: fields.label === undefined ? webhook.label : fields.label,
      url: fields.url ?? webhook.url,
      events: fields.events ? JSON.stringify(fields.events) : webhook.events,
      filters: filters && JSON.stringify(filters),
      is_enabled: fields.is_enabled === undefined ? webhook.is_enabled : fields.is_enabled ? 1 : 0,
      updated_at: now,
    }
    const { webhook_id, label, url, events, is_enabled, updated_at } = changed
    this.updateRow(webhook_id, { label, url, events, filters: changed.filters, is_enabled, updated_at })
    return changed
  }

  #requireRoom(tenant_id: number): void {
    const most = this.#register.get('webhooks.max_per_tenant')
    if (this.active(tenant_id).length >= most)
      throw contractError('validation_error', {
        details: { url: [fieldProblem('webhooks_full', { most })] },
      })
  }

  /** The filters that a webhook has after an update with these (assumption `webhooks.update_filters`). */
  #filters(webhook: WebhookRow, sent: UpdateWebhook['filters']): WebhookFilters | null {
    const before = webhook.filters === null ? null : (JSON.parse(webhook.filters) as WebhookFilters)
    if (sent === undefined) return before
    if (sent === null || before === null) return sent
    return this.#register.get('webhooks.update_filters') === 'merge' ? { ...before, ...sent } : sent
  }

  /** Undoes that a webhook was taken up which was there already. */
  putBack({ webhook_id, label, events, filters, is_enabled, secret }: WebhookRow, now: Instant): void {
    this.updateRow(webhook_id, { label, events, filters, is_enabled, secret, updated_at: now })
  }

  /** The row stays, for the history of its deliveries. */
  remove(webhook: WebhookRow, now: Instant): void {
    this.updateRow(webhook.webhook_id, { deleted_at: now, updated_at: now })
  }
}

const columnsOf = (fields: NewWebhook) => ({
  label: fields.label ?? null,
  events: JSON.stringify(fields.events),
  filters: fields.filters ? JSON.stringify(fields.filters) : null,
  is_enabled: fields.is_enabled === false ? 0 : 1,
})

/** Whether the filters of a webhook let a call pass: every given filter must match (assumption `webhooks.filter_semantics`). */
export function filtersMatch(
  filters: WebhookFilters | null,
  call: { project_id: number; status: string },
  emptyMatchesEverything: boolean,
): boolean {
  const passes = <Value>(list: readonly Value[] | undefined, value: Value) =>
    list === undefined || list.includes(value) || (list.length === 0 && emptyMatchesEverything)
  return filters === null || (passes(filters.project_ids, call.project_id) && passes(filters.call_status, call.status))
}
