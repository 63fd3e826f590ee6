import { expect, test } from 'vitest'
import { dayFromText } from './calendar.ts'

const TODAY = '2026-11-27'
const past = (text: string) => dayFromText(text, { today: TODAY, near: 'past' })
const future = (text: string) => dayFromText(text, { today: TODAY, near: 'future' })

test('A date is understood as people write it, also in full width', () => {
  const written = [
    '2026-11-28',
    '2026/11/28',
    '2026年11月28日',
    'Nov 28, 2026',
    '28 November 2026',
    '２０２６／１１／２８',
  ]
  for (const text of written) expect([text, past(text), future(text)]).toEqual([text, '2026-11-28', '2026-11-28'])
})

test('Without a year it is the nearest in the past or in the future, today included', () => {
  for (const text of ['11/28', '11-28', '11月28日', 'Nov 28', '28 nov'])
    expect([text, past(text), future(text)]).toEqual([text, '2025-11-28', '2026-11-28'])
  expect([past('11/27'), future('11/27')]).toEqual([TODAY, TODAY])
  expect([past('2/29'), future('2/29')]).toEqual(['2024-02-29', '2028-02-29'])
})

test('What no calendar has is no date', () => {
  for (const text of ['2/30', '13/1', '0/5', '2026-02-29', '#28', '28', '11/', 'now 28', '1-2-3'])
    expect([text, past(text), future(text)]).toEqual([text, undefined, undefined])
})

test('A weekday is the last or the next one, and never today', () => {
  // It is a Friday.
  for (const text of ['monday', 'Monday', '月曜', '月曜日'])
    expect([text, past(text), future(text)]).toEqual([text, '2026-11-23', '2026-11-30'])
  for (const text of ['friday', '金曜日'])
    expect([text, past(text), future(text)]).toEqual([text, '2026-11-20', '2026-12-04'])
  expect([past('next monday'), future('last sunday')]).toEqual(['2026-11-30', '2026-11-22'])
  expect([past('mon'), past('someday'), past('月')]).toEqual([undefined, undefined, undefined])
})
