import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the rows of a list that is read where they are on the screen: when what is above it takes more room or less, and, for the row that is open, when
 * others come to be listed above it or are no longer.
 *
 * @param open the row that is open, and where it stands in pixels, negative for nowhere; `isLeft` once somebody has moved the list away from it
 */
export function useRowStays(
  scroller: RefObject<HTMLElement | null>,
  {
    row,
    top,
    height,
    isLeft,
  }: { row: string | null | undefined; top: number; height: number; isLeft: RefObject<boolean> },
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
      const { top } = before.current
      const isOpenInView = !isLeft.current && top >= list.scrollTop && top < list.scrollTop + list.clientHeight
      if (list.scrollTop > isScrolledPx) list.scrollTop += next - place
      place = next
      if (!isOpenInView) return
      // What grew above lies over the place where it was, or the list ends above it.
      const [least, most] = [top + 2 * height - list.clientHeight, top - height]
      list.scrollTop = Math.max(least, Math.min(most, list.scrollTop))
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [scroller, height, isLeft, isScrolledPx])
}
