import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClockControl } from '../../data/clock-control.tsx'
import { gapText, wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import classes from './axis.module.css'
import type { Picture } from './layout.ts'
import type { Marks, PlannedPoint } from './marks.ts'
import { pointTexts } from './target-text.ts'

/** The planned point that a pixel means: the nearest one, once the playhead has left the present. */
export function pointAt({ now, scale }: Pick<Picture, 'now' | 'scale'>, planned: readonly PlannedPoint[], x: number) {
  if (x < now.x + 6) return undefined
  let nearest: PlannedPoint | undefined
  for (const point of planned)
    if (nearest === undefined || Math.abs(scale.x(point.at) - x) < Math.abs(scale.x(nearest.at) - x)) nearest = point
  return nearest
}

/** The present. It can be taken to a planned point, by pointer or by key: then the clock goes there, and what is due on the way happens. */
export function Playhead({ picture, marks }: { picture: Picture; marks: Marks }) {
  const { t } = useTranslation()
  const { advance, busy } = useClockControl()
  const [aim, setAim] = useState<number>()
  const [held, setHeld] = useState(false)
  const { now, scale, geometry } = picture
  const planned = marks.planned.filter(({ at }) => at > now.at)
  const index = planned.findIndex(({ at }) => at === aim)
  const point = planned[index]
  const go = () => {
    if (point) advance({ to: new Date(point.at).toISOString() })
    setAim(undefined)
    setHeld(false)
  }
  const put = (event: PointerEvent<HTMLElement>) => {
    const plane = event.currentTarget.parentElement?.querySelector('canvas')?.getBoundingClientRect()
    setAim(pointAt(picture, planned, event.clientX - (plane?.left ?? 0))?.at)
  }
  const keys: Record<string, () => void> = {
    ArrowRight: () => setAim(planned[Math.min(index + 1, planned.length - 1)]?.at),
    ArrowUp: () => setAim(planned[Math.min(index + 1, planned.length - 1)]?.at),
    ArrowLeft: () => setAim(planned[index - 1]?.at),
    ArrowDown: () => setAim(planned[index - 1]?.at),
    Home: () => setAim(undefined),
    End: () => setAim(planned.at(-1)?.at),
    Enter: go,
    ' ': go,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isLeaving = event.key === 'Escape' && aim !== undefined
    const run = isLeaving ? () => setAim(undefined) : keys[event.key]
    if (!run || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    run()
  }
  const { time } = wallClock(now.at, 'tokyo')
  const told = point && [t('axis.drop', { by: gapText(point.at - now.at) }), ...pointTexts(t, point)]
  const isInView = now.x >= 0 && now.x <= geometry.width
  if (!isInView && aim === undefined) return null
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        className={classes.playhead}
        data-held={held ? '' : undefined}
        aria-label={t('axis.now')}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={planned.length}
        aria-valuenow={index + 1}
        aria-valuetext={
          told?.join(', ') ?? t('axis.stands_at', { time: `${time} ${ZONE_NAMES.tokyo}`, count: planned.length })
        }
        aria-disabled={busy || planned.length === 0}
        style={{ transform: `translateX(${Math.min(Math.max(now.x, 0), geometry.width)}px)`, height: geometry.height }}
        onKeyDown={onKeyDown}
        onBlur={() => setAim(undefined)}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setHeld(true)
        }}
        onPointerMove={event => held && put(event)}
        onPointerUp={go}
        onPointerCancel={() => {
          setHeld(false)
          setAim(undefined)
        }}
      >
        {geometry.look === 'full' && <span className={classes.flag}>{time}</span>}
      </div>
      {told && point && <Ghost x={scale.x(point.at)} told={told} geometry={geometry} />}
    </>
  )
}

/** Where the playhead would land, with what would happen. */
function Ghost({ x, told, geometry }: { x: number; told: readonly string[]; geometry: Picture['geometry'] }) {
  const { t } = useTranslation()
  const shown = Math.min(Math.max(x, 0), geometry.width)
  const side = shown > geometry.width * 0.6 ? { right: geometry.width - shown + 8 } : { left: shown + 8 }
  const [first, ...rest] = told
  return (
    <div className={classes.ghost} aria-hidden style={{ height: geometry.height }}>
      <div className={classes.ghost_line} style={{ left: shown }} />
      <div className={classes.ghost_text} style={side}>
        <strong>{first}</strong>
        {rest.map(line => (
          <div key={line}>{line}</div>
        ))}
        <div className="dim">{t('axis.drop_keys')}</div>
      </div>
    </div>
  )
}
