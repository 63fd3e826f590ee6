import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayCurve, FitReport } from '../../../../server/control/protocol/fit.ts'
import { Panel } from '../../../components/panel.tsx'
import { useContract } from '../../../data/contract.ts'
import classes from './fit.module.css'

const [WIDTH, HEIGHT] = [1_000, 240]
const DAY_MS = 86_400_000
const HOURS = [0, 6, 12, 18, 24]
/** Below ten requests nothing is worth a look, and above the highest quota there is some room. */
const [LOWEST, HEADROOM] = [10, 1.6]

const mostOf = ({ points }: DayCurve): number => points.at(-1)?.[1] ?? 0

/** One day of the traffic against the quotas. The quotas lie so far apart that a plain scale would press all but one flat. */
export function FitCurve({ days }: Pick<FitReport, 'days'>) {
  const { t } = useTranslation()
  const contract = useContract()
  const busiest = days.toSorted((one, other) => mostOf(other) - mostOf(one))[0]
  const [chosen, setChosen] = useState<string>()
  const shown = days.find(({ day }) => day === chosen) ?? busiest
  if (contract === undefined || shown === undefined) return null
  const quotas = new Map<number, string[]>()
  for (const [plan, { per_day }] of [
    ...Object.entries(contract.plans),
    [t('limits.fit.no_plan'), contract.default_limits] as const,
  ])
    quotas.set(per_day, [...(quotas.get(per_day) ?? []), plan])
  const top = Math.log10(Math.max(mostOf(busiest ?? shown), ...quotas.keys()) * HEADROOM)
  const bottom = Math.log10(LOWEST)
  const share = (count: number) => 1 - (Math.log10(Math.max(count, LOWEST)) - bottom) / (top - bottom)
  const y = (count: number) => share(count) * HEIGHT
  const path = ({ points }: DayCurve) => {
    let line = `M0 ${y(0)}`
    for (const [at, count] of points) line += `H${(at / DAY_MS) * WIDTH}V${y(count)}`
    return `${line}H${WIDTH}`
  }
  return (
    <Panel
      title={t('limits.fit.curve')}
      about={t('limits.fit.curve_scale')}
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
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {days.map(day => day !== shown && <path key={day.day} className={classes.other} d={path(day)} />)}
          <path className={classes.curve} d={path(shown)} />
          {[...quotas.keys()].map(quota => (
            <line
              key={quota}
              className={classes.quota}
              data-over={mostOf(shown) > quota ? '' : undefined}
              x1={0}
              x2={WIDTH}
              y1={y(quota)}
              y2={y(quota)}
            />
          ))}
        </svg>
        {[...quotas].map(([quota, plans]) => (
          <span key={quota} className={classes.quota_name} style={{ top: `${share(quota) * 100}%` }}>
            {plans.join(', ')}: {quota.toLocaleString('en')}
          </span>
        ))}
      </div>
      <div className={classes.axis}>
        {HOURS.map(hour => (
          <span key={hour}>{String(hour).padStart(2, '0')}:00</span>
        ))}
      </div>
      <p className={classes.asked}>
        {t('limits.fit.asked', { shown: mostOf(shown).toLocaleString('en'), day: shown.day })}
      </p>
    </Panel>
  )
}
