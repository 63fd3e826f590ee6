import { expect, test } from 'vitest'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import type { Answer } from '../../data/answers.ts'
import { groundOf, partsOf, slotOf } from './column-shape.ts'
import type { RequestMark } from './marks.ts'

const GROUND = { bottom: 60, room: 51, look: 'full' as const, most: 3_001 }
function columnOf(...answers: Answer[]) {
  const counts = { ok: 0, open: 0, client: 0, limited: 0, lost: 0, failed: 0 }
  for (const answer of answers) counts[answer]++
  const marks = answers.map((answer, at): RequestMark => ({ key: `#${at}`, at, answer, value: {} as ExchangeView }))
  return { marks, counts }
}

test('Each of a few requests in a column has a place of its own, sorted by its answer', () => {
  const column = columnOf('limited', 'ok', 'ok')
  const tops = ['#1', '#2', '#0'].map(key => slotOf(column, key, GROUND)?.top)
  expect(tops).toEqual([52, 44, 36])
  expect(slotOf(column, '#3', GROUND)).toBeUndefined()
})

test('One of thousands has a place that is seen, among those with its answer', () => {
  const column = columnOf(...new Array<Answer>(3_000).fill('ok'), 'failed')
  const [ok, failed] = ['#0', '#3000'].map(key => slotOf(column, key, GROUND)!)
  expect(ok!.bottom - ok!.top).toBe(5)
  expect(failed!.bottom).toBeLessThan(ok!.top)
})

test('A column of more requests is higher than one of fewer, and the highest in view fills the lane', () => {
  const geometry = { look: 'full', lanes: { requests: { top: 0, height: 60 } } }
  const heightsOf = (...counts: number[]) => {
    const columns = counts.map(count => columnOf(...new Array<Answer>(count).fill('ok')))
    const ground = groundOf({ geometry, columns } as unknown as Parameters<typeof groundOf>[0])
    return columns.map(column => ground.bottom - partsOf(column, ground).at(-1)!.top)
  }
  const counts = [1, 2, 3, 4, 5, 14, 15, 22, 30, 31, 38, 40]
  const heights = heightsOf(...counts)
  for (const [index, height] of heights.entries()) expect(height).toBeGreaterThan(heights[index - 1] ?? 0)
  expect(heights.at(-1)).toBe(51)
  // So that it is seen: twice as many are no hair's breadth higher.
  expect(heightsOf(22, 40)[1]! - heightsOf(22, 40)[0]!).toBeGreaterThan(8)
  // Where nothing more is in view, a dozen fill most of it.
  expect(heightsOf(1, 14)).toEqual([11, 51])
})
