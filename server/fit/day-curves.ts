import { STRETCH_MS } from '../contract/day-curve.ts'
import { minuteWindow, TOKYO, tokyoDay } from '../domain/limits/windows.ts'
import { type Duration, dateIn, type Instant } from '../kernel/instant.ts'
import { usesSlot } from './peaks.ts'
import { FIRST_FAILURE, type Trace } from './trace.ts'

export interface DayCurve {
  readonly day: string
  /** Milliseconds of the day in Tokyo, and how many successes were asked for until then. */
  readonly points: readonly (readonly [number, number])[]
  /** Milliseconds of the day in Tokyo, where ten minutes begin, and the most requests of one of these minutes. */
  readonly busiest_minutes: readonly (readonly [number, number])[]
}

/** Where the stretch of the day begins that an instant lies in, in milliseconds of the day. */
export const stretchOf = (now: Instant, dayStarts: Instant): Duration =>
  Math.floor((now - dayStarts) / STRETCH_MS) * STRETCH_MS

interface Growing {
  readonly day: string
  readonly points: [number, number][]
  readonly busiest_minutes: [number, number][]
}

/**
 * How much of each Tokyo day's quota the traffic has asked for and how full its minutes were, a point every so often: for drawing. `failedCount`:
 * whether requests that fail use slots of the minute.
 */
export function dayCurves(trace: Trace, { failedCount }: { failedCount: boolean }): readonly DayCurve[] {
  const curves: Growing[] = []
  let day = Number.NaN
  let asked = 0
  let minute = Number.NaN
  let inMinute = 0
  for (let row = 0; row < trace.length; row++) {
    const now = trace.at[row] as number
    const { start } = tokyoDay(now)
    if (start !== day) {
      day = start
      asked = 0
      curves.push({ day: dateIn(start, TOKYO), points: [], busiest_minutes: [] })
    }
    const curve = curves.at(-1) as Growing
    const status = trace.status[row] as number
    const stretch = stretchOf(now, start)
    if (usesSlot(status, failedCount)) {
      const begins = minuteWindow(now).start
      inMinute = begins === minute ? inMinute + 1 : 1
      minute = begins
      raise(curve.busiest_minutes, stretch, inMinute)
    }
    if (status < FIRST_FAILURE) raise(curve.points, stretch, ++asked)
  }
  return curves
}

/** The figure of a stretch is the highest that it has had. */
function raise(points: [number, number][], stretch: Duration, figure: number): void {
  const last = points.at(-1)
  if (last === undefined || last[0] !== stretch) points.push([stretch, figure])
  else if (figure > last[1]) last[1] = figure
}
