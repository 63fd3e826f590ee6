import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isRange, most, roomText } from '../../../../server/contract/figure-text.ts'
import type { PlanName } from '../../../../server/contract/plans.ts'
import { tightestLimit } from '../../../../server/contract/tightest-limit.ts'
import { wholePercents } from '../../../../server/contract/whole-percents.ts'
import type { FitPlan, FitPlanReport, FitReport } from '../../../../server/control/protocol/fit.ts'
import { Badge } from '../../../components/badge.tsx'
import { IdLink } from '../../../components/id-link.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Time } from '../../../components/time.tsx'
import { hasRange, waitText } from './figures.ts'
import classes from './fit.module.css'
import { FitWhose } from './fit-client.tsx'
import { FitCurve } from './fit-curve.tsx'
import { FitDays } from './fit-days.tsx'
import { FitTable } from './fit-table.tsx'
import { usePlanTitle } from './plan-title.ts'

/** The answer in a sentence or two. */
function Least(report: FitReport) {
  const { minimum_plan, polite_client, without_waste, plans } = report
  const { as_sent, polite } = minimum_plan
  const { t } = useTranslation()
  const titleOf = usePlanTitle()
  // Plans stand from the least to the greatest, with no plan last.
  const perhaps = (Object.entries(plans) as [FitPlan, FitPlanReport][]).find(
    ([, { fits, fits_as_recorded }]) => fits || fits_as_recorded,
  )?.[0]
  const none = as_sent === null ? 'limits.fit.least_polite_none' : 'limits.fit.least_polite_none_but'
  const wait = waitText(polite_client.tolerate_seconds)
  const waiting =
    polite !== null
      ? t(polite === as_sent ? 'limits.fit.least_polite_same' : 'limits.fit.least_polite', {
          plan: titleOf(polite),
          wait,
        })
      : t(polite_client.tried ? none : 'limits.fit.least_polite_untried', { wait })
  // Where the smallest of all holds it as it is sent, waiting changes nothing.
  const isLeast = as_sent !== null && as_sent === Object.keys(plans)[0]
  return (
    <div className={classes.least}>
      <h2>{as_sent === null ? t('limits.fit.least_none') : t('limits.fit.least', { plan: titleOf(as_sent) })}</h2>
      {as_sent !== null && <p>{t('limits.fit.least_as_sent')}</p>}
      {as_sent !== null && <Closest {...report} plan={as_sent} />}
      {perhaps !== undefined && perhaps !== 'none' && perhaps !== as_sent && (
        <p>{t('limits.fit.least_perhaps', { plan: titleOf(perhaps) })}</p>
      )}
      {!isLeast && <p>{waiting}</p>}
      {without_waste !== null && (
        <p>
          {t('limits.fit.without_waste', {
            shown: without_waste.requests.toLocaleString('en'),
            plan: titleOf(without_waste.minimum_plan),
          })}
        </p>
      )}
    </div>
  )
}

/** The limit of a plan that the traffic comes closest to. */
function Closest({ plan, plans, peaks }: FitReport & { plan: PlanName }) {
  const { t } = useTranslation()
  const titleOf = usePlanTitle()
  const found = plans[plan]
  const tightest = found && tightestLimit({ ...found, peaks })
  if (tightest === undefined) return null
  const { window, room, peak, limit } = tightest
  return (
    <p>
      {t(`limits.fit.closest.${window}`, {
        plan: titleOf(plan),
        asked: most(peak.most).toLocaleString('en'),
        limit: limit.toLocaleString('en'),
        times: roomText(room),
      })}
    </p>
  )
}

/** A number that decides between one and several, and as it is shown. */
const counted = (count: number) => ({ count, shown: count.toLocaleString('en') })

function SourceLine({ source }: FitReport) {
  const { t } = useTranslation()
  const left = Object.entries(source.left_out).filter(([, count]) => count > 0)
  return (
    <p className={classes.source}>
      {source.test_traffic && (
        <Badge tone="warn" icon="alert" title={t('limits.fit.test_traffic_hint')}>
          {t('limits.fit.test_traffic')}
        </Badge>
      )}
      <span>{t('limits.fit.source', { ...counted(source.rows), name: source.name })}</span>
      {source.from !== null && source.to !== null && (
        <span className="dim">
          <Time at={source.from} show="full" zoneName="hidden" /> – <Time at={source.to} show="full" />
        </span>
      )}
      {left.map(([reason, count]) => (
        <span key={reason} className="dim">
          {t('limits.fit.left_out', { ...counted(count), reason: t(`limits.fit.left.${reason as 'not_api'}`) })}
        </span>
      ))}
      {source.older_left_out && <strong className={classes.caveat}>{t('limits.fit.older_left_out')}</strong>}
      {source.test_traffic && <strong className={classes.caveat}>{t('limits.fit.test_traffic_hint')}</strong>}
    </p>
  )
}

