import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { FaultView } from '../../server/control/protocol/faults.ts'
import { stateOf } from '../data/fault-state.ts'
import { useFaults } from '../data/faults.ts'
import { wallClock, ZONE_NAMES } from '../data/time-text.ts'
import { useEmulatedNow } from '../data/world.tsx'
import { usePresenting } from '../routing/use-present.ts'
import type { Told } from './gate-words.ts'
import { GoTo } from './go-to.tsx'
import { isAnsweredBy } from './refused-now.ts'

/** With its day where that is another one. */
function endText(end: string, now: number): string {
  const [{ date, time }, today] = [wallClock(Date.parse(end), 'tokyo'), wallClock(now, 'tokyo').date]
  return `${date === today ? '' : `${date.slice('yyyy-'.length)} `}${time} ${ZONE_NAMES.tokyo}`
}

/** How many more requests a fault answers, and until when, where it answers them all. */
function answersText(t: TFunction, { id, times, fired, expires_at }: FaultView, now: number): string {
  const at = expires_at === null ? undefined : endText(expires_at, now)
  if (times === undefined)
    return at === undefined
      ? t('trace.fault_answers_all', { fault_id: id })
      : t('trace.fault_answers_until', { fault_id: id, at })
  const next = { fault_id: id, count: times - fired }
  return at === undefined ? t('trace.fault_answers_next', next) : t('trace.fault_answers_next_until', { ...next, at })
}

/** Whether the fault that hit a request can hit another one now; `told` is a request that may be sent again. */
export function FaultNow({ id, told }: { id: number; told?: Told }) {
  const { t } = useTranslation()
  const faults = useFaults().data?.data
  const now = useEmulatedNow()
  if (faults === undefined || now === undefined) return null
  const fault = faults.find(one => one.id === id)
  const said =
    fault === undefined
      ? t('trace.fault_gone', { fault_id: id })
      : told !== undefined && isAnsweredBy(fault, told, { faults, at: now })
        ? answersText(t, fault, now)
        : t(`trace.fault_is_${stateOf(fault, now)}`, { fault_id: id })
  return <span className="dim">{said}</span>
}

/** Whether a fault hits nothing more; `undefined` until it is known. */
export function useIsFaultOver(id: number): boolean | undefined {
  const faults = useFaults().data?.data
  const now = useEmulatedNow()
  if (faults === undefined || now === undefined) return undefined
  const fault = faults.find(one => one.id === id)
  return fault === undefined || stateOf(fault, now) !== 'live'
}

/** Past a fault that is still there: to its end, if it has one; else, before others, who can remove it. */
export function PastFault({ id }: { id: number }) {
  const { t } = useTranslation()
  const isPresenting = usePresenting()
  const fault = useFaults().data?.data.find(one => one.id === id)
  const isOver = useIsFaultOver(id)
  if (fault === undefined || isOver !== false) return null
  if (fault.expires_at !== null) return <GoTo at={fault.expires_at} what={t('trace.jump_to_fault_end')} look="named" />
  return isPresenting ? <span className="dim">{t('trace.fault_at_desk')}</span> : null
}
