import { useTranslation } from 'react-i18next'
import { deliveryUrl } from '../../../server/contract/delivery-url.ts'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import { receiverText } from '../../components/axis/target-text.ts'
import { Badge } from '../../components/badge.tsx'
import { useWebhookLabel } from '../../components/webhook-name.ts'
import { inboxNameOf } from '../../data/inbox-name.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { HEALTH_SIGNS } from './health.tsx'
import { LabelledUrl } from './labelled-url.tsx'
import { ShortUrl } from './short-url.tsx'
import classes from './webhooks.module.css'

const hostOf = (url: string) => url.replace(/^(\w+:\/\/[^/?#]+).*$/s, '$1')

/** A receiver in a row: by what it is called, and its URL where that has room; to others the name that they know it by. */
function Receiver({ url, label }: { url: string; label: string | undefined }) {
  const presenting = usePresenting()
  if (presenting && label !== undefined) return <span title={`${label} · ${url}`}>{label}</span>
  if (presenting && inboxNameOf(url) !== undefined) return <ShortUrl url={receiverText(url)} title={url} />
  // No more of it than its host is for them: that has all of the room.
  if (presenting) return <ShortUrl url={hostOf(url)} title={url} />
  return label === undefined ? <ShortUrl url={url} /> : <LabelledUrl label={label} url={url} />
}

/** Where a delivery goes or went, and that its webhook was deleted, or is disabled: nothing goes there by itself then. */
export function ReceiverUrl(delivery: DeliveryView) {
  const { t } = useTranslation()
  const { webhook_id: id } = delivery
  const url = deliveryUrl(delivery)
  const labelFor = useWebhookLabel()
  const webhook = useAllWebhooks().find(({ webhook_id }) => webhook_id === id)
  const isGone = webhook !== undefined && webhook.deleted_at !== null
  const receiver = <Receiver url={url} label={labelFor(id)} />
  if (webhook === undefined || (!isGone && webhook.is_enabled)) return receiver
  const state = isGone ? 'deleted' : 'disabled'
  return (
    <span className={classes.gone_url}>
      {receiver}
      <Badge {...HEALTH_SIGNS[state]} look="plain" title={t(isGone ? 'webhooks.gone_to' : 'webhooks.off_to', { id })}>
        <span className={classes.gone_word}>{t(`webhooks.health.${state}`)}</span>
      </Badge>
    </span>
  )
}
