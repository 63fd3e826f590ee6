import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  apart,
  askedOn,
  DAY_MS,
  pathOf,
  secondsText,
  sinceMidnight,
  ticksOf,
  topOf,
} from '../../../../server/contract/day-curve.ts'
import { figureText, most as mostOf, roomText } from '../../../../server/contract/figure-text.ts'
import type { DayCurve, FitPlan, FitPlanReport, FitReport } from '../../../../server/control/protocol/fit.ts'
import { Panel } from '../../../components/panel.tsx'
import classes from './fit.module.css'
import { usePlanTitle } from './plan-title.ts'

const [WIDTH, HEIGHT] = [1_000, 260]
const HOURS = [0, 6, 12, 18, 24]
/** Of a label beside the picture, in pixels. */
const LINE = 18

interface Quota {
  readonly limit: number
  readonly names: readonly string[]
  /** When it was used up that day, as it was sent, in Tokyo. */
  readonly used_up: string | undefined
  /** The same, over all that was tried: `14:33:00–14:33:09`. */
  readonly told: string | undefined
}

const atTop = (limit: number, top: number) => HEIGHT - (limit / top) * HEIGHT

/** The quotas of the plans, the smallest first; plans that have the same one and use it up together share it. */
function useQuotas(plans: FitReport['plans'], day: string | undefined): Quota[] {
  const titleOf = usePlanTitle()
  const all = (Object.entries(plans) as [FitPlan, FitPlanReport][]).map(
    ([plan, { limits, days_exhausted, by_day }]) => {
      const used_up = days_exhausted.find(exhausted => exhausted.day === day)?.tokyo
      const span = used_up === undefined ? null : by_day.find(one => one.day === day)?.used_up
      return { limit: limits.per_day, name: titleOf(plan), used_up, told: span ? secondsText(span) : undefined }
    },
  )
  // Of two plans with one quota, the one that refuses more for other reasons uses it up later.
  const grouped = Map.groupBy(all, ({ limit, used_up = '', told = '' }) => `${limit} ${used_up} ${told}`)
  return [...grouped.values()]
    .flatMap(those => those.slice(0, 1).map(first => ({ ...first, names: those.map(({ name }) => name) })))
    .sort((one, other) => one.limit - other.limit)
}

/** The names of the quotas stand beside the picture, each at its line; above them those that lie higher than the picture. */
function QuotaNames({ quotas, top, most }: { quotas: readonly Quota[]; top: number; most: number }) {
  const { t } = useTranslation()
  const within = quotas.filter(({ limit }) => limit <= top)
  const above = quotas.filter(({ limit }) => limit > top)
  const places = apart(
    within.map(({ limit }) => atTop(limit, top)),
    LINE,
  )
  return (
    <ul className={classes.quota_names}>
      {within.map(({ limit, names, told }, index) => (
        <li key={names.join()} data-over={told && ''} style={{ top: places[index] }}>
          <b>{names.join(t('limits.between'))}</b> {limit.toLocaleString('en')}
          {told && <span className={classes.used_up}>{t('limits.fit.used_up', { time: told })}</span>}
        </li>
      ))}
      {above.toReversed().map(({ limit, names }, index) => (
        <li key={names.join()} style={{ top: (index + 0.5) * LINE }}>
          ↑ <b>{names.join(t('limits.between'))}</b> {limit.toLocaleString('en')}
          {most > 0 && <span className="dim">· {t('limits.fit.times_day', { times: roomText(limit / most) })}</span>}
        </li>
      ))}
    </ul>
  )
}

/** One day of the traffic against the quotas, and when each of them is used up. */
export function FitCurve({ days, by_day, plans }: Pick<FitReport, 'days' | 'by_day' | 'plans'>) {
  const { t } = useTranslation()
  const busiest = days.toSorted((one, other) => askedOn(other) - askedOn(one))[0]
  const [chosen, setChosen] = useState<string>()
  const shown = days.find(({ day }) => day === chosen) ?? busiest
  const quotas = useQuotas(plans, shown?.day)
  if (shown === undefined || quotas.length === 0) return null
  const most = askedOn(shown)
  const top = topOf(
    most,
    quotas.map(({ limit }) => limit),
  )
  const asked = by_day.find(({ day }) => day === shown.day)?.asked ?? most
  const path = ({ points }: DayCurve) => pathOf(points, { top, width: WIDTH, height: HEIGHT })
  const met = quotas.filter(({ limit, used_up }) => used_up !== undefined && limit <= top)
  return (
    <Panel
      title={t('limits.fit.curve')}
      actions={
        days.length > 1 && (
          <Select
            size="xs"
            w={150}
            aria-label={t('limits.fit.day')}
            allowDeselect={false}
            value={shown.day}
            data={days.map(({ day }) => day)}
            onChange={day => setChosen(day ?? undefined)}
          />
        )
      }
    >
      <div className={classes.chart}>
        <div className={classes.ticks} aria-hidden>
          {ticksOf(top).map(tick => (
            <span key={tick} style={{ top: atTop(tick, top) }}>
              {tick.toLocaleString('en')}
            </span>
          ))}
        </div>
        <div className={classes.plot}>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
            {ticksOf(top).map(tick => (
              <line key={tick} className={classes.tick} x1={0} x2={WIDTH} y1={atTop(tick, top)} y2={atTop(tick, top)} />
            ))}
            {days.map(day => day !== shown && <path key={day.day} className={classes.other} d={path(day)} />)}
            {quotas.map(({ limit, names, used_up }) => (
              <line
                key={names.join()}
                className={classes.quota}
                data-over={used_up && ''}
                x1={0}
                x2={WIDTH}
                y1={atTop(limit, top)}
                y2={atTop(limit, top)}
              />
            ))}
            <path className={classes.curve} d={path(shown)} />
          </svg>
          {met.map(({ limit, names, used_up = '' }) => (
            <span
              key={names.join()}
              className={classes.met}
              style={{ left: `${(sinceMidnight(used_up) / DAY_MS) * 100}%`, top: atTop(limit, top) }}
            />
          ))}
        </div>
        <QuotaNames quotas={quotas} top={top} most={most} />
        <div className={classes.axis}>
          {HOURS.map(hour => (
            <span key={hour}>{String(hour).padStart(2, '0')}:00</span>
          ))}
        </div>
      </div>
      <p className={classes.asked}>
        {t('limits.fit.asked', { count: mostOf(asked), shown: figureText(asked), day: shown.day })}
        {days.length > 1 && <span className="dim"> · {t('limits.fit.other_days')}</span>}
      </p>
      {met.length > 0 && <p className={`${classes.asked} dim`}>{t('limits.fit.dots')}</p>}
    </Panel>
  )
}
