import { useLayoutEffect, useRef } from 'react'
import classes from './axis.module.css'
import { zoomOf } from './css-zoom.ts'
import type { Box } from './layout.ts'
import type { TargetText } from './target-text.ts'

/** In pixels (`.tip`), and what is between it and the mark. */
const WIDEST = 400
const APART = 8
/** So much of what is pointed at stays free on either side of the pointer. */
const NEAR = 6
/** Between it and the edge of the window. */
const EDGE = 4

const within = (x: number, [least, most]: readonly [number, number]) => Math.min(Math.max(x, least), most)

/** What it stands beside: what is told of, as far as that is in view, and of what is wide where the pointer is, or its middle. */
function besideOf(box: Place, { width, pointer }: { width: number; pointer: number | undefined }): [number, number] {
  const seen: [number, number] = [within(box.left, [0, width]), within(box.right, [0, width])]
  const [left, right] = seen
  if (pointer !== undefined) return [within(pointer - NEAR, seen), within(pointer + NEAR, seen)]
  if (Math.max(left, width - right) >= WIDEST + APART || right - left < WIDEST) return seen
  return [(left + right) / 2, (left + right) / 2]
}

type Place = Pick<Box, 'left' | 'right' | 'top'>

interface Props {
  text: TargetText
  box: Place
  width: number
  /** Where the pointer is, if it is that which tells. */
  pointer?: number | undefined
}

/** Beside what is pointed at; it takes no pointer itself, and the same is said to screen readers by the plane. */
export function AxisTip({ text, box, width, pointer }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const [left, right] = besideOf(box, { width, pointer })
  const [before, after] = [left - APART, width - right - APART]
  // Where it may have no room for a whole line on its usual side, it has the one with more.
  const isBefore = after < WIDEST && before > after
  const side = isBefore ? { right: width - before } : { left: right + APART }
  const maxWidth = Math.min(WIDEST, Math.max(isBefore ? before : after, WIDEST / 2))
  const top = Math.max(2, box.top - 6)
  const lines = [text.when, text.what, ...text.more].join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: these say whether it has another height or place
  useLayoutEffect(() => {
    const { current } = ref
    if (!current) return
    current.style.translate = ''
    const below = current.getBoundingClientRect().bottom + EDGE - innerHeight
    if (below > 0) current.style.translate = `0 ${-below / zoomOf(current)}px`
  }, [lines, top, maxWidth])
  return (
    <div ref={ref} className={classes.tip} aria-hidden style={{ ...side, top, maxWidth }}>
      <span className="dim">{text.when}</span> <strong>{text.what}</strong>
      {text.more.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text keep their order
        <div key={index}>{line}</div>
      ))}
    </div>
  )
}
