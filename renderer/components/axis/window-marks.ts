import type { LimitName, LimitsHistory } from '../../../server/control/protocol/limits.ts'
import type { TimelineItem } from '../../data/timeline.ts'
import { fullStretches, type Stretch } from './day-full.ts'

/** The windows that a lane has room for: the sends of webhooks stand with their deliveries. */
const SHOWN = ['day', 'minute', 'burst'] as const satisfies readonly LimitName[]

/** One window of a limit in which something was used or refused. */
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
  /** When a day was used up, as far as that is known. Shorter windows are one column, and say whether they were. */
  readonly full: readonly Stretch[]
}

/** Whether nothing goes through any more. */
export const isFull = ({ used, most }: WindowMark) => most !== null && used >= most

/** Whether it was, even if somebody has given some of it back. */
export const isUsedUp = (mark: WindowMark) => mark.refused > 0 || isFull(mark)

/** The windows of a tenant, long ones first: short ones stand in front of them. */
export function windowMarks(
  tenant: string,
  history: LimitsHistory | undefined,
  items: readonly TimelineItem[],
): WindowMark[] {
  if (history === undefined) return []
  const fullOf = (limit: LimitName, start: string) => {
    const { growth, limit: most } = history[limit]
    const day = limit === 'day' ? growth?.find(({ window_start }) => window_start === start) : undefined
    return day === undefined || most === null ? [] : fullStretches(day, { tenant, most, items })
  }
  return SHOWN.flatMap(limit =>
    history[limit].windows.map(({ window_start, resets_at, used, refused }) => ({
      key: `window ${tenant} ${limit} ${window_start}`,
      tenant,
      limit,
      from: Date.parse(window_start),
      to: Date.parse(resets_at),
      used,
      most: history[limit].limit,
      refused,
      full: fullOf(limit, window_start),
    })),
  )
}
