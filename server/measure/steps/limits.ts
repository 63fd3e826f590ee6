import { MINUTE, SECOND } from '../../kernel/instant.ts'
import type { Step } from '../step.ts'
import { PLAN_WATCH } from '../watch.ts'
import { NO_ID } from './reads.ts'

const fill = (name: string, more: Partial<Step>): Step => ({
  name,
  class: '3',
  method: 'GET',
  path: '/customers',
  needs: ['window'],
  ...more,
})

const DAY_OVER = { class: '4', needs: ['own_day', 'late_hours'] } as const

/** Class 3: windows that are filled on purpose, each twice. How many requests that takes depends on the plan. */
export const LIMIT_STEPS: readonly Step[] = [
  fill('full_burst_1', { fill: 'burst' }),
  fill('full_burst_2', { fill: 'burst' }),
  fill('full_minute_1', { fill: 'minute' }),
  fill('full_minute_2', { fill: 'minute' }),
]

/** Class 4: the day is used up at the usual pace, asked about, and waited for. */
export const DAY_STEPS: readonly Step[] = [
  fill('full_day', { ...DAY_OVER, fill: 'day' }),
  fill('day_over_read', DAY_OVER),
  fill('day_over_missing', { ...DAY_OVER, path: `/customers/${NO_ID}` }),
  fill('day_over_scope', { ...DAY_OVER, path: '/webhooks', key: 'second', needs: [...DAY_OVER.needs, 'second_key'] }),
  fill('day_over_licence', { ...DAY_OVER, path: '/webhooks', needs: [...DAY_OVER.needs, 'free'] }),
  fill('next_day', { ...DAY_OVER, waitsFor: { for: 'midnight' } }),
]

/** Class 5: looks at the limits while an administrator changes the plan. */
export const PLAN_STEPS: readonly Step[] = [
  {
    name: PLAN_WATCH,
    class: '5',
    method: 'GET',
    path: '/customers',
    times: 60,
    after: 5 * SECOND,
    takes: 5 * MINUTE,
    until: known => new Set(known.limitsSeen(PLAN_WATCH)).size > 1,
  },
]
