import { expect, test } from 'vitest'
import { hasDate } from './calendar.ts'

test('A calendar has the days of each month, and of February one more in a leap year', () => {
  expect(['2028-02-29', '2026-12-31T24:00', '2026-03-10 23:59'].map(hasDate)).toEqual([true, true, true])
  expect(['2027-02-29', '2026-04-31T10:00', '2026-13-01', '2026-00-10', 'soon'].map(hasDate)).toEqual(
    Array(5).fill(false),
  )
})
