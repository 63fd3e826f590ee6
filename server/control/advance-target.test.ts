import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../kernel/instant.ts'
import { timeoutOf } from './advance-target.ts'

test('an advance that says nothing else may take 60 s of real time (finding S11)', () => {
  expect(timeoutOf({ by: 'P30D' })).toBe(MINUTE)
  expect(timeoutOf({ by: 'P30D', timeout: 'P1D' })).toBe(DAY)
})
