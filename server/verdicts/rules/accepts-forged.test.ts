import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { told } from '../../../tests/support/said.ts'
import type { AttemptSeen } from '../observations.ts'
import { acceptsForged } from './accepts-forged.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }

function attempted(...attempts: Partial<AttemptSeen>[]): ObservedWorld {
  const world = new ObservedWorld()
  for (const says of attempts) world.attempt(says)
  return world
}

test.each([
  ['wrong_secret', 'that was signed with another secret'],
  ['tampered', 'whose body was altered after it was signed'],
  ['no_header', 'without a signature'],
] as const)('to accept a forgery of the kind %s is an error', (forged, text) => {
  const world = attempted({ forged, status: 200 }, { forged, status: 401 })
  const outcome = outcomeOf(acceptsForged, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: [`error: The receiver of webhook 1 answered 200 to a delivery ${text}.`],
    passed: 1,
  })
  expect(outcome.findings[0]?.deliveries).toEqual(['dlv_1'])
  expect(accusations(world)).toEqual(['accepts_forged: error'])
  saysTheSameInAnyBatching(acceptsForged, world)
})

test('a certification has no webhook and no delivery, so its receiver is named by the address', () => {
  const certified = {
    webhook_id: 0,
    url: 'http://127.0.0.1:3000/hooks?token=x',
    delivery_id: '',
    forged: 'tampered',
  } as const
  const outcome = outcomeOf(acceptsForged, attempted({ ...certified, status: 200 }, { ...certified, status: 202 }))
  expect(told(outcome).findings).toEqual([
    'error: The receiver at http://127.0.0.1:3000/hooks answered 200 in a certification to a delivery whose body was altered after it was signed.',
    'warning: The receiver at http://127.0.0.1:3000/hooks answered 202 in a certification to a delivery whose body was altered after it was signed. It may verify later; Ringback cannot see that.',
  ])
  expect(outcome.findings.flatMap(({ deliveries }) => deliveries)).toEqual([])
})

test('201 accepts it as well; another 2xx may stand for a check that comes later', () => {
  expect(accusations(attempted({ forged: 'tampered', status: 201 }))).toEqual(['accepts_forged: error'])
  for (const status of [202, 204, 299]) {
    expect(told(outcomeOf(acceptsForged, attempted({ forged: 'tampered', status }))).findings).toEqual([
      `warning: The receiver of webhook 1 answered ${status} to a delivery whose body was altered after it was signed. It may verify later; Ringback cannot see that.`,
    ])
  }
})

test('each kind, each way to accept it and each receiver is told of by itself', () => {
  const world = attempted(
    { forged: 'tampered' },
    { forged: 'tampered' },
    { forged: 'tampered', status: 202 },
    { forged: 'no_header' },
    { forged: 'tampered', url: 'https://b.example.com/' },
  )
  expect(told(outcomeOf(acceptsForged, world)).findings).toHaveLength(4)
})

test('without a forgery that was answered there is nothing to say', () => {
  const world = attempted({ status: 200 }, { forged: 'no_header', status: null, error: 'total_timeout' })
  expect(told(outcomeOf(acceptsForged, world))).toEqual(NOTHING)
})

test.each([400, 401, 403, 422])('%d refuses it', status => {
  expect(told(outcomeOf(acceptsForged, attempted({ forged: 'no_header', status })))).toEqual({ ...NOTHING, passed: 1 })
})

test.each([302, 404, 405, 408, 410, 429, 500, 502, 503])('%d neither accepts nor refuses it', status => {
  expect(told(outcomeOf(acceptsForged, attempted({ forged: 'no_header', status })))).toEqual(NOTHING)
})
