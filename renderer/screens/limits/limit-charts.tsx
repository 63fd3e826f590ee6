import { useTranslation } from 'react-i18next'
import type { LimitName, LimitsHistory, LimitsView, LimitWindowView } from '../../../server/control/protocol/limits.ts'
import { Icon } from '../../components/icons.tsx'
import { Loading } from '../../components/loading.tsx'
import { historyUntil, limitThen } from '../../data/limit-then.ts'
import { useOlderLimitsHistories } from '../../data/limits-history.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { FRAME_FIELDS, firstOf, frameAt, lastBefore, refusedByOthers, stepFrom, toFrame } from './chart-frame.ts'
import type { Placed } from './chart-parts.tsx'
import charts from './charts.module.css'
import { DayCurve } from './day-curve.tsx'
import { NextUsed, type Steps } from './frame-steps.tsx'
import classes from './limit-rows.module.css'
import { usePlaceOfRefused } from './use-place-of-refused.ts'
import { usePlacesOfUse } from './use-places-of-use.ts'
import { WindowBars } from './window-bars.tsx'
import { COUNTS, SHOWN } from './window-texts.ts'

interface Props {
  names: readonly LimitName[]
  tenant: string
  limits: LimitsView
  history: LimitsHistory
  /** Whether these are the limits of another plan. */
  isPreview: boolean
  /** The limit that refuses, where its chart is not shown. */
  refuses: LimitName | undefined
  /** Shows the chart of the limit that refuses, whichever it is. */
  onFollow: () => void
}

/** What was before an instant; nothing while it is read. */
export function useOlder(tenant: string, at: number): LimitsHistory | undefined {
  // Each limit has the window that the instant is in.
  const [older] = useOlderLimitsHistories([tenant], at > 0 ? at + 1 : undefined)
  return older
}

/**
 * The charts of some limits, below the rows of all: none that is opened moves what is pressed. All show the time of one instant, which is in the address: now,
 * or one that is over.
 */
export function LimitCharts({ names, tenant, limits, history, isPreview, refuses, onFollow }: Props) {
  const { t } = useTranslation()
  const places = usePlacesOfUse(tenant)
  const placeOfRefused = usePlaceOfRefused(tenant)
  const [{ at }, setFrame] = useUrlState(FRAME_FIELDS)
  const isOver = names.some(name => frameAt(limits[name], at).isPast)
  const older = useOlder(tenant, isOver ? at : 0)
  // What is over is looked at on the chart that is there, whatever refuses meanwhile.
  const [only] = names.length === 1 ? names : []
  const show = (to: number) =>
    setFrame({ at: to, ...(only !== undefined && to > 0 && { chart: only }) }, { history: 'push' })
  const toldOf = (name: LimitName) => (frameAt(limits[name], at).isPast ? older : history)
  const stepsOf = (name: LimitName): Steps => {
    const frame = frameAt(limits[name], at)
    const told = toldOf(name)
    const present = Date.parse(limits[name].window_start)
    const step = (way: -1 | 1) => () => show(stepFrom(name, frame, way, present))
    const to = ({ window_start, resets_at }: LimitWindowView) =>
      show(toFrame({ start: Date.parse(window_start), end: Date.parse(resets_at) }, present))
    const isMore = told !== undefined && lastBefore(told[name], firstOf(name, frame)) !== undefined
    return {
      earlier: isMore ? step(-1) : undefined,
      later: frame.isPast ? step(1) : undefined,
      toNow: frame.isPast ? () => show(0) : undefined,
      to,
      next: <NextUsed tenant={tenant} limit={name} frame={frame} newest={history[name]} steps={{ to }} />,
    }
  }
  const { earlier, later, toNow } = stepsOf(names[0] ?? 'day')
  useShortcuts({
    '[': { does: t('limits.earlier_does'), run: () => earlier?.() },
    ']': { does: t('limits.later_does'), run: () => later?.() },
    '0': { does: t('limits.to_present_does'), run: () => toNow?.() },
  })
  return (
    <div className={classes.charts}>
      {names.map(name => {
        const { start, end, isPast } = frameAt(limits[name], at)
        const title = t(`limits.${name}`)
        const told = toldOf(name)
        const windowOf = ({ from, to }: { from: number; to: number }) => ({
          window_start: new Date(from).toISOString(),
          resets_at: new Date(to).toISOString(),
        })
        const chart = told && {
          title,
          tenant,
          history: isPast ? historyUntil(told[name], end) : told[name],
          present: { start, end },
          limit: isPast && !isPreview ? limitThen(told[name], end - 1) : limits[name].limit,
          counts: COUNTS[name],
          placesOf: (stretch: Placed) => places.of(name, stretch),
          placeOfRefused: (window: { from: number; to: number }) => placeOfRefused(name, windowOf(window)),
          steps: stepsOf(name),
          othersOf: (stretch: { from: number; to: number }) =>
            refusedByOthers(told, name, stretch).map(other => ({
              ...other,
              place: placeOfRefused(other.limit, windowOf(stretch)),
            })),
        }
        return (
          <section key={name} className={classes.of_one} aria-label={t('limits.chart_of', { limit: title })}>
            {refuses && (
              <button type="button" className={charts.refusing} onClick={onFollow}>
                <Icon name="limits" size={13} /> {t('limits.refuses_now', { limit: t(`limits.${refuses}`) })}
              </button>
            )}
            {chart === undefined ? (
              <Loading at="inside" height={130} />
            ) : name === 'day' ? (
              <DayCurve {...chart} />
            ) : (
              <WindowBars {...chart} count={SHOWN[name]} />
            )}
          </section>
        )
      })}
    </div>
  )
}
