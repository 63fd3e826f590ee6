import { startTransition, useEffect, useEffectEvent, useRef } from 'react'

/** What the list leaves out: all that was before or after, by whole milliseconds as the axis counts. `to` is infinite where the present is in view. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** How long the axis stays as it is before the list follows it: a turn of the wheel has many steps. */
const SETTLED_MS = 250

/**
 * Tells of the time that the axis shows, once somebody has moved it and it has come to rest; `undefined` while it follows the clock, as the list
 * does then. It renders nothing by itself: an axis that follows moves all the time.
 *
 * @returns what is to be told where the axis begins and ends
 */
export function useRangeInView(
  { isMoved, now }: { isMoved: boolean; now: number },
  tell: (range: Range | undefined) => void,
): (from: number, to: number) => void {
  const inView = useRef<Range>(undefined)
  /** What is told, or is to be told when the axis has come to rest. */
  const last = useRef<Range>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const settle = useEffectEvent((seen: Range | undefined) => {
    const next = isMoved
      ? seen && { from: seen.from, to: seen.to >= now ? Number.POSITIVE_INFINITY : seen.to }
      : undefined
    if (next?.from === last.current?.from && next?.to === last.current?.to) return
    last.current = next
    clearTimeout(timer.current)
    if (next === undefined) tell(undefined)
    // Thousands are listed anew, which must hold up no pointer.
    else timer.current = setTimeout(() => startTransition(() => tell(next)), SETTLED_MS)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was in view may be before the present by now
  useEffect(() => settle(inView.current), [isMoved, now])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      last.current = undefined
    },
    [],
  )
  return (from, to) => {
    inView.current = { from: Math.round(from), to: Math.round(to) }
    settle(inView.current)
  }
}
