import { expect, test } from 'vitest'
import type { LimitHistoryView, LimitsHistory } from '../../../server/control/protocol/limits.ts'
import { fullGeometry } from './geometry.ts'
import { layOut, targetAt } from './layout.ts'
import { marksOf } from './marks.ts'
import { nearestOf } from './nearest.ts'
import { scaleOf, whereOf } from './view.ts'
import type { Stretch } from './window-growth.ts'
import { usedAt } from './window-growth.ts'
import { GrownWindows, isFull, windowMarks, windowsTold } from './window-marks.ts'

const at = (time: string) => `2026-03-10T${time}.000Z`
const window = (start: string, end: string, figures: { used: number; refused: number }) => ({
  window_start: at(start),
  resets_at: at(end),
  accepted: figures.used,
  by_hand: 0,
  ...figures,
})
/** The Tokyo day that ends at 15:00 UTC. */
const day = (used: number, refused = 0) => ({
  ...window('00:00:00', '15:00:00', { used, refused }),
  window_start: '2026-03-09T15:00:00.000Z',
})
const ms = (time: string) => Date.parse(at(time))
const [today, tomorrow] = [Date.parse('2026-03-09T15:00:00.000Z'), Date.parse(at('15:00:00'))]

const limit = (most: number, view: Partial<LimitHistoryView> = {}): LimitHistoryView => ({
  limit: most,
  windows: [],
  growth: null,
  used_up: null,
  set_by_hand: [],
  earlier_limits: [],
  kept_since: at('00:00:00'),
  told_since: at('00:00:00'),
  ...view,
})
const history = (now: string, views: Partial<LimitsHistory>): LimitsHistory => ({
  now: at(now),
  day: limit(1_000),
  minute: limit(60),
  burst: limit(20),
  webhook_sends: limit(500),
  ...views,
})

test('A window is full when its limit is reached, and no longer after somebody gave some back', () => {
  const known = history('14:59:50', {
    minute: limit(60, { windows: [window('14:59:00', '15:00:00', { used: 20, refused: 0 })] }),
    burst: limit(20, {
      windows: [
        window('14:59:30', '14:59:40', { used: 20, refused: 0 }),
        window('14:59:40', '14:59:50', { used: 3, refused: 4 }),
      ],
    }),
  })
  const marks = windowMarks('free', known, today).filter(mark => mark.limit !== 'day')
  expect(marks.map(mark => [mark.limit, mark.to - mark.from, isFull(mark)])).toEqual([
    ['minute', 60_000, false],
    ['burst', 10_000, true],
    ['burst', 10_000, false],
  ])
})

test('Of several tenants each has a row of its own in the lane of limits, and an only one has the room of the lane', () => {
  const known = history('03:00:00', { day: limit(10, { windows: [day(10, 1)] }) })
  const rowsOf = (...tenants: string[]) =>
    fullGeometry(
      { ...marksOf([], []), windows: tenants.flatMap(tenant => windowMarks(tenant, known, today)) },
      { width: 800, hidden: new Set() },
    )
  const { limits, lanes } = rowsOf('free', 'pro')
  expect(limits.map(({ sends }) => sends)).toEqual([undefined, undefined])
  expect(limits.map(({ tenant }) => tenant)).toEqual(['free', 'pro'])
  expect(limits[0]!.top).toBeGreaterThan(lanes.limits!.top)
  expect(limits[1]!.top).toBe(limits[0]!.top + limits[0]!.height)
  const only = rowsOf('pro')
  const [row] = only.limits
  expect([only.limits.length, row!.top + row!.height]).toEqual([1, only.lanes.limits!.top + only.lanes.limits!.height])
  expect(row!.height).toBeGreaterThan(limits[0]!.height)
})

