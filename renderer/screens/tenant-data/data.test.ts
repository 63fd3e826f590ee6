import { expect, test } from 'vitest'
import { daysOf, lastDays, rangeOf } from './fields.ts'
import { callsByDay, outcomesIn } from './report-rows.ts'

const NEW_YEAR_IN_TOKYO = Date.parse('2025-12-31T15:00:00Z')

test('The last days are days of Tokyo, today included', () => {
  expect(lastDays(1, NEW_YEAR_IN_TOKYO - 1)).toEqual({ from: '2025-12-31', to: '2025-12-31' })
  expect(lastDays(2, NEW_YEAR_IN_TOKYO)).toEqual({ from: '2025-12-31', to: '2026-01-01' })
})

test('The longest preset is a range that the contract allows: 31 days', () => {
  expect(daysOf(lastDays(31, NEW_YEAR_IN_TOKYO))).toHaveLength(31)
})

test('What the address leaves out of a range comes from the clock of the world', () => {
  expect(rangeOf({ from: '', to: '' }, NEW_YEAR_IN_TOKYO)).toEqual({ from: '2025-12-19', to: '2026-01-01' })
  expect(rangeOf({ from: '2025-12-30', to: '' }, NEW_YEAR_IN_TOKYO).from).toBe('2025-12-30')
})

test('A day without a call has its row, and records of one day and outcome are added up', () => {
  const rows = callsByDay(
    ['2026-03-09', '2026-03-10'],
    [
      { date: '2026-03-10', staff_id: 1, status: 'connected', call_count: 2 },
      { date: '2026-03-10', staff_id: 2, status: 'connected', call_count: 3 },
      { date: '2026-03-10', staff_id: 2, status: 'busy', call_count: 1 },
    ],
  )
  expect(rows).toEqual([{ day: '2026-03-09' }, { day: '2026-03-10', connected: 5, busy: 1 }])
  expect(outcomesIn(rows)).toEqual(['connected', 'busy'])
})
