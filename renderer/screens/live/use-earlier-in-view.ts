import { useEffect, useRef } from 'react'
import type { InSight } from '../../data/timeline-earlier.ts'

/** How long the axis stays as it is before what is missing of it is read. */
const SETTLED_MS = 250

/**
 * Tells of the time that the axis shows, once somebody who has moved it lets it be. While it follows the clock it never comes to rest, and is
 * told of as often; so it is when `known`, what there is to be shown, has changed.
 *
 * @returns what is to be told where the axis begins and ends
 */
export function useEarlierInView({
  isMoved,
  known,
  tell,
}: {
  isMoved: boolean
  known: unknown
  tell: (seen: InSight) => void
}): (seen: InSight) => void {
  const last = useRef<InSight>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const teller = useRef(tell)
  useEffect(() => {
    teller.current = tell
  }, [tell])
  const settle = useRef((restart: boolean) => {
    if (timer.current !== undefined && !restart) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      if (last.current) teller.current(last.current)
    }, SETTLED_MS)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known now may not be all that is wanted
  useEffect(() => {
    if (last.current) settle.current(false)
  }, [known])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return seen => {
    last.current = seen
    settle.current(isMoved)
  }
}
