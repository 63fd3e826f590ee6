import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedClient, ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { quota, rate, unavailable } from '../../../tests/support/refusals.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import type { Outcome } from '../rule.ts'
import { findingView } from '../said.ts'
import { retryBeforeRetryAfter } from './retry-before-retry-after.ts'

const rule = retryBeforeRetryAfter
const verdict = (world: ObservedWorld) => told(outcomeOf(rule, world))
const isFine = (world: ObservedWorld) => expect(verdict(world).findings).toEqual([])
const isAccused = (world: ObservedWorld) => expect(accusations(world)).toEqual(['retry_before_retry_after: error'])

test('a client that comes back while it should wait is accused, with the seconds by which it was early', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  world.passes(4)
  client.sends('GET', '/customers/1', rate(26))
  world.passes(26)
  client.sends('GET', '/customers/1')
  const outcome = outcomeOf(rule, world)
  expect(told(outcome)).toEqual({
    findings: ['error: #2 came 26 s before the 30 s were over that #1 had asked for.'],
    passed: 0,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2]])
  expect(outcome.findings[0]?.figures).toEqual({ wait_seconds: [30], early_seconds: [26], waited_seconds: [4] })
  expect(outcome.findings[0]?.evidence.map(({ role }) => role)).toEqual(['first', 'early'])
  isAccused(world)
  saysTheSameInAnyBatching(rule, world)
})

test.each([
  ['real time', (world: ObservedWorld) => world.passes(30)],
  ['an advance of the clock', (world: ObservedWorld) => world.advances(30)],
  [
    'both together',
    (world: ObservedWorld) => {
      world.advances(20)
      world.passes(10)
    },
  ],
  ['a wait that falls short by less than 1 %', (world: ObservedWorld) => world.passes(29.71)],
])('a client that waits passes: %s', (_, waits) => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  waits(world)
  client.sends('GET', '/customers/1')
  expect(verdict(world)).toEqual({ findings: [], passed: 1, open: 0 })
  expect(accusations(world)).toEqual([])
})

test('what succeeds within the wait does not end it for a client that sends one request after the other', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', unavailable(30))
  world.passes(4)
  client.sends('GET', '/customers/1')
  world.passes(4)
  client.sends('GET', '/customers/2')
  expect(verdict(world).findings).toEqual([
    'error: 2 requests came too early: #1 had asked for a wait of 30 s. The first, #2, came 26 s before that was over.',
  ])
})

test('a wait of a second may fall short by 50 ms and no more', () => {
  const after = (seconds: number) => {
    const world = new ObservedWorld()
    const client = world.client()
    client.sends('GET', '/customers/1', rate(1))
    world.passes(seconds)
    client.sends('GET', '/customers/1')
    return world
  }
  isFine(after(0.95))
  isAccused(after(0.949))
  isAccused(after(0.98 - 0.04))
})

test('a wait of 30 s may not fall short by more than 300 ms', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  world.passes(29.69)
  client.sends('GET', '/customers/1')
  isAccused(world)
})

test('a refusal is open until its client comes again after the wait, and passed then', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  world.passes(30)
  expect(verdict(world)).toEqual({ findings: [], passed: 0, open: 1 })
  client.sends('GET', '/customers/1')
  expect(verdict(world)).toEqual({ findings: [], passed: 1, open: 0 })
})

test('a 503 asks for a wait when it names one', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', unavailable(null))
  client.sends('GET', '/customers/1', unavailable(5))
  isFine(world)
  client.sends('GET', '/customers/1')
  isAccused(world)
})

test.each<[string, RequestSays]>([
  ['another status with Retry-After', { status: 500, retry_after: 30 }],
  ['a 429 without it', { ...rate(30), retry_after: null }],
  ['the daily quota', quota(30)],
  ['an answer that broke off', { ...rate(30), answered: 'cut' }],
  ['an answer that nobody waited for', { ...rate(30), answered: 'gone' }],
])('%s is no case of it', (_, says) => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', says)
  client.sends('GET', '/customers/1')
  expect(verdict(world)).toEqual({ findings: [], passed: 0, open: 0 })
})

