import type { LimitHistoryView, LimitName, LimitsHistory, LimitView } from '../../../server/control/protocol/limits.ts'
import { windowAt } from '../../data/limit-window.ts'
import { numberField, textField } from '../../routing/url-state.ts'
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

/** The frame before it (-1) or after it (1), as the address has it: what was at its edge is in that as well. Pure. */
export function stepFrom(name: LimitName, { start, end }: Frame, way: -1 | 1, present: number): number {
  const next = start + way * Math.max(1, windowsIn(name) - 1) * (end - start)
  return next >= present ? 0 : next
}

/** The newest window before an instant of which something was used, refused or set; what only a drill has set is none. Pure. */
export const lastBefore = ({ windows }: Pick<LimitHistoryView, 'windows'>, at: number) =>
  windows.findLast(({ window_start }) => Date.parse(window_start) < at)

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
