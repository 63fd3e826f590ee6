import { expect, test } from 'vitest'
import type { CallView, ClockView, ExchangeView, Pace } from '../../server/control/protocol.ts'
import { itemOf, KEPT_ITEMS, Timeline } from './timeline.ts'

const START = Date.parse('2026-03-10T14:59:50.000Z')
const exchange = (seq: number, at = START + seq): ExchangeView => ({
  request_id: `req_${seq}`,
  seq,
  at: new Date(at).toISOString(),
  tenant: 'pro',
  key_id: null,
  method: 'GET',
  path: '/customers',
  query: '',
  endpoint: 'listCustomers',
  status: 200,
  code: null,
  duration_ms: 1,
})
const clock = (now: number, pace: Pace = 'frozen'): ClockView => ({
  now: new Date(now).toISOString(),
  pace,
  tokyo: '',
  next_job: null,
})
const keysOf = (timeline: Timeline) => timeline.items.map(({ key }) => key)

test('Things stand on the axis of emulated time, whatever order they arrive in', () => {
  const timeline = new Timeline()
  timeline.add([itemOf.exchange(exchange(3)), itemOf.exchange(exchange(1))])
  timeline.add([itemOf.exchange(exchange(2))])
  expect(keysOf(timeline)).toEqual(['exchange req_3', 'exchange req_2', 'exchange req_1'])
})

test('At one instant the one that came later is the newer one', () => {
  const timeline = new Timeline()
  timeline.add([itemOf.exchange(exchange(1, START)), itemOf.exchange(exchange(2, START))])
  timeline.add([itemOf.exchange(exchange(3, START))])
  expect(keysOf(timeline)).toEqual(['exchange req_3', 'exchange req_2', 'exchange req_1'])
})

test('A thing that a list and the stream both tell of is there once', () => {
  const timeline = new Timeline()
  timeline.add([itemOf.exchange(exchange(1))])
  timeline.add([itemOf.exchange(exchange(1))])
  expect(timeline.items).toHaveLength(1)
})

test('Ten thousand exchanges leave the newest thousand in memory', () => {
  const timeline = new Timeline()
  for (let seq = 0; seq < 10_000; seq += 100)
    timeline.add(Array.from({ length: 100 }, (_, index) => itemOf.exchange(exchange(seq + index))))
  expect(timeline.items).toHaveLength(KEPT_ITEMS)
  expect(timeline.items[0]?.key).toBe('exchange req_9999')
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
  duration_seconds: 70,
  origin: 'api',
  mode: 'live',
  possible_steps: [],
  request_id: null,
}

test('A call whose steps are told of at once still has each of them at its own instant', () => {
  const timeline = new Timeline()
  timeline.add(itemOf.call({ ...call, status: 'ringing', connected_at: null, ended_at: null }))
  timeline.add(itemOf.call(call))
  expect(timeline.items.map(({ key, at }) => [key, at - START])).toEqual([
    ['call call_1 ended', 70_000],
    ['call call_1 connected', 10_000],
    ['call call_1 ringing', 1_000],
    ['call call_1 initiating', 0],
  ])
})

test('A jump and a change of pace are moves of the clock; running on is not', () => {
  const timeline = new Timeline()
  const tell = (view: ClockView, before: ClockView, expected: number) => timeline.clock(view, { before, expected })
  tell(clock(START + 3_600_000), clock(START), START)
  tell(clock(START + 3_600_000, 'live'), clock(START + 3_600_000), START + 3_600_000)
  tell(clock(START + 3_605_000, 'live'), clock(START + 3_600_000, 'live'), START + 3_604_900)
  tell(clock(START + 3_605_000), clock(START + 3_605_000), START + 3_605_000)
  expect(timeline.items.map(({ value }) => value)).toEqual([
    { from: START + 3_600_000, to: START + 3_600_000, pace: 'live', paceBefore: 'frozen' },
    { from: START, to: START + 3_600_000, pace: 'frozen', paceBefore: 'frozen' },
  ])
})
