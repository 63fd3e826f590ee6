import { expect, test } from 'vitest'
import type { PlannedView } from '../../../server/control/protocol/clock.ts'
import type { InboxBehaviour, InboxSummary } from '../../../server/control/protocol/inboxes.ts'
import { dependsOnInboxes, expectedOf } from './expected.ts'

const attempts = (delivery_id: string, url: string): PlannedView[] =>
  [3, 4, 5].map(
    attempt =>
      ({ kind: 'attempt', delivery_id, url, attempt, only_if: attempt === 3 ? null : 'attempts_fail' }) as PlannedView,
  )
const OURS = attempts('ours', 'https://inbox.ringback.test/crm')
const THEIRS = attempts('theirs', 'https://crm.example.com/hooks')
const inbox = (behaviour: InboxBehaviour) => [{ name: 'crm', behaviour }] as InboxSummary[]
const left = (behaviour: InboxBehaviour, waits?: number) =>
  expectedOf([...OURS, ...THEIRS], inbox(behaviour), waits).flatMap(row =>
    row.kind === 'attempt' ? [`${row.delivery_id} ${row.attempt}${row.isTaken ? ' taken' : ''}`] : [],
  )
const ALL_OF_THEIRS = ['theirs 3', 'theirs 4', 'theirs 5']

test('What an inbox takes is tried once, and what it fails, or another receiver gets, to the end of its retries', () => {
  expect(left({ status: 200 })).toEqual(['ours 3 taken', ...ALL_OF_THEIRS])
  for (const unsure of [{ status: 500 }, { status: 200, times: 1 }, { hang: true }, { delay: 'PT5S' }])
    expect(left(unsure)).toEqual(['ours 3', 'ours 4', 'ours 5', ...ALL_OF_THEIRS])
  expect(expectedOf(OURS, [])).toHaveLength(1)
})

test('An inbox that answers late takes what comes only before the time-out of an attempt', () => {
  expect(left({ delay: 'PT0.3S' }, 15)).toEqual(['ours 3 taken', ...ALL_OF_THEIRS])
  for (const delay of ['PT15S', 'PT1M']) expect(left({ delay }, 15)).toHaveLength(6)
})

test('Only attempts that come if others fail, to an inbox, ask how it answers', () => {
  expect(dependsOnInboxes(OURS)).toBe(true)
  expect(dependsOnInboxes(OURS.slice(0, 1))).toBe(false)
  expect(dependsOnInboxes(THEIRS)).toBe(false)
})
