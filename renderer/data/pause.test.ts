import { expect, test } from 'vitest'
import type { CallView } from '../../server/control/protocol/calls.ts'
import { asStood, wasBy } from './pause.ts'
import { itemOf } from './timeline.ts'

const START = Date.parse('2026-03-12T00:00:00Z')
const iso = (seconds: number) => new Date(START + seconds * 1_000).toISOString()
const ended = {
  ...{ call_id: 'c', initiated_at: iso(0), ringing_at: iso(1), connected_at: iso(10), ended_at: iso(70) },
  ...{ ai_ready_at: iso(110), status: 'connected', duration_seconds: 60, possible_steps: [] },
  nths: { initiated: 1, ringing: 2, connected: 3, ended: 4, ai_ready: 5 },
} as unknown as CallView
const standing = (seconds: number, nth = Number.MAX_SAFE_INTEGER) => {
  const pause = { at: START + seconds * 1_000, nth }
  const stood = asStood(
    itemOf.call(ended).filter(item => wasBy(pause, item)),
    pause,
  )
  return stood.map(item => item.lane === 'call' && [item.step, item.value.status, item.value.ended_at])
}

test('A call that has ended since is as far as it was at the pause, also within one instant', () => {
  expect(standing(9)).toEqual([
    ['initiating', 'ringing', null],
    ['ringing', 'ringing', null],
  ])
  expect(standing(10, 2).at(-1)).toEqual(['ringing', 'ringing', null])
  expect(standing(10, 3).at(-1)).toEqual(['connected', 'connected', null])
  expect(standing(80).at(-1)).toEqual(['ended', 'connected', iso(70)])
})

test('Things of which nothing has come since are the same', () => {
  const items = itemOf.call(ended)
  expect(asStood(items, { at: START + 200_000, nth: 0 })).toBe(items)
})
