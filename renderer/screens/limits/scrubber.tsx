import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import classes from './charts.module.css'

/** What can be pointed at on a chart: shares of its width, and what is said of it. */
export interface Stop {
  /** The same as long as it is of the same time. */
  readonly key: number
  readonly left: number
  readonly width: number
  /** Whether something was refused or set in it, or a limit reached: what people look for. */
  readonly isMark?: boolean
}

interface Props<Of extends Stop> {
  label: string
  /** From left to right. */
  stops: readonly Of[]
  /** Where the keyboard begins. */
  rest: number
  /** What is meant at a share of the width. `near` is how far a pointer may be off, as a share as well. */
  stopAt: (share: number, near: number) => Of | undefined
  said: (stop: Of) => string
  /** Where Enter and a click lead from there, if anywhere, and where they do with Shift. */
  placesOf: (stop: Of) => readonly string[]
  children: (stop: Of) => ReactNode
}

const NEAR_PX = 6
/** How many stops a page of the keyboard is where nothing is marked on the way. */
const PAGE = 10
/** Between the band and what is read out of it. */
const GAP_PX = 8

const KEYS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: at => at - 1,
  ArrowDown: at => at - 1,
  ArrowRight: at => at + 1,
  ArrowUp: at => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** From mark to mark. */
const PAGES: typeof KEYS = { PageUp: at => at - PAGE, PageDown: at => at + PAGE }

/** Lies on a chart and reads it out where it is pointed at, touched, or led to with the arrow keys. It takes no room. */
export function Scrubber<Of extends Stop>({ label, stops, rest, stopAt, said, placesOf, children }: Props<Of>) {
  const [key, setKey] = useState<number>()
  const found = stops.findIndex(stop => stop.key === key)
  const at = found === -1 ? rest : found
  const stop = stops[at]
  const isShown = key !== undefined && found !== -1
  // A finger reads first, and opens what it has read with the next touch.
  const isRead = useRef(false)
  if (stop === undefined) return null
  const show = (next: Of | undefined) => setKey(next?.key)
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    show(stopAt(Math.min(Math.max((clientX - left) / width, 0), 1), NEAR_PX / width))
  }
  const open = (isOther: boolean) => {
    const [first, other = first] = placesOf(stop)
    const place = isOther ? other : first
    if (place !== undefined) navigate(place)
  }
  const nextMark = (way: number) =>
    way < 0
      ? stops.findLastIndex((stop, index) => index < at && stop.isMark)
      : stops.findIndex((stop, index) => index > at && stop.isMark)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isShown) {
      event.stopPropagation()
      setKey(undefined)
      return
    }
    if (event.key === 'Enter') open(event.shiftKey)
    const lead = KEYS[event.key] ?? PAGES[event.key]
    if (lead === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const last = stops.length - 1
    const marked = event.key in PAGES ? nextMark(lead(at, last) - at) : -1
    show(stops[marked === -1 ? Math.min(Math.max(lead(at, last), 0), last) : marked])
  }
  const isRight = stop.left + stop.width / 2 > 0.5
  const edge = isRight ? 1 - stop.left : stop.left + stop.width
  return (
    <div
      className={classes.scrubber}
      data-opens={isShown && placesOf(stop).length > 0 ? '' : undefined}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={stops.length - 1}
      aria-valuenow={at}
      aria-valuetext={said(stop)}
      onPointerMove={point}
      onPointerDown={event => {
        isRead.current = event.pointerType === 'mouse' || isShown
        point(event)
      }}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setKey(undefined)}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && show(stop)}
      onBlur={() => setKey(undefined)}
      onKeyDown={press}
      onClick={({ shiftKey }) => isShown && isRead.current && open(shiftKey)}
    >
      {isShown && (
        <>
          <span className={classes.band} style={{ left: `${stop.left * 100}%`, width: `${stop.width * 100}%` }} />
          <div
            className={classes.read_out}
            aria-hidden
            style={{ [isRight ? 'right' : 'left']: `calc(${edge * 100}% + ${GAP_PX}px)` }}
          >
            {children(stop)}
          </div>
        </>
      )}
    </div>
  )
}
