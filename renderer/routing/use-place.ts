import { useCallback, useMemo } from 'react'
import { navigate, useBrowserLocation } from 'wouter/use-browser-location'
import { useWorldId } from '../data/world.tsx'
import { type Place, pathIn, placeOf } from './paths.ts'

/** Where the page is: world, screen and the segments after it. */
export function usePlace(): Place {
  const [pathname] = useBrowserLocation()
  return useMemo(() => placeOf(pathname), [pathname])
}

/**
 * Makes absolute paths in the present world: `href('requests', id)`. The world comes from the context, not from the address: a list has
 * hundreds of links, and none of them needs to hear of every navigation.
 */
export function useHref(): (...segments: (string | number)[]) => string {
  const world = useWorldId()
  return useCallback((...segments) => pathIn(world, ...segments), [world])
}

interface GoOptions {
  /** The query of the address that is gone to; without it, none. */
  search?: string
  /** Takes the present entry's place in the history: for moves that "back" should not repeat, such as `j` and `k`. */
  history?: 'push' | 'replace'
}

/** Goes to a screen of the present world. */
export function useGo(): (segments: readonly (string | number)[], options?: GoOptions) => void {
  const href = useHref()
  return useCallback(
    (segments, { search = '', history = 'push' } = {}) =>
      navigate(`${href(...segments)}${search ? `?${search.replace(/^\?/, '')}` : ''}`, {
        replace: history === 'replace',
      }),
    [href],
  )
}
