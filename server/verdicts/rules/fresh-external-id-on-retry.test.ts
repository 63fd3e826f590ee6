import { expect, test } from 'vitest'
import { type Dialling, dials } from '../../../tests/support/dialling.ts'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { doubleCall } from './double-call.ts'
import { freshExternalIdOnRetry } from './fresh-external-id-on-retry.ts'

function inTurn(...diallings: Dialling[]): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  for (const one of diallings) {
    dials(client, one)
    world.passes(2)
  }
  return world
}

test('a repeat under another external_id is an error, and no finding of the rule on second calls', () => {
  const world = inTurn({ as: 'try-1', answered: 'cut' }, { as: 'try-2' })
  const outcome = outcomeOf(freshExternalIdOnRetry, world)
  expect(told(outcome)).toEqual({
    findings: [
      'error: #2 placed a second call to 031****0001, 2 s of real time after the answer to #1 was lost: it carried another external_id.',
    ],
    passed: 0,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2]])
  expect(told(outcomeOf(doubleCall, world))).toEqual({ findings: [], passed: 0, open: 0 })
  expect(accusations(world)).toEqual(['fresh_external_id_on_retry: error'])
  saysTheSameInAnyBatching(freshExternalIdOnRetry, world)
})

test('after an answer that nobody waited for it says that a person may have dialled', () => {
  const world = inTurn({ as: 'try-1', answered: 'gone' }, { as: 'try-2' })
  expect(told(outcomeOf(freshExternalIdOnRetry, world)).findings).toEqual([
    'error: #2 placed a second call to 031****0001, 2 s of real time after the client had left #1 without its answer: it carried another external_id. If no program repeated it, a person dialled again.',
  ])
})

test('a new id for every attempt is one finding', () => {
  const world = inTurn({ as: 'try-1', answered: 'cut' }, { as: 'try-2', answered: 'cut' }, { as: 'try-3' })
  expect(told(outcomeOf(freshExternalIdOnRetry, world)).findings).toEqual([
    'error: 3 calls to 031****0001 were placed, one by #1, whose answer did not arrive whole, the others by its repeats, each under an external_id of its own.',
  ])
})

test.each<[who: string, first: Dialling, second: Dialling]>([
  ['neither', {}, {}],
  ['only the first', { as: 'crm-1' }, {}],
  ['only the second', {}, { as: 'crm-1' }],
])('where %s has an external_id, the rule on second calls speaks', (_, first, second) => {
  const world = inTurn({ ...first, answered: 'cut' }, second)
  expect(told(outcomeOf(freshExternalIdOnRetry, world)).findings).toEqual([])
  expect(accusations(world)).toEqual(['double_call: error'])
})

test('the same external_id again passes', () => {
  const world = inTurn({ as: 'crm-1', answered: 'cut' }, { as: 'crm-1', status: 409 })
  expect(told(outcomeOf(freshExternalIdOnRetry, world, { standing: { ended: true } }))).toEqual({
    findings: [],
    passed: 1,
    open: 0,
  })
})

test('without an external_id at first there is nothing that a repeat could have kept', () => {
  const world = inTurn({ answered: 'cut' })
  const nothing = { findings: [], passed: 0, open: 0 }
  const later = inTurn({ answered: 'cut' })
  later.passes(121)
  dials(later.client())
  expect(told(outcomeOf(freshExternalIdOnRetry, later))).toEqual(nothing)
  expect(told(outcomeOf(freshExternalIdOnRetry, world))).toEqual(nothing)
  expect(told(outcomeOf(freshExternalIdOnRetry, world, { standing: { ended: true } }))).toEqual(nothing)
})
