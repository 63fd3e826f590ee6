import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedClient, ObservedWorld } from '../../../tests/support/observed.ts'
import { quota, rate, unavailable } from '../../../tests/support/refusals.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { hammering } from './hammering.ts'

function loops(times: number, says = rate(30)): { world: ObservedWorld; client: ObservedClient } {
  const world = new ObservedWorld()
  const client = world.client()
  for (let time = 0; time < times; time += 1) client.sends('GET', '/customers/1', says)
  return { world, client }
}

/** Waits of five seconds, each cut short after three. */
function comesEarlyTo(refusals: number): { world: ObservedWorld; client: ObservedClient } {
  const world = new ObservedWorld()
  const client = world.client()
  for (let time = 0; time < refusals; time += 1) {
    client.sends('GET', '/customers/1', unavailable(5))
    world.passes(3)
  }
  client.sends('GET', '/customers/1')
  return { world, client }
}

test('five early requests to one refusal are hammering, and nothing else', () => {
  const { world } = loops(6)
  expect(accusations(world)).toEqual(['hammering: error'])
  const outcome = outcomeOf(hammering, world)
  expect(told(outcome)).toEqual({
    findings: ['error: 5 requests count with #1: they came before the 30 s were over that it had asked for.'],
    passed: 0,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2, 3, 4, 5, 6]])
  expect(outcome.findings[0]?.cause).toBe('sent at once, header ignored')
  saysTheSameInAnyBatching(hammering, world)
})

test('four early requests to one refusal are a retry before its time', () => {
  expect(accusations(loops(5).world)).toEqual(['retry_before_retry_after: error'])
})

test('one request at a time counts with the oldest refusal whose wait lasts, although each was refused itself', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (const path of ['/customers/1', '/customers/2', '/customers/3', '/customers/2', '/customers/3'])
    client.sends('GET', path, rate(30))
  expect(accusations(world)).toEqual(['retry_before_retry_after: error'])
  client.sends('GET', '/customers/4', rate(30))
  expect(told(outcomeOf(hammering, world)).findings).toEqual([
    'error: 5 requests count with #1: they came before the 30 s were over that it had asked for.',
  ])
})

test('of several workers a request counts with the refusal of the same request', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const [one, other] = ['/customers/1', '/customers/2'].map(path => client.begins('GET', path, rate(30)))
  world.passes(0.01)
  one?.ends()
  other?.ends()
  world.passes(3)
  for (let time = 0; time < 4; time += 1) {
    client.sends('GET', '/customers/2', rate(27))
    client.sends('GET', '/customers/1', rate(27))
  }
  const findings = outcomeOf(hammering, world).findings.length
  expect([findings, accusations(world)]).toEqual([
    0,
    ['retry_before_retry_after: error', 'retry_before_retry_after: error'],
  ])
})

test('the daily quota can be hammered at too', () => {
  expect(accusations(loops(6, quota(3_600)).world)).toEqual(['hammering: error'])
})

test('three refusals in a row that something came early to are hammering, and nothing else', () => {
  const { world } = comesEarlyTo(3)
  expect(accusations(world)).toEqual(['hammering: error'])
  const outcome = outcomeOf(hammering, world)
  expect(told(outcome).findings).toEqual([
    'error: 3 times in a row, from #1 on, the client was asked to wait and came too early, with 3 requests in all.',
  ])
  expect(evidenceOf(outcome)).toEqual([[1, 2, 3, 4]])
  saysTheSameInAnyBatching(hammering, world)
})

test('two refusals in a row are two retries before their time', () => {
  expect(accusations(comesEarlyTo(2).world)).toEqual([
    'retry_before_retry_after: error',
    'retry_before_retry_after: error',
  ])
})

test('a wait that was kept breaks the row', () => {
  const { world, client } = comesEarlyTo(2)
  world.passes(5)
  client.sends('GET', '/customers/1', rate(5))
  world.passes(5)
  client.sends('GET', '/customers/1', rate(5))
  client.sends('GET', '/customers/1')
  expect(accusations(world)).toEqual([
    'retry_before_retry_after: error',
    'retry_before_retry_after: error',
    'retry_before_retry_after: error',
  ])
  expect(told(outcomeOf(hammering, world))).toEqual({ findings: [], passed: 1, open: 0 })
})

test('a row of a client with several requests in flight is one of the same request', () => {
  const row = (id: (time: number) => number) => {
    const world = new ObservedWorld()
    const client = world.client()
    const [one, other] = [client.begins('GET', '/customers/8'), client.begins('GET', '/customers/9')]
    world.passes(0.001)
    one.ends()
    other.ends()
    for (let time = 0; time < 3; time += 1) {
      client.sends('GET', `/customers/${id(time)}`, rate(5))
      world.passes(3)
      client.sends('GET', `/customers/${id(time)}`)
      world.passes(5)
    }
    return accusations(world)
  }
  expect(row(() => 1)).toEqual(['hammering: error'])
  expect(row(time => time)).toEqual(Array(3).fill('retry_before_retry_after: error'))
})

test('workers that need not have known of the refusal do not hammer', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const inFlight = Array.from({ length: 60 }, (_, id) => client.begins('GET', `/customers/${id}`, rate(30)))
  for (const request of inFlight.slice(0, 22)) {
    world.passes(0.01)
    request.ends()
  }
  // What had waited for a connection goes out on those of the first.
  for (let id = 60; id < 98; id += 1) client.sends('GET', `/customers/${id}`, rate(30))
  for (const request of inFlight.slice(22)) request.ends()
  expect(accusations(world)).toEqual(['retry_before_retry_after: warning'])
})

