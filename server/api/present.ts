import type { AssumptionValues } from '../contract/assumptions.ts'
import { aiFields } from '../domain/calls/ai-fields.ts'
import { maskPhoneNumber } from '../domain/calls/phone-number.ts'
import type { Services } from '../domain/services.ts'
import { callListFields } from '../domain/webhooks/payload.ts'
import { toIso } from '../kernel/instant.ts'
import type { CallRow, CustomerRow, WebhookRow } from '../store/schema.ts'

/** Presenters list every field of the wire; what is not listed never leaves. */
export function presentCustomer(row: CustomerRow, { register }: Services) {
  const precision = register.get('time.precision')
  return {
    customer_id: row.customer_id,
    external_id: row.external_id,
    name: row.name,
    [register.get('customers.phonetic_key')]: row.phonetic,
    tel1: row.tel1,
    project_id: row.project_id,
    created_at: toIso(row.created_at, precision),
    updated_at: toIso(row.updated_at, precision),
  }
}

/** A call as lists show it (spec: Call). */
export function presentCall(row: CallRow, { register }: Services) {
  return callListFields(row, register.get('time.precision'))
}

/** A call with what was derived from the talk, once that is ready (assumptions `calls.ai_fields`, `calls.ai_delay`). */
export function presentCallDetail(row: CallRow, services: Services) {
  const { register } = services
  const phone = register.get('calls.detail_phone') === 'full' ? row.phone_number : maskPhoneNumber(row.phone_number)
  return {
    ...presentCall(row, services),
    phone_number: phone,
    ...(register.get('calls.metadata') === 'detail' && row.metadata !== null
      ? { metadata: JSON.parse(row.metadata) }
      : {}),
    ...aiFields(row, services),
  }
}

/** A webhook without its secret, which only the registration shows. */
export function presentWebhook(row: WebhookRow, { register }: Services) {
  const precision: AssumptionValues['time.precision'] = register.get('time.precision')
  return {
    webhook_id: row.webhook_id,
    label: row.label,
    url: row.url,
    events: JSON.parse(row.events) as string[],
    filters: row.filters === null ? null : JSON.parse(row.filters),
    is_enabled: row.is_enabled === 1,
    created_at: toIso(row.created_at, precision),
    updated_at: toIso(row.updated_at, precision),
  }
}
