import { TOKYO, tokyoDay } from '../domain/limits/windows.ts'
import { dateIn, type Instant } from '../kernel/instant.ts'
import { stretchOf } from './day-curves.ts'
import { LIMIT_KINDS, type RefusedDay } from './fit-report.ts'
import type { Refused } from './replay.ts'

/** Gathers refusals, which come in the order of their instants. */
export class RefusedDays {
  readonly #days: { day: string; points: [number, number, number, number, number][] }[] = []
  #start = Number.NaN

  get days(): readonly RefusedDay[] {
    return this.#days
  }

  add(now: Instant, kind: Refused['verdict']): void {
    const { start } = tokyoDay(now)
    if (start !== this.#start) {
      this.#start = start
      this.#days.push({ day: dateIn(start, TOKYO), points: [] })
    }
    const points = this.#days.at(-1)?.points ?? []
    const at = stretchOf(now, start)
    if (points.at(-1)?.[0] !== at) points.push([at, 0, 0, 0, 0])
    const point = points.at(-1) ?? []
    const place = 1 + LIMIT_KINDS.indexOf(kind)
    point[place] = (point[place] as number) + 1
  }
}
