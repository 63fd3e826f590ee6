import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { told } from '../../../tests/support/said.ts'
import type { AttemptSeen } from '../observations.ts'
import { slowAcknowledgement } from './slow-acknowledgement.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }
const LATE = { status: null, error: 'total_timeout', takes: 9 } as const

type Attempt = Partial<AttemptSeen> & { takes?: number }

function attempted(...attempts: Attempt[]): ObservedWorld {
  const world = new ObservedWorld()
  for (const says of attempts) world.attempt({ timeout_ms: 9_000, ...says })
  return world
}

test('a median over a third of the time-out is a warning', () => {
  const world = attempted({ takes: 3.1 }, { takes: 0.1 }, { takes: 4 })
  const outcome = outcomeOf(slowAcknowledgement, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: [
      'warning: The receiver of webhook 1 is slow: the median of its last 3 attempts is 3.1 s, and an attempt fails after 9 s.',
    ],
    passed: 1,
  })
  expect(outcome.findings[0]?.deliveries).toEqual(['dlv_1', 'dlv_3'])
  expect(accusations(world)).toEqual(['slow_acknowledgement: warning'])
  saysTheSameInAnyBatching(slowAcknowledgement, world)
})

test.each<[what: string, attempts: Attempt[], passed: number, open: number]>([
  ['two slow attempts', [{ takes: 5 }, { takes: 5 }], 0, 2],
  ['slow attempts among more that are fast', [{ takes: 5 }, { takes: 1 }, { takes: 5 }, { takes: 1 }], 2, 2],
  ['exactly a third', [{ takes: 3 }, { takes: 3 }, { takes: 3 }], 3, 0],
  ['forged attempts', Array(3).fill({ takes: 5, forged: 'tampered' }), 0, 0],
  ['no connection', Array(3).fill({ takes: 5, status: null, error: 'connect_timeout' }), 0, 0],
  ['fast refusals', Array(3).fill({ takes: 1, status: 500 }), 0, 0],
  ['different receivers', [1, 2, 3].map(n => ({ takes: 5, url: `https://crm.example.com/${n}` })), 0, 3],
  ['receivers of different tenants', ['a', 'b', 'c'].map(tenant => ({ takes: 5, tenant })), 0, 3],
])('%s are not slow', (_, attempts, passed, open) => {
  expect(told(outcomeOf(slowAcknowledgement, attempted(...attempts)))).toEqual({ ...NOTHING, passed, open })
})

test('one address that leads to several servers one after the other is as many receivers', () => {
  const fast = { takes: 0.1, target: 'http://127.0.0.1:3001/hooks' }
  const slow = { takes: 5, target: 'http://127.0.0.1:3002/hooks' }
  const outcome = outcomeOf(slowAcknowledgement, attempted(fast, fast, fast, fast, slow, slow, slow))
  expect(told(outcome)).toMatchObject({ findings: [expect.stringContaining('its last 3 attempts is 5 s')], passed: 4 })
})

test('several addresses that lead to one server are one receiver', () => {
  const target = 'http://127.0.0.1:3001/hooks'
  const slow = [1, 2, 3].map(n => ({ takes: 5, url: `https://crm.example.com/${n}`, target }))
  expect(told(outcomeOf(slowAcknowledgement, attempted(...slow))).findings).toHaveLength(1)
})

test('slow attempts that make no median yet are open, by their deliveries, until they do', () => {
  const world = attempted({ takes: 5 }, { takes: 1 }, { takes: 5 }, { takes: 1 })
  const outcome = outcomeOf(slowAcknowledgement, world)
  expect(outcome.open.casesOf(null).flatMap(({ deliveries }) => deliveries)).toEqual(['dlv_1', 'dlv_3'])
  world.attempt({ timeout_ms: 9_000, takes: 5 })
  expect(told(outcomeOf(slowAcknowledgement, world))).toMatchObject({ open: 0, findings: [expect.anything()] })
})

test('what counts no more for the median is not open any more', () => {
  const slow: Attempt[] = Array(3).fill({ takes: 5 })
  const fast: Attempt[] = Array(98).fill({ takes: 1 })
  const outcome = outcomeOf(slowAcknowledgement, attempted(...slow, ...fast))
  expect(outcome.open.total).toBe(1)
  expect(outcome.open.casesOf(null).flatMap(({ deliveries }) => deliveries)).toEqual(['dlv_3'])
})

test('the deliveries of a finding are all slow ones of its median, those before it held as well', () => {
  const world = attempted({ takes: 5 }, { takes: 5 }, { takes: 5 }, { takes: 1 }, { takes: 5 })
  expect(outcomeOf(slowAcknowledgement, world).findings[0]?.deliveries).toEqual(['dlv_1', 'dlv_2', 'dlv_3', 'dlv_5'])
})

test('the median of an even number is between its middle ones', () => {
  const world = attempted({ takes: 2 }, { takes: 2 }, { takes: 6 }, { takes: 6 })
  expect(told(outcomeOf(slowAcknowledgement, world)).findings).toEqual([expect.stringContaining(' 4 attempts is 4 s')])
})

test('a receiver that has become fast is fast, for as many attempts as count', () => {
  const fast = (times: number): Attempt[] => Array(times).fill({ takes: 2 })
  const slow: Attempt[] = Array(50).fill({ takes: 5 })
  expect(told(outcomeOf(slowAcknowledgement, attempted(...slow, ...fast(49)))).findings).toHaveLength(1)
  expect(told(outcomeOf(slowAcknowledgement, attempted(...slow, ...fast(50)))).findings).toEqual([])
})

test('two time-outs of a receiver that had answered before are an error, and the only finding', () => {
  const world = attempted({ takes: 5 }, LATE, LATE)
  const outcome = outcomeOf(slowAcknowledgement, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: [
      'error: The receiver of webhook 1 let 2 attempts run into the time-out of 9 s, although it had answered before.',
    ],
  })
  expect(outcome.findings[0]?.deliveries).toEqual(['dlv_2', 'dlv_3'])
  expect(outcome.findings[0]?.seen.real_us).toBe(world.now.real_us)
})

test('one time-out, or time-outs of a receiver that has never answered, are no error', () => {
  expect(told(outcomeOf(slowAcknowledgement, attempted({ takes: 1 }, LATE))).findings).toEqual([])
  expect(told(outcomeOf(slowAcknowledgement, attempted(LATE, LATE, LATE, { takes: 1 }))).findings).toEqual([
    expect.stringMatching(/^warning: /),
  ])
})

test('a refusal is an answer', () => {
  expect(told(outcomeOf(slowAcknowledgement, attempted({ status: 500 }, LATE, LATE))).findings).toEqual([
    expect.stringMatching(/^error: /),
  ])
})

test('a clock that is advanced meanwhile makes nothing slow', () => {
  const world = new ObservedWorld()
  for (let at = 0; at < 3; at++) {
    const attempt = world.beginsAttempt({ timeout_ms: 9_000 })
    world.advances(60)
    attempt.ends({})
  }
  expect(told(outcomeOf(slowAcknowledgement, world))).toEqual({ ...NOTHING, passed: 3 })
})
