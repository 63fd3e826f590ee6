import { expect, test } from 'vitest'
import type { LimitsHistory } from '../../../server/control/protocol/limits.ts'
import { fullGeometry } from './geometry.ts'
import { marksOf } from './marks.ts'
import { isUsedUp, windowMarks } from './window-marks.ts'

const window = (start: string, end: string, figures: { used: number; refused: number }) => ({
  window_start: `2026-03-10T${start}Z`,
  resets_at: `2026-03-10T${end}Z`,
  accepted: figures.used,
  ...figures,
})

test('A window is used up when its limit was reached or when it refused something, also after somebody gave some back', () => {
  const history = {
    day: { limit: 1_000, windows: [], growth: null },
    minute: { limit: 60, windows: [window('14:59:00', '15:00:00', { used: 20, refused: 0 })], growth: null },
    burst: {
      limit: 20,
      windows: [
        window('14:59:30', '14:59:40', { used: 20, refused: 0 }),
        window('14:59:40', '14:59:50', { used: 3, refused: 4 }),
      ],
      growth: null,
    },
  } as unknown as LimitsHistory
  const marks = windowMarks('free', history, [])
  expect(marks.map(mark => [mark.limit, mark.to - mark.from, isUsedUp(mark)])).toEqual([
    ['minute', 60_000, false],
    ['burst', 10_000, true],
    ['burst', 10_000, true],
  ])
})

test('Of several tenants each has a row of its own in the lane of limits, and an only one has all of it', () => {
  const history = {
    day: { limit: 10, windows: [window('00:00:00', '15:00:00', { used: 10, refused: 1 })], growth: null },
    minute: { limit: 60, windows: [], growth: null },
    burst: { limit: 20, windows: [], growth: null },
  } as unknown as LimitsHistory
  const rowsOf = (...tenants: string[]) =>
    fullGeometry(
      { ...marksOf([], []), windows: tenants.flatMap(tenant => windowMarks(tenant, history, [])) },
      { width: 800, hidden: new Set() },
    )
  const { limits, lanes } = rowsOf('free', 'pro')
  expect(limits.map(({ tenant }) => tenant)).toEqual(['free', 'pro'])
  expect(limits[0]!.top).toBeGreaterThan(lanes.limits!.top)
  expect(limits[1]!.top).toBe(limits[0]!.top + limits[0]!.height)
  const only = rowsOf('pro')
  expect(only.limits).toEqual([{ tenant: 'pro', ...only.lanes.limits }])
})
