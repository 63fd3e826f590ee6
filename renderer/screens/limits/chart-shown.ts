import type { LimitName, LimitsHistory, LimitsView } from '../../../server/control/protocol/limits.ts'
import { firstOf, frameAt } from './chart-frame.ts'
import { LIMITS } from './limit-names.ts'
import { nearlyUsedUp, refusing } from './refusing.ts'

const SHORT = ['minute', 'burst'] as const

/**
 * The limit whose chart is shown where nobody has chosen one: that which refuses; else a short one whose refusals stand on its chart, as these are looked
 * at when it has room again; else that with the least left. Pure.
 */
export function chartShown(limits: LimitsView, history: LimitsHistory | undefined): LimitName {
  const newest = SHORT.map(name => {
    const first = firstOf(name, frameAt(limits[name], 0))
    const last = history?.[name].windows.findLast(({ refused }) => refused > 0)
    const at = last === undefined ? 0 : Date.parse(last.window_start)
    return { name, at: at < first ? 0 : at }
  })
  const lately = newest.filter(({ at }) => at > 0).sort((one, other) => other.at - one.at)[0]
  const drawn = LIMITS.filter(name => limits[name].limit !== 0)
  return [refusing(limits), lately?.name, nearlyUsedUp(limits)[0]].find(name => name && drawn.includes(name)) ?? 'day'
}
