import { expect, test } from 'vitest'
import type { DrillView } from '../../../server/control/protocol/drills.ts'
import { shortOf } from './drill-standing-of.ts'

test('The badge of a drill that has come and fails as it stands is that of one that fails', () => {
  const found = {
    of: 'verdict',
    decided: true,
    rule: 'retry_before_retry_after',
    sentence: { id: 'early' },
    severity: 'error',
  }
  const of = (reasons: readonly object[]) =>
    ({
      drill: 'three_503s',
      state: 'met',
      ended_at: null,
      met: {},
      steps: [],
      under_way: [],
      requests: [],
      conditions: [{ reasons }],
    }) as unknown as DrillView
  expect(shortOf(of([found]), 'client')).toBe('broken')
  expect(shortOf(of([]), 'client')).toBeUndefined()
})
