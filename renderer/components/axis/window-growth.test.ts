import { expect, test } from 'vitest'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import type { TimelineItem } from '../../data/timeline.ts'
import { growthOf, SlotReader, usedAt } from './window-growth.ts'

const MINUTE = { from: 60_000, to: 120_000, readAt: 100_000, most: 60, settings: [] }
const used = (known: Partial<Parameters<typeof growthOf>[0]>) => {
  const growth = growthOf({ ...MINUTE, used: 0, uses: [], ...known })
  return growth.ats.map((at, index) => [at, growth.used[index]])
}

test('A window grows with the requests in it', () => {
  const uses = [60_000, 70_000, 70_000, 119_999]
  expect(used({ uses, used: 4 })).toEqual([
    [60_000, 1],
    [70_000, 3],
    [119_999, 4],
  ])
  const growth = growthOf({ ...MINUTE, uses, used: 4 })
  expect([59_000, 60_000, 69_999, 70_000, 110_000, 119_999].map(at => usedAt(growth, at))).toEqual([0, 1, 1, 3, 3, 4])
  const fullFrom = (most: number | null) => growthOf({ ...MINUTE, uses, used: 4, most }).full.map(({ from }) => from)
  expect([1, 3, 5, null].map(fullFrom)).toEqual([[60_000], [70_000], [], []])
})

test('Requests that are told of before the count that has them are not counted yet', () => {
  expect(used({ uses: [61_000, 62_000, 63_000], used: 2 })).toEqual([
    [61_000, 1],
    [62_000, 2],
  ])
})

test('What cannot be placed came last, as far as anybody can tell: no instant has more than there was', () => {
  expect(used({ uses: [61_000], used: 3 })).toEqual([
    [61_000, 1],
    [100_000, 3],
  ])
  expect(used({ used: 3 })).toEqual([[100_000, 3]])
})

test('What somebody sets is a step at its instant, up or down, and requests go on from there', () => {
  const settings = [
    { at: 65_000, from: 1, to: 59, most: 59 },
    { at: 80_000, from: 60, to: 0, most: 60 },
  ]
  expect(used({ uses: [61_000, 70_000, 90_000], used: 1, settings })).toEqual([
    [61_000, 1],
    [65_000, 59],
    [70_000, 60],
    [80_000, 0],
    [90_000, 1],
  ])
  const grown = (most: number) => growthOf({ ...MINUTE, uses: [61_000, 70_000, 90_000], used: 1, settings, most })
  expect(grown(60)).toMatchObject({ peak: 60, full: [{ from: 70_000, to: 80_000 }] })
  expect(grown(1).full).toEqual([
    { from: 61_000, to: 80_000 },
    { from: 90_000, to: Number.POSITIVE_INFINITY },
  ])
})

test('The most that was used is also what somebody set at the very instant at which they set it back', () => {
  const settings = [{ at: 65_000, from: 5, to: 3, most: 60 }]
  expect(growthOf({ ...MINUTE, uses: [], used: 3, settings })).toMatchObject({ ats: [65_000], used: [3], peak: 60 })
})

test('Which requests use slots is as the register has it, and what a fault hit is left out', () => {
  let seq = 0
  const asked = (view: Partial<ExchangeView>): TimelineItem => {
    const value = { tenant: 'pro', method: 'GET', status: 200, code: null, fault: null, ...view } as ExchangeView
    return { key: `exchange ${++seq}`, at: seq, nth: seq, lane: 'exchange', answer: 'ok', value }
  }
  const items = [
    asked({}),
    asked({ tenant: 'max' }),
    asked({ tenant: null, status: 401 }),
    asked({ status: 404, code: 'not_found' }),
    asked({ status: 429, code: 'quota_exceeded' }),
    asked({ status: 429, code: 'rate_limit_exceeded' }),
    asked({ method: 'HEAD' }),
    asked({ fault: 3 }),
  ].toReversed()
  const reader = new SlotReader()
  const read = (counting: Parameters<typeof reader.read>[1], tenant = 'pro') => {
    const { rate, day } = reader.read(items, counting)(tenant)
    return { rate: [...rate], day: [...day] }
  }
  const all = { failed: true, refused: true, head: true }
  expect(read(all)).toEqual({ rate: [1, 4, 5, 6, 7], day: [1, 7] })
  expect(read({ failed: true, refused: false, head: false })).toEqual({ rate: [1, 4, 5], day: [1] })
  expect(read({ failed: false, refused: false, head: false })).toEqual({ rate: [1], day: [1] })
  expect([read(all, 'max').rate, read(all, 'free').rate]).toEqual([[2], []])
})

test('Of however many requests all are read', () => {
  const value = { tenant: 'pro', method: 'GET', status: 200, code: null, fault: null } as ExchangeView
  const items = Array.from({ length: 5_000 }, (_, index): TimelineItem => {
    const at = 5_000 - index
    return { key: `exchange ${at}`, at, nth: at, lane: 'exchange', answer: 'ok', value }
  })
  const { rate } = new SlotReader().read(items, { failed: true, refused: true, head: true })('pro')
  expect([...rate]).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1))
})
