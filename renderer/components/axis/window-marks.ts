import type { LimitName, LimitsHistory } from '../../../server/control/protocol/limits.ts'

/** In the order in which they stand: what comes later is in front. */
const SHOWN = ['day', 'minute', 'burst', 'webhook_sends'] as const satisfies readonly LimitName[]

/** Where the webhook sends of a day stand in the row of a tenant, from its foot up: on top of the day itself. */
export const SENDS_STRIP = { above: 6, height: 4 } as const

/** From when until when nothing of a day was left. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** One window of a limit in which something was used or refused, and the present day in any case. */
export interface WindowMark {
  readonly key: string
  readonly tenant: string
  readonly limit: (typeof SHOWN)[number]
  readonly from: number
  readonly to: number
  readonly used: number
  /** `null` without a limit. */
  readonly most: number | null
  readonly refused: number
  /** When a day was used up; where it still is, to its end. Shorter windows are one column, and say whether they were. */
  readonly full: readonly Stretch[]
}

/** Whether nothing goes through any more. */
export const isFull = ({ used, most }: WindowMark) => most !== null && used >= most

/** Whether it was, even if somebody has given some of it back. */
export const isUsedUp = (mark: WindowMark) => mark.refused > 0 || isFull(mark)

/** The lane has little room: sends are in it only on a day on which some did not go out, or none would. */
const isShown = (mark: WindowMark) =>
  mark.limit !== 'webhook_sends' || (mark.most !== 0 && (isUsedUp(mark) || mark.full.length > 0))

const DAY_MS = 86_400_000

/**
 * The windows of a tenant, long ones first: short ones stand in front of them. Nothing is known of the present day before it is used, so it is
 * added empty, or the newest of those that were would pass for it. Pure.
 *
 * @param today the instant at which the present Tokyo day began
 */
export function windowMarks(tenant: string, history: LimitsHistory | undefined, today: number): WindowMark[] {
  if (history === undefined) return []
  return SHOWN.flatMap(limit => {
    const { windows, limit: most } = history[limit]
    const fullIn = stretchesOf(history, limit)
    const markOf = (from: number, to: number, { used, refused }: { used: number; refused: number }): WindowMark => ({
      key: `window ${tenant} ${limit} ${new Date(from).toISOString()}`,
      tenant,
      limit,
      from,
      to,
      used,
      most,
      refused,
      full: fullIn(from, to),
    })
    const marks = windows.map(window => markOf(Date.parse(window.window_start), Date.parse(window.resets_at), window))
    if (limit === 'day' && !marks.some(({ from }) => from === today))
      marks.push(markOf(today, today + DAY_MS, { used: 0, refused: 0 }))
    return marks.filter(isShown)
  })
}

/** What was used up when the history was read still is: whatever changes that has the history read again. */
function stretchesOf(history: LimitsHistory, limit: LimitName) {
  const stretches = (history[limit].used_up ?? []).map(({ from, to }) => ({
    from: Date.parse(from),
    to: to === history.now ? Number.POSITIVE_INFINITY : Date.parse(to),
  }))
  return (start: number, end: number): Stretch[] =>
    stretches.filter(({ from }) => from >= start && from < end).map(({ from, to }) => ({ from, to: Math.min(to, end) }))
}
