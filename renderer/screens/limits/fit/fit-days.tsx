import { useTranslation } from 'react-i18next'
import { askedOn, busiestMinuteOf, refusedOn } from '../../../../server/contract/day-curve.ts'
import type { FitPlan, FitPlanReport, FitReport } from '../../../../server/control/protocol/fit.ts'
import { Panel } from '../../../components/panel.tsx'
import { ScrollRegion } from '../../../components/scroll-region.tsx'
import classes from './fit-days.module.css'
import { usePlanTitle } from './plan-title.ts'

/** What a plan refuses of a day, and when its quota was used up. */
function Refused({ found, day }: { found: FitPlanReport; day: string }) {
  const { t } = useTranslation()
  const refused = refusedOn(found, day)
  const used = found.days_exhausted.find(one => one.day === day)
  return (
    <>
      {refused > 0 ? <span data-bad>{refused.toLocaleString('en')}</span> : <span className="dim">0</span>}
      {used !== undefined && (
        <span className={classes.used_up}>{t('limits.fit.quota_used_up', { time: used.tokyo.slice(11, 19) })}</span>
      )}
    </>
  )
}

/** Each day with what was asked for, and what each plan that refuses anything refuses of it. */
export function FitDays({ days, plans }: Pick<FitReport, 'days' | 'plans'>) {
  const { t } = useTranslation()
  const titleOf = usePlanTitle()
  const refusing = (Object.entries(plans) as [FitPlan, FitPlanReport][]).filter(
    ([, { refused_when, days_exhausted }]) => refused_when.length + days_exhausted.length > 0,
  )
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
                <td>{askedOn(one).toLocaleString('en')}</td>
                <td>{busiestMinuteOf(one).toLocaleString('en')}</td>
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
