import { expect, test } from 'vitest'
import { dials } from '../../../tests/support/dialling.ts'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { type ObservedClient, ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { lists } from '../../../tests/support/paging.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import type { AttemptSeen } from '../observations.ts'
import { pollsWhileSubscribed } from './polls-while-subscribed.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }

function polls(client: ObservedClient, times: number, apart = 30, says: RequestSays = {}): void {
  for (let at = 0; at < times; at++) {
    client.sends('GET', '/calls/7', { answer: 1, ...says })
    client.world.passes(apart)
  }
}

function subscribed(says: Partial<AttemptSeen> = {}): { world: ObservedWorld; client: ObservedClient } {
  const world = new ObservedWorld()
  world.attempt(says)
  return { world, client: world.client() }
}

test('who polls a call although webhooks arrive is warned', () => {
  const { world, client } = subscribed()
  polls(client, 10)
  const outcome = outcomeOf(pollsWhileSubscribed, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: [
      'warning: 10 requests for /calls/7 had equal answers, 10 or more of them within ten minutes, while a webhook on calls of this tenant was being acknowledged.',
    ],
  })
  expect(evidenceOf(outcome)).toEqual([[2, 3, 4, 5, 6, 7, 8, 9, 10, 11]])
  expect(outcome.findings[0]?.wasted).toEqual(new Map([['2026-03-10', 9]]))
  expect(accusations(world)).toEqual(['polls_while_subscribed: warning'])
  saysTheSameInAnyBatching(pollsWhileSubscribed, world)
})

test('it grows, and what was used in vain with it', () => {
  const { world, client } = subscribed()
  polls(client, 15)
  const outcome = outcomeOf(pollsWhileSubscribed, world)
  expect(told(outcome).findings).toEqual([expect.stringContaining('15 requests')])
  expect(outcome.findings[0]?.wasted).toEqual(new Map([['2026-03-10', 14]]))
})

test('the list of calls is polled as well', () => {
  const { world, client } = subscribed({ event: 'call.missed', status: 204 })
  for (let at = 0; at < 10; at++) client.sends('GET', '/calls?from=2026-03-10&to=2026-03-10', { answer: 1 })
  expect(told(outcomeOf(pollsWhileSubscribed, world)).findings).toEqual([expect.stringContaining('for /calls had')])
})

test('ten within ten minutes, on either clock, and nine in any time, pass', () => {
  const slow = subscribed()
  polls(slow.client, 30, 67)
  expect(told(outcomeOf(pollsWhileSubscribed, slow.world))).toEqual({ ...NOTHING, passed: 1 })
  const few = subscribed()
  polls(few.client, 9)
  expect(told(outcomeOf(pollsWhileSubscribed, few.world))).toEqual({ ...NOTHING, passed: 1 })
  const leaping = subscribed()
  for (let at = 0; at < 10; at++) {
    polls(leaping.client, 1, 0)
    leaping.world.advances(67)
  }
  expect(told(outcomeOf(pollsWhileSubscribed, leaping.world))).toEqual({ ...NOTHING, passed: 1 })
})

test('what came slowly before is no part of it', () => {
  const { world, client } = subscribed()
  polls(client, 5, 600)
  polls(client, 10, 1)
  expect(evidenceOf(outcomeOf(pollsWhileSubscribed, world))).toEqual([[7, 8, 9, 10, 11, 12, 13, 14, 15, 16]])
})

test('exactly ten minutes are within ten minutes', () => {
  const { world, client } = subscribed()
  polls(client, 11, 59.998)
  expect(told(outcomeOf(pollsWhileSubscribed, world, { options: { from: 11 } })).findings).toHaveLength(1)
})

test('an answer that has changed was worth asking for', () => {
  const { world, client } = subscribed()
  polls(client, 9)
  polls(client, 9, 30, { answer: 2 })
  expect(told(outcomeOf(pollsWhileSubscribed, world))).toEqual({ ...NOTHING, passed: 2 })
})

test('many at once are no polls', () => {
  const { world, client } = subscribed()
  const flying = Array.from({ length: 60 }, () => client.begins('GET', '/calls/7', { answer: 1 }))
  world.passes(0.1)
  for (const one of flying) one.ends()
  expect(told(outcomeOf(pollsWhileSubscribed, world))).toEqual({ ...NOTHING, passed: 1 })
})

test('two workers that poll side by side do', () => {
  const { world, client } = subscribed()
  for (let at = 0; at < 10; at++) {
    const flying = [1, 2].map(() => client.begins('GET', '/calls/7', { answer: 1 }))
    world.passes(1)
    for (const one of flying) one.ends()
  }
  expect(told(outcomeOf(pollsWhileSubscribed, world)).findings).toEqual([expect.stringContaining('10 requests')])
})

test('a read that a 409 asks for is no poll', () => {
  const { world, client } = subscribed()
  for (let at = 0; at < 20; at++) {
    dials(client, { as: `${at}`, status: 409 })
    client.sends('GET', '/calls', { answer: 1 })
  }
  expect(told(outcomeOf(pollsWhileSubscribed, world))).toEqual(NOTHING)
  polls(client, 10)
  expect(told(outcomeOf(pollsWhileSubscribed, world)).findings).toHaveLength(1)
})

