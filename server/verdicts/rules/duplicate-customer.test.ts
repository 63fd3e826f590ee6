import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { type ObservedClient, ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { duplicateCustomer } from './duplicate-customer.ts'

const registers = (client: ObservedClient, registered: number[], says: RequestSays = {}) =>
  client.sends('POST', registered.length === 1 ? '/customers' : '/customers/bulk', { status: 201, registered, ...says })

test('a customer that is registered twice is information', () => {
  const world = new ObservedWorld()
  const client = world.client()
  registers(client, [7])
  registers(client, [8])
  registers(client, [7])
  const outcome = outcomeOf(duplicateCustomer, world)
  expect(told(outcome)).toEqual({
    findings: ['information: #3 registered a customer again, under an external_id that #1 had registered.'],
    passed: 2,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[1, 3]])
  expect(accusations(world)).toEqual([])
  saysTheSameInAnyBatching(duplicateCustomer, world)
})

test.each(['cut', 'gone'] as const)('after an answer that was %s it is a warning', answered => {
  const world = new ObservedWorld()
  const client = world.client()
  registers(client, [1, 2, 3], { answered })
  registers(client, [1, 2, 3])
  const outcome = outcomeOf(duplicateCustomer, world)
  expect(told(outcome).findings).toEqual([
    'warning: #2 registered 3 customers again whom #1 had registered, but the answer to #1 did not arrive whole.',
  ])
  expect(evidenceOf(outcome)).toEqual([[1, 2]])
  expect(accusations(world)).toEqual(['duplicate_customer: warning'])
})

test('what was on its way before the answer was lost is information', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const other = client.begins('POST', '/customers', { status: 201, registered: [7] })
  registers(client, [7], { answered: 'cut' })
  world.passes(0.1)
  other.ends()
  expect(told(outcomeOf(duplicateCustomer, world)).findings).toEqual([
    'information: #1 registered a customer again, under an external_id that #2 had registered.',
  ])
})

test('the answer that was lost is the one before, not one long ago', () => {
  const world = new ObservedWorld()
  const client = world.client()
  registers(client, [7], { answered: 'cut' })
  registers(client, [7])
  registers(client, [7])
  expect(told(outcomeOf(duplicateCustomer, world)).findings).toEqual([
    'information: #3 registered a customer again, under an external_id that #2 had registered.',
    'warning: #2 registered a customer again whom #1 had registered, but the answer to #1 did not arrive whole.',
  ])
})

test('rows of one bulk count, each customer once, each request once', () => {
  const world = new ObservedWorld()
  registers(world.client(), [1, 1, 2, 2])
  const outcome = outcomeOf(duplicateCustomer, world)
  expect(told(outcome).findings).toEqual([
    'information: 2 customers were registered again under the same external_id. The first is in #1, after #1.',
  ])
  expect(evidenceOf(outcome)).toEqual([[1]])
})

test('each request counts once in the total, also beyond those that are listed', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let time = 0; time < 15; time += 1) registers(client, [1, 2, 3, 4])
  const [finding] = outcomeOf(duplicateCustomer, world).findings
  expect([finding?.evidence.length, finding?.totals]).toEqual([12, { evidence: 15, deliveries: 0 }])
})

test('two tenants may have the same customer, and a refused registration made none', () => {
  const world = new ObservedWorld()
  registers(world.client(), [7])
  registers(world.client({ tenant: 'max' }), [7])
  registers(world.client(), [7], { status: 422 })
  registers(world.client(), [])
  expect(told(outcomeOf(duplicateCustomer, world))).toEqual({ findings: [], passed: 2, open: 0 })
})
