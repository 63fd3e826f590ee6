import { TOKYO, tokyoDay } from '../domain/limits/windows.ts'
import { type Duration, dateIn, HOUR } from '../kernel/instant.ts'
import { FIRST_FAILURE, type Trace } from './trace.ts'

export interface DayCurve {
  readonly day: string
  /** Milliseconds of the day in Tokyo, and how many successes were asked for until then. */
  readonly points: readonly (readonly [number, number])[]
}

const CURVE_STEP: Duration = HOUR / 6

/** How much of each Tokyo day's quota the traffic has asked for, a point every so often: for drawing. */
export function dayCurves(trace: Trace): readonly DayCurve[] {
  const curves: { day: string; points: [number, number][] }[] = []
  let day = Number.NaN
  let asked = 0
  for (let row = 0; row < trace.length; row++) {
    const now = trace.at[row] as number
    const { start } = tokyoDay(now)
    if (start !== day) {
      day = start
      asked = 0
      curves.push({ day: dateIn(start, TOKYO), points: [] })
    }
    const status = trace.status[row] as number
    if (status >= FIRST_FAILURE) continue
    asked++
    const points = curves.at(-1)?.points ?? []
    const slot = Math.floor((now - start) / CURVE_STEP) * CURVE_STEP
    const last = points.at(-1)
    if (last !== undefined && last[0] === slot) last[1] = asked
    else points.push([slot, asked])
  }
  return curves
}
