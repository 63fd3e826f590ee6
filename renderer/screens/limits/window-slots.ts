import type { LimitHistoryView } from '../../../server/control/protocol/limits.ts'
import { limitThen } from '../../data/limit-then.ts'
import { heightOf } from './chart-scale.ts'

/** What became of a stretch of time. */
export interface Stretch {
  readonly from: number
  readonly to: number
  /** At its end. */
  readonly used: number
  /** The most that is known to have been used at a time. */
  readonly most: number
  readonly accepted: number
  /** `undefined` where only the day as a whole tells. */
  readonly refused: number | undefined
  /** What somebody set, oldest first. */
  readonly steps: readonly Step[]
  /** The limit at its end. */
  readonly limit: number | null
  /** The limit at its beginning, where that may have been another. */
  readonly limitBefore?: number | null
  readonly isQuiet: boolean
  /** Off where what became of it may have been forgotten. */
  readonly isKept?: boolean
}

/** A window on the axis of its limit. */
export interface Slot extends Stretch {
  /** How much of it somebody has set; negative when they gave more back than they took. */
  byHand: number
  settings: Setting[]
  refused: number
  isPresent: boolean
}

/** That somebody set what is used of a window, once or several times at one instant. */
export type Setting = LimitHistoryView['set_by_hand'][number]

/** One of these times. */
export type Step = Setting['steps'][number]

/** The newest windows in a row, the present one last; those of which nothing was used stand empty between the others. Pure. */
export function slotsOf(history: LimitHistoryView, present: { start: number; end: number }, count: number): Slot[] {
  const length = present.end - present.start
  const kept = Date.parse(history.kept_since)
  const known = new Map(history.windows.map(window => [Date.parse(window.window_start), window]))
  return Array.from({ length: count }, (_, index) => {
    const from = present.start - (count - 1 - index) * length
    const to = from + length
    const window = known.get(from)
    const { used = 0, accepted = 0, by_hand: byHand = 0, refused = 0 } = window ?? {}
    const settings = settingsIn(history, { start: from, end: to })
    return {
      from,
      to,
      used,
      most: mostOf(used, settings),
      accepted,
      byHand,
      settings,
      steps: settings.flatMap(({ steps }) => steps),
      refused,
      limit: limitThen(history, to - 1),
      limitBefore: limitThen(history, from - 1),
      isQuiet: window === undefined,
      isKept: !(from < kept),
      isPresent: from === present.start,
    }
  })
}

/** When people set what is used of a window, oldest first. One that only a drill has set is not among the windows, and has none. Pure. */
export function settingsIn(
  { windows, set_by_hand }: LimitHistoryView,
  { start, end }: { start: number; end: number },
): Setting[] {
  if (!windows.some(({ window_start }) => Date.parse(window_start) === start)) return []
  return allSettingsIn({ set_by_hand }, { start, end })
}

/** The same of whoever has set it, a drill as well. Pure. */
export const allSettingsIn = (
  { set_by_hand }: Pick<LimitHistoryView, 'set_by_hand'>,
  { start, end }: { start: number; end: number },
): Setting[] => set_by_hand.filter(({ at }) => Date.parse(at) >= start && Date.parse(at) < end)

/** What became of a window: its bar is empty when only a drill has set it, and what that has set is told all the same. Pure. */
export function stretchOf(history: LimitHistoryView, slot: Slot): Stretch {
  const settings = allSettingsIn(history, { start: slot.from, end: slot.to })
  const last = settings.at(-1)
  if (!slot.isQuiet || last === undefined) return slot
  const steps = settings.flatMap(one => one.steps)
  return { ...slot, isQuiet: false, used: last.to, most: mostOf(last.to, settings), steps }
}

/** The most that was used of a window at a time: by itself it only grows. Pure. */
export const mostOf = (used: number, settings: readonly Setting[]): number =>
  Math.max(used, ...settings.map(({ most }) => most))

/** What was refused in the present window. Pure. */
export function refusedNow({ windows }: LimitHistoryView, start: number): number {
  return windows.find(({ window_start }) => Date.parse(window_start) === start)?.refused ?? 0
}

const MINUTE = 60_000
export const DAY = 86_400_000

/**
 * How a count grew over a day, as an SVG path in a frame of its own. A point is the start of a minute in which it grew, so it has the value
 * of the next point when that minute is over, however much later that point is. Where somebody set it, the path has a step, by way of the most
 * that was used in between. Pure.
 */
export function dayPath(
  points: readonly { at: string; used: number }[],
  { start, end, top, width, height }: { start: number; end: number; top: number; width: number; height: number },
  settings: readonly Setting[] = [],
): string {
  const x = (at: number) => Math.round(((at - start) / (end - start)) * width * 10) / 10
  const y = (used: number) => Math.round((height - heightOf(used, { top, height })) * 10) / 10
  const pieces = points.map(({ at, used }, index) => {
    const [here, before] = [Date.parse(at), points[index - 1]]
    if (before === undefined) return `H${x(here)}V${y(used)}`
    const [since, grown] = [Date.parse(before.at), Math.min(Date.parse(before.at) + MINUTE, here)]
    const steps = settings
      .filter(setting => Date.parse(setting.at) >= since && Date.parse(setting.at) <= grown)
      .map(({ at, from, to, most }) => {
        const over = most > Math.max(from, to) ? `V${y(most)}` : ''
        return `L${x(Date.parse(at))},${y(from)}${over}V${y(to)}`
      })
    return `${steps.join('')}L${x(grown)},${y(used)}H${x(here)}`
  })
  return [`M0,${y(0)}`, ...pieces].join('')
}
