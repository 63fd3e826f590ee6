import { useTranslation } from 'react-i18next'
import type { DeliveryDetailView } from '../../../server/control/protocol/deliveries.ts'
import { EventName, isForgedDelivery } from '../../components/forged-event.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Time } from '../../components/time.tsx'
import { useWorldQuery } from '../../data/queries.ts'
import classes from './signature.module.css'

/** Of which delivery a verdict is, for those who do not see the field that names it: its event, where it went, when, and its id. */
export function DeliveryNamed({ delivery }: { delivery: string }) {
  const { t } = useTranslation()
  const { data } = useWorldQuery<DeliveryDetailView>('deliveries', ['deliveries', delivery])
  if (data === undefined) return null
  return (
    <p className={classes.named}>
      <strong>
        <EventName event={data.event} isForged={isForgedDelivery(data)} />
      </strong>
      <span className={classes.to}>
        {t('signature.to')} {data.url}
      </span>
      <Time at={data.created_at} show="full" />
      <span>
        <span className="dim">{t('nouns.delivery')}</span> <IdLink noun="delivery" id={delivery} copy="hidden" />
      </span>
    </p>
  )
}
