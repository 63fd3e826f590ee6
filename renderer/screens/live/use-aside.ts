import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

const STORED = 'ringback.live.aside'
/** Pixels. Narrower, an attempt takes two lines; and the axis keeps the rest. */
const LEAST_PX = 340
const MOST_SHARE = 0.6
const STEP_PX = 24

/** What somebody has drawn the width to, in pixels; `undefined` before anybody has. */
function storedWidth(): number | undefined {
  const width = Number(localStorage.getItem(STORED))
  return width >= LEAST_PX ? width : undefined
}

export interface Aside {
  /** Pixels, as it was drawn; `undefined` for as wide as it is by itself. */
  readonly width: number | undefined
  /** What draws it wider and narrower: by the pointer, and by the arrow keys; a double click gives it back its own width. */
  readonly handle: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: (event: PointerEvent<HTMLElement>) => void
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
    onDoubleClick: () => void
    'aria-valuenow': number
    'aria-valuemin': number
    'aria-valuemax': number
  }
}

const stageOf = (handle: HTMLElement) => handle.offsetParent as HTMLElement
/** Of the whole width, in percent. */
const shareOf = (width: number) => Math.round((100 * width) / window.innerWidth)

/** How wide what is open stands at the side: remembered by the browser. */
export function useAside(): Aside {
  const [width, setWidth] = useState(storedWidth)
  const drawn = useRef<number>(undefined)
  const within = (wanted: number, stage: HTMLElement) =>
    Math.round(Math.min(Math.max(wanted, LEAST_PX), stage.clientWidth * MOST_SHARE))
  const keep = (next: number | undefined) => {
    setWidth(next)
    if (next === undefined) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, String(next))
  }
  return {
    width,
    handle: {
      onPointerDown: event => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: event => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        const stage = stageOf(event.currentTarget)
        drawn.current = within(stage.getBoundingClientRect().right - event.clientX, stage)
        // Nothing is rendered until it is let go.
        stage.style.setProperty('--rb-aside', `${drawn.current}px`)
      },
      onPointerUp: () => {
        if (drawn.current !== undefined) keep(drawn.current)
        drawn.current = undefined
      },
      onKeyDown: event => {
        const by = { ArrowLeft: STEP_PX, ArrowRight: -STEP_PX }[event.key]
        if (by === undefined) return
        event.preventDefault()
        const stage = stageOf(event.currentTarget)
        keep(within(Number.parseFloat(getComputedStyle(stage).paddingRight) + by, stage))
      },
      onDoubleClick: () => keep(undefined),
      'aria-valuenow': shareOf(width ?? 0.3 * window.innerWidth),
      'aria-valuemin': shareOf(LEAST_PX),
      'aria-valuemax': 100 * MOST_SHARE,
    },
  }
}
