import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the rows of a list that is read where they are on the screen: when what is above it takes more room or less, and, for the row that is open, when
 * others come to be listed above it or are no longer.
 *
 * @param open the row that is open, and where it stands in pixels, negative for nowhere; `isLeft` once somebody has moved the list away from it
 */
export function useRowStays(
  scroller: RefObject<HTMLElement | null>,
  { row, top, isLeft }: { row: string | null | undefined; top: number; isLeft: RefObject<boolean> },
  isScrolledPx: number,
): void {
  const before = useRef({ row, top })
  useLayoutEffect(() => {
    const was = before.current
    before.current = { row, top }
    const list = scroller.current
    if (list === null || was.row !== row || was.top < 0 || top < 0 || isLeft.current) return
    const isInView = was.top >= list.scrollTop && was.top < list.scrollTop + list.clientHeight
    if (isInView && list.scrollTop > isScrolledPx) list.scrollTop += top - was.top
  }, [scroller, row, top, isLeft, isScrolledPx])
  useLayoutEffect(() => {
    const list = scroller.current
    if (list === null) return undefined
    let place = list.getBoundingClientRect().top
    // Before the paint: it never stands elsewhere.
    const observer = new ResizeObserver(() => {
      const next = list.getBoundingClientRect().top
      if (list.scrollTop > isScrolledPx) list.scrollTop += next - place
      place = next
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [scroller, isScrolledPx])
}