test('it holds from the fifth request to one refusal on, or the first to the third, whatever comes after', () => {
  const since = (world: ObservedWorld) => outcomeOf(hammering, world).findings[0]?.seen.real_us
  const fifth = loops(6)
  const { real_us } = fifth.world.now
  for (let time = 0; time < 3; time += 1) fifth.client.sends('GET', '/customers/1', rate(30))
  expect(since(fifth.world)).toBe(real_us)
  const third = comesEarlyTo(3)
  const now = third.world.now.real_us
  for (let time = 0; time < 3; time += 1) third.client.sends('GET', '/customers/1', rate(30))
  expect(since(third.world)).toBe(now)
})

test('what others sent before, and were not to blame for, hides nobody', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const long = client.begins('GET', '/customers/9')
  client.sends('GET', '/customers/1', rate(30))
  for (let id = 10; id < 30; id += 1) client.sends('GET', `/customers/${id}`)
  for (let time = 0; time < 5; time += 1) client.sends('GET', '/customers/1', rate(30))
  long.ends()
  const outcome = outcomeOf(hammering, world)
  expect(told(outcome).findings).toEqual([
    'error: 5 requests count with #2: they came before the 30 s were over that it had asked for.',
  ])
  expect(evidenceOf(outcome)).toEqual([[2, 23, 24, 25, 26, 27]])
})

test('what others were refused hides nobody either, and is shown where there is room', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const [one, other] = [client.begins('GET', '/customers/8'), client.begins('GET', '/customers/9')]
  world.passes(0.001)
  one.ends()
  other.ends()
  client.sends('GET', '/customers/1', rate(60))
  for (let id = 10; id < 30; id += 1) {
    world.passes(0.3)
    client.sends('GET', `/customers/${id}`, rate(60))
  }
  for (let time = 0; time < 5; time += 1) client.sends('GET', '/customers/1', rate(60))
  const outcome = outcomeOf(hammering, world)
  expect(told(outcome).findings).toEqual([
    'error: Besides those that may not have known of it, 5 requests count with #3: they came before the 1 min were over that it had asked for.',
  ])
  expect(evidenceOf(outcome)).toEqual([[3, 4, 5, 6, 7, 8, 9, 10, 24, 25, 26, 27]])
})

test('a flood a millisecond apart hammers from when its answers could be known', () => {
  const flood = (requests: number) => {
    const world = new ObservedWorld()
    const client = world.client()
    const other = new ObservedClient(world, client.actor)
    const [one, two] = [client.begins('GET', '/customers/8'), other.begins('GET', '/customers/9')]
    world.passes(0.001)
    one.ends()
    two.ends()
    for (let n = 0; n < requests; n += 1) {
      const sender = n % 2 === 0 ? client : other
      sender.sends('GET', `/customers/${n}`, { ...rate(30), takes: 0.001 })
    }
    return world
  }
  expect(accusations(flood(304))).toEqual(['hammering: error'])
  expect(outcomeOf(hammering, flood(304)).findings[0]?.cause).toBe(null)
  // Those within the first quarter of a second may not have known, and the sentence does not count them.
  expect(told(outcomeOf(hammering, flood(304))).findings[0]).toMatch(
    /^error: Besides those that may not have known of it, /,
  )
  // None of these came after that.
  expect(accusations(flood(250))).toEqual([])
})

test('a hundred requests that a slow pool had waiting are a warning', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const [one, two] = [client.begins('GET', '/customers/8'), client.begins('GET', '/customers/9')]
  world.passes(0.001)
  one.ends()
  two.ends()
  for (let n = 0; n <= 100; n += 1) client.sends('GET', `/reports/${n}`, { ...rate(30), takes: 0.01 })
  expect(accusations(world)).toEqual(['retry_before_retry_after: warning'])
  for (let n = 0; n < 5; n += 1) client.sends('GET', `/calls/${n}`, { ...rate(30), takes: 0.01 })
  expect(accusations(world)).toEqual(['hammering: error'])
})

test('refusals in a row that only other workers came early to are no row', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const [one, other] = [client.begins('GET', '/customers/8'), client.begins('GET', '/customers/9')]
  world.passes(0.001)
  one.ends()
  other.ends()
  for (let time = 0; time < 3; time += 1) {
    client.sends('GET', '/customers/1', rate(5))
    world.passes(0.5)
    client.sends('GET', `/reports/summary?page=${time}`, rate(4))
    world.passes(5)
  }
  expect(accusations(world)).toEqual(Array(3).fill('retry_before_retry_after: warning'))
})

test('who waits and comes again passes, who only stops does not', () => {
  const { world, client } = loops(1)
  world.passes(30)
  expect(told(outcomeOf(hammering, world))).toEqual({ findings: [], passed: 0, open: 1 })
  client.sends('GET', '/customers/1')
  expect(told(outcomeOf(hammering, world))).toEqual({ findings: [], passed: 1, open: 0 })
})

test('ten thousand requests of a client that never stops are one finding', () => {
  const { world } = loops(10_000, { ...rate(86_400), takes: 0.001 })
  const outcome = outcomeOf(hammering, world)
  expect(told(outcome).findings).toEqual([
    'error: 9999 requests count with #1: they came before the 1 d were over that it had asked for.',
  ])
  expect(evidenceOf(outcome)[0]).toHaveLength(12)
})

test('each request counts once in the total, also one that came early and was the refusal of the next wait', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let time = 0; time < 100; time += 1) {
    client.sends('GET', '/customers/1', unavailable(5))
    world.passes(0.3)
  }
  const { findings } = outcomeOf(hammering, world)
  expect(findings.map(({ evidence, totals, takes }) => [evidence.length, totals, takes?.length])).toEqual([
    [12, { evidence: 100, deliveries: 0 }, 7],
  ])
})
