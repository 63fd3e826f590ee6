import { expect, test } from 'vitest'
import { PLANS } from '../../../server/contract/plans.ts'
import type { LimitsView } from '../../../server/control/protocol/limits.ts'
import { limitsAs } from './as-plan.ts'

test('What a tenant has used is shown against the limits of another plan, and nothing is less than nought', () => {
  const view = { limit: 1, used: 400, remaining: 0, window_start: '', resets_at: '' }
  const limits = { burst: view, minute: view, day: view, webhook_sends: view } as unknown as LimitsView
  const shown = limitsAs(limits, PLANS.pro)
  expect([shown.minute.limit, shown.minute.remaining]).toEqual([PLANS.pro.per_minute, 0])
  expect([shown.day.limit, shown.day.remaining]).toEqual([PLANS.pro.per_day, PLANS.pro.per_day - 400])
  expect(limits.day.limit).toBe(1)
})
