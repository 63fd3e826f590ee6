import { minuteWindow, TOKYO, tokyoDay } from '../domain/limits/windows.ts'
import { type Duration, dateIn, type Instant } from '../kernel/instant.ts'
import { rangeOf } from './figures.ts'
import type { DayFigures, PlanDay } from './fit-report.ts'
import { bothZones } from './instants.ts'
import { usesSlot } from './peaks.ts'
import type { Replay } from './replay.ts'
import { FIRST_FAILURE, type Trace } from './trace.ts'

interface Asked {
  successes: number
  busiestMinute: number
}

/** What each Tokyo day asks for: by the instant at which it begins. */
function askedOf(
  trace: Trace,
  { failedCount, shift }: { failedCount: boolean; shift: Duration },
): ReadonlyMap<Instant, Asked> {
  const days = new Map<Instant, Asked>()
  let day: Asked = { successes: 0, busiestMinute: 0 }
  let [dayEnds, minuteEnds] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let inMinute = 0
  for (let row = 0; row < trace.length; row++) {
    const now = (trace.at[row] as number) + shift
    if (now >= dayEnds) {
      const { start, end } = tokyoDay(now)
      dayEnds = end
      day = { successes: 0, busiestMinute: 0 }
      days.set(start, day)
    }
    const status = trace.status[row] as number
    if (status < FIRST_FAILURE) day.successes++
    if (!usesSlot(status, failedCount)) continue
    if (now >= minuteEnds) {
      minuteEnds = minuteWindow(now).end
      inMinute = 0
    }
    inMinute++
    day.busiestMinute = Math.max(day.busiestMinute, inMinute)
  }
  return days
}

const inOrder = (one: Instant, other: Instant) => one - other

/** What each Tokyo day asks for, over all of these ways in which the traffic may have gone; a late start may bring a day of its own. */
export function dayFigures(
  trace: Trace,
  ways: readonly { readonly failedCount: boolean; readonly shift: Duration }[],
): readonly DayFigures[] {
  const distinct = new Map(ways.map(way => [`${way.failedCount} ${way.shift}`, way]))
  const found = [...distinct.values()].map(way => askedOf(trace, way))
  return [...new Set(found.flatMap(days => [...days.keys()]))].sort(inOrder).map(start => ({
    day: dateIn(start, TOKYO),
    asked: rangeOf(found.map(days => days.get(start)?.successes ?? 0)),
    busiest_minute: rangeOf(found.map(days => days.get(start)?.busiestMinute ?? 0)),
  }))
}

/** Counts the refusals of one replay by their days. They come in the order of their instants. */
export class RefusalsByDay {
  readonly days = new Map<Instant, number>()
  #start = Number.NaN
  #end = Number.NEGATIVE_INFINITY

  add(now: Instant): void {
    if (now >= this.#end) ({ start: this.#start, end: this.#end } = tokyoDay(now))
    this.days.set(this.#start, (this.days.get(this.#start) ?? 0) + 1)
  }
}

/** Of one replay. */
interface ReplayedDays {
  readonly refused: ReadonlyMap<Instant, number>
  readonly exhausted: Replay['exhausted']
}

/** What a plan makes of each Tokyo day, over all replays; days on which none of them refuses anything or uses up the quota are left out. */
export function planDays(replays: readonly ReplayedDays[]): readonly PlanDay[] {
  const starts = replays.flatMap(({ refused, exhausted }) => [...refused.keys(), ...exhausted.map(({ day }) => day)])
  return [...new Set(starts)].sort(inOrder).map(start => {
    const ends = replays.flatMap(({ exhausted }) => exhausted.filter(({ day }) => day === start).map(({ at }) => at))
    return {
      day: dateIn(start, TOKYO),
      refused: rangeOf(replays.map(({ refused }) => refused.get(start) ?? 0)),
      used_up:
        ends.length === 0
          ? null
          : {
              always: ends.length === replays.length,
              from: bothZones(Math.min(...ends)),
              to: bothZones(Math.max(...ends)),
            },
    }
  })
}
