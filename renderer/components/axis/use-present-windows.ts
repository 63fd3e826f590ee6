import { useMemo, useSyncExternalStore } from 'react'
import { useWorldClock } from '../../data/world.tsx'
import { lastNotAbove } from './time-scale.ts'
import type { WindowMark } from './window-marks.ts'

/**
 * Of windows those that are not over; the component renders again when one ends, and not with every tick of the clock.
 *
 * @param stillAt the instant at which the picture stands, if it does not go on
 */
export function usePresentWindows(windows: readonly WindowMark[], stillAt: number | undefined): readonly WindowMark[] {
  const clock = useWorldClock()
  // Of thousands, all but a few were over when they were read.
  const read = useMemo(() => windows.filter(({ readAt, to }) => readAt < to), [windows])
  const ends = useMemo(() => read.map(({ to }) => to).sort((one, other) => one - other), [read])
  const last = useSyncExternalStore(clock.subscribe, () => ends[lastNotAbove(ends, stillAt ?? clock.shown ?? 0)])
  return useMemo(() => (last === undefined ? read : read.filter(({ to }) => to > last)), [read, last])
}
