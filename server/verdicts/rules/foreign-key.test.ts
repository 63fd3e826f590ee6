import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { foreignKey } from './foreign-key.ts'

test('a key that looks real and that no world issued is a warning', () => {
  const world = new ObservedWorld()
  const client = world.client({ tenant: null, key: 'svc_live_…9xYz' })
  client.sends('GET', '/customers', { status: 401, foreign_key: 'svc_live_…9xYz' })
  client.sends('GET', '/calls', { status: 401, foreign_key: 'svc_live_…9xYz' })
  const outcome = outcomeOf(foreignKey, world)
  expect(accusations(world)).toEqual(['foreign_key: warning'])
  expect(told(outcome)).toEqual({
    findings: [
      'warning: 2 requests carried the key svc_live_…9xYz, which looks real and which no world has issued. The first is #1.',
    ],
    passed: 0,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2]])
  saysTheSameInAnyBatching(foreignKey, world)
})

test('a key that somebody made up is no case of it', () => {
  const world = new ObservedWorld()
  world.client({ tenant: null }).sends('GET', '/customers', { status: 401 })
  expect(told(outcomeOf(foreignKey, world))).toEqual({ findings: [], passed: 0, open: 0 })
})

test('of a thousand keys as many are kept as clients are told apart', () => {
  const world = new ObservedWorld()
  const client = world.client({ tenant: null })
  for (let id = 0; id < 1_000; id += 1) client.sends('GET', '/', { foreign_key: `${id}` })
  expect(outcomeOf(foreignKey, world).findings).toHaveLength(64)
})
