import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { EventView } from '../../../server/control/protocol/events.ts'
import { forgeryTaken } from '../../components/forgery-taken.ts'
import { Icon } from '../../components/icons.tsx'
import { DeliveryStatusBadge } from '../../components/status-badge.tsx'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useListed } from './listed.ts'
import { WhyNoDelivery } from './not-sent-to.tsx'
import classes from './webhooks.module.css'

type EventDelivery = EventView['deliveries'][number]

/** Where a row has no room for all of them, what is in trouble is not what is left out. */
const troubleFirst = (one: EventDelivery, other: EventDelivery) =>
  Number(one.status === 'delivered') - Number(other.status === 'delivered')

/** Those of which the same is to be said, together. */
function alike(deliveries: readonly EventDelivery[]): EventDelivery[][] {
  const groups = new Map<string, EventDelivery[]>()
  for (const delivery of deliveries) {
    const { status, attempt_count, last_status_code } = delivery
    const taken = forgeryTaken(delivery)
    const said = (status === 'pending' && attempt_count > 0) || taken === 'not_accepted' ? last_status_code : ''
    const key = JSON.stringify([status, taken, said])
    groups.set(key, [...(groups.get(key) ?? []), delivery])
  }
  return [...groups.values()]
}

/** The webhooks of deliveries, by their numbers, and which of them were deleted; where they lead to is the title. */
function Receivers({ of, hasWord }: { of: readonly EventDelivery[]; hasWord: boolean }) {
  const { t } = useTranslation()
  const listed = useListed()
  const webhooks = useAllWebhooks()
  const ids = of.map(({ webhook_id }) => webhook_id).sort((one, other) => one - other)
  const isGone = (id: number) => webhooks.some(({ webhook_id, deleted_at }) => webhook_id === id && deleted_at !== null)
  const named = ids.map(id => {
    const url = webhooks.find(({ webhook_id }) => webhook_id === id)?.url
    const where = [url, isGone(id) && t('webhooks.health.deleted')].filter(Boolean).join(' · ')
    return `${t('webhooks.of_webhook', { id })}${where && ` (${where})`}`
  })
  const gone = ids.filter(isGone)
  return (
    <span className="dim" title={named.join('\n')}>
      <span aria-hidden>
        →{' '}
        {ids.map((id, place) => (
          <Fragment key={id}>
            {place > 0 && ', '}
            {id}
            {isGone(id) && (
              <span className={classes.gone_id}>
                <Icon name="trash" size={12} />
                {hasWord && t('webhooks.health.deleted')}
              </span>
            )}
          </Fragment>
        ))}
      </span>
      <span className="visually-hidden">
        {t('webhooks.to_webhooks', { count: ids.length, ids: listed(ids) })}
        {gone.length > 0 && ` (${t('webhooks.were_deleted', { count: gone.length, ids: listed(gone) })})`}
      </span>
    </span>
  )
}

/**
 * In a row of the list: what became of the deliveries of an event, and of which. `most`: so many outcomes are said; where it is one, without
 * the receivers.
 */
export function EventDeliveries({ event, most }: { event: EventView; most: number }) {
  const { t } = useTranslation()
  const { deliveries } = event
  if (deliveries.length === 0) return <WhyNoDelivery event={event} />
  const groups = alike(deliveries.toSorted(troubleFirst))
  // The others need room for how many they are.
  const shown = groups.slice(0, groups.length <= most ? groups.length : Math.max(1, most - 1))
  const isShort = most === 1
  const left = deliveries.length - shown.flat().length
  return (
    <span className={classes.statuses}>
      {shown.map(([first, ...others]) => {
        if (first === undefined) return null
        const { delivery_id, ...delivery } = first
        return (
          <span key={delivery_id} className={classes.status_of}>
            <DeliveryStatusBadge delivery={delivery} look="plain" hasReason={delivery.last_status_code !== null} />{' '}
            {!isShort && <Receivers of={[first, ...others]} hasWord={most > 2} />}
            {isShort && others.length > 0 && <span className="dim">×{others.length + 1}</span>}
          </span>
        )
      })}
      {left > 0 && (
        <span className="dim">{t(isShort ? 'webhooks.more_short' : 'webhooks.more_deliveries', { count: left })}</span>
      )}
    </span>
  )
}
