import { expect, test } from 'vitest'
import { advanceFromText, instantFromText, paceFromText, passedToday } from './clock-moves.ts'

const NOW = Date.parse('2026-03-10T14:59:50Z')

test.each([
  ['2026-03-10T15:00:00Z', { to: '2026-03-10T15:00:00.000Z' }],
  ['2026-03-11T00:00:00+09:00', { to: '2026-03-10T15:00:00.000Z' }],
  ['2026-03-11 00:00', { to: '2026-03-10T15:00:00.000Z' }],
  ['2026-03-11 00:00:00.5', { to: '2026-03-10T15:00:00.500Z' }],
  ['23:59:55', { to: '2026-03-10T14:59:55.000Z' }],
  ['23:59:50', { to: '2026-03-11T14:59:50.000Z' }],
  ['9:00', { to: '2026-03-11T00:00:00.000Z' }],
  ['2027-01-01', { to: '2026-12-31T15:00:00.000Z' }],
  ['tomorrow 9:00', { to: '2026-03-11T00:00:00.000Z' }],
  ['Tomorrow at 9:00', { to: '2026-03-11T00:00:00.000Z' }],
  ['tomorrow', { to: '2026-03-10T15:00:00.000Z' }],
  ['明日 9:00', { to: '2026-03-11T00:00:00.000Z' }],
  ['明日の９：００', { to: '2026-03-11T00:00:00.000Z' }],
  ['明後日9:00', { to: '2026-03-12T00:00:00.000Z' }],
  ['today 8:00', { to: '2026-03-09T23:00:00.000Z' }],
  ['24:00', { to: '2026-03-10T15:00:00.000Z' }],
  ['midnight', { to: '2026-03-10T15:00:00.000Z' }],
  ['tomorrow 24:00', { to: '2026-03-11T15:00:00.000Z' }],
  ['2026-12-31 24:00', { to: '2026-12-31T15:00:00.000Z' }],
  ['2028-02-29', { to: '2028-02-28T15:00:00.000Z' }],
  ['15:00Z', { to: '2026-03-10T15:00:00.000Z' }],
  ['14:00 UTC', { to: '2026-03-11T14:00:00.000Z' }],
  ['9:00 JST', { to: '2026-03-11T00:00:00.000Z' }],
  ['+90s', { by: 'PT90S' }],
  ['2 h', { by: 'PT7200S' }],
  ['10 minutes', { by: 'PT600S' }],
  ['+5 min', { by: 'PT300S' }],
  ['5m', { by: 'PT300S' }],
  ['1 hour', { by: 'PT3600S' }],
  ['3時間', { by: 'PT10800S' }],
  ['500ms', { by: 'PT0.5S' }],
  ['pt5m', { by: 'PT5M' }],
  ['in 30 min', { by: 'PT1800S' }],
  ['In an hour', { by: 'PT3600S' }],
  ['a day', { by: 'PT86400S' }],
  ['30 minutes later', { by: 'PT1800S' }],
  ['2 h from now', { by: 'PT7200S' }],
  ['30分後', { by: 'PT1800S' }],
  ['1 h 30 min', { by: 'PT5400S' }],
  ['1h30m', { by: 'PT5400S' }],
  ['1時間30分後', { by: 'PT5400S' }],
  ['11/28', { to: '2026-11-27T15:00:00.000Z' }],
  ['3/10', { to: '2026-03-09T15:00:00.000Z' }],
  ['3/9', { to: '2027-03-08T15:00:00.000Z' }],
  ['Nov 28 at 9:30', { to: '2026-11-28T00:30:00.000Z' }],
  ['28 Nov 9 pm', { to: '2026-11-28T12:00:00.000Z' }],
  ['11/28 noon', { to: '2026-11-28T03:00:00.000Z' }],
  ['2026/11/28 15:00Z', { to: '2026-11-28T15:00:00.000Z' }],
  ['11月28日 9:00', { to: '2026-11-28T00:00:00.000Z' }],
  ['11月28日9時', { to: '2026-11-28T00:00:00.000Z' }],
  ['11/28 24:00', { to: '2026-11-28T15:00:00.000Z' }],
  ['9am', { to: '2026-03-11T00:00:00.000Z' }],
  ['9:30 PM', { to: '2026-03-11T12:30:00.000Z' }],
  ['12 am', { to: '2026-03-10T15:00:00.000Z' }],
  ['9時', { to: '2026-03-11T00:00:00.000Z' }],
  ['yesterday', { to: '2026-03-08T15:00:00.000Z' }],
  ['昨日 9:00', { to: '2026-03-09T00:00:00.000Z' }],
  ['monday', { to: '2026-03-15T15:00:00.000Z' }],
  ['Monday at 9:00', { to: '2026-03-16T00:00:00.000Z' }],
  ['tuesday', { to: '2026-03-16T15:00:00.000Z' }],
  ['月曜9時', { to: '2026-03-16T00:00:00.000Z' }],
])('%s is understood', (text, expected) => {
  expect(advanceFromText(text, NOW)).toEqual(expected)
})

test.each([
  '',
  'soon',
  '25:00',
  '12:75',
  '24:01',
  '2026-13-01 00:00',
  '2027-02-29',
  '2027-02-30 10:00',
  '2027-02-31T10:00:00Z',
  '2026-13-01',
  'tomorrow 25:00',
  '明日 朝',
  '15:00X',
  '-5s',
  'P',
  'PT',
])('%s is refused', text => {
  expect(advanceFromText(text, NOW)).toBeUndefined()
})

test('What is typed is an instant, also as a length of time from now on', () => {
  expect(instantFromText('2h', NOW)).toBe(NOW + 7_200_000)
  expect(instantFromText('P1DT1H1M1.5S', NOW)).toBe(NOW + 90_061_500)
  expect(instantFromText('00:00', NOW)).toBe(NOW + 10_000)
  expect(instantFromText('soon', NOW)).toBeUndefined()
})

test.each(['-1h', '−1 h', '1 hour ago', 'an hour ago', '1時間前', '60 min earlier'])(
  '%s is an hour before now, where no clock is moved to',
  text => {
    expect(instantFromText(text, NOW)).toBe(NOW - 3_600_000)
    expect(advanceFromText(text, NOW)).toBeUndefined()
  },
)

test('A time of day that today has passed is known, and one to come is not', () => {
  // It is 23:59:50.
  expect(passedToday('20:51', NOW)).toBe(Date.parse('2026-03-10T11:51:00Z'))
  for (const text of ['23:59:50', '23:59:55', '24:00', 'tomorrow 9:00', 'soon'])
    expect([text, passedToday(text, NOW)]).toEqual([text, undefined])
})

test('A factor is a pace however it is written', () => {
  expect(['x60', '×0.5', '60X', '* 10'].map(paceFromText)).toEqual([60, 0.5, 60, 10])
  expect(['60', 'x', 'x0', '5m'].map(paceFromText)).toEqual(Array(4).fill(undefined))
})
