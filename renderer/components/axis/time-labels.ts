import { wallClock, ZONE_NAMES } from '../../data/time-text.ts'

/** An instant to be named, among others that are `step` milliseconds apart. */
export interface Named {
  readonly at: number
  readonly step: number
}

/** From the coarsest on; what is named more closely is longer. */
const PRECISIONS = [86_400_000, 60_000, 1_000, 1] as const
const MILLISECONDS = PRECISIONS.length - 1

const precisionOf = (step: number): number => PRECISIONS.findIndex(precision => step >= precision)

function textOf(at: number, { precision, dated }: { precision: number; dated: boolean }): string {
  const { date, time, milliseconds } = wallClock(at, 'tokyo')
  const day = date.slice(5)
  if (precision === 0) return day
  const said = [time.slice(0, 5), time, `${time}.${milliseconds}`][precision - 1] ?? time
  return dated ? `${day} ${said}` : said
}

/**
 * What each of some instants is called: as closely as their steps ask for, and more closely where two of them would have the same name: none has
 * milliseconds where another ends with its seconds.
 *
 * @param taken names that stand elsewhere, with their instants
 */
export function timeTexts(instants: readonly Named[], taken: readonly Named[] = []): string[] {
  const names = [...instants, ...taken].map(({ at, step }) => {
    const look = { precision: precisionOf(step), dated: false }
    return { at, look, text: textOf(at, look) }
  })
  // A name has a date and three precisions to gain.
  for (let round = 0; round < PRECISIONS.length; round++) {
    const alike = [...Map.groupBy(names, ({ text }) => text).values()].filter(group =>
      group.some(({ at }) => at !== group[0]!.at),
    )
    if (alike.length === 0) break
    for (const group of alike) {
      const areOfOneDay = new Set(group.map(({ at }) => wallClock(at, 'tokyo').date)).size === 1
      for (const name of group) {
        if (areOfOneDay) name.look.precision = Math.min(name.look.precision + 1, PRECISIONS.length - 1)
        else name.look.dated = true
      }
    }
    // What stands to the second beside milliseconds would be taken for something else.
    if (names.some(({ look }) => look.precision === MILLISECONDS))
      for (const { look } of names) if (look.precision === MILLISECONDS - 1) look.precision = MILLISECONDS
    for (const name of names) name.text = textOf(name.at, name.look)
  }
  return names.slice(0, instants.length).map(({ text }) => text)
}

/** `23:59:30 JST`. */
export const timeText = (at: number): string => `${wallClock(at, 'tokyo').time} ${ZONE_NAMES.tokyo}`

/** The same with its day, where that is another one than that of the present: `2026-03-10 23:59:30 JST`. */
export function dayTimeText(at: number, now: number): string {
  const { date } = wallClock(at, 'tokyo')
  return date === wallClock(now, 'tokyo').date ? timeText(at) : `${date} ${timeText(at)}`
}

/** The same for little room, without the zone: `03-10 23:59:30` where the day is not `day`, `2026-03-11` for one. */
export function timeOfDay(at: number, day: string | undefined): string {
  const { date, time } = wallClock(at, 'tokyo')
  return date === day ? time : `${date.slice(5)} ${time}`
}
