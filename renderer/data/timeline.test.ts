import { expect, test } from 'vitest'
import type { CallView } from '../../server/control/protocol/calls.ts'
import type { AttemptView, DeliveryDetailView } from '../../server/control/protocol/deliveries.ts'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { itemOf, KEPT, Timeline, type TimelineItem } from './timeline.ts'
import { type Run, Runs, rowKeyOf } from './timeline-runs.ts'

const START = Date.parse('2026-03-10T14:59:50.000Z')
const exchange = (seq: number, at = START + seq): ExchangeView => ({
  request_id: `req_${seq}`,
  seq,
  nth: seq * 100,
  at: new Date(at).toISOString(),
  tenant: 'pro',
  key_id: null,
  product: null,
  method: 'GET',
  path: '/customers',
  query: '',
  endpoint: 'listCustomers',
  status: 200,
  code: null,
  duration_ms: 1,
  origin: 'client',
  fault: null,
  broken_off: null,
  answered: 'whole',
  unanswered: null,
  left_ms: null,
  held_ms: null,
  waiting_ms: null,
  connection: 1,
  real: { began_us: 0, ended_us: 400 },
})
const keysOf = (timeline: Timeline) => timeline.items.map(({ key }) => key)

test('Things stand on the axis of emulated time, whatever order they arrive in', () => {
  const timeline = new Timeline()
  timeline.add([itemOf.exchange(exchange(3)), itemOf.exchange(exchange(1))])
  timeline.add([itemOf.exchange(exchange(2))])
  expect(keysOf(timeline)).toEqual(['exchange req_3', 'exchange req_2', 'exchange req_1'])
})

test('The last attempt of the schedule failed for good, also where the delivery was redelivered since', () => {
  const made = [500, 500, 500, 200].map((status_code, index) => ({
    attempt: index + 1,
    trigger: index === 3 ? ('manual' as const) : ('scheduled' as const),
    ended_at: new Date(START + index).toISOString(),
    status_code,
    error: null,
  })) as AttemptView[]
  const delivery = { delivery_id: 'd', status: 'delivered', attempts: made } as unknown as DeliveryDetailView
  const told = (most: number) =>
    itemOf.attempts(delivery, most).map(item => (item.lane === 'delivery' ? item.value.status : item.lane))
  expect(told(3)).toEqual(['pending', 'pending', 'failed', 'delivered'])
  // By hand, while more attempts were planned.
  expect(told(8)).toEqual(['pending', 'pending', 'pending', 'delivered'])
})

test('An attempt says when the next one was due, where that came as planned', () => {
  const due = (seconds: number) => new Date(START + seconds * 1_000).toISOString()
  const made = [
    { trigger: 'scheduled', shifted_by: null, due_at: due(0) },
    { trigger: 'scheduled', shifted_by: null, due_at: due(30) },
    { trigger: 'scheduled', shifted_by: 'disabled', due_at: due(330) },
    { trigger: 'manual', shifted_by: null, due_at: due(400) },
  ].map((attempt, index) => ({ attempt: index + 1, ended_at: due(0), status_code: 500, error: null, ...attempt }))
  const delivery = { delivery_id: 'd', status: 'pending', next_attempt_at: due(900), attempts: made }
  const told = itemOf.attempts(delivery as unknown as DeliveryDetailView, 8)
  expect(told.map(item => item.lane === 'delivery' && item.value.next_attempt_at)).toEqual([
    due(30),
    null,
    null,
    due(900),
  ])
})

