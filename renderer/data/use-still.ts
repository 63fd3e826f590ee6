import { useEffect, useState } from 'react'
import { useTimeline } from './world.tsx'

/** By the timeline of a world, under names. */
const kept = new WeakMap<object, Map<string, unknown>>()

/** Something of the world that outlives the screen which keeps it: whoever leaves and comes back finds it as it was, until the page is loaded anew. */
export function useKept<Value>(name: string, value: Value | undefined): () => Value | undefined {
  const timeline = useTimeline()
  useEffect(() => {
    if (value === undefined) return
    const own = kept.get(timeline) ?? new Map<string, unknown>()
    kept.set(timeline, own.set(name, value))
  }, [timeline, name, value])
  return () => kept.get(timeline)?.get(name) as Value | undefined
}

/**
 * A value as it was when `moment` became what it is, for as long as it stays that, also for whoever leaves the screen and comes back; `undefined` is no moment
 * to stand at, and then it is the value of now. What is not known yet, `undefined`, is taken once it is.
 *
 * @param name tells what it is from whatever else stands still
 */
export function useStill<Value>(name: string, value: Value, moment: string | undefined): Value {
  const [still, setStill] = useState<{ moment: string | undefined; value: Value }>()
  const before = useKept(name, still?.moment === undefined || still.value === undefined ? undefined : still)
  if (moment === undefined) return value
  const known = still ?? before()
  if (known?.moment === moment && known.value !== undefined) {
    if (known !== still) setStill(known)
    return known.value
  }
  if (known?.moment !== moment || known.value !== value) setStill({ moment, value })
  return value
}

const PAUSE_OF_LIVE = 'pause of live'

/** Keeps the moment at which Live is paused, as its address has it; empty while it is not. */
export const useKeepPause = (moment: string): void => void useKept(PAUSE_OF_LIVE, moment)

/** From another screen, what the address of Live is to have so that whoever has paused it finds it paused. */
export function usePauseOfLive(screen: string | undefined): () => string {
  const moment = useKept<string>(PAUSE_OF_LIVE, undefined)
  return () => (screen !== 'live' && moment() ? `paused=${moment()}` : '')
}
