import type { LimitHistoryView } from '../../../server/control/protocol/limits.ts'

/** A window on the axis of its limit. */
export interface Slot {
  start: number
  used: number
  refused: number
  isPresent: boolean
}

/** The newest windows in a row, the present one last; those of which nothing was used stand empty between the others. Pure. */
export function slotsOf(history: LimitHistoryView, present: { start: number; end: number }, count: number): Slot[] {
  const length = present.end - present.start
  const known = new Map(history.windows.map(window => [Date.parse(window.window_start), window]))
  return Array.from({ length: count }, (_, index) => {
    const start = present.start - (count - 1 - index) * length
    const window = known.get(start)
    return { start, used: window?.used ?? 0, refused: window?.refused ?? 0, isPresent: start === present.start }
  })
}

/** What was refused in the present window. Pure. */
export function refusedNow({ windows }: LimitHistoryView, start: number): number {
  return windows.find(({ window_start }) => Date.parse(window_start) === start)?.refused ?? 0
}

/** The staircase of a count over a day, as an SVG path in a frame of its own. Pure. */
export function dayPath(
  points: readonly { at: string; used: number }[],
  { start, end, top, width, height }: { start: number; end: number; top: number; width: number; height: number },
): string {
  const x = (at: string) => Math.round(((Date.parse(at) - start) / (end - start)) * width * 10) / 10
  const y = (used: number) => Math.round((height - (used / top) * height) * 10) / 10
  return [`M0,${y(0)}`, ...points.map(({ at, used }) => `H${x(at)}V${y(used)}`)].join('')
}