test('Of a delivery that was cancelled, attempts before are none that were cancelled, and one by hand since has failed', () => {
  const made = [500, 500, 502].map((status_code, index) => ({
    attempt: index + 1,
    trigger: index === 2 ? ('manual' as const) : ('scheduled' as const),
    ended_at: new Date(START + index * 10).toISOString(),
    nth: index * 10,
    status_code,
    error: null,
  })) as AttemptView[]
  const cancelled = (attempts: AttemptView[], nth: number) =>
    ({
      ...{ delivery_id: 'd', status: 'cancelled', cancelled_by: { reason: 'disabled', nth: 15 }, attempts, nth },
      ...{ attempt_count: attempts.length, updated_at: new Date(START + nth).toISOString() },
    }) as unknown as DeliveryDetailView
  const told = (delivery: DeliveryDetailView) =>
    itemOf.attempts(delivery, 8).map(item => item.lane === 'delivery' && [item.value.status, item.value.attempt_count])
  expect(told(cancelled(made.slice(0, 2), 15))).toEqual([
    ['pending', 1],
    ['pending', 2],
    ['cancelled', 2],
  ])
  expect(told(cancelled(made, 20))).toEqual([
    ['pending', 1],
    ['pending', 2],
    ['failed', 3],
  ])
  const [first, second] = [cancelled(made.slice(0, 2), 15), cancelled(made, 20)].map(itemOf.delivery)
  expect([first?.key, second?.key]).toEqual(['delivery d cancelled 2', 'delivery d failed 3'])
})

test('At one instant the one that came later is the newer one', () => {
  const timeline = new Timeline()
  timeline.add([itemOf.exchange(exchange(1, START)), itemOf.exchange(exchange(2, START))])
  timeline.add([itemOf.exchange(exchange(3, START))])
  expect(keysOf(timeline)).toEqual(['exchange req_3', 'exchange req_2', 'exchange req_1'])
})

test('What was done between two requests of one instant stands between them, also when it is read from lists', () => {
  const at = new Date(START).toISOString()
  const saved = (id: number, nth: number | null): TimelineItem => {
    const row = { id, at, after_seq: null, nth, kind: 'snapshot', key: `snapshot ${id}` } as const
    return itemOf.action({ ...row, done: 'saved', name: String(id) })
  }
  const requests = [5, 6].map(seq => itemOf.exchange(exchange(seq, START)))
  // Nobody numbered the first: an earlier Ringback recorded it.
  const others = [saved(1, null), saved(2, 203), saved(3, 501), saved(4, 502), saved(5, 601)]
  const ordered = ['action 2', 'exchange req_5', 'action 3', 'action 4', 'exchange req_6', 'action 5', 'action 1']
  for (const arriving of [
    [...requests, ...others],
    [...others, ...requests],
    [...others.toReversed(), ...requests],
  ]) {
    const timeline = new Timeline()
    timeline.add(arriving)
    expect(keysOf(timeline)).toEqual(ordered.toReversed())
  }
})

test('A thing that a list and the stream both tell of is there once', () => {
  const timeline = new Timeline()
  timeline.add([itemOf.exchange(exchange(1))])
  timeline.add([itemOf.exchange(exchange(1))])
  expect(timeline.items).toHaveLength(1)
})

const rowsOf = (runs: Runs) => Array.from({ length: runs.length }, (_, index) => runs.at(index) as Run)

test('A request whose client turns out to have left is told as one that nobody has seen the answer of, in its place', () => {
  const timeline = new Timeline()
  timeline.add([itemOf.exchange(exchange(1)), itemOf.exchange(exchange(2))])
  const told = timeline.items
  timeline.add([itemOf.exchange({ ...exchange(1), answered: 'gone' })])
  expect(timeline.items).not.toBe(told)
  expect(timeline.items.map(item => (item.lane === 'exchange' ? [item.key, item.answer] : []))).toEqual([
    ['exchange req_2', 'ok'],
    ['exchange req_1', 'lost'],
  ])
  expect(rowsOf(new Runs(timeline.items)).map(({ count }) => count)).toEqual([1, 1])
  // A list that was read before tells of it as it was.
  timeline.add([itemOf.exchange(exchange(1))])
  expect(timeline.items.at(-1)).toMatchObject({ answer: 'lost' })
})

