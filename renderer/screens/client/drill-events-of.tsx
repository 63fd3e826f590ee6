import { useTranslation } from 'react-i18next'
import type { DrillView } from '../../../server/control/protocol/drills.ts'
import { IdLink } from '../../components/id-link.tsx'
import classes from './drills.module.css'

/** As many calls are named; the history of the tenant has all. */
const MOST = 5

/** Whose calls the events of a drill are of: only keys of that tenant can look these up. */
export function EventsOf({ view: { events_of, ended_at } }: { view: Pick<DrillView, 'events_of' | 'ended_at'> }) {
  const { t } = useTranslation()
  if (events_of === null) return null
  const { tenant, call_ids } = events_of
  const isAhead = call_ids.length === 0
  if (isAhead && ended_at !== null) return null
  return (
    <p className={classes.hint}>
      {t(isAhead ? 'drills.events_of.ahead' : 'drills.events_of.sent')}
      {t('common.colon')}
      <IdLink noun="tenant" id={tenant} text={tenant} copy="hidden" />
      {t('drills.events_of.keys')}
      {call_ids.slice(0, MOST).map(id => (
        <span key={id}>
          {' '}
          <IdLink noun="call" id={id} text={id} copy="hidden" />
        </span>
      ))}
    </p>
  )
}
