import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { type ObservedClient, ObservedWorld } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { oneByOne } from './one-by-one.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }

function registers(client: ObservedClient, times: number, apart = 0.1, status = 201): void {
  for (let at = 0; at < times; at++) {
    client.sends('POST', '/customers', { status })
    client.world.passes(apart)
  }
}

function registered(times: number, apart?: number): ObservedWorld {
  const world = new ObservedWorld()
  registers(world.client(), times, apart)
  return world
}

test('twenty customers one by one within a minute are information, and say what bulk would take', () => {
  expect(told(outcomeOf(oneByOne, registered(19)))).toEqual(NOTHING)
  const world = registered(20)
  const outcome = outcomeOf(oneByOne, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: [
      'information: 20 customers were registered one by one within 1.9 s of real time. In bulk that is 1 request.',
    ],
  })
  expect(evidenceOf(outcome)[0]).toHaveLength(12)
  expect(accusations(world)).toEqual([])
  saysTheSameInAnyBatching(oneByOne, world)
})

test('from a hundred on within a minute it is a warning', () => {
  expect(accusations(registered(99))).toEqual([])
  expect(accusations(registered(100))).toEqual(['one_by_one: warning'])
  expect(accusations(registered(150, 1))).toEqual([])
})

test('bulk takes five hundred customers a request', () => {
  expect(told(outcomeOf(oneByOne, registered(500))).findings[0]).toMatch(/that is 1 request\.$/)
  expect(told(outcomeOf(oneByOne, registered(501))).findings[0]).toMatch(/that is 2 requests\.$/)
})

test('customers that come slowly, by either clock, are none of its business', () => {
  expect(told(outcomeOf(oneByOne, registered(40, 3.2)))).toEqual(NOTHING)
  expect(told(outcomeOf(oneByOne, registered(40, 3.1))).findings).toHaveLength(1)
  expect(told(outcomeOf(oneByOne, registered(21, 2.998), { options: { from: 21 } })).findings).toHaveLength(1)
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 40; at++) {
    client.sends('POST', '/customers', { status: 201 })
    world.advances(4)
  }
  expect(told(outcomeOf(oneByOne, world))).toEqual(NOTHING)
})

test('after a pause another finding begins', () => {
  const world = new ObservedWorld()
  const client = world.client()
  registers(client, 20)
  world.passes(61)
  registers(client, 25)
  expect(told(outcomeOf(oneByOne, world)).findings).toEqual([
    expect.stringContaining('20 customers'),
    expect.stringContaining('25 customers'),
  ])
})

test('refused registrations and those of other clients do not count, and bulk passes', () => {
  const world = new ObservedWorld()
  const client = world.client()
  registers(client, 19)
  registers(client, 40, 0.1, 429)
  client.sends('POST', '/customers/bulk', { status: 201 })
  registers(world.client(), 19)
  expect(told(outcomeOf(oneByOne, world))).toEqual({ ...NOTHING, passed: 1 })
})

test('a team may set from how many on', () => {
  expect(told(outcomeOf(oneByOne, registered(49), { options: { from: 50 } }))).toEqual(NOTHING)
  expect(told(outcomeOf(oneByOne, registered(50), { options: { from: 50 } })).findings).toHaveLength(1)
  expect(told(outcomeOf(oneByOne, registered(120), { options: { from: 120 } })).findings[0]).toMatch(/^warning: 120/)
})
