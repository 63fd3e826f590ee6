import { expect, test } from 'vitest'
import type { CallView } from '../../../server/control/protocol/calls.ts'
import type { PlannedView } from '../../../server/control/protocol/clock.ts'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import { itemOf, type TimelineItem } from '../../data/timeline.ts'
import { plannedThen } from './planned-then.ts'

/** 09:00 in Tokyo. */
const START = Date.parse('2026-03-12T00:00:00Z')
const iso = (seconds: number) => new Date(START + seconds * 1_000).toISOString()

const attempt = (attempt_count: number, at: number, next: number | null, status = 'pending') =>
  itemOf.delivery({
    ...{ delivery_id: 'd', webhook_id: 1, url: 'https://a.test/x', forged: null, attempt_count, status },
    ...{ updated_at: iso(at), next_attempt_at: next === null ? null : iso(next) },
  } as DeliveryView)
const row = (number: number, at: number): PlannedView =>
  ({
    ...{ kind: 'attempt', delivery_id: 'd', attempt: number, at: iso(at), forged: null },
    ...{ scheduled: { number, of: 8 }, only_if: null },
  }) as PlannedView
const call = (times: Partial<CallView>) =>
  itemOf.call({
    ...{ call_id: 'c', initiated_at: iso(0), ringing_at: iso(1), connected_at: null, ended_at: null },
    ...{ ai_ready_at: null, status: 'connected', ...times },
    nths: { initiated: null, ringing: null, connected: null, ended: null, ai_ready: null },
  } as CallView)

/** What was to come at the pause, ten seconds after the start, without midnights. */
function told(items: readonly TimelineItem[], rows: readonly PlannedView[] = []): unknown[] {
  const now = items.toSorted((one, other) => other.at - one.at)
  const standing = { at: START + 10_000, nth: 0, moment: '', isLater: true, now, wholeSince: new Map() }
  return plannedThen(rows, standing).flatMap(planned => {
    const seconds = (Date.parse(planned.at) - START) / 1_000
    if (planned.kind === 'tokyo_day') return []
    return [planned.kind === 'attempt' ? [planned.attempt, seconds, planned.only_if] : [planned.kind, seconds]]
  })
}

test('Attempts that have been made when they were due were planned, and so were those that are still to come after them', () => {
  const made = [attempt(1, 0, 300), attempt(2, 300, 2_100), attempt(3, 2_100, 9_300)]
  expect(told(made, [row(4, 9_300), row(5, 27_300)])).toEqual([
    [2, 300, null],
    [3, 2_100, 'attempts_fail'],
    [4, 9_300, 'attempts_fail'],
    [5, 27_300, null],
  ])
})

test('After an attempt that came late nothing is said to have been planned, as it was for other instants', () => {
  expect(told([attempt(1, 0, 300), attempt(2, 340, 2_140)], [row(3, 2_140)])).toEqual([[2, 300, null]])
})

test('What has been cancelled or sent by hand since is not told of, nor what began since', () => {
  expect(told([attempt(1, 0, 300), attempt(1, 20, null, 'cancelled')])).toEqual([])
  expect(told([attempt(1, 0, null), attempt(2, 20, 320)], [row(3, 320)])).toEqual([])
  expect(told([attempt(1, 20, 320)], [row(2, 320)])).toEqual([])
})

test('Steps of a call were planned, unless somebody took it off its script; what it leads to only once it had ended', () => {
  const steps = call({ connected_at: iso(11), ended_at: iso(71), ai_ready_at: iso(111) })
  expect(told(steps)).toEqual([
    ['call', 11],
    ['call', 71],
  ])
  const act = { lane: 'control', key: 'a', at: START + 11_000, nth: 1, value: { kind: 'call', call_id: 'c' } }
  expect(told([...steps, act as unknown as TimelineItem])).toEqual([])
  expect(told(call({ connected_at: iso(5), ended_at: iso(9), ai_ready_at: iso(49) }))).toEqual([['call_ai', 49]])
})
