import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { told } from '../../../tests/support/said.ts'
import type { AttemptSeen } from '../observations.ts'
import { redirects } from './redirects.ts'

function attempted(...attempts: Partial<AttemptSeen>[]): ObservedWorld {
  const world = new ObservedWorld()
  for (const says of attempts) world.attempt(says)
  return world
}

test('a redirect is an error', () => {
  const world = attempted({ status: 301 }, { status: 200 }, { status: 308 })
  const outcome = outcomeOf(redirects, world)
  expect(told(outcome)).toEqual({
    findings: [
      'error: 2 attempts for webhook 1 were answered with a redirect, the first with 301, and so have failed.',
    ],
    passed: 1,
    open: 0,
  })
  expect(outcome.findings[0]?.deliveries).toEqual(['dlv_1', 'dlv_3'])
  expect(accusations(world)).toEqual(['redirects: error'])
  saysTheSameInAnyBatching(redirects, world)
})

test.each([300, 302, 304, 399])('%d is a redirect', status => {
  expect(told(outcomeOf(redirects, attempted({ status })))).toMatchObject({ findings: { length: 1 }, passed: 0 })
})

test.each<[what: string, says: Partial<AttemptSeen>, passed: number]>([
  ['299', { status: 299 }, 1],
  ['400', { status: 400 }, 0],
  ['no answer', { status: null, error: 'connection_refused' }, 0],
  ['a redirect of a forgery', { status: 302, forged: 'no_header' }, 0],
])('%s is none', (_, says, passed) => {
  expect(told(outcomeOf(redirects, attempted(says)))).toEqual({ findings: [], passed, open: 0 })
})

test('each receiver is told of by itself', () => {
  const world = attempted(
    { status: 301 },
    { status: 301, url: 'https://b.example.com/' },
    { status: 301, tenant: 'max' },
  )
  expect(told(outcomeOf(redirects, world)).findings).toHaveLength(3)
})
