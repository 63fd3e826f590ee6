import { useTranslation } from 'react-i18next'
import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { EventView } from '../../server/control/protocol/events.ts'
import { Badge } from './badge.tsx'
import { IdLink } from './id-link.tsx'

/**
 * The kind of an event, and that it never was one where a fault has forged it. `isShort`: a sign says so, where the word would be what is cut
 * of a row.
 */
export function EventName({
  event,
  isForged,
  isShort = false,
  hasWord = false,
}: {
  event: string
  isForged: boolean
  isShort?: boolean
  /** The word before it, so that it is not what is cut. */
  hasWord?: boolean
}) {
  const { t } = useTranslation()
  if (!isForged) return event
  const forged = t('webhooks.forged_event', { event })
  if (!isShort && !hasWord) return forged
  return (
    <Badge tone="warn" icon="alert" look="plain" title={forged}>
      <span className={hasWord ? undefined : 'visually-hidden'}>{t('webhooks.forged_ones')} </span>
      {event}
    </Badge>
  )
}

/** The fault that has forged, delayed or repeated it. */
export function FaultMark({ fault }: { fault: number | null | undefined }) {
  const { t } = useTranslation()
  if (fault === null || fault === undefined) return null
  return <IdLink noun="fault" id={fault} text={t('webhooks.of_fault', { id: fault })} copy="hidden" />
}

export const isForgedEvent = ({ origin }: Pick<EventView, 'origin'>): boolean => origin === 'forged'
export const isForgedDelivery = ({ forged }: Pick<DeliveryView, 'forged'>): boolean => forged !== null
/** The one that has forged an event; what hit the deliveries of a genuine one stands at each of them. */
export const forgerOf = (event: Pick<EventView, 'origin' | 'deliveries'>): number | null =>
  isForgedEvent(event) ? (event.deliveries[0]?.fault ?? null) : null
