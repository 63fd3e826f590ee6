import { expect, test } from 'vitest'
import { durationIn } from '../../server/contract/duration-text.ts'
import type { ClockView } from '../../server/control/protocol/clock.ts'
import type { Pace } from '../../server/control/protocol/common.ts'
import { WorldClock } from './clock.ts'
import { durationText, wallClock } from './time-text.ts'

const reading = (pace: Pace): ClockView => ({
  now: '2026-03-10T14:59:50.000Z',
  pace,
  tokyo: '2026-03-10T23:59:50+09:00',
  next_job: null,
  host: { offset_seconds: 0, reason: null },
  advance: null,
})

function clockAt(start: number) {
  const page = { now: start, tick: undefined as (() => void) | undefined }
  const clock = new WorldClock({
    now: () => page.now,
    repeat: callback => {
      page.tick = callback
      return () => {
        page.tick = undefined
      }
    },
  })
  return { page, clock }
}

const AT = Date.parse('2026-03-10T14:59:50.000Z')

test.each([
  ['frozen', 0],
  ['live', 2_000],
  [60, 120_000],
] as const)('Between two readings a clock with the pace %s moves at that pace', (pace, moved) => {
  const { page, clock } = clockAt(500)
  clock.set(reading(pace))
  page.now += 2_000
  expect(clock.now()).toBe(AT + moved)
})

test('While it is advanced, a clock stands where it has got to and goes on at its pace afterwards', () => {
  const { page, clock } = clockAt(500)
  clock.set({ ...reading('live'), advance: { to: '2026-03-10T20:00:00.000Z', in_flight: [] } })
  page.now += 2_000
  expect(clock.now()).toBe(AT)
  clock.set(reading('live'))
  page.now += 2_000
  expect(clock.now()).toBe(AT + 2_000)
})

test('The page ticks only while time moves and somebody looks', () => {
  const { page, clock } = clockAt(0)
  clock.set(reading('live'))
  expect(page.tick).toBeUndefined()
  const leave = clock.subscribe(() => {})
  expect(page.tick).toBeDefined()
  clock.set(reading('frozen'))
  expect(page.tick).toBeUndefined()
  clock.set(reading(60))
  leave()
  expect(page.tick).toBeUndefined()
})

test('Tokyo is nine hours ahead of UTC, and midnight there is the start of a day', () => {
  expect(wallClock(AT + 10_000, 'tokyo')).toEqual({ date: '2026-03-11', time: '00:00:00', milliseconds: '000' })
  expect(wallClock(AT + 10_123, 'utc')).toEqual({ date: '2026-03-10', time: '15:00:00', milliseconds: '123' })
})

test.each([
  ['frozen', ['10 d', '29 min 32 s', '7 s', '640 ms', '0 s']],
  ['live', ['10 d', '29 min 32 s', '7 s', '1 s', '0 s']],
] as const)('What a %s clock has left until an instant is written as every length of time is', (pace, told) => {
  const { clock } = clockAt(0)
  expect(clock.left(AT)).toBeUndefined()
  clock.set(reading(pace))
  clock.subscribe(() => {})
  const lefts = [863_999_400, 1_771_600, 6_400, 640, -1].map(span => clock.left(AT + span) ?? Number.NaN)
  expect(lefts.map(durationText)).toEqual(told)
})

test('Japanese writes a length of time without any space', () => {
  expect([7_000, 1_771_000, 86_063_000].map(span => durationIn('ja', span))).toEqual(['7秒', '29分31秒', '23時間54分'])
})

test('What took less than can be told is not said to have taken no time', () => {
  expect([0.04, 0.05].map(span => durationIn('en', span))).toEqual(['under 0.1 ms', '0.1 ms'])
  expect(durationIn('ja', 0.04)).toBe('0.1 ms 未満')
})

test('A length of time is told in its two largest units, and none of them is nought', () => {
  const lengths = [0, 0.84, 12.4, 999.7, 3_240, 59_700, 245_000, 1_800_000, 7_380_000, 864_000_000, 90_061_000]
  expect(lengths.map(durationText)).toEqual([
    ...['0 s', '0.8 ms', '12 ms', '1 s', '3.2 s', '1 min'],
    ...['4 min 5 s', '30 min', '2 h 3 min', '10 d', '1 d 1 h'],
  ])
})

test('What is rendered changes with a tick and not while it is rendered, whatever the pace', () => {
  const { page, clock } = clockAt(500)
  clock.set(reading(60))
  const told: (number | undefined)[] = []
  clock.subscribe(() => told.push(clock.shown))
  page.now += 90
  expect([clock.now(), clock.shown]).toEqual([AT + 5_400, AT])
  page.tick?.()
  expect(clock.shown).toBe(AT + 5_400)
  expect(told).toEqual([AT + 5_400])
})

test('How long ago an instant was is exact while the clock stands, and in whole seconds while it moves', () => {
  const { page, clock } = clockAt(0)
  const { now, ...rest } = reading('frozen')
  clock.set({ now: now.replace('50.000Z', '50.230Z'), ...rest })
  expect(clock.since(AT - 50)).toBe(280)
  expect(clock.since(AT + 1_000)).toBe(0)
  clock.set(reading('live'))
  const leave = clock.subscribe(() => {})
  page.now += 1_990
  page.tick?.()
  expect(clock.since(AT)).toBe(1_000)
  leave()
})
