import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { type ObservedClient, ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { unavailable } from '../../../tests/support/refusals.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { noBackoff } from './no-backoff.ts'

const rule = noBackoff
const FAILED: RequestSays = { status: 500, code: 'server_error' }

/** Fails, and comes back after each of the gaps, in seconds. */
function fails(gaps: readonly number[], says: RequestSays = FAILED): { world: ObservedWorld; client: ObservedClient } {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', says)
  for (const gap of gaps) {
    world.passes(gap)
    client.sends('GET', '/customers/1', says)
  }
  return { world, client }
}
const accused = (...gaps: readonly number[]) => accusations(fails(gaps).world)
const [WARNED, ACCUSED] = [['no_backoff: warning'], ['no_backoff: error']]

test('three failures in a row with a delay that does not grow are a warning, five an error', () => {
  expect(accused(0.1)).toEqual([])
  expect(accused(0.1, 0.1)).toEqual(WARNED)
  expect(accused(0.1, 0.1, 0.1)).toEqual(WARNED)
  expect(accused(0.1, 0.1, 0.1, 0.1)).toEqual(ACCUSED)
})

test('it says how often and with what delay', () => {
  const { world } = fails([0.1, 0.1, 0.12, 0.1, 0.1])
  const outcome = outcomeOf(rule, world)
  expect(told(outcome)).toEqual({
    findings: [
      'error: After #1 had failed, 5 more attempts failed, each 100 ms to 120 ms of real time after the one before had ended. Backing off means waiting a second or more, or at least 30% plus 50 ms longer than before.',
    ],
    passed: 0,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2, 3, 4, 5, 6]])
  const third = fails([0.1, 0.1]).world
  expect(outcomeOf(rule, third).findings[0]?.seen.real_us).toBe(third.now.real_us)
  expect(outcome.findings[0]?.seen.real_us).toBe(third.now.real_us)
  saysTheSameInAnyBatching(rule, world)
})

test('where the emulated clock ran, it shows the delay, and none is said to be of real time', () => {
  const world = new ObservedWorld()
  world.pace(1)
  const client = world.client()
  for (let attempt = 0; attempt < 4; attempt += 1) {
    client.sends('GET', '/customers/1', FAILED)
    world.passes(0.1)
  }
  expect(told(outcomeOf(rule, world)).findings).toEqual([
    expect.stringContaining('3 more attempts failed, each 100 ms after the one before had ended.'),
  ])
})

test('answers that broke off are failures, whatever their status', () => {
  expect(accusations(fails([0.1, 0.1, 0.1, 0.1], { answered: 'cut' }).world)).toEqual(ACCUSED)
})

test.each<[string, RequestSays]>([
  ['answers of 4xx', { status: 499 }],
  ['answers that nobody waited for', { answered: 'gone' }],
])('%s are no failures', (_, says) => {
  expect(accusations(fails([0.1, 0.1, 0.1, 0.1], says).world)).toEqual([])
})

test('a delay that grows is backoff', () => {
  expect(accused(0.2, 0.4, 0.8, 1.6)).toEqual([])
  // The first ones of a backoff that begins with very little.
  expect(accused(0.02, 0.04, 0.08, 0.16, 0.32)).toEqual([])
})

test('a delay of less than a second is none when it has hardly grown: 30 % and 50 ms', () => {
  expect(accused(0.5, 0.69)).toEqual(WARNED)
  expect(accused(0.5, 0.71)).toEqual([])
  expect(accused(0.71, 0.5)).toEqual([])
  expect(accused(0, 0.049)).toEqual(WARNED)
  expect(accused(0, 0.05)).toEqual([])
})

test('a delay of a second is long enough', () => {
  expect(accused(1, 1, 1, 1)).toEqual([])
  expect(accused(0.99, 0.99, 0.99, 0.99)).toEqual(ACCUSED)
})

test('the clock of the world counts as delay', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let time = 0; time < 5; time += 1) {
    client.sends('GET', '/customers/1', FAILED)
    world.advances(1)
  }
  expect(accusations(world)).toEqual([])
})

test('delays that are written alike are one', () => {
  const outcome = outcomeOf(rule, fails([0.00041, 0.00044, 0.00038, 0.00042]).world)
  expect(told(outcome).findings).toEqual([
    expect.stringMatching(/ failed, each 0\.4 ms of real time after the one before had ended\./),
  ])
})

test('a short row stays when another one follows a minute later', () => {
  expect(accused(0.1, 0.1, 60)).toEqual(WARNED)
  expect(accused(0.1, 0.1, 59)).toEqual([])
})

