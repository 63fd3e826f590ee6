import type { AssumptionValues } from '../../contract/assumptions.ts'
import { aiFields } from '../../domain/calls/ai-fields.ts'
import { maskedNumber } from '../../domain/calls/phone-number.ts'
import type { Services } from '../../domain/services.ts'
import { callListFields } from '../../domain/webhooks/payload.ts'
import { toIso } from '../../kernel/instant.ts'
import type { CallRow, CustomerRow, WebhookRow } from '../../store/schema.ts'

/** Presenters list every field of the answer, so nothing else ever leaves. */
export function presentCustomer(row: CustomerRow, { register }: Services) {
  const precision = register.get('time.precision')
  return register.noteUnset({
    customer_id: row.customer_id,
    external_id: row.external_id,
    name: row.name,
    [register.get('customers.phonetic_key')]: row.phonetic,
    tel1: row.tel1,
    project_id: row.project_id,
    created_at: toIso(row.created_at, precision),
    updated_at: toIso(row.updated_at, precision),
  })
}

/** A call in lists (contract/README.md#call). */
export function presentCall(row: CallRow, { register }: Services) {
  register.note('calls.statuses')
  register.note('calls.types')
  // The answer rests on the same guesses as the call.
  register.noteKept(row.assumptions)
  return register.noteUnset(callListFields(row, register))
}

/** A call with what was derived from its audio, once that is ready (assumptions `calls.ai_fields`, `calls.ai_delay`). */
export function presentCallDetail(row: CallRow, services: Services) {
  const { register } = services
  const phone =
    register.get('calls.detail_phone') === 'full' ? row.phone_number : maskedNumber(row.phone_number, register)
  const isShown = register.get('calls.metadata') === 'detail'
  return {
    ...presentCall(row, services),
    phone_number: phone,
    metadata: isShown && row.metadata !== null ? new JsonText(row.metadata) : undefined,
    ...aiFields(row, services),
  }
}

/** A webhook without its secret, which only the registration shows. */
export function presentWebhook(row: WebhookRow, { register }: Services) {
  const precision: AssumptionValues['time.precision'] = register.get('time.precision')
  register.note('webhooks.fields')
  return register.noteUnset({
    webhook_id: row.webhook_id,
    label: row.label,
    url: row.url,
    events: JSON.parse(row.events) as string[],
    filters: row.filters === null ? null : JSON.parse(row.filters),
    is_enabled: row.is_enabled === 1,
    created_at: toIso(row.created_at, precision),
    updated_at: toIso(row.updated_at, precision),
  })
}

let texts: string[] | undefined

/** A value whose JSON text is sent exactly as it came. */
class JsonText {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toJSON(): unknown {
    return texts === undefined ? JSON.parse(this.#text) : `\0${texts.push(this.#text) - 1}`
  }
}

/** Placeholders for such texts. No other value of an answer begins with NUL, because the service accepts none. */
const PLACES = /"\\u0000(\d+)"/g

/** Serialises a value, with the texts in it unchanged. */
export function writeJson(value: unknown): string {
  texts = []
  try {
    const written = JSON.stringify(value)
    const kept = texts
    return kept.length === 0 ? written : written.replace(PLACES, (_, index: string) => kept[Number(index)] as string)
  } finally {
    texts = undefined
  }
}
