import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'

/** Rules that go by the external_id of what was written. */
const BY_EXTERNAL_ID: readonly string[] = [
  'double_call',
  'fresh_external_id_on_retry',
  'call_without_external_id',
  'conflict_not_resolved',
  'same_person_twice',
  'duplicate_customer',
]
const WRITES = /\/(calls\/initiate|customers)\/?$/

/**
 * The external_id that a request was sent with, where a rule goes by it: `null` of one without any, `undefined` where that says nothing or nobody
 * knows.
 */
export function sentId(
  rule: string | undefined,
  { method, path, request }: Pick<ExchangeDetailView, 'method' | 'path' | 'request'>,
): string | null | undefined {
  if (rule === undefined || !BY_EXTERNAL_ID.includes(rule) || method !== 'POST' || !WRITES.test(path)) return undefined
  try {
    const { external_id = null } = JSON.parse(request.body.text ?? '') as { external_id?: unknown }
    return external_id === null ? null : String(external_id)
  } catch {
    return undefined
  }
}