test('The newest day is that of the clock, empty before anything is used of it, however full the one before was', () => {
  const known = history('14:00:00', { day: limit(10, { windows: [day(10, 1)], used_up: [] }) })
  const newest = (start: number) => windowMarks('pro', known, start).findLast(mark => mark.limit === 'day')
  expect(newest(today)).toMatchObject({ from: today, used: 10 })
  expect(newest(tomorrow)).toMatchObject({ from: tomorrow, to: tomorrow + 86_400_000, used: 0, full: [] })
})

test('A day was used up when the emulator says so, and one that still is stays so to its end', () => {
  const used_up = [
    { from: at('03:00:10'), to: at('03:00:30') },
    { from: at('04:00:00'), to: at('05:00:00') },
  ]
  const known = history('05:00:00', { day: limit(10, { windows: [day(10, 1)], used_up }) })
  expect(windowMarks('pro', known, today)[0]!.full).toEqual([
    { from: ms('03:00:10'), to: ms('03:00:30') },
    { from: ms('04:00:00'), to: ms('15:00:00') },
  ])
  // What was used up of one day is nothing of the next.
  expect(windowMarks('pro', known, tomorrow).map(({ full }) => full.length)).toEqual([2, 0])
})

test('A window grows with the requests in it, and the end of one that is over is the last that it could', () => {
  const known = history('14:59:50', {
    minute: limit(60, {
      windows: [
        window('14:58:00', '14:59:00', { used: 3, refused: 0 }),
        window('14:59:00', '15:00:00', { used: 2, refused: 0 }),
      ],
    }),
  })
  const rate = Float64Array.from(['14:57:59', '14:58:00', '14:58:59', '14:59:00'].map(ms))
  const grow = (...unknown: Stretch[]) =>
    new GrownWindows()
      .grow(windowMarks('pro', known, today), { usesOf: () => ({ rate, day: rate }), unknown })
      .filter(mark => mark.limit === 'minute')
      .map(({ growth }) => growth?.ats.map((step, index) => [step, growth.used[index]]))
  const newest = [
    [ms('14:59:00'), 1],
    [ms('14:59:50'), 2],
  ]
  expect(grow()).toEqual([
    [
      [ms('14:58:00'), 1],
      [ms('14:58:59'), 2],
      [ms('14:59:00'), 3],
    ],
    newest,
  ])
  // Not where older requests are not here.
  expect(grow({ from: Number.NEGATIVE_INFINITY, to: ms('14:58:30') })).toEqual([undefined, newest])
  // Nor where some between are not.
  expect(grow({ from: ms('14:58:30'), to: ms('14:58:40') })).toEqual([undefined, newest])
})

test('Of a time of which not all minutes and burst windows are told the lane says so, and whether they are kept', () => {
  const rate = (start: string, end: string, kept: string, told: string) =>
    limit(20, {
      windows: [window(start, end, { used: 1, refused: 0 })],
      kept_since: at(kept),
      told_since: at(told),
    })
  const newest = history('14:59:50', { burst: rate('14:58:30', '14:58:40', '02:00:00', '14:58:00') })
  const untoldOf = (told: Partial<Parameters<typeof windowsTold>[1]>) =>
    windowsTold('pro', { newest, older: undefined, before: 0, ...told }, today).untold.map(({ from, to, isKept }) => [
      from,
      to,
      isKept,
    ])
  const begin = Number.NEGATIVE_INFINITY
  const gone = [begin, ms('02:00:00'), false]
  expect(untoldOf({})).toEqual([gone, [ms('02:00:00'), ms('14:58:00'), true]])
  const older = history('14:59:50', { burst: rate('13:10:00', '13:10:10', '02:00:00', '13:00:00') })
  expect(untoldOf({ older, before: ms('14:00:00') })).toEqual([
    gone,
    [ms('02:00:00'), ms('13:00:00'), true],
    [ms('14:00:00'), ms('14:58:00'), true],
  ])
  // What both tell of is told once.
  const { windows } = windowsTold('pro', { newest, older: newest, before: ms('15:00:00') }, today)
  expect(windows.map(mark => mark.limit)).toEqual(['day', 'burst'])

  const marks = {
    ...marksOf([], []),
    windows,
    untold: [{ tenant: 'pro', from: begin, to: ms('14:58:30'), isKept: false }],
  }
  const now = ms('14:59:50')
  const scale = scaleOf({ span: 600, centre: ms('14:55:00') }, whereOf(marks, now, 800))
  const { untold } = layOut(marks, { scale, now, geometry: fullGeometry(marks, { width: 800, hidden: new Set() }) })
  expect(untold).toMatchObject([{ left: 0, right: scale.x(ms('14:58:30')) }])
})

