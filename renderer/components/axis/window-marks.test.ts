import { expect, test } from 'vitest'
import type { LimitsHistory } from '../../../server/control/protocol/limits.ts'
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
  const marks = windowMarks('free', history)
  expect(marks.map(mark => [mark.limit, mark.to - mark.from, isUsedUp(mark)])).toEqual([
    ['minute', 60_000, false],
    ['burst', 10_000, true],
    ['burst', 10_000, true],
  ])
})
