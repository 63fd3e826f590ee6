import { useTranslation } from 'react-i18next'
import type { LedgerReason } from '../../../server/contract/events.ts'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { Action } from '../action.tsx'
import { useRedeliver } from '../use-redeliver.ts'
import type { OfWebhook } from './obstacle.ts'
import { useAnswerWell, useReceiver } from './use-receiver.ts'

/** What sends a delivery again, and before that lets an inbox take it that would not. */
export function SendAgain({ delivery, hasFailed }: { delivery: DeliveryView; hasFailed: boolean }) {
  const { t } = useTranslation()
  const { inbox, behaviour, takesWith } = useReceiver(delivery)
  const answerWell = useAnswerWell(inbox ?? '')
  const redeliver = useRedeliver(delivery.delivery_id)
  return (
    <>
      {hasFailed && behaviour !== undefined && takesWith === undefined && (
        <Action loading={answerWell.isPending} icon="inbox" onClick={() => answerWell.mutate()}>
          {t('webhooks.answer_well')}
        </Action>
      )}
      <Action icon="replay" loading={redeliver.isPending} onClick={() => redeliver.mutate()}>
        {t('webhooks.redeliver')}
      </Action>
    </>
  )
}

/** What has cancelled a delivery, as far as that still stands. Pure. */
export function obstacleAfter(
  reason: LedgerReason | undefined,
  webhook: WebhookView,
  event: string,
): OfWebhook | undefined {
  if (webhook.deleted_at !== null) return { kind: 'deleted', webhook }
  if (reason === 'disabled' && !webhook.is_enabled) return { kind: 'disabled', webhook }
  if (reason === 'unsubscribed' && !webhook.events.includes(event)) return { kind: 'unsubscribed', webhook }
  return undefined
}
