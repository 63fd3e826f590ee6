import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { type ObservedClient, ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import type { AttemptSeen } from '../observations.ts'
import { repeatHasEffect } from './repeat-has-effect.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }
const NOTE = { status: 201, fingerprint: 77 }

function comes(world: ObservedWorld, says: Partial<AttemptSeen> = {}): void {
  world.attempt({ delivery_id: 'd1', ...says })
}

/** What the receiver does after a delivery. */
function writes(client: ObservedClient, after = 1, says: RequestSays = NOTE): void {
  client.world.passes(after)
  client.sends('POST', '/customers', says)
}

function twice({
  between = 10,
  after = 1,
  first = {},
  second = {},
  says = NOTE,
}: {
  between?: number
  after?: number
  first?: Partial<AttemptSeen>
  second?: Partial<AttemptSeen>
  says?: RequestSays
} = {}): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  comes(world, first)
  writes(client, after)
  world.passes(between)
  comes(world, second)
  writes(client, after, says)
  return world
}

test('the same write after both attempts of a delivery is a warning', () => {
  const world = twice()
  const outcome = outcomeOf(repeatHasEffect, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: [
      'warning: #4 wrote what #2 had written: each followed an attempt of one and the same delivery, and both attempts were acknowledged.',
    ],
  })
  expect(evidenceOf(outcome)).toEqual([[2, 4]])
  expect(outcome.findings[0]?.deliveries).toEqual(['d1'])
  expect(outcome.findings[0]?.provisional).toBe(true)
  expect(accusations(world)).toEqual(['repeat_has_effect: warning'])
  world.passes(5)
  expect(outcomeOf(repeatHasEffect, world).findings[0]?.provisional).toBeUndefined()
  saysTheSameInAnyBatching(repeatHasEffect, world)
})

test('what is written while the attempt is open follows it as well', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (const after of [0, 0.1]) {
    const attempt = world.beginsAttempt({ delivery_id: 'd1' })
    writes(client, after)
    attempt.ends({})
    world.passes(10)
  }
  expect(told(outcomeOf(repeatHasEffect, world)).findings).toHaveLength(1)
})

test('the time in which effects show begins with the answer', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 2; at++) {
    world.attempt({ delivery_id: 'd1', takes: 8 })
    writes(client)
    world.passes(10)
  }
  expect(told(outcomeOf(repeatHasEffect, world)).findings).toHaveLength(1)
})

test('five seconds of real time, whatever the clock does', () => {
  expect(told(outcomeOf(repeatHasEffect, twice({ after: 4.99 }))).findings).toHaveLength(1)
  expect(told(outcomeOf(repeatHasEffect, twice({ after: 5 }))).findings).toEqual([])
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 2; at++) {
    comes(world)
    world.advances(3_600)
    writes(client)
  }
  expect(told(outcomeOf(repeatHasEffect, world)).findings).toHaveLength(1)
})

test.each<[what: string, how: Parameters<typeof twice>[0]]>([
  ['another write', { says: { ...NOTE, fingerprint: 78 } }],
  ['a write that is refused', { says: { ...NOTE, status: 409 } }],
  ['a write that is redirected', { says: { ...NOTE, status: 300 } }],
  ['an update that changes nothing', { says: { ...NOTE, method: 'PUT', changed: false } }],
  ['a read', { says: { ...NOTE, method: 'GET' } }],
])('a repeat that is followed by %s passes', (_, how) => {
  const world = twice(how)
  expect(told(outcomeOf(repeatHasEffect, world))).toEqual({ ...NOTHING, open: 1 })
  expect(told(outcomeOf(repeatHasEffect, world, { standing: { ended: true } }))).toEqual({ ...NOTHING, passed: 1 })
  world.passes(3.998)
  expect(told(outcomeOf(repeatHasEffect, world))).toEqual({ ...NOTHING, open: 1 })
  world.passes(0.001)
  expect(told(outcomeOf(repeatHasEffect, world))).toEqual({ ...NOTHING, passed: 1 })
})

test.each<[what: string, how: Parameters<typeof twice>[0]]>([
  ['a first attempt that failed', { first: { status: 500 } }],
  ['a second attempt that failed', { second: { status: 500 } }],
  ['a forgery', { second: { forged: 'tampered' } }],
  ['another delivery', { second: { delivery_id: 'd2' } }],
  ['a delivery of another tenant', { second: { tenant: 'max' } }],
])('%s is no repeat', (_, how) => {
  expect(told(outcomeOf(repeatHasEffect, twice(how), { standing: { ended: true } }))).toEqual(NOTHING)
})

test('what another tenant writes follows nothing', () => {
  const world = new ObservedWorld()
  const client = world.client({ tenant: 'max' })
  for (let at = 0; at < 2; at++) {
    comes(world)
    writes(client)
    world.passes(10)
  }
  expect(told(outcomeOf(repeatHasEffect, world))).toEqual({ ...NOTHING, passed: 1 })
})

test.each([
  ['before the first', (world: ObservedWorld, at: number) => at === 0 && comes(world, { delivery_id: 'd2' })],
  [
    'before the second, refused',
    (world: ObservedWorld, at: number) => at === 1 && comes(world, { delivery_id: 'd2', status: 500 }),
  ],
])('where another delivery comes shortly %s, nobody can tell what a write followed', (_, another) => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 2; at++) {
    another(world, at)
    comes(world)
    writes(client)
    world.passes(10)
  }
  expect(told(outcomeOf(repeatHasEffect, world))).toEqual(NOTHING)
})

test('where another delivery comes shortly after, nobody can tell either', () => {
  const world = twice()
  world.passes(1)
  comes(world, { delivery_id: 'd2' })
  expect(told(outcomeOf(repeatHasEffect, world))).toEqual(NOTHING)
})

test('a delivery whose time is over before the next one comes mixes with nothing', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 2; at++) {
    comes(world, { delivery_id: `other ${at}` })
    world.passes(5)
    comes(world)
    writes(client)
    world.passes(10)
  }
  expect(told(outcomeOf(repeatHasEffect, world)).findings).toHaveLength(1)
})

test('what is written the same at other times too, follows no delivery', () => {
  const world = twice()
  writes(world.client(), 20)
  expect(told(outcomeOf(repeatHasEffect, world))).toEqual({ ...NOTHING, passed: 1 })
})

test('what was written the same before the first delivery, follows none', () => {
  const world = new ObservedWorld()
  const client = world.client()
  writes(client)
  for (let at = 0; at < 2; at++) {
    comes(world)
    writes(client)
    world.passes(10)
  }
  expect(told(outcomeOf(repeatHasEffect, world))).toEqual({ ...NOTHING, passed: 1 })
})

test('two equal writes after one attempt are not the repeat', () => {
  const world = new ObservedWorld()
  const client = world.client()
  comes(world)
  writes(client)
  writes(client)
  world.passes(10)
  comes(world)
  world.passes(10)
  expect(told(outcomeOf(repeatHasEffect, world))).toEqual({ ...NOTHING, passed: 1 })
})

test('a repeat that comes at once ends the time of the first', () => {
  const world = new ObservedWorld()
  const client = world.client()
  comes(world)
  world.passes(0.1)
  comes(world)
  writes(client, 0.1)
  writes(client, 0.1)
  expect(told(outcomeOf(repeatHasEffect, world, { standing: { ended: true } }))).toEqual({ ...NOTHING, passed: 1 })
})
