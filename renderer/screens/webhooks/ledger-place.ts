import type { LedgerReason } from '../../../server/contract/events.ts'
import type { LedgerEntry } from '../../../server/control/protocol/events.ts'

type Place = readonly (string | number)[]

/** Where the cause can be looked at, and changed. */
const PLACE_OF_REASON = {
  daily_send_limit: ({ tenant }) => ['limits', tenant],
  filtered: ({ webhook_id }) => ['webhooks', 'subscriptions', webhook_id ?? ''],
  disabled: ({ webhook_id }) => ['webhooks', 'subscriptions', webhook_id ?? ''],
  deleted: ({ webhook_id }) => ['webhooks', 'subscriptions', webhook_id ?? ''],
  unsubscribed: ({ webhook_id }) => ['webhooks', 'subscriptions', webhook_id ?? ''],
  open_api_disabled: ({ tenant }) => ['tenants', tenant],
  plan: ({ tenant }) => ['tenants', tenant],
} as const satisfies Record<LedgerReason, (entry: LedgerEntry) => Place>

export const LEDGER_REASON_NAMES = Object.keys(PLACE_OF_REASON) as LedgerReason[]

export const placeOfCause = (entry: LedgerEntry): Place => PLACE_OF_REASON[entry.reason](entry)

/** What is to be done there. */
const WAYS_OUT = {
  daily_send_limit: 'limits',
  filtered: 'webhook',
  disabled: 'webhook',
  deleted: 'webhook',
  unsubscribed: 'webhook',
  open_api_disabled: 'tenant',
  plan: 'plan',
} as const satisfies Record<LedgerReason, string>

export const wayOutOf = ({ reason }: Pick<LedgerEntry, 'reason'>): (typeof WAYS_OUT)[LedgerReason] => WAYS_OUT[reason]