/** What a guess has to do with the figures. Of a long recording none goes from one to another. */
const guessesKey = (changing: number, over: 'all' | 'busiest_hour') => {
  if (changing === 0) return 'limits.fit.basis_no_guess'
  return over === 'all' ? 'limits.fit.basis_guesses' : 'limits.fit.basis_guesses_hour'
}

function Basis({ guesses, phases, varied, source, plans, peaks, by_day }: FitReport) {
  const { t } = useTranslation()
  const over = varied?.over ?? 'all'
  const changes =
    Object.values(plans).some(hasRange) ||
    Object.values(peaks).some(peak => peak !== null && isRange(peak.most)) ||
    by_day.some(({ asked, busiest_minute }) => isRange(asked) || isRange(busiest_minute))
  // A guess that changes nothing that is shown is not named.
  const ids = changes || over === 'busiest_hour' ? Object.keys(guesses) : []
  return (
    <Panel title={t('limits.fit.basis')}>
      <ul className={classes.basis}>
        <li>{t('limits.fit.basis_limits')}</li>
        {plans.none !== undefined && (plans.free?.features_lost.length ?? 0) > 0 && (
          <li>
            {t('limits.fit.basis_licence')} <IdLink noun="assumption" id="license.without_plan" copy="hidden" />
          </li>
        )}
        {!source.shows_events && <li>{t('limits.fit.basis_no_events')}</li>}
        {source.assumed_outcomes > 0 && (
          <li>
            {source.kind === 'sketch'
              ? t('limits.fit.assumed_sketch')
              : t('limits.fit.assumed', counted(source.assumed_outcomes))}
          </li>
        )}
        <li>
          {t('limits.fit.basis_phases', { phases })}
          {changes && `${t('common.between_sentences')}${t('limits.fit.basis_range')}`}
          {over === 'busiest_hour' && `${t('common.between_sentences')}${t('limits.fit.basis_hour')}`}
        </li>
        <li>
          {t(guessesKey(ids.length, over), { count: ids.length })}
          {ids.map(id => (
            <Fragment key={id}>
              {' '}
              <IdLink noun="assumption" id={id} copy="hidden" />
            </Fragment>
          ))}
        </li>
        {Object.values(plans).some(plan => plan.by_day.length > 0) && <li>{t('limits.fit.basis_moments')}</li>}
      </ul>
    </Panel>
  )
}

function Top({ top, source: { rows } }: FitReport) {
  const { t } = useTranslation()
  const others = rows - top.reduce((sum, { requests }) => sum + requests, 0)
  const shown = [
    ...top.map(({ endpoint, ...counts }) => ({ name: <code>{endpoint}</code>, key: endpoint, ...counts })),
    ...(others > 0
      ? [
          {
            name: <span className="dim">{t('limits.fit.top_others')}</span>,
            key: '',
            requests: others,
            share: others / rows,
          },
        ]
      : []),
  ]
  const percents = wholePercents(shown.map(({ requests }) => requests))
  return (
    <Panel title={t('limits.fit.top')}>
      <ul className={classes.top}>
        {shown.map(({ name, key, requests, share }, at) => (
          <li key={key}>
            {name}
            <span className={classes.share} aria-hidden>
              <span style={{ width: `${share * 100}%` }} />
            </span>
            <span className={classes.number}>{requests.toLocaleString('en')}</span>
            <span className="dim">
              {t('limits.fit.share', { percent: percents[at] === 0 ? '< 1' : (percents[at] ?? 0) })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What was found out about some traffic, with what it rests on. */
export function FitResult({ report, download }: { report: FitReport; download: ReactNode }) {
  return (
    <>
      <div className={classes.head}>
        <SourceLine {...report} />
        {download}
      </div>
      <FitWhose source={report.source} />
      <Least {...report} />
      <div className={classes.found}>
        <FitTable {...report} />
        <div className={classes.column}>
          <FitCurve
            key={`${report.source.name} ${report.source.judged ?? ''}`}
            days={report.days}
            by_day={report.by_day}
            plans={report.plans}
          />
          <FitDays by_day={report.by_day} plans={report.plans} />
          <Top {...report} />
          <Basis {...report} />
        </div>
      </div>
    </>
  )
}
