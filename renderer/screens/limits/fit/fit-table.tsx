import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Figure,
  figureText,
  isAny,
  isRange,
  least,
  most,
  roomText,
} from '../../../../server/contract/figure-text.ts'
import { sendsNone } from '../../../../server/contract/plans.ts'
import { type LimitWindow, limitOf } from '../../../../server/contract/tightest-limit.ts'
import type { FitPlan, FitPlanReport, FitReport } from '../../../../server/control/protocol/fit.ts'
import { Badge } from '../../../components/badge.tsx'
import { ScrollRegion } from '../../../components/scroll-region.tsx'
import { Time } from '../../../components/time.tsx'
import { waitText } from './figures.ts'
import classes from './fit.module.css'
import { usePlanTitle } from './plan-title.ts'

function FirstRefusal({ first_refusal: first }: FitPlanReport) {
  const { t } = useTranslation()
  if (first === null) return <span className="dim">{t('limits.fit.none')}</span>
  const { row, request, kind, at } = first
  return (
    <>
      <Time at={at} zoneName="hidden" />
      <br />
      <span className="dim">
        {t('limits.fit.first_by', { row: row.toLocaleString('en'), request, kind: t(`limits.fit.${kind}`) })}
      </span>
    </>
  )
}

function Polite({ polite }: FitPlanReport) {
  const { t } = useTranslation()
  if (polite === null) return <span className="dim">{t('limits.fit.polite_long')}</span>
  return (
    <>
      {isAny(polite.delayed)
        ? t('limits.fit.polite_late', {
            delayed: figureText(polite.delayed),
            wait: waitText(polite.max_delay_seconds),
          })
        : t('limits.fit.polite_fits')}
      {isAny(polite.lost) && t('limits.fit.polite_and', { lost: figureText(polite.lost) })}
    </>
  )
}

/** What keeps a plan from fitting, in words; of a range, at its most. */
function useReasons({ limits, refused, suppressed_events: events }: FitPlanReport): string[] {
  const { t } = useTranslation()
  const kinds = (Object.keys(refused) as (keyof typeof refused)[]).filter(kind => isAny(refused[kind]))
  return [
    ...kinds.map(kind =>
      t('limits.fit.because_refused', {
        count: most(refused[kind]),
        shown: figureText(refused[kind]),
        kind: t(`limits.fit.${kind}`),
      }),
    ),
    ...(isAny(events)
      ? [
          t(sendsNone(limits) ? 'limits.fit.because_no_sends' : 'limits.fit.because_events', {
            count: most(events),
            shown: figureText(events),
          }),
        ]
      : []),
  ]
}

function Verdict(found: FitPlanReport) {
  const reasons = useReasons(found)
  return (
    <>
      <VerdictBadge {...found} />
      {reasons.map(reason => (
        <span key={reason} className={classes.because}>
          {reason}
        </span>
      ))}
    </>
  )
}

function VerdictBadge({ fits, fits_as_recorded }: FitPlanReport) {
  const { t } = useTranslation()
  if (fits)
    return (
      <Badge tone="good" icon="check" look="plain">
        {t('limits.fit.yes')}
      </Badge>
    )
  return fits_as_recorded ? (
    <Badge tone="warn" icon="alert" look="plain" title={t('limits.fit.perhaps_hint')}>
      {t('limits.fit.perhaps')}
    </Badge>
  ) : (
    <Badge tone="bad" icon="cross" look="plain">
      {t('limits.fit.no')}
    </Badge>
  )
}

/** What there should be none of. */
function Amount({ figure }: { figure: Figure }) {
  return isAny(figure) ? <span data-bad>{figureText(figure)}</span> : <span className="dim">0</span>
}

/** How often the most that is asked for fits into a limit, and the limit itself. */
function Room({ found: { headroom, limits }, window }: { found: FitPlanReport; window: LimitWindow }) {
  const { t } = useTranslation()
  const [room, limit] = [headroom[window], limitOf(limits, window)]
  if (room === null || limit === null) return <span className="dim">–</span>
  return (
    <>
      <span data-bad={least(room) < 1 ? '' : undefined}>{t('limits.fit.times', { times: roomText(room) })}</span>{' '}
      <span className={`dim ${classes.of}`}>{t('limits.fit.of_limit', { limit: limit.toLocaleString('en') })}</span>
    </>
  )
}

/** Unlike a limit of requests, that on webhook sends may be none, or there may be none. */
function SendsRoom({ found }: { found: FitPlanReport }) {
  const { t } = useTranslation()
  const { limits } = found
  if (sendsNone(limits)) return <span data-bad="">{t('limits.fit.room_none')}</span>
  if (limits.webhook_sends_per_day === null) return <span className="dim">{t('limits.fit.room_unlimited')}</span>
  return <Room found={found} window="webhook_sends" />
}

