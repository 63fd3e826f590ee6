import { expect, test } from 'vitest'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { itemOf, type Lane, type TimelineItem } from './timeline.ts'
import { type Earlier, isUnknownIn, unknownOf, type Wanted, wantedFor, withEarlier } from './timeline-earlier.ts'

const request = (at: number, seq = at): TimelineItem =>
  itemOf.exchange({
    ...{ request_id: `req_${seq}`, seq, nth: seq, at: new Date(at).toISOString(), tenant: 'pro' },
    ...{ method: 'GET', path: '/customers', query: '', status: 200, code: null, origin: 'client', fault: null },
    ...{ broken_off: null, answered: 'whole', unanswered: null },
  } as ExchangeView)

const read = (wanted: Wanted, from: number, items: TimelineItem[] = []): Earlier => ({
  wanted,
  items,
  known: new Map([['exchange', { from, to: wanted.until.get('exchange')! }]]),
})

/** A timeline that has the requests from an instant on, and no older ones. */
const since = (at: number, items: TimelineItem[] = []) => ({
  wholeSince: new Map<Lane, number>([['exchange', at]]),
  items,
  beginnings: 0,
})

test('What is not known of the time in view is read, up to what is known, and nothing while all of it is', () => {
  const timeline = since(1_000)
  const none = { wanted: undefined, earlier: undefined, timeline }
  expect(wantedFor({ from: 1_001, to: 2_000 }, none)).toBeUndefined()
  const across = wantedFor({ from: 400.5, to: 2_000 }, none)
  expect([across?.from, across?.until.get('exchange')]).toEqual([400, 1_001])
  expect(wantedFor({ from: 400, to: 600 }, none)?.until.get('exchange')).toBe(601)
})

test('What was read or is being read is not read once more, until the view leaves it', () => {
  const timeline = since(1_000)
  const wanted = wantedFor({ from: 400, to: 2_000 }, { wanted: undefined, earlier: undefined, timeline })!
  const after = (view: { from: number; to: number }, earlier?: Earlier) =>
    wantedFor(view, { wanted, earlier, timeline }) === wanted
  expect(after({ from: 400, to: 2_000 })).toBe(true)
  // The clock goes on, and the view with it.
  expect(after({ from: 500, to: 2_100 }, read(wanted, 400))).toBe(true)
  expect(after({ from: 500, to: 700 }, read(wanted, 400))).toBe(true)
  expect(after({ from: 300, to: 700 }, read(wanted, 400))).toBe(false)
  // Of very many the newest were read: the same would be read again, but for a view that ends before these.
  expect(after({ from: 500, to: 2_100 }, read(wanted, 800))).toBe(true)
  expect(after({ from: 500, to: 700 }, read(wanted, 800))).toBe(false)
  // Another world.
  expect(
    wantedFor({ from: 400, to: 2_000 }, { wanted, earlier: undefined, timeline: { ...timeline, beginnings: 1 } }),
  ).not.toBe(wanted)
})

test('What comes first in a view is read first, and what had no room behind it is once the view has gone there', () => {
  const timeline = since(1_000)
  const none = { wanted: undefined, earlier: undefined, timeline }
  const wanted = wantedFor({ from: 400, to: 900, first: 600 }, none)!
  expect([wanted.first, wanted.until.get('exchange')]).toEqual([601, 901])
  const earlier: Earlier = { wanted, items: [], known: new Map([['exchange', { from: 400, to: 601 }]]) }
  expect(wantedFor({ from: 400, to: 900, first: 600 }, { wanted, earlier, timeline })).toBe(wanted)
  expect(wantedFor({ from: 500, to: 900, first: 700 }, { wanted, earlier, timeline })).not.toBe(wanted)
})

test('Of a view that has thousands no more are read', () => {
  const many = Array.from({ length: 2_500 }, (_, index) => request(1_000 + index)).reverse()
  const none = { wanted: undefined, earlier: undefined, timeline: since(1_000, many) }
  expect(wantedFor({ from: 0, to: 4_000 }, none)).toBeUndefined()
  expect(wantedFor({ from: 0, to: 1_500 }, none)).toBeDefined()
})

test('What was read stands among the rest in order, and what both have is there once', () => {
  const wanted: Wanted = { from: 0, until: new Map([['exchange', 31]]), beginnings: 0 }
  const items = [request(50), request(30)]
  const all = withEarlier(items, read(wanted, 0, [request(30), request(20), request(10)]))
  expect(all.map(({ at }) => at)).toEqual([50, 30, 20, 10])
  expect(withEarlier(items, undefined)).toBe(items)
})

test('Of the time between what was read and what is known, and of that before both, not all is said to be known', () => {
  const { wholeSince } = since(1_000)
  const wanted = (from: number, until: number): Wanted => ({
    from,
    until: new Map([['exchange', until]]),
    beginnings: 0,
  })
  const unknown = (earlier?: Earlier) => unknownOf(wholeSince, earlier).get('exchange')
  const before = (to: number) => ({ from: Number.NEGATIVE_INFINITY, to })
  expect(unknown()).toEqual([before(1_000)])
  expect(unknown(read(wanted(400, 600), 400))).toEqual([before(400), { from: 600, to: 1_000 }])
  expect(unknown(read(wanted(400, 1_001), 700))).toEqual([before(700)])
  expect(unknown(read(wanted(0, 1_001), 0))).toBeUndefined()
  const stretches = unknown(read(wanted(400, 600), 400))
  expect([isUnknownIn(stretches, { from: 450, to: 550 }), isUnknownIn(stretches, { from: 450, to: 650 })]).toEqual([
    false,
    true,
  ])
})
