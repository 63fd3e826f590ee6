import type {
  LimitHistoryView,
  LimitName,
  LimitsHistory,
  LimitView,
  LimitWindowView,
} from '../../../server/control/protocol/limits.ts'
import { windowAt } from '../../data/limit-window.ts'
import { numberField, textField } from '../../routing/url-state.ts'
import { DAY } from './window-slots.ts'
import { SHOWN } from './window-texts.ts'

/** An instant in the newest window that the charts show; without one, that is the present window. And which chart is shown. */
export const FRAME_FIELDS = { at: numberField(0), chart: textField() }

/** What the chart of a limit shows: its newest window, and as many before it as there is room for. */
export interface Frame {
  readonly start: number
  readonly end: number
  /** Whether its newest window is over. */
  readonly isPast: boolean
}

/** How many windows are side by side in it; of a day, its curve. */
const windowsIn = (name: LimitName): number => (name === 'day' ? 1 : SHOWN[name])

/** Pure. */
export function frameAt(view: Pick<LimitView, 'window_start' | 'resets_at'>, at: number): Frame {
  const start = Date.parse(view.window_start)
  const isPast = at > 0 && at < start
  const { window_start, resets_at } = isPast ? windowAt(view, at) : view
  return { start: Date.parse(window_start), end: Date.parse(resets_at), isPast }
}

/** When the oldest window of a frame began. Pure. */
export const firstOf = (name: LimitName, { start, end }: Frame): number => start - (windowsIn(name) - 1) * (end - start)

/**
 * A frame whose newest window begins then, as the address has it. Of a day that is its last instant: a chart of minutes shows the end of that day then, and
 * not the night before it. Pure.
 */
export const toFrame = ({ start, end }: Omit<Frame, 'isPast'>, present: number): number =>
  start >= present ? 0 : isDay({ start, end }) ? end - 1 : start

const isDay = ({ start, end }: Omit<Frame, 'isPast'>) => end - start >= DAY

/** The frame before it (-1) or after it (1), as the address has it: what was at its edge is in that as well. Pure. */
export function stepFrom(name: LimitName, { start, end }: Frame, way: -1 | 1, present: number): number {
  const by = way * Math.max(1, windowsIn(name) - 1) * (end - start)
  return toFrame({ start: start + by, end: end + by }, present)
}

/** Where a chart of shorter windows is best opened while a day is looked at: at the last of it that was used. Pure. */
export function lastUseOf(day: Frame, { windows }: Pick<LimitHistoryView, 'windows'>): number | undefined {
  if (!day.isPast || !isDay(day)) return undefined
  const last = lastBefore({ windows }, day.end)
  const start = last === undefined ? undefined : Date.parse(last.window_start)
  return start !== undefined && start >= day.start ? start : undefined
}

/** The newest window before an instant of which something was used, refused or set; what only a drill has set is none. Pure. */
export const lastBefore = ({ windows }: Pick<LimitHistoryView, 'windows'>, at: number) =>
  windows.findLast(({ window_start }) => Date.parse(window_start) < at)

/** The oldest window from an instant on of which something was used, refused or set, as far as it is known that none was before it. Pure. */
export function firstFrom(
  histories: readonly (LimitHistoryView | undefined)[],
  at: number,
): LimitWindowView | undefined {
  const found = histories.flatMap(history =>
    history === undefined || Date.parse(history.told_since) > at
      ? []
      : (history.windows.find(({ window_start }) => Date.parse(window_start) >= at) ?? []),
  )
  return found.toSorted((one, other) => Date.parse(one.window_start) - Date.parse(other.window_start))[0]
}

/** What shorter limits refused in a time, where all of it is known. Pure. */
export function refusedByOthers(
  history: LimitsHistory,
  name: LimitName,
  { from, to }: { from: number; to: number },
): { limit: 'minute' | 'burst'; count: number }[] {
  const shorter = { day: ['minute', 'burst'], minute: ['burst'], burst: [], webhook_sends: [] } as const
  return shorter[name].flatMap(limit => {
    const { windows, told_since } = history[limit]
    if (Date.parse(told_since) > from) return []
    const within = windows.filter(one => Date.parse(one.window_start) >= from && Date.parse(one.window_start) < to)
    const count = within.reduce((sum, { refused }) => sum + refused, 0)
    return count === 0 ? [] : [{ limit, count }]
  })
}