/** What was asked for at most in one window, and when; a range is of all windows, and that of the one that is named would be another. */
function Peak({ window, peaks }: { window: LimitWindow } & Pick<FitReport, 'peaks'>) {
  const { t } = useTranslation()
  const peak = peaks[window]
  if (peak === null) return null
  if (isRange(peak.most))
    return (
      <span className={classes.peak}>{t(`limits.fit.peak_range.${window}`, { shown: figureText(peak.most) })}</span>
    )
  const isDay = window === 'day' || window === 'webhook_sends'
  return (
    <span className={classes.peak}>
      {t(`limits.fit.peak.${window}`, { count: most(peak.most), shown: figureText(peak.most) })}
      <br />
      {isDay ? t('limits.fit.peak_day', { day: peak.tokyo.slice(0, 10) }) : <Time at={peak.at} show="full" />}
    </span>
  )
}

/** What the licence of the plan does not include, of what was asked for. */
function License({ refused, features_lost }: FitPlanReport) {
  const { t } = useTranslation()
  return (
    <>
      <Amount figure={refused.license} />
      {features_lost.length > 0 && (
        <span className={`dim ${classes.because}`}>
          {t('limits.fit.not_licensed', { features: features_lost.join(', ') })}
        </span>
      )}
    </>
  )
}

/** What each row shows of a plan, and what rows have in common. */
const GROUPS = [
  {
    rows: {
      fits: found => <Verdict {...found} />,
      accepted: ({ accepted, requests }) => (
        <>
          {figureText(accepted)} <span className="dim">/ {requests.toLocaleString('en')}</span>
        </>
      ),
      refused_total: ({ refused_total }) => <Amount figure={refused_total} />,
      first: found => <FirstRefusal {...found} />,
      wait: ({ longest_wait_seconds: wait }) => (isAny(wait) ? waitText(wait) : <span className="dim">–</span>),
      polite: found => <Polite {...found} />,
      backlog: ({ polite }) =>
        polite === null ? <span className="dim">–</span> : <Amount figure={polite.backlog_at_midnight} />,
      suppressed: ({ suppressed_events }) => <Amount figure={suppressed_events} />,
    },
  },
  {
    title: 'refused_by',
    rows: {
      minute: ({ refused }) => <Amount figure={refused.minute} />,
      burst: ({ refused }) => <Amount figure={refused.burst} />,
      quota: ({ refused }) => <Amount figure={refused.quota} />,
      license: found => <License {...found} />,
    },
  },
  {
    title: 'headroom',
    rows: {
      room_minute: found => <Room found={found} window="minute" />,
      room_burst: found => <Room found={found} window="burst" />,
      room_day: found => <Room found={found} window="day" />,
      room_sends: found => <SendsRoom found={found} />,
    },
  },
] as const satisfies readonly {
  title?: string
  rows: Readonly<Record<string, (found: FitPlanReport) => ReactNode>>
}[]

const WINDOW_OF: { readonly [Row in RowName]?: LimitWindow } = {
  room_minute: 'minute',
  room_burst: 'burst',
  room_day: 'day',
  room_sends: 'webhook_sends',
}

type Group = (typeof GROUPS)[number]
type RowName = Group extends infer One ? (One extends { rows: infer Rows } ? keyof Rows : never) : never

/** Where nothing tells of events, nothing is said about them, and where there were none, nothing of the room for them. */
const rowsOf = (group: Group, { source, peaks }: Pick<FitReport, 'source' | 'peaks'>) =>
  (Object.entries(group.rows) as [RowName, (found: FitPlanReport) => ReactNode][]).filter(([row]) => {
    if (row === 'suppressed') return source.shows_events
    return row !== 'room_sends' || peaks.webhook_sends !== null
  })

function PeakOf({ row, peaks }: { row: RowName } & Pick<FitReport, 'peaks'>) {
  const window = WINDOW_OF[row]
  return window === undefined ? null : <Peak window={window} peaks={peaks} />
}

/** What each plan would make of the traffic: plans side by side, as in the table of the contract. */
export function FitTable({ plans, ...about }: Pick<FitReport, 'plans' | 'source' | 'peaks'>) {
  const { t } = useTranslation()
  const titleOf = usePlanTitle()
  const columns = Object.entries(plans) as [FitPlan, FitPlanReport][]
  return (
    <ScrollRegion className={classes.frame} label={t('limits.fit.plans')}>
      <table className={classes.plans}>
        <thead>
          <tr>
            <th scope="col">{t('limits.fit.plan')}</th>
            {columns.map(([plan]) => (
              <th key={plan} scope="col">
                {titleOf(plan)}
              </th>
            ))}
          </tr>
        </thead>
        {GROUPS.map(group => (
          <tbody key={'title' in group ? group.title : ''}>
            {'title' in group && (
              <tr className={classes.group}>
                <th scope="rowgroup" colSpan={columns.length + 1}>
                  {t(`limits.fit.${group.title}`)}
                </th>
              </tr>
            )}
            {rowsOf(group, about).map(([row, show]) => (
              <tr key={row}>
                <th scope="row">
                  {t(`limits.fit.${row}`)}
                  <PeakOf row={row} peaks={about.peaks} />
                </th>
                {columns.map(([plan, found]) => (
                  <td key={plan}>{show(found)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  )
}
