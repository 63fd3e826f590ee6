import { useTranslation } from 'react-i18next'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import { useTenants } from '../../data/queries.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { Backstage } from '../backstage.tsx'
import { Icon } from '../icons.tsx'
import { RegisterAgain, useIsRevivable } from './register-again.tsx'
import classes from './state-box.module.css'
import { WaysOn } from './ways-on.tsx'

/** That a delivery cannot be sent again, as its webhook was deleted, and what to do instead. */
export function Gone({ delivery: { webhook_id: id, tenant: slug, event } }: { delivery: DeliveryView }) {
  const { t } = useTranslation()
  const tenant = useTenants()?.find(candidate => candidate.tenant === slug)
  const webhook = useAllWebhooks().find(({ webhook_id }) => webhook_id === id)
  const isRevivable = useIsRevivable(webhook)
  const isTest = event === 'webhook.test'
  return (
    <div className={classes.state} data-tone="quiet">
      <Icon name="trash" size={14} />
      <p className={classes.said}>
        {t(`webhooks.${isTest ? 'gone_test' : 'gone'}${isRevivable ? '_again' : ''}`, { id })}
      </p>
      {tenant && (
        <Backstage>
          <div className={classes.ways}>
            {webhook && <RegisterAgain webhook={webhook} />}
            <WaysOn obstacle={{ kind: 'no_webhook' }} tenant={tenant} event={event} />
          </div>
        </Backstage>
      )}
    </div>
  )
}
