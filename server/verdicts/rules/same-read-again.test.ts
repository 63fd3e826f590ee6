import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { lists } from '../../../tests/support/paging.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { Judge } from '../judge.ts'
import { RULES } from '../rules.ts'
import { sameReadAgain } from './same-read-again.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }

function read(times: number, { apart = 1, ...says }: RequestSays & { apart?: number } = {}): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < times; at++) {
    if (at > 0) world.passes(apart)
    client.sends('GET', '/customers/7', { answer: 1, ...says })
  }
  return world
}

/** What it says beside all other rules. */
function inItsFamily(world: ObservedWorld) {
  const judge = new Judge(RULES, () => ({}))
  judge.hears(world.observations)
  const outcome = judge.outcomes(world.standing()).get('same_read_again')
  return outcome && told(outcome).findings
}

test('five equal reads shortly after one another are information', () => {
  const world = read(5, { apart: 5 })
  const outcome = outcomeOf(sameReadAgain, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: [
      'information: 5 equal requests for /customers/7, none more than 5 s after the one before, had equal answers.',
    ],
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2, 3, 4, 5]])
  expect(outcome.findings[0]?.seen.real_us).toBe(world.now.real_us)
  expect(outcome.findings[0]?.wasted).toEqual(new Map([['2026-03-10', 4]]))
  expect(accusations(world)).toEqual([])
  saysTheSameInAnyBatching(sameReadAgain, world)
})

test('sixty at once are one finding, and no more than information', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const flying = Array.from({ length: 60 }, () => client.begins('GET', '/customers/7', { answer: 1 }))
  world.passes(0.1)
  for (const one of flying) one.ends()
  expect(told(outcomeOf(sameReadAgain, world)).findings).toEqual([expect.stringMatching(/^information: 60 equal/)])
  expect(accusations(world)).toEqual([])
})

test('four are none of its business, and slower ones pass', () => {
  expect(told(outcomeOf(sameReadAgain, read(4)))).toEqual(NOTHING)
  expect(told(outcomeOf(sameReadAgain, read(10, { apart: 5.1 })))).toEqual({ ...NOTHING, passed: 9 })
})

test('a clock that was advanced has given it time to change', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 10; at++) {
    client.sends('GET', '/customers/7', { answer: 1 })
    world.advances(6)
  }
  expect(told(outcomeOf(sameReadAgain, world)).findings).toEqual([])
})

test('an answer that has changed was worth asking for', () => {
  const world = read(4)
  const client = world.client()
  for (const answer of [1, 2, 3, 4, 5]) client.sends('GET', '/calls', { answer })
  expect(told(outcomeOf(sameReadAgain, world))).toEqual({ ...NOTHING, passed: 4 })
})

test.each<[what: string, says: RequestSays]>([
  ['refusals', { status: 404 }],
  ['answers that were not read', { answered: 'cut' }],
  ['writes', { method: 'PUT' }],
])('%s are none of its business', (_, says) => {
  expect(told(outcomeOf(sameReadAgain, read(9, says)))).toEqual(NOTHING)
})

test('different requests, and different clients, are read for themselves', () => {
  const world = new ObservedWorld()
  const clients = [world.client(), world.client()]
  for (let at = 0; at < 4; at++)
    for (const client of clients) for (const id of [7, 8]) client.sends('GET', `/customers/${id}`, { answer: 1 })
  expect(told(outcomeOf(sameReadAgain, world))).toEqual(NOTHING)
})

test('a team may set from how many on', () => {
  expect(told(outcomeOf(sameReadAgain, read(5), { options: { from: 6 } })).findings).toEqual([])
})

test('what polls took is told there', () => {
  const world = new ObservedWorld()
  const client = world.client()
  world.attempt()
  for (let at = 0; at < 10; at++) client.sends('GET', '/calls/7', { answer: 1 })
  expect(inItsFamily(world)).toEqual([])
  for (let at = 0; at < 10; at++) client.sends('GET', '/customers/7', { answer: 1 })
  expect(inItsFamily(world)).toEqual([expect.stringContaining('/customers/7')])
})

test('what a stuck page took is told there', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 5; at++) for (const p of [1, 2, 3]) lists(client, `/customers?p=${p}`, { page: 1 })
  expect(told(outcomeOf(sameReadAgain, world)).findings).toHaveLength(3)
  expect(inItsFamily(world)).toEqual([])
})
