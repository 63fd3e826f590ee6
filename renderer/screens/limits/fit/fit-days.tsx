import { useTranslation } from 'react-i18next'
import { secondsText } from '../../../../server/contract/day-curve.ts'
import { figureText, isAny } from '../../../../server/contract/figure-text.ts'
import type { FitPlan, FitPlanReport, FitReport } from '../../../../server/control/protocol/fit.ts'
import { Panel } from '../../../components/panel.tsx'
import { ScrollRegion } from '../../../components/scroll-region.tsx'
import classes from './fit-days.module.css'
import { usePlanTitle } from './plan-title.ts'

/** What a plan refuses of a day, and when its quota was used up. */
function Refused({ found, day }: { found: FitPlanReport; day: string }) {
  const { t } = useTranslation()
  const one = found.by_day.find(other => other.day === day)
  if (one === undefined) return <span className="dim">0</span>
  const { refused, used_up } = one
  return (
    <>
      <span {...(isAny(refused) ? { 'data-bad': '' } : { className: 'dim' })}>{figureText(refused)}</span>
      {used_up !== null && (
        <span className={classes.used_up}>
          {t(used_up.always ? 'limits.fit.quota_used_up' : 'limits.fit.quota_perhaps_used_up', {
            time: secondsText(used_up),
          })}
        </span>
      )}
    </>
  )
}

/** Each day with what was asked for, and what each plan that refuses anything refuses of it. */
export function FitDays({ by_day: days, plans }: Pick<FitReport, 'by_day' | 'plans'>) {
  const { t } = useTranslation()
  const titleOf = usePlanTitle()
  const refusing = (Object.entries(plans) as [FitPlan, FitPlanReport][]).filter(([, found]) => found.by_day.length > 0)
  if (days.length === 0) return null
  return (
    <Panel title={t('limits.fit.days')}>
      <ScrollRegion className={classes.frame} label={t('limits.fit.days')}>
        <table className={classes.table} aria-label={t('limits.fit.days')}>
          <thead>
            <tr>
              <th scope="col">{t('limits.fit.day')}</th>
              <th scope="col">{t('limits.fit.asked_for')}</th>
              <th scope="col">{t('limits.fit.busiest_minute')}</th>
              {refusing.map(([plan]) => (
                <th key={plan} scope="col">
                  {plan === 'none'
                    ? t('limits.fit.refused_without')
                    : t('limits.fit.refused_on', { plan: titleOf(plan) })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(one => (
              <tr key={one.day}>
                <th scope="row">{one.day}</th>
                <td>{figureText(one.asked)}</td>
                <td>{figureText(one.busiest_minute)}</td>
                {refusing.map(([plan, found]) => (
                  <td key={plan}>
                    <Refused found={found} day={one.day} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={classes.hint}>{t('limits.fit.asked_for_hint')}</p>
    </Panel>
  )
}
