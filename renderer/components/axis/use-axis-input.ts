import {
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { zoomOf } from './css-zoom.ts'
import { neighbour, type Picture, type Target } from './layout.ts'
import { pointedAt } from './lone-mark.ts'
import { boxOf, holds, meantBy } from './paint-lit.ts'
import type { Link } from './related.ts'
import { type TimeScale, tearAt } from './time-scale.ts'
import { followed, panned, type View, type Where } from './view.ts'
import { stretched, zoomed } from './zoom.ts'

/** What the keyboard is on: a mark, or one thing of a story, which may share its mark with others. */
export interface Cursor {
  readonly key: string
  readonly of: 'mark' | 'story'
}

interface Options {
  picture: Picture
  view: View
  where: Where
  onView: (view: View) => void
  onOpen: (target: Target) => void
  cursor: Cursor | undefined
  /** The key of what is open. */
  open: string | undefined
  /** The marks of the story that is told, in the order of time. */
  chain: () => readonly Link[]
  /** The key of the mark that the next one of the chain follows. */
  from: string | undefined
  /** Whether what stands on one mark is listed over the plane: that has the focus, and gives it back. */
  isListing: boolean
  setCursor: (cursor: Cursor | undefined) => void
  setPointed: (target: Target | undefined) => void
  /** Where the pointer is, in pixels. */
  setPointer: (x: number) => void
  /** Where the pointer is while that is on a fold, and on no mark. */
  setFold: (place: { readonly x: number; readonly y: number } | undefined) => void
  /** The stretch that is drawn over to be seen from side to side, in pixels. */
  setStretch: (stretch: Stretch | undefined) => void
}

/** From pixel to pixel. */
export type Stretch = readonly [left: number, right: number]

/** What a turn of the wheel by one pixel does to the scale. */
const ZOOM_OF_PIXEL = 0.0022
const ZOOM_OF_KEY = 1.6
/** A press that moves less than this is a click. */
export const CLICK_PX = 4
/** How far the view goes when the next mark is out of it. */
const LEAP = 0.5
const LINE_PX = 16

type Handlers = Pick<
  HTMLAttributes<HTMLDivElement>,
  'onKeyDown' | 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onPointerLeave' | 'onBlur'
>

/** A press that may become a drag, from a pixel on. */
interface Drag {
  readonly x: number
  readonly scale: TimeScale
  moved: boolean
  /** Whether it draws over a stretch of the time, and else moves all of it. */
  readonly isStretch: boolean
}

const stretchOf = (begin: number, end: number, width: number): Stretch => [
  Math.max(0, Math.min(begin, end)),
  Math.min(width, Math.max(begin, end)),
]

/** For what lies over the plane: points at, and presses, the mark that is beneath the pointer. */
export interface Beneath {
  readonly point: (plane: Element, event: PointerEvent) => void
  /** @returns whether there is one */
  readonly press: (plane: Element, event: PointerEvent) => boolean
  readonly leave: () => void
}

/** Wheel, pointer and keys on the plane of the axis. */
export function useAxisInput(options: Options): {
  onPlane: Handlers
  beneath: Beneath
  plane: RefObject<HTMLDivElement | null>
} {
  const { picture, view, where, onView, onOpen, open, cursor, chain, from, isListing } = options
  const { setCursor, setPointed, setPointer, setFold, setStretch } = options
  const { scale } = picture
  const drag = useRef<Drag>(undefined)
  const plane = useRef<HTMLDivElement>(null)
  const goTo = (to: View | undefined) => {
    if (to !== undefined) onView(to)
  }

  const wheel = useEffectEvent((event: WheelEvent) => {
    if (!(event.target instanceof Element) || plane.current === null) return
    // The playhead stands over it.
    const isOver = event.target.closest('[role=slider]')?.parentElement === plane.current.parentElement
    if (!isOver && !plane.current.contains(event.target)) return
    event.preventDefault()
    setFold(undefined)
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
    if (isSideways) onView(panned(scale, (event.deltaX || event.deltaY) * unit, where))
    else {
      const { left } = plane.current.getBoundingClientRect()
      const x = (event.clientX - left) / zoomOf(plane.current)
      goTo(zoomed(view, scale, { by: Math.exp(-event.deltaY * unit * ZOOM_OF_PIXEL), x }, where))
    }
  })
  useEffect(() => {
    // React listens to the wheel passively, and such a listener cannot keep the page from scrolling.
    const listener = (event: WheelEvent) => wheel(event)
    window.addEventListener('wheel', listener, { passive: false })
    return () => window.removeEventListener('wheel', listener)
  }, [])

  const placeOf = (plane: Element, event: PointerEvent) => {
    const { left, top } = plane.getBoundingClientRect()
    const larger = zoomOf(plane)
    return { x: (event.clientX - left) / larger, y: (event.clientY - top) / larger }
  }
  const leave = () => {
    setPointed(undefined)
    setFold(undefined)
  }
  const point = (plane: Element, event: PointerEvent) => {
    const place = placeOf(plane, event)
    const target = pointedAt(picture, place)
    setPointed(target)
    if (target) setPointer(Math.round(place.x))
    setFold(target === undefined && tearAt(scale, place.x) !== undefined ? place : undefined)
  }
  const press = (plane: Element, event: PointerEvent) => {
    const target = pointedAt(picture, placeOf(plane, event))
    if (!target) return false
    // It is the pointer by now that opens.
    setCursor(undefined)
    onOpen(target)
    // What is open says more than what stands over it.
    if (open !== undefined && holds(target, open)) setPointed(undefined)
    return true
  }
  const chosen = () => (cursor === undefined ? undefined : boxOf(picture.boxes, cursor.key))
  /** To the next mark of the story, wherever on the axis it is. */
  const follow = (by: 1 | -1) => {
    const links = chain()
    const at = links.findIndex(({ key }) => key === from)
    const next = at < 0 ? links.at(by > 0 ? 0 : -1) : links[at + by]
    if (next === undefined) return
    setCursor({ key: next.key, of: 'story' })
    setPointed(undefined)
    const x = scale.x(next.at)
    if (x < 0 || x > where.width) onView(panned(scale, x - where.width / 2, where))
  }
  const step = (key: string) => {
    const from = chosen() ?? (open === undefined ? undefined : boxOf(picture.boxes, open))
    const next = neighbour(picture.boxes, from, key)
    if (next) {
      setCursor({ key: next.target.key, of: 'mark' })
      setPointed(undefined)
      const beyond =
        next.left < 0 ? next.left - LINE_PX : next.right > where.width ? next.right - where.width + LINE_PX : 0
      if (beyond !== 0) onView(panned(scale, beyond, where))
      return
    }
    const { instants } = where
    const { x } = scale
    if (key === 'ArrowLeft' && x(instants[0] ?? where.now) < 0) onView(panned(scale, -where.width * LEAP, where))
    if (key === 'ArrowRight' && x(instants.at(-1) ?? where.now) > where.width)
      onView(panned(scale, where.width * LEAP, where))
  }
  const zoom = (by: number) => {
    const box = chosen()
    if (box) goTo(zoomed(view, scale, { by, x: (box.left + box.right) / 2 }, where))
    else if (view.centre === undefined && view.span > 0) onView({ ...view, span: view.span / by })
    else goTo(zoomed(view, scale, { by, x: where.width / 2 }, where))
  }
  /** Lets go of what is drawn over. */
  const leaveStretch = () => {
    drag.current = undefined
    setStretch(undefined)
  }
  const keys: Record<string, () => void> = {
    '+': () => zoom(ZOOM_OF_KEY),
    '=': () => zoom(ZOOM_OF_KEY),
    '-': () => zoom(1 / ZOOM_OF_KEY),
    '0': () => onView(followed(view)),
    Enter: () => {
      const box = chosen()
      if (box && cursor) onOpen(cursor.of === 'story' ? meantBy(box, cursor.key) : box.target)
    },
    Escape: () => setCursor(undefined),
    '[': () => follow(-1),
    ']': () => follow(1),
    ...Object.fromEntries(
      ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].map(key => [key, () => step(key)]),
    ),
  }
  const onPlane: Handlers = {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && drag.current?.isStretch) {
        event.preventDefault()
        return leaveStretch()
      }
      const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
      // Escape is first for what is open beside.
      const isForOpen = event.key === 'Escape' && (cursor === undefined || open !== undefined)
      if (!run || event.target !== event.currentTarget || isForOpen) return
      event.preventDefault()
      run()
    },
    onBlur: () => {
      if (!isListing) setCursor(undefined)
    },
    onPointerDown: event => {
      if (event.button !== 0) return
      const { x } = placeOf(event.currentTarget, event)
      drag.current = { x, scale, moved: false, isStretch: event.shiftKey }
    },
    onPointerMove: event => {
      const held = drag.current
      if (held === undefined) return point(event.currentTarget, event)
      const { x } = placeOf(event.currentTarget, event)
      if (!held.moved && Math.abs(held.x - x) < CLICK_PX) return
      if (!held.moved) event.currentTarget.setPointerCapture(event.pointerId)
      held.moved = true
      setPointed(undefined)
      setFold(undefined)
      if (held.isStretch) setStretch(stretchOf(held.x, x, where.width))
      else onView(panned(held.scale, held.x - x, where))
    },
    onPointerUp: event => {
      const held = drag.current
      leaveStretch()
      if (held?.moved === false) press(event.currentTarget, event)
      else if (held?.isStretch) {
        const [left, right] = stretchOf(held.x, placeOf(event.currentTarget, event).x, where.width)
        if (right - left >= CLICK_PX) goTo(stretched(view, scale, [left, right], where))
      }
    },
    onPointerCancel: leaveStretch,
    onPointerLeave: () => {
      if (drag.current === undefined) leave()
    },
  }
  return { onPlane, plane, beneath: { point, press, leave } }
}
