import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Marks } from '../../components/axis/marks.ts'
import { plannedTextToOne, pointTexts } from '../../components/axis/target-text.ts'
import { GoTo } from '../../components/go-to.tsx'
import { wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import classes from './live.module.css'

/** More than this are for the axis to show. */
const SHOWN = 6

/** What comes next, in order: each is a button that goes there. */
export const PlannedBar = memo(function PlannedBar({ planned }: Pick<Marks, 'planned'>) {
  const { t } = useTranslation()
  if (planned.length === 0) return null
  const urls = planned.flatMap(({ rows }) => rows.flatMap(row => (row.kind === 'attempt' ? [row.url] : [])))
  const isToOne = new Set(urls).size === 1
  return (
    <section className={classes.planned} aria-label={t('axis.planned')}>
      <span className="dim">{t('axis.planned')}</span>
      <ol>
        {planned.slice(0, SHOWN).map(point => {
          const [first, ...others] = point.rows
          const about = pointTexts(t, point).join(t('live.and_also'))
          const what = isToOne && first !== undefined && others.length === 0 ? plannedTextToOne(t, first) : about
          return (
            <li key={point.at}>
              <GoTo at={point.at} what={what} about={about} look="named" />
            </li>
          )
        })}
      </ol>
    </section>
  )
})

/** In its place while the screen is paused: what is to come goes on coming, and the axis shows what was to come then. */
export function PausedBar({ at, newer }: { at: number; newer: number }) {
  const { t } = useTranslation()
  const time = `${wallClock(at, 'tokyo').time} ${ZONE_NAMES.tokyo}`
  return (
    <p className={classes.paused_bar}>
      {t('live.paused_since', { time })} {newer > 0 && t('live.come_since', { count: newer })}
    </p>
  )
}