test('only requests of clients are judged', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  client.sends('GET', '/customers/1', { origin: 'dashboard' })
  isFine(world)
})

test('what another worker sends that need not have known is a warning', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const [one, other] = [client.begins('GET', '/customers/8'), client.begins('GET', '/customers/9')]
  world.passes(0.001)
  one.ends()
  other.ends()
  client.sends('GET', '/customers/1', rate(30))
  world.passes(0.5)
  client.sends('GET', '/customers/2', rate(29))
  expect(verdict(world).findings).toEqual([expect.stringMatching(/^warning: /)])
})

test('several that come early to one refusal are one finding', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  world.passes(5)
  client.sends('GET', '/customers/1', rate(25))
  world.passes(12)
  client.sends('GET', '/customers/1', rate(13))
  world.passes(13)
  client.sends('GET', '/customers/1')
  expect(verdict(world)).toEqual({
    findings: [
      'error: 2 requests came too early: #1 had asked for a wait of 30 s. The first, #2, came 25 s before that was over.',
    ],
    passed: 0,
    open: 0,
  })
})

test('what came early and was asked to wait longer than the first is a refusal of its own from then on', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(5))
  world.passes(1)
  client.sends('GET', '/customers/1', rate(40))
  world.passes(6)
  client.sends('GET', '/customers/1', rate(34))
  expect(evidenceOf(outcomeOf(rule, world))).toEqual([
    [1, 2],
    [2, 3],
  ])
})

/** Another worker, a while after the refusal, and then as often the request that was refused. */
function besides(again: number) {
  const world = new ObservedWorld()
  const client = world.client()
  const other = new ObservedClient(world, client.actor)
  const [one, two] = [client.begins('GET', '/customers/8'), other.begins('GET', '/customers/9')]
  world.passes(0.001)
  one.ends()
  two.ends()
  client.sends('GET', '/customers/1', rate(30))
  world.passes(0.998)
  other.sends('GET', '/customers/2', rate(29))
  for (let time = 0; time < again; time += 1) client.sends('GET', '/customers/1')
  return outcomeOf(rule, world)
}

test('what came early is as many in the sentence as in the evidence, and those that may not have known are apart', () => {
  const rolesOf = ({ findings }: Outcome) => findings[0]?.evidence.map(({ role }) => role)
  expect(told(besides(1)).findings).toEqual([
    'error: Besides 1 that may not have known of it, #5 came 29 s before the 30 s were over that #3 had asked for.',
  ])
  expect(rolesOf(besides(1))).toEqual(['first', 'unaware', 'early'])
  expect(told(besides(3)).findings).toEqual([
    'error: Besides 1 that may not have known of the refusal, 3 requests came too early: #3 had asked for a wait of 30 s. The first, #5, came 29 s before that was over.',
  ])
  expect(rolesOf(besides(3))).toEqual(['first', 'unaware', 'early', 'early', 'early'])
  expect(told(besides(0)).findings).toEqual([
    'warning: #4 came 29 s too early, perhaps without knowing of the refusal: #3 had asked for a wait of 30 s, and another connection or worker may have got that answer.',
  ])
  expect(rolesOf(besides(0))).toEqual(['first', 'unaware'])
})