test('A day of which nothing was used stands between those that were used, and none stands before the first', () => {
  const later = today + 3 * 86_400_000
  const days = windowMarks('pro', history('05:00:00', { day: limit(10, { windows: [day(3)] }) }), later).filter(
    mark => mark.limit === 'day',
  )
  expect(days.map(({ from, used }) => [(from - today) / 86_400_000, used])).toEqual([
    [0, 3],
    [1, 0],
    [2, 0],
    [3, 0],
  ])
})

test('Of a window of which nothing has changed the growth is that of before, and otherwise as if it had never been read', () => {
  const minutes = (used: number, setTo?: number) =>
    windowMarks(
      'pro',
      history('14:59:50', {
        minute: limit(60, {
          windows: [
            window('14:58:00', '14:59:00', { used: 2, refused: 0 }),
            window('14:59:00', '15:00:00', { used, refused: 0 }),
          ],
          set_by_hand:
            setTo === undefined
              ? []
              : [{ at: at('14:58:30'), from: 1, to: setTo, most: setTo, net: setTo - 1, steps: [] }],
        }),
      }),
      today,
    )
  const traffic = (...times: string[]) => {
    const rate = Float64Array.from(times.map(ms))
    return { usesOf: () => ({ rate, day: new Float64Array() }), unknown: [] }
  }
  const windows = new GrownWindows()
  const growths = (marks: ReturnType<typeof minutes>, uses: ReturnType<typeof traffic>) => {
    const grown = windows.grow(marks, uses)
    expect(grown).toEqual(new GrownWindows().grow(marks, uses))
    return grown.filter(({ limit }) => limit === 'minute').map(({ growth }) => growth)
  }
  const first = growths(minutes(1), traffic('14:58:10', '14:58:40', '14:59:10'))
  const second = growths(minutes(2), traffic('14:58:10', '14:58:40', '14:59:10', '14:59:20'))
  expect(second.map((growth, index) => growth === first[index])).toEqual([true, false])
  // Another world, by a restore: what is over is not as it was.
  const moved = growths(minutes(2), traffic('14:58:10', '14:58:41', '14:59:10', '14:59:20'))
  expect(moved.map((growth, index) => growth === second[index])).toEqual([false, true])
  const set = growths(minutes(2, 30), traffic('14:58:10', '14:58:41', '14:59:10', '14:59:20'))
  const setOtherwise = growths(minutes(2, 20), traffic('14:58:10', '14:58:41', '14:59:10', '14:59:20'))
  expect([set[0]!.peak, setOtherwise[0]!.peak]).toEqual([30, 20])
})

