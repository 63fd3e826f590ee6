import { expect, test } from 'vitest'
import { dayTimeText, timeTexts } from './time-labels.ts'

const at = (time: string, day = '2026-03-10') => Date.parse(`${day}T${time}+09:00`)

test('Where instants of one second are named apart all have their milliseconds, and no two have one name', () => {
  const close = ['12:36:37.350', '12:36:37.400', '12:36:37.910', '12:36:39'].map(time => ({
    at: at(time),
    step: 1_000,
  }))
  expect(timeTexts(close)).toEqual(['12:36:37.350', '12:36:37.400', '12:36:37.910', '12:36:39.000'])
  // The present has its name on the playhead.
  expect(timeTexts([{ at: at('12:36:37.350'), step: 1_000 }], [{ at: at('12:36:37.910'), step: 1_000 }])).toEqual([
    '12:36:37.350',
  ])
})

test('An instant that is named twice keeps its name, and one of another day has its date', () => {
  const noon = { at: at('12:00:00'), step: 60_000 }
  expect(timeTexts([noon, noon])).toEqual(['12:00', '12:00'])
  expect(timeTexts([noon, { at: at('12:00:00', '2026-03-11'), step: 60_000 }])).toEqual(['03-10 12:00', '03-11 12:00'])
  expect(timeTexts([{ at: at('12:00:10'), step: 60_000 }, noon])).toEqual(['12:00:10', '12:00:00'])
})

test('An instant of another day has its day', () => {
  const at = Date.parse('2026-03-10T14:59:30Z')
  expect(dayTimeText(at, at + 29_000)).toBe('23:59:30 JST')
  // In Tokyo it is the next day.
  expect(dayTimeText(at, at + 31_000)).toBe('2026-03-10 23:59:30 JST')
})
