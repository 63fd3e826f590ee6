import { useTranslation } from 'react-i18next'
import type { LimitName, LimitsHistory, LimitsView } from '../../../server/control/protocol/limits.ts'
import type { Placed } from './chart-parts.tsx'
import { DayCurve } from './day-curve.tsx'
import classes from './limit-rows.module.css'
import { usePlaceOfRefused } from './use-place-of-refused.ts'
import { usePlacesOfUse } from './use-places-of-use.ts'
import { WindowBars } from './window-bars.tsx'
import { COUNTS, SHOWN } from './window-texts.ts'

/** The charts of some limits, below the rows of all: none that is opened moves what is pressed. */
export function LimitCharts({
  names,
  tenant,
  limits,
  history,
}: {
  names: readonly LimitName[]
  tenant: string
  limits: LimitsView
  history: LimitsHistory
}) {
  const { t } = useTranslation()
  const places = usePlacesOfUse(tenant)
  const placeOfRefused = usePlaceOfRefused(tenant)
  return (
    <div className={classes.charts}>
      {names.map(name => {
        const { window_start, resets_at, limit } = limits[name]
        const title = t(`limits.${name}`)
        const chart = {
          title,
          tenant,
          history: history[name],
          present: { start: Date.parse(window_start), end: Date.parse(resets_at) },
          limit,
          counts: COUNTS[name],
          placesOf: (stretch: Placed) => places.of(name, stretch),
          placeOfRefused: ({ from, to }: { from: number; to: number }) =>
            placeOfRefused(name, { window_start: new Date(from).toISOString(), resets_at: new Date(to).toISOString() }),
        }
        return (
          <section key={name} className={classes.of_one} aria-label={t('limits.chart_of', { limit: title })}>
            {name === 'day' ? <DayCurve {...chart} /> : <WindowBars {...chart} count={SHOWN[name]} />}
          </section>
        )
      })}
    </div>
  )
}
