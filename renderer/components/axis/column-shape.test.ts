import { expect, test } from 'vitest'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import type { Answer } from '../../data/answers.ts'
import { slotOf } from './column-shape.ts'
import type { RequestMark } from './marks.ts'

const GROUND = { bottom: 60, room: 51, look: 'full' as const }
function columnOf(...answers: Answer[]) {
  const counts = { ok: 0, open: 0, client: 0, limited: 0, lost: 0, failed: 0 }
  for (const answer of answers) counts[answer]++
  const marks = answers.map((answer, at): RequestMark => ({ key: `#${at}`, at, answer, value: {} as ExchangeView }))
  return { marks, counts }
}

test('Each of a few requests in a column has a place of its own, sorted by its answer', () => {
  const column = columnOf('limited', 'ok', 'ok')
  const tops = ['#1', '#2', '#0'].map(key => slotOf(column, key, GROUND)?.top)
  expect(tops).toEqual([47.5, 35, 22.5])
  expect(slotOf(column, '#3', GROUND)).toBeUndefined()
})

test('One of thousands has a place that is seen, among those with its answer', () => {
  const column = columnOf(...new Array<Answer>(3_000).fill('ok'), 'failed')
  const [ok, failed] = ['#0', '#3000'].map(key => slotOf(column, key, GROUND)!)
  expect(ok!.bottom - ok!.top).toBe(5)
  expect(failed!.bottom).toBeLessThan(ok!.top)
})
