import { expect, test } from 'vitest'
import type { RunFindingView } from '../index.ts'
import type { Opening } from './capsules.ts'
import { capsulesOf } from './run-report.ts'

const opening = (request_id: string): Opening => ({
  world_id: 'default',
  request_id,
  place: `just before ${request_id}`,
})
const finding = (ids: readonly string[]) =>
  ({
    world_id: 'default',
    evidence: ids.map(request_id => ({ request_id, role: 'repeat', of_run: null })),
  }) as unknown as RunFindingView

test('Of capsules that open at requests of a finding, the one is named that opens where the finding is shown', () => {
  const run = {
    capsules: ['at-4', 'at-5'],
    opensAt: new Map([
      ['at-4', opening('r4')],
      ['at-5', opening('r5')],
    ]),
  }
  expect(capsulesOf(run, [finding(['r2', 'r3', 'r4', 'r5'])])).toEqual(['at-5'])
  expect(capsulesOf(run, [finding(['r3', 'r4'])])).toEqual(['at-4'])
  // None opens there: another request of it is better than none.
  expect(capsulesOf(run, [finding(['r4', 'r6'])])).toEqual(['at-4'])
})
