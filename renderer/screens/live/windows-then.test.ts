import { expect, test } from 'vitest'
import type { EventView } from '../../../server/control/protocol/events.ts'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import type { LimitsHistory } from '../../../server/control/protocol/limits.ts'
import type { WindowMark } from '../../components/axis/window-marks.ts'
import { itemOf, type Lane, type TimelineItem } from '../../data/timeline.ts'
import { limitAt, windowsThen } from './windows-then.ts'

const START = Date.parse('2026-03-12T00:00:00Z')
const at = (seconds: number) => START + seconds * 1_000
const iso = (seconds: number) => new Date(at(seconds)).toISOString()
let seq = 0
const request = (seconds: number, more: Partial<ExchangeView> = {}) =>
  itemOf.exchange({
    ...{ request_id: `req_${++seq}`, nth: seq, at: iso(seconds), tenant: 'pro', method: 'GET', status: 200 },
    ...{ code: null, fault: null, unanswered: null, ...more },
  } as ExchangeView)
const window = (more: Partial<WindowMark>): WindowMark => ({
  ...{ key: 'w', tenant: 'pro', limit: 'day', from: at(0), to: at(86_400), used: 0, most: 1_000, refused: 0 },
  ...{ full: [], byHand: 0, settings: [], readAt: at(100), ...more },
})

/** As it stood ten seconds after the start. */
function then(mark: WindowMark, items: readonly TimelineItem[], wholeSince: ReadonlyMap<Lane, number> = new Map()) {
  const now = items.toSorted((one, other) => other.at - one.at)
  const counting = { failed: true, refused: false, head: true }
  const standing = { at: at(10), nth: Number.MAX_SAFE_INTEGER, moment: '', isLater: true, now, wholeSince }
  const [stood] = windowsThen([mark], standing, { counting, mostOf: ({ most }) => most })
  return stood && { used: stood.used, isAtLeast: stood.isAtLeast ?? false, refused: stood.refused }
}

test('Of a window that is still counted, what has been used since is taken off again, also of what is not loaded', () => {
  const requests = [request(1), request(2), request(20), request(30, { status: 429, code: 'daily_quota_exceeded' })]
  expect(then(window({ used: 503, refused: 1 }), requests)).toEqual({ used: 502, isAtLeast: false, refused: 0 })
})

test('Where somebody has set it since, it was what they set it from, but for what was used in between', () => {
  const settings = [{ at: at(40), from: 3, to: 990, most: 990 }]
  expect(then(window({ used: 992, settings }), [request(1), request(2), request(20), request(50)])).toMatchObject({
    used: 2,
    isAtLeast: false,
  })
})

test('Where it is not known what has been used since, no more is said than was used in any case', () => {
  const hit = [request(1), request(2), request(20, { fault: 1 })]
  expect(then(window({ used: 3 }), hit)).toMatchObject({ used: 2, isAtLeast: true })
  const cut = new Map<Lane, number>([['exchange', at(30)]])
  expect(then(window({ used: 3_000, most: null }), [request(40)], cut)).toMatchObject({ used: 0, isAtLeast: true })
})

test('Sends that events have used since are taken off, and a window that began since is none', () => {
  const event = (seconds: number) =>
    itemOf.event({
      ...{ event_id: `e${seconds}`, tenant: 'pro', occurred_at: iso(seconds), nth: null, origin: 'call' },
      deliveries: [{ delivery_id: 'd' }, { delivery_id: 'e' }],
    } as unknown as EventView)
  const sends = window({ limit: 'webhook_sends', used: 3 })
  expect(then(sends, [event(5), event(20), event(30)])).toMatchObject({ used: 1, isAtLeast: false })
  expect(then(window({ from: at(60), to: at(120), limit: 'minute' }), [])).toBeUndefined()
})

test('A limit is that of the plan of then', () => {
  const earlier_limits = [
    { until: iso(5), limit: 100 },
    { until: iso(50), limit: 1_000 },
  ]
  const history = { day: { limit: 10_000, earlier_limits } } as unknown as LimitsHistory
  expect([0, 10, 60].map(seconds => limitAt(history, 'day', at(seconds)))).toEqual([100, 1_000, 10_000])
})
