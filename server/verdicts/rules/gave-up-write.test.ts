import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { quota, rate, unavailable } from '../../../tests/support/refusals.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { gaveUpWrite } from './gave-up-write.ts'

const rule = gaveUpWrite

function refused(method = 'POST', says: RequestSays = rate(30)) {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends(method, '/customers', says)
  return { world, client }
}

test('a refused write that never comes again is information once twice its wait has gone by', () => {
  const { world } = refused()
  world.passes(30)
  world.advances(29.9)
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 0, open: 1 })
  world.advances(0.1)
  const outcome = outcomeOf(rule, world)
  expect(told(outcome)).toEqual({
    findings: [
      'information: #1 was answered 429 and never came again, although at least 1 min went by since, twice the 30 s that it was asked to wait: the emulated clock was moved on by 30 s, and the rest went by in real time.',
    ],
    passed: 0,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[1]])
  expect(outcome.findings[0]?.provisional).toBe(true)
  expect(accusations(world)).toEqual([])
  saysTheSameInAnyBatching(rule, world)
})

test('it says on which clock the time went by, and that the emulated one stood still where it did', () => {
  const since = `went by since, twice the 30 s that it was asked to wait.`
  const said = (does: (world: ObservedWorld) => void, { pace = 0 } = {}) => {
    const { world } = refused()
    world.pace(pace)
    does(world)
    const [finding] = outcomeOf(rule, world).findings
    return [told(outcomeOf(rule, world)).findings[0]?.split('although ')[1], finding?.figures]
  }
  const figures = { wait_seconds: [30], silent_real: [60], silent_moved: [] }
  expect(said(world => world.passes(70), { pace: 1 })).toEqual([`at least 1 min of real time ${since}`, figures])
  expect(said(world => world.passes(70))).toEqual([
    `at least 1 min of real time ${since} The emulated clock stood still meanwhile.`,
    figures,
  ])
  expect(said(world => world.advances(3_600))).toEqual([
    'the emulated clock was moved on by at least 1 min since, twice the 30 s that it was asked to wait.',
    { wait_seconds: [30], silent_real: [], silent_moved: [60] },
  ])
})

test.each<[string, RequestSays]>([
  ['the daily quota', quota(30)],
  ['a 503 with Retry-After', unavailable(30)],
])('%s refuses for a while too', (_, says) => {
  const { world } = refused('PUT', says)
  world.passes(60)
  expect(outcomeOf(rule, world).findings).toHaveLength(1)
})

test.each<[string, string, RequestSays]>([
  ['a read', 'GET', rate(30)],
  ['a write that was refused for good', 'POST', { status: 422 }],
  ['a write that failed', 'POST', { status: 500, retry_after: 30 }],
])('%s is no case of it', (_, method, says) => {
  const { world } = refused(method, says)
  world.passes(600)
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 0, open: 0 })
})

test('a write that comes again passes, whatever it is answered', () => {
  const { world, client } = refused()
  world.passes(100)
  client.sends('POST', '/customers', { status: 201 })
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 1, open: 0 })
  const atOnce = refused()
  atOnce.client.sends('POST', '/customers', { status: 201 })
  expect(told(outcomeOf(rule, atOnce.world))).toEqual({ findings: [], passed: 1, open: 0 })
})

test('a write that comes again and is refused again begins anew', () => {
  const { world, client } = refused()
  world.passes(30)
  client.sends('POST', '/customers', rate(30))
  world.passes(59)
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 1, open: 1 })
})

test('a repeat that comes too early and is refused as well decides nothing: it may have been sent at once', () => {
  const { world, client } = refused()
  for (let n = 0; n < 2; n += 1) client.sends('POST', '/customers', rate(30))
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 0, open: 1 })
  world.passes(31)
  client.sends('POST', '/customers', { status: 201 })
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 1, open: 0 })
})

test('another write does not stand in for it, nor does the same one that was under way already', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const [one, other] = [client.begins('POST', '/customers', rate(30)), client.begins('POST', '/customers')]
  world.passes(0.1)
  one.ends()
  world.passes(0.1)
  other.ends()
  client.sends('POST', '/customers', { external_id: 7 })
  world.client().sends('POST', '/customers')
  world.passes(60)
  expect(outcomeOf(rule, world).findings).toHaveLength(1)
})

test('of ten thousand refused writes the newest are kept, and two hundred listed', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let id = 0; id < 10_000; id += 1) client.sends('PUT', `/customers/${id}`, { ...rate(1), takes: 0 })
  world.passes(2)
  const { findings, more } = outcomeOf(rule, world)
  expect([findings.length, more]).toEqual([200, 3_896])
})
