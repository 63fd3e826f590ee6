import type { EventKind } from '../../contract/events.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { WebhookRow } from '../../store/schema.ts'
import type { Services } from '../services.ts'

/** What a change of a webhook means for its pending deliveries: some are cancelled, others resume. */
export function changePending(
  services: Services,
  { before, after, now }: { before: WebhookRow; after: WebhookRow; now: Instant },
): void {
  const { deliveries, register } = services
  if (before.is_enabled && !after.is_enabled && register.get('webhooks.disabled_drop') === 'drop')
    deliveries.cancelPending(after, { reason: 'disabled' }, now)
  cancelUnsubscribed(services, { before, after, now })
  if (!before.is_enabled && after.is_enabled) deliveries.resume(after, now)
}

/** Cancels the pending attempts for kinds that an update has removed (assumption `webhooks.retry_unsubscribed`). */
function cancelUnsubscribed(
  { deliveries, register }: Services,
  { before, after, now }: { before: WebhookRow; after: WebhookRow; now: Instant },
): void {
  const left = JSON.parse(after.events) as EventKind[]
  const kinds = (JSON.parse(before.events) as EventKind[]).filter(kind => !left.includes(kind))
  if (kinds.length > 0 && register.get('webhooks.retry_unsubscribed') === 'cancel')
    deliveries.cancelPending(after, { reason: 'unsubscribed', kinds }, now)
}