test('Webhook sends are shown once any were used, also on the next day, with a place of their own to point at', () => {
  const shown = (sends: Partial<LimitHistoryView>, { most = 500, start = today } = {}) =>
    windowMarks('pro', history('05:00:00', { webhook_sends: limit(most, sends) }), start).filter(
      mark => mark.limit === 'webhook_sends',
    )
  expect(shown({})).toEqual([])
  expect(shown({ windows: [day(3)], used_up: [] })).toMatchObject([{ used: 3, from: today }])
  expect(shown({ windows: [day(3)], used_up: [] }, { start: tomorrow })).toMatchObject([
    { used: 3, from: today },
    { used: 0, from: tomorrow },
  ])
  const setting = { from: 0, to: 499, most: 499 }
  expect(
    shown({ windows: [day(499)], set_by_hand: [{ at: at('04:00:00'), net: 0, steps: [], ...setting }] }),
  ).toMatchObject([{ used: 499, settings: [setting] }])
  expect(shown({ windows: [day(0)], used_up: [] }, { most: 0 })).toEqual([])
  expect(shown({ windows: [day(500, 2)], used_up: [] })).toMatchObject([{ used: 500, most: 500, refused: 2 }])

  const known = history('05:00:00', {
    day: limit(10, { windows: [day(3)] }),
    webhook_sends: limit(500, { windows: [day(500, 2)] }),
  })
  const marks = { ...marksOf([], []), windows: windowMarks('pro', known, today) }
  const geometry = fullGeometry(marks, { width: 800, hidden: new Set() })
  const now = Date.parse(at('05:00:00'))
  const scale = scaleOf({ span: 60, centre: undefined }, whereOf(marks, now, 800))
  const { boxes } = layOut(marks, { scale, now, geometry })
  const lane = geometry.lanes.limits!
  const limitAt = (y: number) => {
    const target = targetAt(boxes, { x: 400, y: lane.top + y })
    return target?.kind === 'window' ? target.mark.limit : undefined
  }
  expect([4, lane.height - 18, lane.height - 8, lane.height - 2].map(limitAt)).toEqual([
    'day',
    'day',
    'webhook_sends',
    'webhook_sends',
  ])
})

test('How sends grew is known at each minute in which they did, and whenever somebody set them', () => {
  const points = [
    { at: at('03:00:00'), used: 0 },
    { at: at('04:00:00'), used: 7 },
    { at: at('05:00:00'), used: 400 },
  ]
  const growth = [{ window_start: new Date(today).toISOString(), points, refusals: [] }]
  const set_by_hand = [{ at: at('04:00:20'), from: 8, to: 399, most: 399, net: 391, steps: [] }]
  const sends = limit(500, { windows: [day(400)], growth, set_by_hand })
  const [mark] = windowMarks('pro', history('05:00:00', { webhook_sends: sends }), today).slice(-1)
  const usedAtTime = (time: string) => usedAt(mark!.growth!, ms(time))
  expect(
    ['02:59:00', '03:00:30', '03:01:00', '03:59:59', '04:00:10', '04:00:20', '04:01:00', '05:00:00'].map(usedAtTime),
  ).toEqual([0, 0, 7, 7, 7, 399, 400, 400])
})

test('The window that matters most is the one nearest to its limit, and of those as near the one that lasts longest', () => {
  const nearest = (views: Partial<LimitsHistory>) =>
    nearestOf(windowMarks('pro', history('14:59:50', views), today))?.limit
  const minute = (used: number) => limit(60, { windows: [window('14:59:00', '15:00:00', { used, refused: 0 })] })
  const burst = (used: number) => limit(20, { windows: [window('14:59:50', '15:00:00', { used, refused: 0 })] })
  expect(nearest({})).toBe('day')
  expect(nearest({ day: limit(1_000, { windows: [day(100)] }), minute: minute(5), burst: burst(1) })).toBe('day')
  // After the reset of the day, one request of ten seconds is none of what its line shows.
  expect(nearest({ day: limit(1_000, { windows: [day(1)] }), burst: burst(1) })).toBe('day')
  expect(nearest({ burst: burst(2) })).toBe('burst')
  expect(nearest({ minute: minute(30), burst: burst(9) })).toBe('minute')
  expect(nearest({ minute: minute(30), burst: burst(11) })).toBe('burst')
  expect(nearest({ minute: minute(60), burst: burst(21) })).toBe('minute')
  expect(nearest({ webhook_sends: limit(500, { windows: [day(450)] }), burst: burst(17) })).toBe('webhook_sends')
})
