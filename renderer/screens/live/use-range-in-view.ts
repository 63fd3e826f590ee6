import { startTransition, useEffect, useState } from 'react'

/** What the list leaves out: all that was before or after, by whole milliseconds as the axis counts. `to` is infinite where the present is in view. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** How long the axis stays as it is before the list follows it: a turn of the wheel has many steps. */
const SETTLED_MS = 250

/**
 * Tells of the time that the axis shows, once somebody has moved it and it has come to rest; `undefined` while it follows the clock, as the list
 * does then.
 *
 * @returns what is to be told where the axis begins and ends
 */
export function useRangeInView(
  { isMoved, now }: { isMoved: boolean; now: number },
  tell: (range: Range | undefined) => void,
): (from: number, to: number) => void {
  const [inView, setInView] = useState<Range>()
  const [from, to] = [
    inView?.from ?? 0,
    inView === undefined ? 0 : inView.to >= now ? Number.POSITIVE_INFINITY : inView.to,
  ]
  useEffect(() => {
    if (!isMoved) return tell(undefined)
    if (to === 0) return undefined
    // Thousands are listed anew, which must hold up no pointer.
    const timer = setTimeout(() => startTransition(() => tell({ from, to })), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [isMoved, from, to, tell])
  return (from, to) =>
    setInView(before => {
      const next = { from: Math.round(from), to: Math.round(to) }
      return before?.from === next.from && before.to === next.to ? before : next
    })
}