test('only a call that was there already asks for a read', () => {
  const { world, client } = subscribed()
  for (let at = 0; at < 10; at++) {
    dials(client, { as: `${at}` })
    client.sends('PUT', '/webhooks/1', { status: 409 })
    client.sends('GET', '/calls', { answer: 1 })
  }
  expect(told(outcomeOf(pollsWhileSubscribed, world)).findings).toHaveLength(1)
})

test('a webhook that is deleted before it was ever acknowledged, is off', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const onItsWay = world.beginsAttempt()
  world.passes(0.1)
  client.sends('DELETE', '/webhooks/1', { status: 204 })
  onItsWay.ends({})
  polls(client, 12)
  expect(told(outcomeOf(pollsWhileSubscribed, world))).toEqual(NOTHING)
})

test('what is sent while webhooks are being changed does not show that one is on', () => {
  const world = new ObservedWorld()
  const onItsWay = world.beginsAttempt()
  world.change('webhooks', { tenant: 'pro' })
  onItsWay.ends({})
  polls(world.client(), 12)
  expect(told(outcomeOf(pollsWhileSubscribed, world))).toEqual(NOTHING)
})

test.each<[what: string, says: Partial<AttemptSeen>]>([
  ['was refused', { status: 500 }],
  ['moved elsewhere', { status: 302 }],
  ['had no answer', { status: null, error: 'total_timeout' }],
  ['was forged', { forged: 'tampered' }],
  ['was a test', { event: 'webhook.test' }],
  ['was of another tenant', { tenant: 'max' }],
])('where the only webhook %s, polling is all there is', (_, says) => {
  const { world, client } = subscribed(says)
  polls(client, 20)
  expect(told(outcomeOf(pollsWhileSubscribed, world))).toEqual(NOTHING)
})

test('polls from before the first webhook was acknowledged do not count', () => {
  const world = new ObservedWorld()
  const client = world.client()
  polls(client, 5)
  const webhook = world.beginsAttempt()
  polls(client, 3)
  const onItsWay = client.begins('GET', '/calls/7', { answer: 1 })
  world.passes(0.001)
  webhook.ends({})
  onItsWay.ends()
  world.passes(1)
  polls(client, 9)
  expect(told(outcomeOf(pollsWhileSubscribed, world))).toEqual({ ...NOTHING, passed: 1 })
})

test.each<[what: string, change: (world: ObservedWorld, client: ObservedClient) => void]>([
  ['deleted it', (_, client) => client.sends('DELETE', '/webhooks/1', { status: 204 })],
  ['changed it', (_, client) => client.sends('PUT', '/webhooks/1')],
  ['had it changed by somebody', world => world.change('webhooks', { tenant: 'pro' })],
  ['had all webhooks changed', world => world.change('webhooks')],
])('a tenant that %s is subscribed from the next acknowledgement on', (_, change) => {
  const { world, client } = subscribed()
  const onItsWay = world.beginsAttempt()
  world.passes(0.1)
  change(world, client)
  onItsWay.ends({})
  polls(client, 12)
  expect(told(outcomeOf(pollsWhileSubscribed, world))).toEqual(NOTHING)
  world.attempt()
  polls(client, 10)
  expect(told(outcomeOf(pollsWhileSubscribed, world)).findings).toHaveLength(1)
})

test.each<[what: string, change: (world: ObservedWorld, client: ObservedClient) => void]>([
  ['a deletion that was refused', (_, client) => client.sends('DELETE', '/webhooks/1', { status: 404 })],
  ['a change of another tenant', world => world.change('webhooks', { tenant: 'max' })],
  ['a change of limits', world => world.change('limits')],
])('%s ends no subscription', (_, change) => {
  const { world, client } = subscribed()
  change(world, client)
  polls(client, 10)
  expect(told(outcomeOf(pollsWhileSubscribed, world)).findings).toHaveLength(1)
})

test.each<[what: string, target: string, says: RequestSays]>([
  ['customers', '/customers/7', {}],
  ['answers that were not read', '/calls/7', { answered: 'gone' }],
  ['refusals', '/calls/7', { status: 429 }],
])('%s are none of its business', (_, target, says) => {
  const { world, client } = subscribed()
  for (let at = 0; at < 20; at++) client.sends('GET', target, { answer: 1, ...says })
  expect(told(outcomeOf(pollsWhileSubscribed, world))).toEqual(NOTHING)
})

test('different calls, and different clients, poll for themselves', () => {
  const { world } = subscribed()
  const clients = [world.client(), world.client()]
  for (let at = 0; at < 9; at++)
    for (const client of clients) for (const id of [7, 8]) client.sends('GET', `/calls/${id}`, { answer: 1 })
  expect(told(outcomeOf(pollsWhileSubscribed, world))).toEqual({ ...NOTHING, passed: 4 })
})

test('a team may set from how many on', () => {
  const { world, client } = subscribed()
  polls(client, 20, 20)
  expect(told(outcomeOf(pollsWhileSubscribed, world, { options: { from: 21 } })).findings).toEqual([])
  expect(told(outcomeOf(pollsWhileSubscribed, world, { options: { from: 20 } })).findings).toHaveLength(1)
})

test('what a stuck page took is told there', () => {
  const { world, client } = subscribed()
  for (let at = 0; at < 10; at++) for (const p of [1, 2, 3]) lists(client, `/calls?p=${p}`, { page: 1 })
  expect(told(outcomeOf(pollsWhileSubscribed, world)).findings).toHaveLength(3)
  expect(accusations(world)).toEqual(['stuck_page: error'])
})
