import { useTranslation } from 'react-i18next'
import { deliveryUrl } from '../../../server/contract/delivery-url.ts'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import { Badge } from '../../components/badge.tsx'
import { useAllWebhooks } from '../../data/use-page.ts'
import { HEALTH_SIGNS } from './health.tsx'
import { ShortUrl } from './short-url.tsx'
import classes from './webhooks.module.css'

/** Where a delivery goes or went, and that its webhook was deleted, or is disabled: nothing goes there by itself then. */
export function ReceiverUrl(delivery: DeliveryView) {
  const { t } = useTranslation()
  const { webhook_id: id } = delivery
  const url = deliveryUrl(delivery)
  const webhook = useAllWebhooks().find(({ webhook_id }) => webhook_id === id)
  const isGone = webhook !== undefined && webhook.deleted_at !== null
  if (webhook === undefined || (!isGone && webhook.is_enabled)) return <ShortUrl url={url} />
  const state = isGone ? 'deleted' : 'disabled'
  return (
    <span className={classes.gone_url}>
      <ShortUrl url={url} />
      <Badge {...HEALTH_SIGNS[state]} look="plain" title={t(isGone ? 'webhooks.gone_to' : 'webhooks.off_to', { id })}>
        <span className={classes.gone_word}>{t(`webhooks.health.${state}`)}</span>
      </Badge>
    </span>
  )
}
