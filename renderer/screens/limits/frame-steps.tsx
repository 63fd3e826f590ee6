import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LimitHistoryView, LimitName, LimitWindowView } from '../../../server/control/protocol/limits.ts'
import { useOlderLimitsHistories } from '../../data/limits-history.ts'
import { type Frame, firstFrom, lastBefore } from './chart-frame.ts'
import classes from './charts.module.css'
import { DAY, settingsIn } from './window-slots.ts'
import { figuresText, tokyoText, windowText } from './window-texts.ts'

export interface Steps {
  /** `undefined` where nothing earlier is known of. */
  readonly earlier: (() => void) | undefined
  /** These two are for what is over. */
  readonly later: (() => void) | undefined
  readonly toNow: (() => void) | undefined
  /** Shows a window as the newest one. */
  readonly to: (window: LimitWindowView) => void
  /** The way to what was used next, for a chart of what is over on which nothing stands. */
  readonly next?: ReactNode
}

/** The way to windows that are over, and back. A button that does nothing keeps the focus. */
export function FrameSteps({ title, steps }: { title: string; steps: Steps }) {
  const { t } = useTranslation()
  const ways = [
    ['earlier', steps.earlier, t('limits.nothing_earlier')],
    ['later', steps.later, t('limits.is_newest')],
    ['to_present', steps.toNow, t('limits.is_newest')],
  ] as const
  return (
    <span className={classes.steps}>
      {ways.map(([name, run, why]) => (
        <button
          key={name}
          type="button"
          className={classes.closer}
          aria-label={`${title}${t('limits.after_name')}${t(`limits.${name}`)}`}
          aria-disabled={run === undefined || undefined}
          title={run === undefined ? why : undefined}
          onClick={run}
        >
          {t(`limits.${name}`)}
        </button>
      ))}
    </span>
  )
}

interface NoteProps {
  history: LimitHistoryView
  /** The time that the chart shows. */
  from: number
  isPast: boolean
  isEmpty: boolean
  steps: Steps
}

/** The way to a window, with when that was and what became of it. */
function ToWindow({ way, window, history, steps }: ToWindowProps) {
  const { t } = useTranslation()
  const [start, end] = [Date.parse(window.window_start), Date.parse(window.resets_at)]
  return (
    <button type="button" className={classes.closer} onClick={() => steps.to(window)}>
      {t(`limits.${way}_used`, {
        when: end - start >= DAY ? windowText({ from: start, to: end }) : tokyoText(start),
        figures: figuresText(t, {
          ...window,
          byHand: window.by_hand,
          settings: settingsIn(history, { start, end }),
        }),
      })}
    </button>
  )
}

interface ToWindowProps {
  way: 'last' | 'next'
  window: LimitWindowView
  history: LimitHistoryView
  steps: Pick<Steps, 'to'>
}

/** More windows than there are in such a time are not told at once. */
const MOST_AHEAD = 1_000

interface NextProps {
  tenant: string
  limit: LimitName
  /** What the chart shows ends then. */
  frame: Frame
  /** The newest windows. */
  newest: LimitHistoryView
  steps: Pick<Steps, 'to'>
}

/** The way on to what was used next; nothing where that is not known. */
export function NextUsed({ tenant, limit, frame: { start, end }, newest, steps }: NextProps) {
  const tenants = useMemo(() => [tenant], [tenant])
  const [ahead] = useOlderLimitsHistories(tenants, end + MOST_AHEAD * (end - start), MOST_AHEAD)
  const window = firstFrom([ahead?.[limit], newest], end)
  if (window === undefined) return null
  const history = ahead?.[limit].windows.includes(window) ? ahead[limit] : newest
  return <ToWindow way="next" window={window} history={history} steps={steps} />
}

/** Of a chart on which nothing stands, since when nothing was used, and the ways to what was; and that a part of it is not kept. */
export function FrameNote({ history, from, isPast, isEmpty, steps }: NoteProps) {
  const { t } = useTranslation()
  const kept = Date.parse(history.kept_since)
  const last = lastBefore(history, from)
  if (!isEmpty && kept <= from) return null
  return (
    <p className={classes.note}>
      {isEmpty && t(isPast ? 'limits.empty_then' : 'limits.empty_since', { from: tokyoText(from) })}{' '}
      {kept > from && t('limits.not_kept_before', { at: tokyoText(kept) })}
      {isEmpty && last !== undefined && <ToWindow way="last" window={last} history={history} steps={steps} />}
      {isEmpty && isPast && steps.next}
    </p>
  )
}
