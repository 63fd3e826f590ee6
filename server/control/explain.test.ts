import { expect, test } from 'vitest'
import { explain, explanationOf } from './explain.ts'

test.each([
  [{ latency: 'PT20S' }, 'held the answer back.'],
  [{ drop: true }, 'kept the answer from arriving.'],
  [{ truncate: 500 }, 'cut the answer off.'],
  // A client may have left before the second.
  [{ latency: 'PT20S', drop: true }, 'disturbed the answer on its way.'],
])('what a fault that does %j has done to an answer is said as it is known', (effect, said) => {
  const trace = [{ gate: 'fault', outcome: 'passed' as const, figures: { fault_id: 2, ...effect } }]
  expect(explain(explanationOf(trace))).toBe(`Every check passed. Fault 2 ${said}`)
})

test('what a client sent without effect is said where every check passed', () => {
  const trace = [{ gate: 'validation', outcome: 'passed' as const, figures: { ignored: ['limit', 'sort'] } }]
  expect(explain(explanationOf(trace))).toBe(
    'Every check passed. Ignored, as the endpoint has no such parameter: limit, sort.',
  )
})

test('how long a used-up day still lasts is said as people read it, with the header of the answer', () => {
  const figures = { used: 10_000, quota: 10_000, retry_after: 34_157 }
  expect(explain(explanationOf([{ gate: 'quota', outcome: 'rejected', figures }]))).toMatch(
    /The next day begins in 9 h 29 min \(Retry-After: 34157\)\.$/,
  )
})
