import type { TFunction } from 'i18next'
import type { CallStep } from '../../server/contract/calls.ts'
import type { HappenedView } from '../../server/control/protocol/clock.ts'

/** Why a whole event reached nobody who had asked for it. */
const DROPPED = ['daily_send_limit', 'open_api_disabled'] as const

/** What a move of the clock has brought about, as one sentence; `undefined` when nothing was due. */
export function happenedText(
  t: TFunction,
  // Of an advance that an older Ringback remembered, it is not known.
  { tokyo_days, resets, calls, ai_ready, attempts, not_delivered = {} }: HappenedView,
): string | undefined {
  const reset = (window: 'tokyo_day' | 'minute' | 'burst') =>
    resets[window] > 0 ? [t(`happened.${window}`, { count: resets[window] })] : []
  const day = tokyo_days > 0 ? t('happened.new_day', { count: tokyo_days }) : undefined
  const parts = [
    ...(tokyo_days > 0 ? reset('tokyo_day') : []),
    // A longer window that has ended took the shorter ones with it.
    ...(tokyo_days > 0 ? [] : resets.minute > 0 ? reset('minute') : reset('burst')),
    ...Object.entries(calls).map(([step, count]) => t(`happened.calls.${step as CallStep}`, { count })),
    ...(ai_ready > 0 ? [t('happened.ai_ready', { count: ai_ready })] : []),
    // What no receiver has taken was not sent as far as anybody else is concerned.
    ...(attempts.sent > 0
      ? [t(attempts.acknowledged === attempts.sent ? 'happened.sent' : 'happened.attempts', { count: attempts.sent })]
      : []),
    ...(attempts.retrying > 0 ? [t('happened.retrying', { count: attempts.retrying })] : []),
    ...(attempts.failed > 0 ? [t('happened.failed', { count: attempts.failed })] : []),
    ...(attempts.skipped > 0 ? [t('happened.skipped', { count: attempts.skipped })] : []),
    ...DROPPED.flatMap(reason => {
      const count = not_delivered[reason]
      return count === undefined ? [] : [t(`happened.dropped.${reason}`, { count })]
    }),
  ]
  const what = parts.length === 0 ? undefined : parts.join(t('happened.and'))
  return day === undefined || what === undefined ? (day ?? what) : `${day}${t('happened.what')}${what}`
}
