import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Figure, FitPlanReport, FitReport } from '../../../../server/control/protocol/fit.ts'
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
  if (polite === null) return <span className="dim">{t('limits.fit.polite_long')}</span>
  const figure = figureText(polite.max_delay_seconds)
  return (
    <>
      {isAny(polite.delayed)
        ? t('limits.fit.polite_late', { delayed: figureText(polite.delayed), figure })
        : t('limits.fit.polite_fits')}
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

type Row = 'fits' | 'accepted' | Kind | 'suppressed' | 'first' | 'wait' | 'room' | 'polite'
type Kind = (typeof KINDS)[number]

function Amount({ figure, isBad }: { figure: Figure; isBad: boolean }) {
  return <span data-bad={isBad && isAny(figure) ? '' : undefined}>{figureText(figure)}</span>
}

const refusedBy = (kind: Kind) => (found: FitPlanReport) => <Amount figure={found.refused[kind]} isBad />

function Wait({ longest_wait_seconds: figure }: FitPlanReport) {
  const { t } = useTranslation()
  return isAny(figure) ? t('limits.fit.seconds', { figure: figureText(figure) }) : '–'
}

/** What each row shows of a plan. */
const CELLS: Readonly<Record<Row, (found: FitPlanReport) => ReactNode>> = {
  fits: found => <Verdict {...found} />,
  accepted: ({ accepted, requests }) => (
    <>
      {figureText(accepted)} <span className="dim">/ {requests.toLocaleString('en')}</span>
    </>
  ),
  minute: refusedBy('minute'),
  burst: refusedBy('burst'),
  quota: refusedBy('quota'),
  license: refusedBy('license'),
  suppressed: ({ suppressed_events }) => <Amount figure={suppressed_events} isBad />,
  first: found => <FirstRefusal {...found} />,
  wait: found => <Wait {...found} />,
  room: roomText,
  polite: found => <Polite {...found} />,
}

/** What each plan would make of the traffic: plans side by side, as in the table of the contract. */
export function FitTable({ plans }: Pick<FitReport, 'plans'>) {
  const { t } = useTranslation()
  const columns = Object.entries(plans)
  return (
    <ScrollRegion className={classes.frame} label={t('limits.fit.plans')}>
      <table className={classes.plans}>
        <thead>
          <tr>
            <th scope="col">{t('limits.fit.plan')}</th>
            {columns.map(([plan]) => (
              <th key={plan} scope="col">
                {plan === 'none' ? t('limits.fit.no_plan') : plan}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(CELLS).map(([row, show]) => (
            <tr key={row}>
              <th scope="row">{t(`limits.fit.${row as Row}`)}</th>
              {columns.map(([plan, found]) => (
                <td key={plan}>{show(found)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