test('two that need not have known of a refusal are both named with how early they came, more by the first of them', () => {
  const of = (requests: number) => {
    const world = new ObservedWorld()
    const client = world.client()
    const other = new ObservedClient(world, client.actor)
    const [one, two] = [client.begins('GET', '/customers/8'), other.begins('GET', '/customers/9')]
    world.passes(0.001)
    one.ends()
    two.ends()
    client.sends('GET', '/customers/1', rate(60))
    for (let at = 0; at < requests; at += 1) {
      world.advances(at === 0 ? 4 : 1)
      world.passes(0.25)
      other.sends('GET', `/customers/${at + 2}`, rate(55))
    }
    return told(outcomeOf(rule, world)).findings
  }
  const why =
    'perhaps without knowing of the refusal: #3 had asked for a wait of 1 min, and another connection or worker may have got that answer.'
  expect(of(2)).toEqual([`warning: #4 and #5 came 56 s and 54 s too early, ${why}`])
  expect(of(3)).toEqual([`warning: 3 requests came too early, the first, #4, by 56 s, ${why}`])
})

test('how long a request waited is told to the millisecond, by each clock as by both', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(60))
  world.advances(4)
  world.passes(0.2634)
  client.sends('GET', '/customers/1', rate(55))
  const [finding] = outcomeOf(rule, world).findings
  expect(finding?.figures).toEqual({ wait_seconds: [60], waited_seconds: [4.263], early_seconds: [55.737] })
  expect(finding && findingView(finding, 1).evidence[1]?.waited_seconds).toBe(4.263)
})

const comesAfter = (gaps: readonly (readonly [seconds: number, named: number])[]) => {
  const world = new ObservedWorld()
  const client = world.client()
  for (const [gap, named] of gaps) {
    client.sends('GET', '/customers/1', rate(named))
    world.passes(gap)
  }
  client.sends('GET', '/customers/1')
  return outcomeOf(rule, world).findings.map(({ cause }) => cause)
}

test.each([
  [
    'symmetric jitter',
    [
      [22, 30],
      [5.5, 8],
    ],
  ],
  [
    'fixed delay, header ignored',
    [
      [3, 30],
      [3.05, 27],
    ],
  ],
  [
    'fixed delay, header ignored',
    [
      [0.1, 30],
      [0.14, 29],
    ],
  ],
  // A loop without any delay, in which only its own work takes time.
  [
    'sent at once, header ignored',
    [
      [0.023, 14],
      [0.02, 14],
      [0.034, 14],
    ],
  ],
  [
    'sent at once, header ignored',
    [
      [0, 30],
      [0.05, 30],
    ],
  ],
  // From half of it on.
  [
    'symmetric jitter',
    [
      [15, 30],
      [8, 10],
    ],
  ],
  // The second has waited as long as it was told last.
  [
    null,
    [
      [20, 30],
      [5, 5],
    ],
  ],
  ['seconds read as milliseconds', [[0.041, 40]]],
  ['seconds read as milliseconds', [[0.02, 20]]],
  ['seconds read as milliseconds', [[0.125, 100]]],
  ['capped at 30 s', [[30.2, 47]]],
  ['capped at 30 s', [[30, 60]]],
  ['capped at 30 s', [[31, 60]]],
  // As good as all of it.
  [null, [[30, 31]]],
  [null, [[4, 30]]],
  [
    null,
    [
      [2, 30],
      [4, 28],
      [8, 24],
    ],
  ],
  // Half of it at least, or it is no jitter around what was asked for.
  [
    null,
    [
      [12, 30],
      [15, 18],
    ],
  ],
  // Hardly a wait at all, as far as anybody can tell.
  [null, [[0.006, 5]]],
] as [string | null, [number, number][]][])('a known mistake is named: %s', (cause, gaps) => {
  const causes = comesAfter(gaps)
  expect(causes.length).toBeGreaterThan(0)
  expect(new Set(causes)).toEqual(new Set([cause]))
})

test('a cause is told by all that an actor did', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (const [gap, named] of [
    [22, 30],
    [6, 8],
  ] as const) {
    client.sends('GET', '/customers/1', rate(named))
    world.passes(gap)
    client.sends('GET', '/customers/1')
    world.passes(60)
  }
  expect(outcomeOf(rule, world).findings.map(({ cause }) => cause)).toEqual(['symmetric jitter', 'symmetric jitter'])
})