test('What is read once more takes nothing of what is known for unread, unless something between may have been missed', () => {
  const timeline = new Timeline()
  const read = (from: number, to: number) => {
    const past = Array.from({ length: to - from + 1 }, (_, index) => itemOf.exchange(exchange(from + index)))
    timeline.addPast(past, new Map([['exchange', past[0]!]]))
    return (timeline.wholeSince.get('exchange') ?? START) - START
  }
  expect(read(1_000, 1_100)).toBe(1_000)
  timeline.add(Array.from({ length: 100 }, (_, index) => itemOf.exchange(exchange(1_101 + index))))
  // As after another screen was looked at.
  expect(read(1_150, 1_250)).toBe(1_000)
  // As after the stream was away for long.
  expect(read(5_000, 5_100)).toBe(5_000)
  timeline.addPast([itemOf.exchange(exchange(1))], new Map())
  expect(timeline.wholeSince.has('exchange')).toBe(false)
})

test('Of a flood that is forgotten, the lane is whole from the oldest that is kept', () => {
  const timeline = new Timeline()
  flood(timeline, { from: 0, count: KEPT.exchange + 1_000 })
  expect(timeline.wholeSince.get('exchange')).toBe(timeline.items.at(-1)?.at)
})

test('Where a flood came too fast to take in all of it, the lane is whole from what came after the gap', () => {
  const timeline = new Timeline()
  timeline.add([itemOf.exchange(exchange(1))])
  timeline.missedBefore('exchange', START + 500)
  timeline.add([itemOf.exchange(exchange(500))])
  expect(timeline.wholeSince.get('exchange')).toBe(START + 500)
  timeline.missedBefore('exchange', START + 400)
  expect(timeline.wholeSince.get('exchange')).toBe(START + 500)
})

/** In batches of a hundred, oldest first. */
function flood(timeline: Timeline, { from, count }: { from: number; count: number }): void {
  for (let seq = 0; seq < count; seq += 100)
    timeline.add(Array.from({ length: 100 }, (_, index) => itemOf.exchange(exchange(from + seq + index))))
}

test('A flood of exchanges leaves only the newest in memory', () => {
  const timeline = new Timeline()
  flood(timeline, { from: 0, count: 30_000 })
  expect(timeline.items.length).toBeGreaterThanOrEqual(KEPT.exchange)
  expect(timeline.items.length).toBeLessThan(KEPT.exchange + 500)
  expect(timeline.items[0]?.key).toBe('exchange req_29999')
})

test('Equal requests that follow each other are one row that counts all of them, also those that were forgotten', () => {
  const timeline = new Timeline()
  timeline.add([itemOf.exchange({ ...exchange(0), path: '/customers/1' })])
  flood(timeline, { from: 1, count: 59_500 })
  timeline.add([itemOf.exchange({ ...exchange(70_000), status: 429 }), itemOf.exchange(exchange(70_001))])
  const rows = rowsOf(new Runs(timeline.items, timeline.forgotten))
  expect(rows.map(({ item, count, since }) => [item.key, count, since - START])).toEqual([
    ['exchange req_70001', 1, 70_001],
    ['exchange req_70000', 1, 70_000],
    ['exchange req_59500', 59_500, 1],
  ])
})

test('A row that is asked for again is the same one, so that nothing is rendered anew for it', () => {
  const timeline = new Timeline()
  flood(timeline, { from: 0, count: 200 })
  timeline.add([itemOf.exchange({ ...exchange(300), status: 429 })])
  const rows = new Runs(timeline.items)
  expect([rows.length, rows.at(1)?.count, rows.at(2)]).toEqual([2, 200, undefined])
  expect(rows.at(1)).toBe(rows.at(1))
  expect(rows.indexOf(({ item }) => item.key === 'exchange req_199')).toBe(1)
  expect(rows.indexOf(({ item }) => item.key === 'exchange req_3')).toBe(-1)
})

