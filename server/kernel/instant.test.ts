import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DAY,
  dateIn,
  EARLIEST,
  fixedWindow,
  HOUR,
  type Instant,
  LATEST,
  MINUTE,
  parseDuration,
  parseInstant,
  SECOND,
  secondsUntil,
  startOfDate,
  toIso,
  toIsoDuration,
  toZonedIso,
} from './instant.ts'

const TOKYO = 9 * HOUR
const instants = fc.integer({ min: EARLIEST, max: LATEST })
const many = { numRuns: 20_000 }

/** The calendar of ICU, which knows the rules of Tokyo and not just nine hours. */
const tokyo = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Tokyo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
function inTokyo(instant: Instant): string {
  const parts = Object.fromEntries(tokyo.formatToParts(instant).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
}

describe('windows', () => {
  test.each([10 * SECOND, MINUTE, DAY])(
    'one of %i ms holds its instant and starts on a multiple of its length',
    length => {
      fc.assert(
        fc.property(instants, instant => {
          const { start, end } = fixedWindow(instant, length)
          expect(start <= instant && instant < end && end - start === length && start % length === 0).toBe(true)
        }),
        many,
      )
    },
  )

  test('a Tokyo day begins at 00:00:00 of Tokyo by ICU, and all its instants have one date (threat E10)', () => {
    fc.assert(
      fc.property(instants, instant => {
        const { start, end } = fixedWindow(instant, DAY, TOKYO)
        const date = inTokyo(instant).slice(0, 10)
        expect([inTokyo(start), inTokyo(end - 1)]).toEqual([`${date}T00:00:00`, `${date}T23:59:59`])
        expect(dateIn(instant, TOKYO)).toBe(date)
        expect(startOfDate(date, TOKYO)).toBe(start)
      }),
      many,
    )
  })

  test('a boundary belongs to the window that it starts, the millisecond before it to the one that it ends', () => {
    const boundary = Date.UTC(2026, 2, 10, 15)
    expect(fixedWindow(boundary, DAY, TOKYO).start).toBe(boundary)
    expect(fixedWindow(boundary - 1, DAY, TOKYO).end).toBe(boundary)
  })
})

describe('seconds to wait', () => {
  test('are rounded up, at least 1, and enough to reach the instant but never a whole second too many', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 2 * DAY }), (now, wait) => {
        const seconds = secondsUntil(now + wait, now)
        expect(Number.isInteger(seconds) && seconds >= 1).toBe(true)
        expect(now + seconds * SECOND).toBeGreaterThanOrEqual(now + wait)
        expect((seconds - 1) * SECOND).toBeLessThan(wait)
      }),
    )
    expect(secondsUntil(1_000, 1_000)).toBe(1)
  })
})

describe('instants as text', () => {
  test('are read as they were written, in UTC and in any zone', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -14 * 60, max: 14 * 60 }), (instant, minutes) => {
        expect(parseInstant(toIso(instant))).toBe(instant)
        expect(parseInstant(toZonedIso(instant, minutes * MINUTE))).toBe(instant)
        expect(parseInstant(toIso(instant, 'seconds'))).toBe(Math.floor(instant / SECOND) * SECOND)
      }),
      many,
    )
  })

  test('show Tokyo as ICU does', () => {
    fc.assert(
      fc.property(instants, instant => {
        expect(toZonedIso(instant, TOKYO).slice(0, 19)).toBe(inTokyo(instant))
      }),
      many,
    )
    expect(toZonedIso(Date.UTC(2026, 2, 10, 14, 59, 50), TOKYO)).toBe('2026-03-10T23:59:50+09:00')
    expect(toZonedIso(Date.UTC(2026, 2, 10, 14, 59, 50, 7), -90 * MINUTE)).toBe('2026-03-10T13:29:50.007-01:30')
  })

  test.each([
    ['2026-03-10T14:59Z', Date.UTC(2026, 2, 10, 14, 59)],
    ['2026-03-10T14:59:50.1Z', Date.UTC(2026, 2, 10, 14, 59, 50, 100)],
    ['2026-03-10T14:59:50.123999Z', Date.UTC(2026, 2, 10, 14, 59, 50, 123)],
    ['2024-02-29T00:00:00+09:00', Date.UTC(2024, 1, 28, 15)],
  ])('%s is an instant', (text, instant) => {
    expect(parseInstant(text)).toBe(instant)
  })

  test.each([
    '2026-02-29T00:00:00Z',
    '2026-03-10',
    '2026-03-10T14:59:50',
    '2026-03-10T24:00:00Z',
    '2026-03-10T14:60:00Z',
    '2026-03-10T14:59:60Z',
    '2026-03-10t14:59:50z',
    '2026-03-10 14:59:50Z',
    '2026-3-10T14:59:50Z',
    '2026-03-10T14:59:50+0900',
    '2026-03-10T14:59:50+15:00',
    '2026-03-10T14:59:50.Z',
    ' 2026-03-10T14:59:50Z',
    '2026-03-10T14:59:50Z\n',
    '1999-12-31T23:59:59.999Z',
    '2100-01-01T00:00:00Z',
    '２026-03-10T14:59:50Z',
    '',
  ])('%j is none', text => {
    expect(parseInstant(text)).toBeUndefined()
  })
})

describe('dates', () => {
  test('every day of 2020 to 2032 exists as text, and no other day of a month does (threat E10)', () => {
    const days = new Set<string>()
    for (let day = Date.UTC(2020, 0, 1); day < Date.UTC(2033, 0, 1); day += DAY) days.add(dateIn(day, 0))
    for (let year = 2020; year <= 2032; year++)
      for (let month = 0; month <= 13; month++)
        for (let day = 0; day <= 32; day++) {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
          const start = startOfDate(text, TOKYO)
          expect([text, start !== undefined]).toEqual([text, days.has(text)])
          if (start !== undefined) expect(dateIn(start, TOKYO)).toBe(text)
        }
    expect(days.size).toBe(4_749)
  })

  test.each(['2026-3-1', '26-03-01', '2026-03-01T00:00:00Z', ' 2026-03-01', '2026-03-01\n', '+002026-03-01', ''])(
    '%j is none',
    text => {
      expect(startOfDate(text, 0)).toBeUndefined()
    },
  )
})

describe('durations', () => {
  test('are read as they were written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * DAY }), duration => {
        expect(parseDuration(toIsoDuration(duration))).toBe(duration)
      }),
      many,
    )
  })

  test.each([
    ['PT10S', 10 * SECOND],
    ['PT0.05S', 50],
    ['P2D', 2 * DAY],
    ['P1DT2H3M4.5S', DAY + 2 * HOUR + 3 * MINUTE + 4_500],
    ['-PT1S', -SECOND],
    ['+PT1S', SECOND],
    ['PT0S', 0],
    ['PT90M', 90 * MINUTE],
  ])('%s is one', (text, duration) => {
    expect(parseDuration(text)).toBe(duration)
  })

  test.each([
    '',
    'P',
    'PT',
    'P1DT',
    '10s',
    'PT10',
    'P1W',
    'P1M',
    'P1Y',
    'PT-1S',
    'pt10s',
    'PT1.S',
    ' PT1S',
    'P99999999999D',
  ])('%j is none', text => {
    expect(parseDuration(text)).toBeUndefined()
  })

  test.each([
    [0, 'PT0S'],
    [90 * SECOND, 'PT1M30S'],
    [DAY, 'P1D'],
    [1, 'PT0.001S'],
  ])('%i ms is %s at its shortest', (duration, text) => {
    expect(toIsoDuration(duration)).toBe(text)
  })
})
