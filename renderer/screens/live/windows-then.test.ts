import { expect, test } from 'vitest'
import type { ActionView } from '../../../server/control/protocol/actions.ts'
import type { EventView } from '../../../server/control/protocol/events.ts'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import type { WindowMark } from '../../components/axis/window-marks.ts'
import { itemOf, type Lane, type TimelineItem } from '../../data/timeline.ts'
import { windowsThen } from './windows-then.ts'

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

const LAST = Number.MAX_SAFE_INTEGER
const act = (seconds: number, nth: number, more: object) =>
  itemOf.action({
    id: nth,
    at: iso(seconds),
    after_seq: null,
    nth,
    key: `${nth}`,
    tenant: 'pro',
    ...more,
  } as ActionView)!
const setting = (seconds: number, nth: number, { before, used }: { before: number; used: number }) =>
  act(seconds, nth, { kind: 'limits', set: { day: { before, used, limit: 1_000 } } })
const plan = (seconds: number, nth: number, name: string) =>
  act(seconds, nth, { kind: 'tenant', done: 'changed', plan: name, open_api_enabled: true })

/** As it stood ten seconds after the start. */
function stood(
  mark: WindowMark,
  items: readonly TimelineItem[],
  { nth = LAST, wholeSince = new Map<Lane, number>() } = {},
) {
  const now = items.toSorted((one, other) => other.at - one.at || (other.nth ?? 0) - (one.nth ?? 0))
  const standing = { at: at(10), nth, moment: '', isLater: true, now, wholeSince }
  return windowsThen([mark], standing, { failed: true, refused: false, head: true })[0]
}

function then(...what: Parameters<typeof stood>) {
  const mark = stood(...what)
  return mark && { used: mark.used, isAtLeast: mark.isAtLeast ?? false, refused: mark.refused }
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
  expect(then(window({ used: 3_000, most: null }), [request(40)], { wholeSince: cut })).toMatchObject({
    used: 0,
    isAtLeast: true,
  })
})

test('Sends that events have used since are taken off, and a window of which all was used since is none', () => {
  const event = (seconds: number) =>
    itemOf.event({
      ...{ event_id: `e${seconds}`, tenant: 'pro', occurred_at: iso(seconds), nth: null, origin: 'call' },
      deliveries: [{ delivery_id: 'd' }, { delivery_id: 'e' }],
    } as unknown as EventView)
  const sends = window({ limit: 'webhook_sends', used: 3 })
  expect(then(sends, [event(5), event(20), event(30)])).toMatchObject({ used: 1, isAtLeast: false })
  expect(then(window({ from: at(60), to: at(120), limit: 'minute' }), [])).toBeUndefined()
  expect(then(window({ from: at(10), to: at(20), limit: 'burst', used: 1 }), [request(12)])).toBeUndefined()
})

test('What was set at the very instant of the pause is told apart by which came first', () => {
  const numbered = (nth: number) => request(10, { nth: nth as ExchangeView['nth'] })
  const settings = [{ at: at(10), from: 3, to: 990, most: 990 }]
  const items = [request(1), numbered(101), numbered(103), setting(10, 104, { before: 3, used: 990 }), numbered(105)]
  expect(stood(window({ used: 991, settings }), items, { nth: 102 })).toMatchObject({ used: 2, settings: [] })
  expect(stood(window({ used: 991, settings }), items, { nth: 104 })).toMatchObject({ used: 990, settings })
})

test('A limit is that of the plan of then, and of a window that was over that of its own time', () => {
  const mostBefore = [{ until: at(50), most: 1_000 }]
  const mark = window({ most: 10_000, mostBefore })
  expect(stood(mark, [])).toMatchObject({ most: 1_000 })
  expect(stood(mark, [])).not.toHaveProperty('mostBefore')
  const over = window({ limit: 'burst', from: at(-20), to: at(-10), used: 20, most: 20, refused: 4 })
  expect(stood(over, [plan(5, 1, 'max')])).toEqual(over)
})

test('Of a plan that was changed at the very instant of the pause, it is told whether that was before', () => {
  const mark = window({ limit: 'minute', to: at(60), used: 5, most: 1_000, mostBefore: [{ until: at(10), most: 60 }] })
  const changes = [plan(10, 101, 'pro'), plan(10, 103, 'max')]
  expect(stood(mark, changes, { nth: 100 })).toMatchObject({ most: 60 })
  expect(stood(mark, changes, { nth: 100 })).not.toHaveProperty('mostBefore')
  expect(stood(mark, changes, { nth: 102 })).toMatchObject({ most: 300, mostBefore: [{ until: at(10), most: 60 }] })
  expect(stood(mark, changes, { nth: 104 })).toMatchObject({ most: 1_000, mostBefore: [{ until: at(10), most: 60 }] })
})
