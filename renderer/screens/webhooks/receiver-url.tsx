import { useTranslation } from 'react-i18next'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import { Badge } from '../../components/badge.tsx'
import { ShortUrl } from './short-url.tsx'
import { useIsGone } from './use-webhooks.ts'
import classes from './webhooks.module.css'

/** Where a delivery goes, and that its webhook was deleted, as nothing more is sent there then. */
export function ReceiverUrl(delivery: DeliveryView) {
  const { t } = useTranslation()
  const isGone = useIsGone(delivery)
  if (!isGone) return <ShortUrl url={delivery.url} />
  return (
    <span className={classes.gone_url}>
      <ShortUrl url={delivery.url} />
      <Badge tone="quiet" icon="trash" look="plain" title={t('webhooks.gone_to', { id: delivery.webhook_id })}>
        <span className={classes.gone_word}>{t('webhooks.health.deleted')}</span>
      </Badge>
    </span>
  )
}
