import { expect, test } from 'vitest'
import { accusations, casesOf, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { told } from '../../../tests/support/said.ts'
import type { AttemptSeen } from '../observations.ts'
import { refusesRepeat } from './refuses-repeat.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }
const DAY = 86_400

/** Attempts by the ids of their deliveries: `a`, `b 409`. */
function attempted(text: string, says: Partial<AttemptSeen> = {}): ObservedWorld {
  const world = new ObservedWorld()
  attempts(world, text, says)
  return world
}

function attempts(world: ObservedWorld, text: string, says: Partial<AttemptSeen> = {}): void {
  for (const one of text.split(', ')) {
    const [delivery_id = '', status = '200'] = one.split(' ')
    world.attempt({ delivery_id, status: Number(status), ...says })
  }
}

test('to refuse a delivery that was acknowledged is an error, where others are acknowledged before and after', () => {
  const world = attempted('a, b, a 409, c')
  const outcome = outcomeOf(refusesRepeat, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: [
      'error: The receiver of webhook 1 had acknowledged a delivery, and refused it with 409 when it came again. It acknowledged others before and after.',
    ],
  })
  expect(outcome.findings[0]?.deliveries).toEqual(['a'])
  expect(accusations(world)).toEqual(['refuses_repeat: error'])
  saysTheSameInAnyBatching(refusesRepeat, world)
})

test.each([400, 403, 408, 409, 422, 451])('%d is an error', status => {
  expect(accusations(attempted(`a, b, a ${status}, c`))).toEqual(['refuses_repeat: error'])
})

test.each([500, 502, 503])('%d is a warning', status => {
  expect(accusations(attempted(`a, b, a ${status}, c`))).toEqual(['refuses_repeat: warning'])
})

test.each([401, 404, 410, 429])('%d is about other things', status => {
  expect(told(outcomeOf(refusesRepeat, attempted(`a, b, a ${status}, c`)))).toEqual(NOTHING)
})

test('to acknowledge it again passes', () => {
  const outcome = outcomeOf(refusesRepeat, attempted('a, b, a 204, c'))
  expect([told(outcome), casesOf(outcome)]).toEqual([{ ...NOTHING, passed: 1 }, [['a']]])
})

test.each<[what: string, text: string, open: number]>([
  ['a receiver that redirects', 'a, b, a 302, c', 0],
  ['a delivery that was never acknowledged', 'a 500, b, a 409, c', 0],
  ['a receiver that acknowledged no other before', 'a, a 409, c', 0],
  ['a receiver that has acknowledged no other since', 'a, b, a 409', 1],
  ['a receiver that refuses everything from now on', 'a, b, a 409, c 409, d 409', 1],
  ['a refusal that the receiver has taken back', 'a, b, a 503, a, c', 0],
])('%s is not blamed', (_, text, open) => {
  expect(told(outcomeOf(refusesRepeat, attempted(text)))).toMatchObject({ findings: [], open })
})

test.each(['a, b, b 409, c', 'a, b, a 409, c'])('which of them came first does not matter: %s', text => {
  expect(accusations(attempted(text))).toEqual(['refuses_repeat: error'])
})

test('after a day nobody has to remember', () => {
  const later = (seconds: number) => {
    const world = attempted('a, b')
    world.advances(seconds)
    attempts(world, 'a 409, c')
    return told(outcomeOf(refusesRepeat, world)).findings
  }
  expect(later(DAY)).toHaveLength(1)
  expect(later(DAY + 1)).toEqual([])
})

test('the day begins with the first acknowledgement', () => {
  const world = attempted('a, b')
  world.advances(DAY)
  attempts(world, 'a')
  world.advances(1)
  attempts(world, 'a 409, c')
  expect(told(outcomeOf(refusesRepeat, world)).findings).toEqual([])
})

test('another address, another tenant and forgeries prove nothing of a receiver', () => {
  for (const says of [{ url: 'https://b.example.com/' }, { tenant: 'max' }, { forged: 'tampered' as const }]) {
    const world = attempted('a, b')
    attempts(world, 'a 409', says)
    attempts(world, 'c')
    expect(told(outcomeOf(refusesRepeat, world)).findings).toEqual([])
  }
  const world = attempted('a')
  attempts(world, 'b', { url: 'https://b.example.com/' })
  attempts(world, 'a 409, c')
  expect(told(outcomeOf(refusesRepeat, world)).findings).toEqual([])
})

test('the same event through a second webhook has another secret, and is another delivery', () => {
  const world = attempted('a, b')
  attempts(world, 'a2 403', { event_id: 'evt_1', webhook_id: 2, repeat: true })
  attempts(world, 'c')
  expect(told(outcomeOf(refusesRepeat, world))).toEqual(NOTHING)
})

test('several are one finding, told when it began', () => {
  const world = attempted('a, b, a 409, b 409')
  const { real_us } = world.now
  attempts(world, 'c, a 409, d')
  const outcome = outcomeOf(refusesRepeat, world)
  expect(told(outcome).findings).toEqual([
    expect.stringContaining('3 deliveries, and refused them when they came again, the first with 409'),
  ])
  expect(outcome.findings[0]?.deliveries).toEqual(['a', 'b', 'a'])
  expect(outcome.findings[0]?.seen.real_us).toBeLessThan(real_us)
})
