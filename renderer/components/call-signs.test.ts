import { expect, test } from 'vitest'
import { CALL_STATUSES } from '../../server/contract/calls.ts'
import { CALL_SIGNS, callColour } from './call-signs.ts'

test('A chart has the colour of the badge for every outcome, and a shade of its own for each', () => {
  for (const status of CALL_STATUSES) {
    const { tone } = CALL_SIGNS[status]
    expect(callColour(status)).toContain(`var(--rb-${tone === 'quiet' ? 'ink-dim' : tone})`)
  }
  expect(new Set(CALL_STATUSES.map(callColour)).size).toBe(CALL_STATUSES.length)
})