test('A row that is unfolded stands above each of those that it stands for, and stays so when more come to it', () => {
  const timeline = new Timeline()
  timeline.add([0, 1, 2].map(number => itemOf.exchange(exchange(number))))
  timeline.add([itemOf.exchange({ ...exchange(300), status: 429 })])
  const key = new Runs(timeline.items).at(1)!.key
  const rows = rowsOf(new Runs(timeline.items, undefined, new Set([key])))
  expect(rows.map(row => [row.is, row.count, rowKeyOf(row)])).toEqual([
    ['folded', 1, 'exchange req_300'],
    ['unfolded', 3, 'all exchange req_0'],
    ['part', 1, 'exchange req_2'],
    ['part', 1, 'exchange req_1'],
    ['part', 1, 'exchange req_0'],
  ])
  const grown = new Timeline()
  grown.add([0, 1, 2, 3, 4].map(number => itemOf.exchange(exchange(number))))
  expect(new Runs(grown.items, undefined, new Set([key])).length).toBe(6)
})

test('Equal requests with something else in between are two rows', () => {
  const timeline = new Timeline()
  timeline.add([itemOf.exchange(exchange(1)), itemOf.exchange(exchange(2))])
  timeline.add([
    itemOf.exchange(exchange(40)),
    ...itemOf.call({
      ...call,
      initiated_at: new Date(START + 20).toISOString(),
      ringing_at: null,
      connected_at: null,
      ended_at: null,
      ai_ready_at: null,
    }),
  ])
  expect(rowsOf(new Runs(timeline.items)).map(({ count }) => count)).toEqual([1, 1, 2])
})

const call: CallView = {
  call_id: 'call_1',
  tenant: 'pro',
  call_type: 'outbound',
  status: 'connected',
  phone_number: '+81****0001',
  staff_id: 1,
  staff_name: '佐藤 彩',
  project_id: 1,
  external_id: null,
  initiated_at: new Date(START).toISOString(),
  started_at: new Date(START).toISOString(),
  ringing_at: new Date(START + 1_000).toISOString(),
  connected_at: new Date(START + 10_000).toISOString(),
  ended_at: new Date(START + 70_000).toISOString(),
  ai_ready_at: new Date(START + 83_000).toISOString(),
  duration_seconds: 70,
  nths: { initiated: 1, ringing: 2, connected: 3, ended: 4, ai_ready: 5 },
  origin: 'api',
  mode: 'live',
  possible_steps: [],
  assumptions: [],
  request_id: null,
}

test('A call whose steps are told of at once still has each of them at its own instant', () => {
  const timeline = new Timeline()
  timeline.add(itemOf.call({ ...call, status: 'ringing', connected_at: null, ended_at: null, ai_ready_at: null }))
  timeline.add(itemOf.call(call))
  expect(timeline.items.map(({ key, at }) => [key, at - START])).toEqual([
    ['call call_1 ai_ready', 83_000],
    ['call call_1 ended', 70_000],
    ['call call_1 connected', 10_000],
    ['call call_1 ringing', 1_000],
    ['call call_1 initiating', 0],
  ])
})

test('A flood of requests leaves the moves of the clock on the axis (finding D7)', () => {
  const timeline = new Timeline()
  const at = new Date(START).toISOString()
  const move = { from: at, to: at, pace: 'live', pace_before: 'frozen', happened: null } as const
  timeline.add([itemOf.action({ id: 1, at, after_seq: 0, nth: 1, kind: 'clock', key: 'clock', ...move })])
  timeline.add(itemOf.call(call))
  flood(timeline, { from: 100_000, count: 12_000 })
  const lanes = Object.groupBy(timeline.items, ({ lane }) => lane)
  expect([lanes.call?.length, lanes.clock?.length]).toEqual([5, 1])
  expect(lanes.exchange?.length).toBeGreaterThanOrEqual(KEPT.exchange)
})