test('a short row stays when the request succeeds at last', () => {
  const { world, client } = fails([0.1, 0.1])
  world.passes(0.1)
  client.sends('GET', '/customers/1')
  expect(accusations(world)).toEqual(WARNED)
  expect(told(outcomeOf(rule, world))).toMatchObject({ passed: 0, open: 0 })
})

test('a short row stays when the client waits after it as it was told', () => {
  const { world, client } = fails([0.1])
  world.passes(0.1)
  client.sends('GET', '/customers/1', { ...FAILED, retry_after: 0 })
  world.passes(0.1)
  client.sends('GET', '/customers/1', FAILED)
  expect(told(outcomeOf(rule, world)).findings).toEqual([
    expect.stringMatching(
      /^warning: After #1 had failed, 2 more attempts failed, each 100 ms of real time after the one before had ended\./,
    ),
  ])
})

test('an error is one finding, also when the request succeeds at last', () => {
  const { world, client } = fails([0.1, 0.1, 0.1, 0.1])
  client.sends('GET', '/customers/1')
  expect(accusations(world)).toEqual(ACCUSED)
})

test('an error stays when the delay grows after it', () => {
  expect(accused(0.1, 0.1, 0.1, 0.1, 0.9)).toEqual(ACCUSED)
})

test('a success between them begins anew', () => {
  const { world, client } = fails([0.1])
  client.sends('GET', '/customers/1')
  world.passes(5)
  client.sends('GET', '/customers/1', FAILED)
  world.passes(0.1)
  client.sends('GET', '/customers/1', FAILED)
  expect(accusations(world)).toEqual([])
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 0, open: 1 })
})

test('different requests are no row', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let id = 0; id < 5; id += 1) client.sends('GET', `/customers/${id}`, FAILED)
  expect(accusations(world)).toEqual([])
})

test('the same request of different clients is no row', () => {
  const world = new ObservedWorld()
  for (let id = 0; id < 5; id += 1) world.client().sends('GET', '/customers/1', FAILED)
  expect(accusations(world)).toEqual([])
})

test('attempts in flight at once are no row', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const pending = Array.from({ length: 5 }, () => client.begins('GET', '/customers/1', FAILED))
  world.passes(0.1)
  for (const one of pending) one.ends()
  expect(accusations(world)).toEqual([])
})

test('who waits as long as Retry-After says has waited', () => {
  const after = (gap: number) => accusations(fails([gap, gap, gap, gap], unavailable(0.5)).world)
  expect(after(0.45)).toEqual([])
  expect(after(0.4)).toContain('no_backoff: error')
})

test('a request that came at that rate before is a poll', () => {
  const poll = (before: number, gap = 0.5) => {
    const world = new ObservedWorld()
    const client = world.client()
    client.sends('GET', '/customers/1')
    world.passes(before)
    for (let time = 0; time < 5; time += 1) {
      client.sends('GET', '/customers/1', FAILED)
      world.passes(gap)
    }
    return outcomeOf(rule, world)
  }
  expect(told(poll(0.5)).findings).toEqual([
    'information: 5 attempts failed in a row, from #2 on. The request had come at that rate before, so it may be a poll.',
  ])
  expect(poll(0.69).findings[0]?.severity).toBe('information')
  expect(poll(0.72).findings[0]?.severity).toBe('error')
  expect(poll(0.05, 0).findings[0]?.severity).toBe('error')
})

test('a failure is open until the request succeeds', () => {
  const { world, client } = fails([2])
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 0, open: 1 })
  world.passes(2)
  client.sends('GET', '/customers/1')
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 1, open: 0 })
})

test.each([
  [0.044, 0],
  [1, 1],
])(
  'a request that succeeds the second time, after %d s, passed %d times: a short wait says nothing about the next',
  (gap, passed) => {
    const { world, client } = fails([])
    world.passes(gap)
    client.sends('GET', '/customers/1')
    expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed, open: 0 })
  },
)

/** What showed nothing after these waits, each case by its requests. */
function nothingShownBy(gaps: readonly number[]): number[][] {
  const { world, client } = fails(gaps.slice(0, -1))
  world.passes(gaps.at(-1) ?? 0)
  client.sends('GET', '/customers/1')
  const { inconclusive, passed, findings } = outcomeOf(rule, world)
  // One wait alone is in none of them.
  const cases = [...(inconclusive?.actors() ?? [])].flatMap(actor => inconclusive?.casesOf(actor) ?? [])
  expect(passed.total + findings.length + cases.length).toBe(gaps[0] === 0.044 ? 0 : 1)
  return cases.map(({ evidence }) => evidence.map(({ request: { seq } }) => seq))
}

