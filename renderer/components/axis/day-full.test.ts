import { expect, test } from 'vitest'
import type { TimelineItem } from '../../data/timeline.ts'
import { fullStretches } from './day-full.ts'

const at = (time: string) => Date.parse(`2026-03-11T${time}+09:00`)
const point = (time: string, used: number) => ({ at: new Date(at(time)).toISOString(), used })
const set = (time: string, before: number, used: number) =>
  ({
    key: time,
    at: at(time),
    lane: 'control',
    value: { kind: 'limits', tenant: 'free', set: { day: { used, before, limit: 10 } } },
  }) as unknown as TimelineItem
const request = (time: string, status: number) =>
  ({ key: time, at: at(time), lane: 'exchange', value: { tenant: 'free', status } }) as unknown as TimelineItem
const full = (points: ReturnType<typeof point>[], newestFirst: TimelineItem[]) =>
  fullStretches(
    { window_start: new Date(at('00:00:00')).toISOString(), points },
    { tenant: 'free', most: 10, items: newestFirst },
  )

test('A day set to its limit by hand is used up from then on, not from midnight', () => {
  expect(
    full([point('00:00:00', 0), point('00:05:37', 10)], [set('00:05:08', 2, 10), request('00:00:02', 200)]),
  ).toEqual([{ from: at('00:05:08'), to: at('00:05:37') }])
})

test('What somebody gave back ends it, and the last request that goes through begins it again', () => {
  const points = [point('00:05:00', 2), point('00:09:00', 9), point('00:20:00', 10)]
  const items = [request('00:09:40', 429), request('00:09:30', 200), set('00:07:00', 10, 9), set('00:05:08', 2, 10)]
  expect(full(points, items)).toEqual([
    { from: at('00:05:08'), to: at('00:07:00') },
    { from: at('00:09:30'), to: at('00:20:00') },
  ])
})

test('A day that never came to its limit has no such stretch', () => {
  expect(full([point('00:05:00', 2), point('00:20:00', 9)], [request('00:05:00', 200)])).toEqual([])
})
