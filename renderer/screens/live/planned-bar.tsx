import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Marks } from '../../components/axis/marks.ts'
import { pointTexts } from '../../components/axis/target-text.ts'
import { GoTo } from '../../components/go-to.tsx'
import classes from './live.module.css'

/** More than this are for the axis to show. */
const SHOWN = 6

/** What comes next, in order: each is a button that goes there. */
export const PlannedBar = memo(function PlannedBar({ planned }: Pick<Marks, 'planned'>) {
  const { t } = useTranslation()
  if (planned.length === 0) return null
  return (
    <section className={classes.planned} aria-label={t('axis.planned')}>
      <span className="dim">{t('axis.planned')}</span>
      <ol>
        {planned.slice(0, SHOWN).map(point => (
          <li key={point.at}>
            <GoTo at={point.at} what={pointTexts(t, point).join(t('live.and_also'))} look="named" />
          </li>
        ))}
      </ol>
    </section>
  )
})
