import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { DeliveryStatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { idText } from '../../data/id-text.ts'
import type { TimelineItem } from '../../data/timeline.ts'
import classes from './live.module.css'
import { LiveLink } from './live-link.tsx'

/** What comes about by itself as the clock goes on, as far as it is a thing with a name: steps of calls, and attempts. */
export type Due = Extract<TimelineItem, { lane: 'call' | 'delivery' }>

export const isDue = (item: TimelineItem): item is Due => item.lane === 'call' || item.lane === 'delivery'

/** So many are named one by one. */
const MOST_NAMED = 12

/** What a call went through, as a person says it: of its end, how it ended. */
function stepText(t: TFunction, { step, value: { status } }: Extract<Due, { lane: 'call' }>): string {
  const isTalkOver = status === 'connected'
  return t(`live.steps.${step === 'ended' && !isTalkOver ? status : step}`)
}

const nameOf = ({ external_id, phone_number }: { external_id: string | null; phone_number: string | null }) =>
  external_id === null ? phone_number : idText(external_id)

/** Each with its instant and the way to it; of many the first. */
export function FellDue({ items }: { items: readonly Due[] }) {
  const { t } = useTranslation()
  const shown = items.length > MOST_NAMED + 1 ? items.slice(0, MOST_NAMED) : items
  return (
    <ul className={classes.course}>
      {shown.map(item => (
        <li key={item.key}>
          <Time at={item.at} zoneName="hidden" />
          {item.lane === 'call' ? (
            <>
              <LiveLink noun="call" id={item.value.call_id} text={nameOf(item.value) ?? item.value.call_id} />
              <span>{stepText(t, item)}</span>
            </>
          ) : (
            <>
              <LiveLink noun="delivery" id={item.value.delivery_id} text={nameOf(item.value) ?? item.value.event} />
              <span className={classes.cause}>
                <span>{item.value.event}</span>
                <DeliveryStatusBadge delivery={item.value} look="plain" />
                <span className="dim">{t('live.attempt', { attempt: item.value.attempt_count })}</span>
              </span>
            </>
          )}
        </li>
      ))}
      {shown.length < items.length && (
        <li className="dim">{t('axis.and_more', { count: items.length - shown.length })}</li>
      )}
    </ul>
  )
}