test.each<[what: string, gaps: readonly number[], cases: number[][]]>([
  ['one short wait', [0.044], []],
  ['short waits of which one is shorter', [0.043, 0.18, 0.11], [[1, 2, 3, 4]]],
  ['waits that hardly grow, too few for a finding', [0.5, 0.6], [[1, 2, 3]]],
  ['a wait that falls short of one of a second', [2, 1.7], [[1, 2, 3]]],
  ['waits that grow', [0.2, 0.5], []],
  ['one wait of a second', [1], []],
  ['waits that are a finding', [0.1, 0.1, 0.1], []],
  ['waits that were a finding before they changed', [0.1, 0.1, 0.001, 0.001], []],
])('%s are kept, or a finding, or else told as neither', (_, gaps, cases) => {
  expect(nothingShownBy(gaps)).toEqual(cases)
})

test('what was in flight beside a failure shows nothing, nor does a failure that is still open', () => {
  const { world, client } = fails([0.1])
  client.sends('GET', '/customers/2', FAILED)
  const failing = client.begins('GET', '/customers/2', FAILED)
  const beside = client.begins('GET', '/customers/2')
  world.passes(0.1)
  failing.ends()
  beside.ends()
  const { inconclusive, open } = outcomeOf(rule, world)
  expect(inconclusive?.total).toBe(0)
  expect([...open.actors()].flatMap(actor => open.casesOf(actor).map(one => one.evidence.length))).toEqual([2])
})

test('ten thousand failing requests leave no more than the newest', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let id = 0; id < 10_000; id += 1) client.sends('GET', `/customers/${id}`, { ...FAILED, takes: 0 })
  expect(outcomeOf(rule, world).open.total).toBe(4_096)
})

/** Fails as often as there are waits, with what each answer asks to be waited for, and succeeds after the last of them. */
function passedAfter(waits: readonly (readonly [gap: number, asked: number | null])[]): number {
  const world = new ObservedWorld()
  const client = world.client()
  for (const [gap, asked] of waits) {
    client.sends('GET', '/customers/1', unavailable(asked))
    world.passes(gap)
  }
  client.sends('GET', '/customers/1')
  return outcomeOf(rule, world).passed.total
}
const plainly = (...gaps: readonly number[]) => passedAfter(gaps.map(gap => [gap, null]))

test.each([
  ['grows', [1, 2, 4], 1],
  ['stays at a second or more', [2, 2, 1.95], 1],
  ['falls short of the one before by what a timer may', [2, 1.75], 1],
  ['falls short of the one before', [2, 1.74], 0],
  ['is meant to be a second', [0.96, 0.96], 1],
  ['is less than a second', [0.94, 0.96], 0],
  ['is short of a second, and a finding', [0.96, 0.96, 0.96], 0],
  ['has grown by just as much as it takes', [0, 0.05], 1],
  ['begins with very little', [0, 0.5, 1], 1],
  ['gets shorter', [2, 1], 0],
  ['gets shorter before it grows', [2, 1, 4], 0],
  ['is short and hardly grows', [0.5, 0.69], 0],
  ['is short and grows', [0.5, 0.71], 1],
  ['follows another try', [60, 1], 1],
  ['follows a wait of nearly as long as another try', [59, 1], 0],
] as const)('of a client that succeeds in the end and whose wait %s', (_, gaps, passed) => {
  expect(plainly(...gaps)).toBe(passed)
})

test('a wait is what Retry-After asks for, be it shorter than the one before, and nothing less', () => {
  const asks = (gap: number) =>
    passedAfter([
      [5.1, 5],
      [gap, 5],
    ])
  expect([asks(4.9), asks(4.95), asks(5)]).toEqual([0, 1, 1])
  expect(asks(0.21)).toBe(0)
  expect(
    passedAfter([
      [5.1, 5],
      [2, 2],
    ]),
  ).toBe(1)
  expect(
    passedAfter([
      [5.1, 5],
      [2, null],
    ]),
  ).toBe(1)
  // A wait that was asked for is not one that the client's own have to outgrow.
  expect(
    passedAfter([
      [0.1, null],
      [1.1, 1],
      [0.4, null],
    ]),
  ).toBe(1)
  expect(
    passedAfter([
      [0.4, null],
      [1.1, 1],
      [0.1, null],
    ]),
  ).toBe(0)
  expect(
    passedAfter([
      [1, 5],
      [5, 5],
    ]),
  ).toBe(0)
})

test('what was sent before the failure was answered shows no wait', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const failing = client.begins('GET', '/customers/1', FAILED)
  const beside = client.begins('GET', '/customers/1')
  world.passes(2)
  failing.ends()
  beside.ends()
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 0, open: 0 })
})
