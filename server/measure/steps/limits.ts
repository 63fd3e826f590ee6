import type { Step } from '../step.ts'

const fill = (name: string, more: Partial<Step>): Step => ({
  name,
  class: '3',
  method: 'GET',
  path: '/customers',
  needs: ['window'],
  ...more,
})

/** Class 3: windows that are filled on purpose, each twice. How many requests that takes depends on the plan. */
export const LIMIT_STEPS: readonly Step[] = [
  fill('full_burst_1', { fill: 'burst' }),
  fill('full_burst_2', { fill: 'burst' }),
  fill('full_minute_1', { fill: 'minute' }),
  fill('full_minute_2', { fill: 'minute' }),
]
