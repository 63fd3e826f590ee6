import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Draws on a canvas when something that is drawn has changed: at once if its size has, as it would be seen stretched else, and otherwise with the next
 * frame, once for all that has changed by then. What arrives, the clock and a pointer render the page on their own within one frame.
 */
export function useDrawn(draw: () => void, { size, of }: { size: string; of: readonly unknown[] }): void {
  const latest = useEffectEvent(draw)
  const drawn = useRef<string>(undefined)
  const frame = useRef<number>(undefined)
  useLayoutEffect(() => {
    const drawNow = () => {
      cancelAnimationFrame(frame.current ?? 0)
      frame.current = undefined
      drawn.current = size
      latest()
    }
    if (drawn.current !== size) drawNow()
    else frame.current ??= requestAnimationFrame(drawNow)
  }, [size, ...of])
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current ?? 0)
      frame.current = undefined
    },
    [],
  )
}
