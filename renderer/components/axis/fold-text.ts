import type { TFunction } from 'i18next'
import { durationText, wallClock } from '../../data/time-text.ts'
import type { Marks } from './marks.ts'
import { rangeText, type TargetText } from './target-text.ts'
import type { Tear } from './time-scale.ts'

/** What a fold says when it is pointed at: how much time it leaves out, and that nothing was there, as far as that is known. */
export function foldText(
  t: TFunction,
  { from, to }: Tear,
  { now, unread }: { now: number; unread: Marks['unread'] },
): TargetText {
  const isUnknown = Object.values(unread).some(stretches => stretches.some(one => one.from < to && one.to > from))
  const [day, today] = [from, now].map(at => wallClock(at, 'tokyo').date)
  return {
    when: `${day === today ? '' : `${day} `}${rangeText(from, to)}`,
    what: t('axis.folded', { for: durationText(to - from) }),
    more: isUnknown ? [] : [t(from < now ? 'axis.folded_past' : 'axis.folded_ahead')],
  }
}
