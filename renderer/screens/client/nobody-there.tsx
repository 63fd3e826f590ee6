import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { useAllWebhooks } from '../../data/use-page.ts'
import { hostOf } from './host-of.ts'
import classes from './rule-list.module.css'

const reachesNobody = ({ deleted_at, is_enabled, last_attempt }: WebhookView): boolean =>
  deleted_at === null && is_enabled && (last_attempt?.error?.startsWith('connection_refused') ?? false)

/** Webhooks whose receiver does not run: no rule says anything of it, so that all looks well. */
export function NobodyThere() {
  const { t } = useTranslation()
  const webhooks = useAllWebhooks().filter(reachesNobody)
  if (webhooks.length === 0) return null
  return (
    <p className={classes.besides}>
      <Icon name="plug" size={16} />
      <span>
        {t('client.nobody_there', { count: webhooks.length })}{' '}
        {webhooks.map(({ webhook_id, last_attempt }, index) => (
          <Fragment key={webhook_id}>
            {index > 0 && t('client.between')}
            <IdLink
              noun="webhook"
              id={webhook_id}
              text={`${t('nouns.webhook')} ${webhook_id} (${hostOf(last_attempt?.target ?? '')})`}
              copy="hidden"
            />
          </Fragment>
        ))}
      </span>
    </p>
  )
}
