import { useTranslation } from 'react-i18next'
import type { LimitHistoryView } from '../../../server/control/protocol/limits.ts'
import { wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import classes from './charts.module.css'
import type { Steps } from './frame-steps.tsx'
import { type Line, type Side, stepNames, stepsOf } from './limit-steps.ts'
import { DAY, type Stretch } from './window-slots.ts'
import type { Counted } from './window-texts.ts'

export const WIDTH = 480
export const HEIGHT = 84
export type Placed = Pick<Stretch, 'from' | 'to' | 'accepted' | 'refused'>

export interface ChartProps {
  /** What it is of. */
  title: string
  tenant: string
  history: LimitHistoryView
  present: { start: number; end: number }
  limit: number | null
  /** The instant that it is about, where that is not now: `present` is the window of then. */
  asOf?: number
  counts: Counted
  /** The ways to what is over, where there are some. Of what is over itself, it has the one to later. */
  steps?: Steps
  /** What other limits refused in a time, as far as it is known. */
  othersOf?: (stretch: { from: number; to: number }) => { limit: 'minute' | 'burst'; count: number; place: string }[]
  /** Where what a stretch of time tells of is listed, if it tells of anything. */
  placesOf: (stretch: Placed) => readonly string[]
  /** Where what was refused in a window is listed, and nothing else. */
  placeOfRefused?: (window: { from: number; to: number }) => string
}

/** With a step where another plan came. */
export function LimitLine({ line, top }: { line: Line; top: number }) {
  const { from, to, isBefore } = line
  const x = (at: number) => ((at - from) / (to - from)) * WIDTH
  return stepsOf(line, top).map(({ start, end, limit }) => {
    const y = HEIGHT - (limit / top) * HEIGHT
    return (
      <line
        key={start}
        className={classes.limit}
        data-past={isBefore ? '' : undefined}
        x1={x(start)}
        x2={x(end)}
        y1={y}
        y2={y}
      />
    )
  })
}

/** The text of a line never stands above the plot, where the marks of what was refused are. */
const onTopOf = (line: string) => `min(calc(${line} + 1px), calc(100% - 15px))`

interface NamesProps {
  lines: readonly Line[]
  top: number
  /** Where an only limit has its name. */
  at?: Side
  /** What the day before is called. */
  before?: string | undefined
}

/** What the dashed lines stand for, on top of them. */
export function LimitNames({ lines, top, at = 'left', before }: NamesProps) {
  const { t } = useTranslation()
  const timeOf = (end: number, { from, to }: Line) => {
    const { date, time } = wallClock(end, 'tokyo')
    return `${to - from > DAY ? `${date} ` : ''}${time} ${ZONE_NAMES.tokyo}`
  }
  return stepNames(lines, { top, side: at }).map(({ start, end, limit, isOver, isBefore, side, inset, bottom }) => {
    const line = lines.find(one => (one.isBefore ?? false) === isBefore)
    const figures = { limit: limit.toLocaleString('en') }
    const text =
      isOver && line ? t('limits.limit_until', { ...figures, time: timeOf(end, line) }) : t('limits.limit_is', figures)
    return (
      <span
        key={`${isBefore} ${start}`}
        className={classes.limit_name}
        data-at={side}
        style={{ [side]: `${inset * 100}%`, bottom: onTopOf(`${bottom * 100}%`) }}
      >
        {isBefore && before !== undefined ? `${before}${t('limits.after_name')}${text}` : text}
      </span>
    )
  })
}

/** The way to a scale on which small figures are told apart, and back. What the top is then is said before it is pressed. */
export function Closer({
  title,
  most,
  limit,
  isCloser,
  onCloser,
}: {
  title: string
  most: number
  limit: number
  isCloser: boolean
  onCloser: (isCloser: boolean) => void
}) {
  const { t } = useTranslation()
  const top = (isCloser ? limit : most).toLocaleString('en')
  const text = t(isCloser ? 'limits.whole' : 'limits.closer', { top })
  return (
    <button
      type="button"
      className={classes.closer}
      aria-label={`${title}${t('limits.after_name')}${text}`}
      onClick={() => onCloser(!isCloser)}
    >
      {text}
    </button>
  )
}

/** Of a chart with a scale of its own: where the limit is, and what the line across stands for. */
export function OwnScale({
  limit,
  most,
  top,
  at = 'left',
}: {
  limit: number | null
  most: number
  top: number
  at?: Side
}) {
  const { t } = useTranslation()
  const bottom = `${(most / top) * 100}%`
  return (
    <>
      <span className={classes.most} style={{ bottom }} aria-hidden />
      <span className={classes.limit_name} data-at={at} style={{ bottom: onTopOf(bottom) }}>
        {limit === null
          ? most.toLocaleString('en')
          : t('limits.own_scale', { most: most.toLocaleString('en'), limit: limit.toLocaleString('en') })}
      </span>
    </>
  )
}

/** On a step that somebody made, at shares of the width and the height. */
export function Handle({ left, bottom }: { left: number; bottom: number }) {
  return <span className={classes.handle} style={{ left: `${left * 100}%`, bottom: `${bottom * 100}%` }} aria-hidden />
}
