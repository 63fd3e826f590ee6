import { expect, test } from 'vitest'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import type { Column } from './layout.ts'
import type { PlannedPoint } from './marks.ts'
import { stopAt, stopsOf } from './stops.ts'
import { timeScale } from './time-scale.ts'

const scale = timeScale({
  instants: [0, 1_000, 2_000, 3_000],
  now: 2_000,
  pixelsPerMs: 0.08,
  anchor: { at: 0, x: 0 },
  width: 1_000,
})
const column = (key: string, at: number): Column => ({
  x: scale.x(at),
  marks: [{ key, at, answer: 'ok', value: {} as ExchangeView }],
  counts: { ok: 1, open: 0, client: 0, limited: 0, lost: 0, failed: 0 },
  status: 200,
})
const scene = { scale, now: { at: 2_000, x: 160 }, columns: [column('first', 0), column('second', 1_000)] }
const planned: PlannedPoint[] = [{ at: 3_000, rows: [] }]

test('Ahead of the present the playhead snaps to planned points, behind it to requests', () => {
  expect(stopAt(scene, planned, 170)?.key).toBe('planned 3000')
  expect(stopAt(scene, planned, 399)?.key).toBe('planned 3000')
  expect(stopAt(scene, planned, 95)).toMatchObject({ kind: 'past', key: 'second' })
  expect(stopAt(scene, planned, 2)).toMatchObject({ kind: 'past', key: 'first' })
})

test('Away from all requests it means an instant, and on the present nothing', () => {
  expect(stopAt(scene, planned, 40)).toEqual({ key: 'instant 500', at: 500, kind: 'past', before: undefined })
  expect(stopAt(scene, planned, 163)).toBeUndefined()
  expect(stopAt(scene, [], 300)).toBeUndefined()
})

test('Keys lead back through the requests and on through what is planned', () => {
  const { past, planned: ahead } = stopsOf(scene, planned)
  expect([past.map(({ key }) => key), ahead.map(({ at }) => at)]).toEqual([['first', 'second'], [3_000]])
})
