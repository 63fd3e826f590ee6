import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { writeWithoutChange } from './write-without-change.ts'

function updated(...updates: RequestSays[]): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  for (const [index, says] of updates.entries()) client.sends('PUT', `/customers/${index + 1}`, says)
  return world
}
const IN_VAIN = { changed: false }

test('three updates that change nothing are information', () => {
  const world = updated(IN_VAIN, { changed: true }, IN_VAIN, IN_VAIN)
  const outcome = outcomeOf(writeWithoutChange, world)
  expect(told(outcome)).toEqual({
    findings: ['information: 3 updates changed no field. The first is #1.'],
    passed: 1,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[1, 3, 4]])
  expect(outcome.findings[0]?.seen.real_us).toBe(world.now.real_us)
  expect(outcome.findings[0]?.wasted).toEqual(new Map([['2026-03-10', 3]]))
  expect(accusations(world)).toEqual([])
  saysTheSameInAnyBatching(writeWithoutChange, world)
})

test.each<[what: string, updates: RequestSays[]]>([
  ['two', [IN_VAIN, IN_VAIN]],
  ['those that were refused', [IN_VAIN, IN_VAIN, { ...IN_VAIN, status: 422 }]],
  ['those of which nobody knows what they changed', [IN_VAIN, IN_VAIN, { changed: null }]],
])('%s are none of its business', (_, updates) => {
  expect(told(outcomeOf(writeWithoutChange, updated(...updates))).findings).toEqual([])
})

test('the repeat of an update whose answer was lost has nothing left to change', () => {
  const lost = { changed: true, answered: 'gone', fingerprint: 1 } as const
  const again = { changed: false, fingerprint: 1 } as const
  expect(told(outcomeOf(writeWithoutChange, updated(IN_VAIN, IN_VAIN, lost, again))).findings).toEqual([])
  expect(told(outcomeOf(writeWithoutChange, updated(IN_VAIN, lost, again, again, again))).findings).toHaveLength(1)
})

test('clients are counted one by one', () => {
  const world = updated(IN_VAIN, IN_VAIN)
  world.client().sends('PUT', '/customers/1', IN_VAIN)
  expect(told(outcomeOf(writeWithoutChange, world)).findings).toEqual([])
})

test('a team may set from how many on', () => {
  const world = updated(IN_VAIN, IN_VAIN, IN_VAIN)
  expect(told(outcomeOf(writeWithoutChange, world, { options: { from: 4 } })).findings).toEqual([])
})
