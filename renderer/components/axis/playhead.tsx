import { type KeyboardEvent, lazy, type PointerEvent, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClockControl } from '../../data/clock-control.tsx'
import { type NoFork, useNoForkBefore } from '../../data/recording.ts'
import { waitText, wallClock } from '../../data/time-text.ts'
import { useEmulatedDay, useEmulatedNow, useTimesLeft } from '../../data/world.tsx'
import { usePresenting } from '../../routing/use-present.ts'
import classes from './axis.module.css'
import { zoomOf } from './css-zoom.ts'
import { Ghost } from './ghost.tsx'
import type { Picture } from './layout.ts'
import type { Marks } from './marks.ts'
import { type Stop, stopAt, stopsOf } from './stops.ts'
import { pointTexts } from './target-text.ts'
import { dayTimeText, timeOfDay, timeText } from './time-labels.ts'
import { type Beneath, CLICK_PX } from './use-axis-input.ts'

const ForkOffer = lazy(() => import('./fork-offer.tsx').then(({ ForkOffer }) => ({ default: ForkOffer })))

/** What would happen at a stop, in words. */
function useStopText(now: number, aim: number | undefined) {
  const { t } = useTranslation()
  const timeLeft = useTimesLeft(aim)
  return (stop: Stop, no: NoFork | undefined): [string, ...string[]] => {
    if (stop.kind === 'planned') {
      const by = waitText(timeLeft(stop.at) ?? stop.at - now)
      return [t('axis.drop', { by }), ...pointTexts(t, stop.point)]
    }
    const title = t(no === undefined ? 'axis.fork' : 'axis.no_fork')
    if (stop.before === undefined) return [title, t('axis.fork_at', { time: dayTimeText(stop.at, now) })]
    const { method, path, seq } = stop.before.value
    return [title, t('axis.fork_before', { request: `#${seq} ${method} ${path}` })]
  }
}

/** What it lies over. */
const canvasOf = ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.parentElement?.querySelector('canvas')

/**
 * The present. Taken to a planned point, by pointer or by key, the clock goes there, and what is due on the way happens. Taken back, it
 * offers a new world as this one was then: no clock is ever set back. Shown to others, there is no way back.
 * What happens now stands beneath it: it is pointed at and pressed through it.
 */
export function Playhead({
  picture,
  marks,
  beneath,
  isStill,
}: {
  picture: Picture
  marks: Marks
  beneath: Beneath
  /** Whether the picture is paused: it stands where the present was then. */
  isStill: boolean
}) {
  const { t } = useTranslation()
  const { advance, busy } = useClockControl()
  const [aim, setAim] = useState<Stop>()
  const [held, setHeld] = useState(false)
  /** Where the pointer went down, until it moves. */
  const pressedAt = useRef<number>(undefined)
  const slider = useRef<HTMLDivElement>(null)
  const [offered, setOffered] = useState<Stop>()
  const { now, scale, geometry } = picture
  const presenting = usePresenting()
  const present = useEmulatedNow() ?? now.at
  const day = useEmulatedDay('tokyo')
  // Of a picture that stands, some of what was to come has come.
  const toCome = isStill ? marks.planned.filter(({ at }) => at > present) : marks.planned
  const reached = stopsOf(picture, toCome)
  const past = presenting ? [] : reached.past
  const { planned } = reached
  const stops = [...past, undefined, ...planned]
  const index = aim === undefined ? past.length : stops.findIndex(stop => stop?.key === aim.key)
  const textOf = useStopText(now.at, aim?.at)
  const back = [aim, offered].find(stop => stop?.kind === 'past')
  const no = useNoForkBefore(back?.kind === 'past' ? back.before?.value.seq : undefined, back !== undefined)
  const go = () => {
    if (aim?.kind === 'planned') advance({ to: new Date(aim.at).toISOString() })
    else setOffered(aim)
    setAim(undefined)
    setHeld(false)
  }
  const put = (event: PointerEvent<HTMLElement>) => {
    const canvas = canvasOf(event)
    if (!canvas) return
    const { left } = canvas.getBoundingClientRect()
    const meant = stopAt(picture, toCome, (event.clientX - left) / zoomOf(canvas))
    setAim(presenting && meant?.kind === 'past' ? undefined : meant)
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const canvas = canvasOf(event)
    if (!held && canvas) return beneath.point(canvas, event)
    if (!held || (pressedAt.current !== undefined && Math.abs(event.clientX - pressedAt.current) < CLICK_PX)) return
    pressedAt.current = undefined
    beneath.leave()
    put(event)
  }
  const release = (event: PointerEvent<HTMLElement>) => {
    if (!held) return
    const canvas = canvasOf(event)
    if (pressedAt.current === undefined || !canvas || !beneath.press(canvas, event)) return go()
    setAim(undefined)
    setHeld(false)
    // As if it had been pressed without this over it: from there the keys go on.
    canvas.parentElement?.focus({ preventScroll: true })
  }
  const to = (place: number) => setAim(stops[Math.min(Math.max(place, 0), stops.length - 1)])
  const keys: Record<string, () => void> = {
    ArrowRight: () => to(index + 1),
    ArrowUp: () => to(index + 1),
    ArrowLeft: () => to(index - 1),
    ArrowDown: () => to(index - 1),
    Home: () => to(past.length),
    End: () => to(stops.length - 1),
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
  const told = aim && textOf(aim, no)
  const isInView = now.x >= 0 && now.x <= geometry.width
  if (!isInView && aim === undefined && offered === undefined) return null
  return (
    <>
      <div
        ref={slider}
        role="slider"
        tabIndex={0}
        className={classes.playhead}
        data-held={held ? '' : undefined}
        aria-label={t(presenting ? 'axis.now_ahead' : 'axis.now')}
        aria-orientation="horizontal"
        aria-valuemin={-past.length}
        aria-valuemax={planned.length}
        aria-valuenow={index - past.length}
        aria-valuetext={
          told?.join(t('axis.between')) ??
          t(presenting ? 'axis.stands_ahead' : 'axis.stands_at', {
            time: isStill ? t('axis.paused_at', { time: timeText(now.at) }) : timeText(now.at),
            count: planned.length,
          })
        }
        aria-disabled={busy}
        style={{ transform: `translateX(${Math.min(Math.max(now.x, 0), geometry.width)}px)`, height: geometry.height }}
        onKeyDown={onKeyDown}
        onBlur={() => setAim(undefined)}
        onPointerDown={event => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          pressedAt.current = event.clientX
          setHeld(true)
        }}
        onPointerMove={move}
        onPointerLeave={beneath.leave}
        onPointerUp={release}
        onPointerCancel={() => {
          setHeld(false)
          setAim(undefined)
        }}
      >
        {geometry.look === 'full' && (
          <span className={classes.flag}>
            {isStill ? t('axis.paused_at', { time: timeOfDay(now.at, day) }) : wallClock(now.at, 'tokyo').time}
          </span>
        )}
      </div>
      {told && aim && (
        <Ghost
          x={scale.x(aim.at)}
          now={now.x}
          told={told}
          geometry={geometry}
          by={held ? 'drag' : 'keys'}
          then={aim.kind === 'planned' ? 'drop' : no === undefined ? 'back' : 'why'}
        />
      )}
      {offered && !presenting && (
        <Suspense>
          <ForkOffer
            stop={offered}
            x={scale.x(offered.at)}
            now={now.x}
            told={textOf(offered, no)}
            geometry={geometry}
            no={no}
            onClose={() => {
              setOffered(undefined)
              slider.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
