import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HARNESS_README, harnessReference } from './harness-reference.ts'

test('the reference of the harness is what its types and comments say', () => {
  expect(readFileSync(HARNESS_README, 'utf8'), 'Run node scripts/harness-reference.ts').toBe(harnessReference())
})
