import { useTranslation } from 'react-i18next'
import type { FitReport } from '../../../../server/control/protocol/fit.ts'
import { Badge } from '../../../components/badge.tsx'
import classes from './fit.module.css'
import { FitCurve } from './fit-curve.tsx'
import { FitTable } from './fit-table.tsx'

/** The answer in a sentence or two. */
function Least({ minimum_plan: { as_sent, polite }, without_waste }: FitReport) {
  const { t } = useTranslation()
  const waiting =
    polite !== null
      ? t('limits.fit.least_polite', { plan: polite })
      : t(as_sent === null ? 'limits.fit.least_polite_none' : 'limits.fit.least_polite_none_but')
  return (
    <div className={classes.least}>
      <h2>{as_sent === null ? t('limits.fit.least_none') : t('limits.fit.least', { plan: as_sent })}</h2>
      {polite !== as_sent && <p>{waiting}</p>}
      {without_waste !== null && (
        <p>
          {t('limits.fit.without_waste', {
            shown: without_waste.requests.toLocaleString('en'),
            plan: without_waste.minimum_plan,
          })}
        </p>
      )}
    </div>
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
      {left.map(([reason, count]) => (
        <span key={reason} className="dim">
          {t('limits.fit.left_out', { ...counted(count), reason: t(`limits.fit.left.${reason as 'not_api'}`) })}
        </span>
      ))}
      {source.assumed_outcomes > 0 && (
        <span className="dim">{t('limits.fit.assumed', counted(source.assumed_outcomes))}</span>
      )}
      {source.test_traffic && <span className="dim">{t('limits.fit.test_traffic_hint')}</span>}
    </p>
  )
}

function Basis({ guesses, phases, varied }: FitReport) {
  const { t } = useTranslation()
  const ids = Object.keys(guesses)
  return (
    <p className="dim">
      {ids.length === 0
        ? t('limits.fit.basis', { phases })
        : t('limits.fit.basis_guesses', { phases, ids: ids.join(', ') })}{' '}
      {varied?.over === 'busiest_hour' && t('limits.fit.basis_hour')}
    </p>
  )
}

function Top({ top }: FitReport) {
  const { t } = useTranslation()
  return (
    <section className={classes.top} aria-label={t('limits.fit.top')}>
      <h3>{t('limits.fit.top')}</h3>
      <ul>
        {top.map(({ endpoint, requests, share }) => (
          <li key={endpoint}>
            <code>{endpoint}</code>
            <span className={classes.number}>{requests.toLocaleString('en')}</span>
            <span className="dim">{t('limits.fit.share', { percent: Math.round(share * 100) })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What was found out about some traffic, with what it rests on. */
export function FitResult({ report }: { report: FitReport }) {
  return (
    <>
      <SourceLine {...report} />
      <Least {...report} />
      <FitCurve key={report.source.name} days={report.days} />
      <FitTable plans={report.plans} />
      <Top {...report} />
      <Basis {...report} />
    </>
  )
}
