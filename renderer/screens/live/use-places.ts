import { useLayoutEffect, useRef } from 'react'
import { type Run, rowKeyOf } from '../../data/timeline-runs.ts'

/**
 * A key for the element of each row in view. A request that comes takes over the element of one that went: of a flood every row is
 * another one each time, and to write other words into an element is half the work of making a new one. Rows of anything else may hold
 * a button, which must not become that of another row under the pointer or the focus: they keep an element of their own.
 */
export function usePlaces(shown: readonly (Run | undefined)[]): ReadonlyMap<string, string> {
  const before = useRef<ReadonlyMap<string, string>>(new Map())
  const keys = shown.flatMap(run => (run?.item.lane === 'exchange' ? rowKeyOf(run) : []))
  const taken = new Set(keys.flatMap(key => before.current.get(key) ?? []))
  const places = new Map<string, string>()
  let free = 0
  for (const key of keys) {
    let place = before.current.get(key)
    while (place === undefined) {
      const next = `place ${free++}`
      if (!taken.has(next)) place = next
    }
    places.set(key, place)
  }
  useLayoutEffect(() => {
    before.current = places
  })
  return places
}
