import { useTranslation } from 'react-i18next'
import type { DeliveryDetailView } from '../../../server/control/protocol/deliveries.ts'
import { Action } from '../../components/action.tsx'
import classes from '../../components/delivery/state-box.module.css'
import { forgeryTaken } from '../../components/forgery-taken.ts'
import { Icon } from '../../components/icons.tsx'
import { FORGERY_SIGNS } from '../../components/status-badge.tsx'
import { outcomeText } from '../../i18n/said.ts'
import { useHref } from '../../routing/use-place.ts'
import webhooks from './webhooks.module.css'

function WayToGenuine({ forgery }: Pick<DeliveryDetailView, 'forgery'>) {
  const { t } = useTranslation()
  const href = useHref()
  if (!forgery?.beside) return null
  return (
    <Action component="a" icon="arrow_right" href={href('webhooks', 'deliveries', forgery.beside)}>
      {t('webhooks.forged_beside')}
    </Action>
  )
}

/** What a receiver has made of a forgery: what is well for a delivery is not for this. */
export function ForgedState({ delivery }: { delivery: DeliveryDetailView }) {
  const { t } = useTranslation()
  const { forged, last_status_code: status_code, last_error: error } = delivery
  const taken = forgeryTaken(delivery)
  if (forged === null || taken === undefined) return null
  const outcome = outcomeText(t, { status_code, error })
  const { tone, icon } = FORGERY_SIGNS[taken]
  return (
    <div className={classes.state} data-tone={tone} role="status">
      <Icon name={icon} size={20} />
      <div className={classes.said}>
        <h3>{t(`webhooks.forgery_${taken}`, { outcome })}</h3>
        {taken === 'not_accepted' && <p>{t('webhooks.forgery_may_not_verify')}</p>}
        <p>{t(`webhooks.forgery_is_${forged}`)}</p>
      </div>
      <div className={classes.ways}>
        <WayToGenuine {...delivery} />
      </div>
    </div>
  )
}

/** In the place of the steps of a signature: a forgery has none. */
export function ForgedSignature({ delivery, onLab }: { delivery: DeliveryDetailView; onLab: () => void }) {
  const { t } = useTranslation()
  if (delivery.forged === null) return null
  return (
    <>
      <p className={webhooks.about}>{t(`webhooks.forgery_is_${delivery.forged}`)}</p>
      <div className={classes.ways}>
        <Action icon="signature" onClick={onLab}>
          {t('webhooks.check_in_lab')}
        </Action>
        <WayToGenuine {...delivery} />
      </div>
    </>
  )
}
