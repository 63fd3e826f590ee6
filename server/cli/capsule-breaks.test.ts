import { expect, test } from 'vitest'
import type { RunFindingView } from '../index.ts'
import { opensBefore } from './capsule-breaks.ts'

type Seen = RunFindingView['evidence'][number]
const shown = (...roles: Seen['role'][]) => ({
  evidence: roles.map((role, index) => ({ request_id: `req_${index + 1}`, role, of_run: null }) as Seen),
})

test('of several requests that came too early the first is the one that the sentence names', () => {
  expect(opensBefore(shown('first', 'early', 'early', 'early'))).toBe('req_2')
})

test('what is shown by a repeat opens before the last one, and what no request shows before none', () => {
  expect(opensBefore(shown('first', 'repeat', 'repeat'))).toBe('req_3')
  expect(opensBefore(shown())).toBeUndefined()
})
