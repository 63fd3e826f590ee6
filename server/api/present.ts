import type { AssumptionValues } from '../contract/assumptions.ts'
import { aiContent } from '../domain/calls/ai-content.ts'
import { maskPhoneNumber } from '../domain/calls/phone-number.ts'
import type { Services } from '../domain/services.ts'
import { callListFields } from '../domain/webhooks/payload.ts'
import { toIso } from '../kernel/instant.ts'
import type { Randomness } from '../kernel/random.ts'
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

/** Transcript, summary and voice analysis of a connected call; nothing before they are ready. */
export function aiFields(row: CallRow, services: Services) {
  const { register, random, tenants, now } = services
  register.note('calls.ai_fields')
  if (row.ai_ready_at === null || row.ai_ready_at > now() || row.connected_at === null || row.ended_at === null)
    return {}
  const { transcript, summary, voice_analysis } = contentOf(
    row,
    random,
    tenants.staff(row.tenant_id, row.staff_id)?.name ?? '',
  )
  return { transcript, summary, voice_analysis }
}

function contentOf(row: CallRow, random: Randomness, staff_name: string) {
  const talk = ((row.ended_at ?? 0) - (row.connected_at ?? 0)) / 1_000
  return aiContent({
    random,
    call_id: row.call_id,
    duration_seconds: talk,
    staff_name,
    call_type: row.call_type,
    language: 'ja',
  })
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
