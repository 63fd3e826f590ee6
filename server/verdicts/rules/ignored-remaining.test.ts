import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { type ObservedClient, ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { quota } from '../../../tests/support/refusals.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { ignoredRemaining } from './ignored-remaining.ts'

const rule = ignoredRemaining
const REFUSED: RequestSays = { status: 429, code: 'rate_limit_exceeded' }
const NOTHING = { findings: [], passed: 0, open: 0 }

/** Told that so many remain until the reset, in emulated seconds from now. */
function toldThat(remaining: number, seconds = 60): { world: ObservedWorld; client: ObservedClient } {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', { remaining, reset: world.now.at + seconds * 1_000 })
  return { world, client }
}

test('a request that is refused since none remained, as the client was told, is information', () => {
  const { world, client } = toldThat(0)
  client.sends('GET', '/customers/2', REFUSED)
  client.sends('GET', '/customers/3', REFUSED)
  const outcome = outcomeOf(rule, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: [
      'information: 2 requests came, and were refused, after #1 had said that none remained. The first is #2.',
    ],
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2, 3]])
  expect(accusations(world)).toEqual([])
  saysTheSameInAnyBatching(rule, world)
})

test('it is no case while some remain, or when the request is answered', () => {
  const { world, client } = toldThat(1)
  client.sends('GET', '/customers/2', REFUSED)
  expect(told(outcomeOf(rule, world))).toEqual(NOTHING)
  const other = toldThat(0)
  other.client.sends('GET', '/customers/2')
  expect(told(outcomeOf(rule, other.world))).toEqual({ ...NOTHING, open: 1 })
})

test('the daily quota is another limit', () => {
  const { world, client } = toldThat(0)
  client.sends('GET', '/customers/2', quota(3_600))
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, open: 1 })
})

test('an answer that names no end of its window says nothing', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', { remaining: 0 })
  client.sends('GET', '/customers/2', REFUSED)
  expect(told(outcomeOf(rule, world))).toEqual(NOTHING)
})

test('it holds before the reset and not after', () => {
  const after = (seconds: number) => {
    const { world, client } = toldThat(0)
    world.advances(seconds)
    client.sends('GET', '/customers/2', REFUSED)
    return outcomeOf(rule, world).findings.length
  }
  expect(after(59.9)).toBe(1)
  expect(after(60)).toBe(0)
})

test('the newest answer counts, and only one that arrived', () => {
  const { world, client } = toldThat(0)
  client.sends('GET', '/customers/2', { remaining: 5, reset: world.now.at + 60_000 })
  client.sends('GET', '/customers/3', REFUSED)
  expect(outcomeOf(rule, world).findings).toEqual([])
  const lost = new ObservedWorld()
  const other = lost.client()
  other.sends('GET', '/customers/1', { remaining: 0, reset: lost.now.at + 60_000, answered: 'cut' })
  other.sends('GET', '/customers/2', REFUSED)
  expect(told(outcomeOf(rule, lost))).toEqual(NOTHING)
})

test('an answer that ended after the request had begun was not known', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const first = client.begins('GET', '/customers/1', { remaining: 0, reset: world.now.at + 60_000 })
  const second = client.begins('GET', '/customers/2', REFUSED)
  world.passes(0.1)
  first.ends()
  world.passes(0.1)
  second.ends()
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, open: 1 })
})

test('what another client was told is not known', () => {
  const { world } = toldThat(0)
  world.client().sends('GET', '/customers/2', REFUSED)
  expect(outcomeOf(rule, world).findings).toEqual([])
})

test('a change of the limits of the tenant begins anew, one of another tenant or of the clock does not', () => {
  const after = (change: (world: ObservedWorld) => void) => {
    const { world, client } = toldThat(0)
    change(world)
    client.sends('GET', '/customers/2', REFUSED)
    return outcomeOf(rule, world).findings.length
  }
  expect(after(world => world.change('limits', { tenant: 'pro' }))).toBe(0)
  expect(after(world => world.change('assumption'))).toBe(0)
  expect(after(world => world.change('limits', { tenant: 'free' }))).toBe(1)
  expect(after(world => world.advances(1))).toBe(1)
  expect(after(world => world.change('webhooks'))).toBe(1)
})

test('a client that waits for the reset passes, and is open until then', () => {
  const { world, client } = toldThat(0)
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, open: 1 })
  world.advances(60)
  // Who never comes back has not waited.
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, open: 1 })
  client.sends('GET', '/customers/1', { remaining: 5, reset: world.now.at + 60_000 })
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, passed: 1 })
  client.sends('GET', '/customers/2', { remaining: 0, reset: world.now.at + 60_000 })
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, passed: 1, open: 1 })
})

test.each<[what: string, says: RequestSays]>([
  ['answered all the same', {}],
  ['refused by the daily quota', quota(3_600)],
  ['lost', { answered: 'cut' }],
  ['left by the client', { answered: 'gone' }],
])('who sends before the reset what is %s has not waited, whoever comes later', (_, says) => {
  const { world, client } = toldThat(0)
  client.sends('GET', '/customers/2', says)
  world.advances(60)
  client.sends('GET', '/customers/3')
  expect(told(outcomeOf(rule, world))).toEqual(NOTHING)
})

test('of a client with several in flight it is not known who was told, and nobody is blamed', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const reset = world.now.at + 60_000
  const [one, two] = [
    client.begins('GET', '/customers/1'),
    client.begins('GET', '/customers/2', { remaining: 0, reset }),
  ]
  world.passes(0.1)
  one.ends()
  two.ends()
  world.passes(1)
  client.sends('GET', '/customers/3', REFUSED)
  expect(told(outcomeOf(rule, world))).toEqual({ ...NOTHING, open: 1 })
  world.advances(60)
  client.sends('GET', '/customers/3')
  expect(told(outcomeOf(rule, world))).toEqual(NOTHING)
})

test('that it had several in flight may be known only when the slowest of them ends', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const slow = client.begins('GET', '/customers/9')
  client.sends('GET', '/customers/1', { remaining: 0, reset: world.now.at + 60_000 })
  for (let id = 0; id < 20; id += 1) client.sends('GET', `/customers/${id}`, REFUSED)
  expect(told(outcomeOf(rule, world)).findings).toEqual([
    'information: 20 requests came, and were refused, after #2 had said that none remained. The first is #3.',
  ])
  slow.ends()
  expect(told(outcomeOf(rule, world)).findings).toEqual([])
  saysTheSameInAnyBatching(rule, world)
})

test('what came before it had several in flight stays told', () => {
  const { world, client } = toldThat(0)
  client.sends('GET', '/customers/2', REFUSED)
  world.passes(1)
  const one = client.begins('GET', '/customers/3', REFUSED)
  world.passes(0.1)
  const two = client.begins('GET', '/customers/4', REFUSED)
  world.passes(0.1)
  one.ends()
  two.ends()
  expect(told(outcomeOf(rule, world)).findings).toEqual([
    'information: 2 requests came, and were refused, after #1 had said that none remained. The first is #2.',
  ])
})

test('each window is a finding of its own', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let window = 0; window < 3; window += 1) {
    const reset = world.now.at + 60_000
    client.sends('GET', '/customers/1', { remaining: 0, reset })
    client.sends('GET', '/customers/2', { ...REFUSED, remaining: 0, reset })
    world.advances(60)
  }
  expect(evidenceOf(outcomeOf(rule, world))).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ])
})
