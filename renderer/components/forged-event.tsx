import { useTranslation } from 'react-i18next'
import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { EventView } from '../../server/control/protocol/events.ts'
import { useFaultPlace } from '../data/fault-place.ts'
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

interface FaultMarkProps {
  fault: number | null | undefined
  /** With the drill that it was of, and that it is gone; else these stand in its title. */
  isWhole?: boolean
}

/** The fault that has forged, delayed or repeated it. */
export function FaultMark({ fault, ...look }: FaultMarkProps) {
  return fault === null || fault === undefined ? null : <PlacedFault fault={fault} {...look} />
}

function PlacedFault({ fault, isWhole = false }: FaultMarkProps & { fault: number }) {
  const { t } = useTranslation()
  const where = useFaultWhere(fault)
  const text = t('webhooks.of_fault', { id: fault })
  return (
    <>
      <IdLink noun="fault" id={fault} text={text} title={where && `${text} · ${where}`} copy="hidden" />
      {isWhole && <FaultWhere id={fault} />}
    </>
  )
}

/** The same as words behind the fault. */
export function FaultWhere({ id }: { id: number }) {
  const where = useFaultWhere(id)
  return where === undefined ? null : <span className="dim"> {where}</span>
}

/** Which drill a fault was of, and that it is gone; `undefined` where there is nothing to say of it, and until that is known. */
function useFaultWhere(id: number): string | undefined {
  const { t } = useTranslation()
  const place = useFaultPlace(id)
  if (place === undefined) return undefined
  if (place.is === 'gone') return t('webhooks.fault_gone')
  const { is, drill } = place
  return drill === null
    ? undefined
    : t(is === 'there' ? 'webhooks.fault_of_drill' : 'webhooks.fault_was_of_drill', { drill })
}

export const isForgedEvent = ({ origin }: Pick<EventView, 'origin'>): boolean => origin === 'forged'
export const isForgedDelivery = ({ forged }: Pick<DeliveryView, 'forged'>): boolean => forged !== null
/** The one that has forged an event; what hit the deliveries of a genuine one stands at each of them. */
export const forgerOf = (event: Pick<EventView, 'origin' | 'deliveries'>): number | null =>
  isForgedEvent(event) ? (event.deliveries[0]?.fault ?? null) : null
