import { useTranslation } from 'react-i18next'
import type { FitPlanReport, FitReport } from '../../../../server/control/protocol.ts'
import { Badge } from '../../../components/badge.tsx'
import { ScrollRegion } from '../../../components/scroll-region.tsx'
import { Time } from '../../../components/time.tsx'
import { figureText, isAny, roomText } from './figures.ts'
import classes from './fit.module.css'

const KINDS = ['minute', 'burst', 'quota', 'license'] as const

function FirstRefusal({ first_refusal: first }: FitPlanReport) {
  const { t } = useTranslation()
  if (first === null) return <span className="dim">{t('limits.fit.none')}</span>
  const { row, request, kind, at } = first
  return (
    <>
      <Time at={at} show="full" zoneName="hidden" />
      <br />
      <span className="dim">
        {t('limits.fit.first_by', { row: row.toLocaleString('en'), request, kind: t(`limits.fit.kinds.${kind}`) })}
      </span>
    </>
  )
}

function Polite({ polite }: FitPlanReport) {
  const { t } = useTranslation()
  if (polite === null) return '–'
  const figure = figureText(polite.max_delay_seconds)
  return (
    <>
      {isAny(polite.delayed)
        ? t('limits.fit.polite_late', { delayed: figureText(polite.delayed), figure })
        : t('limits.fit.polite_fits', { figure })}
      {isAny(polite.lost) && <>, {t('limits.fit.polite_lost', { lost: figureText(polite.lost) })}</>}
    </>
  )
}

function Verdict({ fits }: FitPlanReport) {
  const { t } = useTranslation()
  return fits ? (
    <Badge tone="good" icon="check" look="plain">
      {t('limits.fit.yes')}
    </Badge>
  ) : (
    <Badge tone="bad" icon="cross" look="plain">
      {t('limits.fit.no')}
    </Badge>
  )
}

/** What each plan would make of the traffic. */
export function FitTable({ plans }: Pick<FitReport, 'plans'>) {
  const { t } = useTranslation()
  return (
    <ScrollRegion className={classes.frame} label={t('limits.fit.plans')}>
      <table className={classes.plans}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('limits.fit.plan')}
            </th>
            <th scope="col" rowSpan={2}>
              {t('limits.fit.fits')}
            </th>
            <th scope="col" rowSpan={2} className={classes.number}>
              {t('limits.fit.accepted')}
            </th>
            <th scope="colgroup" colSpan={KINDS.length} className={classes.group}>
              {t('limits.fit.refused_by')}
            </th>
            <th scope="col" rowSpan={2} className={classes.number}>
              {t('limits.fit.suppressed')}
            </th>
            <th scope="col" rowSpan={2}>
              {t('limits.fit.first')}
            </th>
            <th scope="col" rowSpan={2} className={classes.number}>
              {t('limits.fit.wait')}
            </th>
            <th scope="col" rowSpan={2}>
              {t('limits.fit.room')}
            </th>
            <th scope="col" rowSpan={2}>
              {t('limits.fit.polite')}
            </th>
          </tr>
          <tr>
            {KINDS.map(kind => (
              <th key={kind} scope="col" className={classes.number}>
                {t(`limits.fit.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(plans).map(([plan, found]) => (
            <tr key={plan}>
              <th scope="row">{plan === 'none' ? t('limits.fit.no_plan') : plan}</th>
              <td>
                <Verdict {...found} />
              </td>
              <td className={classes.number}>
                {figureText(found.accepted)} <span className="dim">/ {found.requests.toLocaleString('en')}</span>
              </td>
              {KINDS.map(kind => (
                <td key={kind} className={classes.number} data-bad={isAny(found.refused[kind]) ? '' : undefined}>
                  {figureText(found.refused[kind])}
                </td>
              ))}
              <td className={classes.number} data-bad={isAny(found.suppressed_events) ? '' : undefined}>
                {figureText(found.suppressed_events)}
              </td>
              <td>
                <FirstRefusal {...found} />
              </td>
              <td className={classes.number}>
                {t('limits.fit.seconds', { figure: figureText(found.longest_wait_seconds) })}
              </td>
              <td className="nowrap">{roomText(found)}</td>
              <td>
                <Polite {...found} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
