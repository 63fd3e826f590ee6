import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DRILLS } from '../../../server/contract/drills.ts'
import type { DrillReasonView, DrillView } from '../../../server/control/protocol/drills.ts'
import { saidDurationText } from '../../data/time-text.ts'
import { conditionsIn } from '../../i18n/drill-texts.ts'
import { failedIn } from './drill-marks.ts'
import classes from './drills.module.css'

/** What adds up: below one plain sentence it is folded. */
export function Figures({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  if (!isFolded) return children
  return (
    <details className={classes.figures}>
      <summary>{t('drills.details')}</summary>
      {children}
    </details>
  )
}

export const inFigures = (count: number) => ({ count, n: count.toLocaleString('en') })

/** How many failed in all, where the first reason counts fewer, and what they add up from. */
export function InAll({ view, reason }: { view: DrillView; reason: DrillReasonView | undefined }) {
  const { t, i18n } = useTranslation()
  const { all: count, marked } = failedIn(view)
  const { at_fault_total = 0, deliveries = [] } = reason ?? {}
  if (count <= at_fault_total + deliveries.length) return null
  const figures = { ...inFigures(count), marked: marked.toLocaleString('en') }
  const nameOf = conditionNames(view, i18n.language)
  const parts = view.failed_by.flatMap(({ condition, count: its }, place) => {
    if (its === 0) return []
    if (place === 0) return [t('drills.failed_parts.first', inFigures(its))]
    return [t('drills.failed_parts.more', { ...inFigures(its), condition: nameOf(condition) })]
  })
  const also = view.failed_by.flatMap(one =>
    one.also === 0 ? [] : [t('drills.also_failed', { ...inFigures(one.also), condition: nameOf(one.condition) })],
  )
  const adds = requestsFailed(view) === count && parts.length > 1
  return (
    <p>
      {adds
        ? [
            t('drills.in_all_of', { ...figures, parts: parts.join(t('drills.told_between')) }),
            ...also,
            ...(marked === count ? [] : [t('drills.marked_of', figures)]),
          ].join(t('common.between_sentences'))
        : t(marked === count ? 'drills.in_all' : 'drills.in_all_marked', figures)}
    </p>
  )
}

/** The conditions of a drill in the language of the page, by the words in which the server knows them. */
function conditionNames({ drill, conditions, not_tried }: DrillView, language: string): (known: string) => string {
  const { passes_when = [] } = DRILLS.find(row => row.drill === drill) ?? {}
  const known =
    passes_when.length > 0 ? passes_when.map(({ text }) => text) : [...conditions, ...not_tried].map(({ text }) => text)
  const texts = conditionsIn(drill, language)
  return text => texts?.[known.indexOf(text)] ?? text
}

/** Of all that failed, those that clients sent. */
const requestsFailed = ({ failed_by }: DrillView): number => failed_by.reduce((sum, { count }) => sum + count, 0)

const PARTS = ['counted', 'in_doubt', 'not_counted', 'in_time'] as const

/** How all that were told to wait count, where some of them came early: reasons tell of parts of them, each by itself. */
export function ToldToWait({ view }: { view: DrillView }) {
  const { t } = useTranslation()
  const { told_to_wait: of } = view
  const more = requestsFailed(view) - of.counted - of.failed_otherwise
  const failed = of.failed_otherwise
  if (of.all === of.in_time) return null
  const parts = PARTS.filter(part => of[part] > 0).map(part =>
    t(`drills.told_parts.${part}`, { count: of[part], n: of[part].toLocaleString('en') }),
  )
  return (
    <p>
      {t('drills.told_to_wait', {
        count: of.all,
        n: of.all.toLocaleString('en'),
        wait: waitText(t, of),
        parts: parts.join(t('drills.told_between')),
      })}
      {failed > 0 &&
        `${t('common.between_sentences')}${t('drills.failed_otherwise', { count: failed, n: failed.toLocaleString('en') })}`}
      {more > 0 &&
        (of.counted > 0 || view.too_early !== null) &&
        `${t('common.between_sentences')}${t('drills.told_more', { count: more, n: more.toLocaleString('en') })}`}
    </p>
  )
}

/** `15 s`, or `12 s to 15 s` where answers asked for waits of several lengths. */
function waitText(t: TFunction, { shortest_seconds, longest_seconds }: DrillView['told_to_wait']): string {
  const shortest = saidDurationText(shortest_seconds ?? 0)
  const longest = saidDurationText(longest_seconds ?? 0)
  return shortest === longest ? shortest : t('drills.from_to', { shortest, longest })
}
