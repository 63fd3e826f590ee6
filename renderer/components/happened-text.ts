import type { TFunction } from 'i18next'
import type { CallStep } from '../../server/contract/calls.ts'
import type { HappenedView } from '../../server/control/protocol/clock.ts'

/** Why a whole event reached nobody who had asked for it. */
const DROPPED = ['daily_send_limit', 'open_api_disabled'] as const

/** Of an advance that an older Ringback remembered, it is not known. */
const NO_FAULTS: HappenedView['by_fault'] = { forged: 0, forged_accepted: 0, repeated: 0, late: 0 }

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** What a move of the clock has brought about, as one sentence; `undefined` when nothing was due. */
export function happenedText(t: TFunction, happened: HappenedView): string | undefined {
  const parts = happenedParts(t, happened)
  return parts.length === 0 ? undefined : parts.join('')
}

/** The same in the parts of that sentence, each with what stands between it and the next. */
export function happenedParts(
  t: TFunction,
  { tokyo_days, resets, calls, ai_ready, attempts, by_fault = NO_FAULTS, not_delivered = {} }: HappenedView,
): string[] {
  const reset = (window: 'tokyo_day' | 'minute' | 'burst') =>
    resets[window] > 0 ? [t(`happened.${window}`, { count: resets[window] })] : []
  const day = tokyo_days > 0 ? t('happened.new_day', { count: tokyo_days }) : undefined
  const parts = [
    ...(tokyo_days > 0 ? reset('tokyo_day') : []),
    // A longer window that has ended took the shorter ones with it.
    ...(tokyo_days > 0 ? [] : resets.minute > 0 ? reset('minute') : reset('burst')),
    ...Object.entries(calls).map(([step, count]) => t(`happened.calls.${step as CallStep}`, { count })),
    ...(ai_ready > 0 ? [t('happened.ai_ready', { count: ai_ready })] : []),
    ...(attempts.sent > 0 ? [attemptsText(t, attempts)] : []),
    ...(by_fault.late > 0 ? [t('happened.late', { count: by_fault.late })] : []),
    ...(by_fault.repeated > 0 ? [t('happened.repeated', { count: by_fault.repeated })] : []),
    ...(by_fault.forged > 0 ? [forgedText(t, by_fault)] : []),
    ...(attempts.retrying > 0 ? [t('happened.retrying', { count: attempts.retrying })] : []),
    ...(attempts.failed > 0 ? [t('happened.failed', { count: attempts.failed })] : []),
    ...(attempts.skipped > 0 ? [t('happened.skipped', { count: attempts.skipped })] : []),
    ...DROPPED.flatMap(reason => {
      const count = not_delivered[reason]
      return count === undefined ? [] : [t(`happened.dropped.${reason}`, { count })]
    }),
  ]
  const listed = parts.map((part, index) => (index < parts.length - 1 ? `${part}${t('happened.and')}` : part))
  if (day !== undefined) return [listed.length === 0 ? day : `${day}${t('happened.what')}`, ...listed]
  return listed.map((part, index) => (index === 0 ? capital(part) : part))
}

/** Whether the receiver has taken what it should refuse. */
function forgedText(t: TFunction, { forged, forged_accepted }: HappenedView['by_fault']): string {
  const taken = forged_accepted === 0 ? 'none' : forged_accepted === forged ? 'all' : 'some'
  return t(`happened.forged_${taken}`, { count: forged, accepted: forged_accepted })
}

/** An event that several webhooks receive is attempted at each of them, and uses one send. Of older advances it is not known how many there were. */
function attemptsText(t: TFunction, { sent, events }: { sent: number; events?: number }): string {
  const attempts = t('happened.attempts', { count: sent })
  return events === undefined
    ? attempts
    : t('happened.attempts_of', { attempts, events: t('happened.events', { count: events }) })
}
