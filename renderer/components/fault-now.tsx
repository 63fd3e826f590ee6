import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { FaultView } from '../../server/control/protocol/faults.ts'
import { stateOf } from '../data/fault-state.ts'
import { useFaults } from '../data/faults.ts'
import { wallClock, ZONE_NAMES } from '../data/time-text.ts'
import { useEmulatedNow } from '../data/world.tsx'
import type { Told } from './gate-words.ts'
import { GoTo } from './go-to.tsx'
import { isAnsweredBy, isEndedBy, isHeldBy } from './refused-now.ts'

/** With its day where that is another one. */
function endText(end: string, now: number): string {
  const [{ date, time }, today] = [wallClock(Date.parse(end), 'tokyo'), wallClock(now, 'tokyo').date]
  return `${date === today ? '' : `${date.slice('yyyy-'.length)} `}${time} ${ZONE_NAMES.tokyo}`
}

/** What a fault does for certain to requests like one that it has hit. */
type Does = 'answers' | 'holds' | 'ends'

/** To how many more requests a fault does it, and until when, where it does it to them all. */
function doesText(t: TFunction, does: Does, { id, effect, times, fired, expires_at }: FaultView, now: number): string {
  const of = { fault_id: id, ends: t(effect.drop === true ? 'trace.fault_ends.drop' : 'trace.fault_ends.cut') }
  const at = expires_at === null ? undefined : endText(expires_at, now)
  if (times === undefined)
    return at === undefined ? t(`trace.fault_${does}_all`, of) : t(`trace.fault_${does}_until`, { ...of, at })
  const next = { ...of, count: times - fired }
  return at === undefined ? t(`trace.fault_${does}_next`, next) : t(`trace.fault_${does}_next_until`, { ...next, at })
}

function doesOf(fault: FaultView, told: Told, present: Parameters<typeof isHeldBy>[2]): Does | undefined {
  if (isEndedBy(fault, told, present)) return 'ends'
  if (isAnsweredBy(fault, told, present)) return 'answers'
  return isHeldBy(fault, told, present) ? 'holds' : undefined
}

/** Whether the fault that hit a request can hit another one now; `told` is a request that may be sent again. */
export function FaultNow({ id, told }: { id: number; told?: Told }) {
  const { t } = useTranslation()
  const faults = useFaults().data?.data
  const now = useEmulatedNow()
  if (faults === undefined || now === undefined) return null
  const fault = faults.find(one => one.id === id)
  const does = fault && told && doesOf(fault, told, { faults, at: now })
  const said =
    fault === undefined
      ? t('trace.fault_gone', { fault_id: id })
      : does === undefined
        ? t(`trace.fault_is_${stateOf(fault, now)}`, { fault_id: id })
        : doesText(t, does, fault, now)
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

/** To the end of a fault that is still there, if it has one. */
export function PastFault({ id }: { id: number }) {
  const { t } = useTranslation()
  const fault = useFaults().data?.data.find(one => one.id === id)
  const isOver = useIsFaultOver(id)
  if (fault === undefined || fault.expires_at === null || isOver !== false) return null
  return <GoTo at={fault.expires_at} what={t('trace.jump_to_fault_end')} look="named" />
}
