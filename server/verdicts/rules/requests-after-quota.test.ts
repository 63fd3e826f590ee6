import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { quota, rate } from '../../../tests/support/refusals.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { requestsAfterQuota } from './requests-after-quota.ts'

const rule = requestsAfterQuota

/** Refused once, and back after each of the gaps, in seconds. */
function comes(...gaps: readonly number[]): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', quota(3_600))
  for (const gap of gaps) {
    world.passes(gap)
    client.sends('GET', '/customers/1', quota(3_600))
  }
  return world
}

test('a request after the quota was used up is a warning, with the seconds by which it was early', () => {
  const world = comes(3)
  expect(accusations(world)).toEqual(['requests_after_quota: warning'])
  const outcome = outcomeOf(rule, world)
  expect(told(outcome)).toEqual({
    findings: [
      'warning: #2 came 59 min 57 s too early: #1 had said that the requests of the day were used up for another 1 h.',
    ],
    passed: 0,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2]])
  saysTheSameInAnyBatching(rule, world)
})

test('three of the same request, no more than a minute apart, are an error', () => {
  expect(accusations(comes(3, 3))).toEqual(['requests_after_quota: warning'])
  expect(accusations(comes(3, 3, 3))).toEqual(['requests_after_quota: error'])
  expect(accusations(comes(100, 60, 60))).toEqual(['requests_after_quota: error'])
})

test('three of the same request that are more than a minute apart are a warning', () => {
  expect(accusations(comes(3, 61, 3))).toEqual(['requests_after_quota: warning'])
  expect(accusations(comes(3, 3, 61))).toEqual(['requests_after_quota: warning'])
})

test('three different requests are a warning', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (const id of [1, 2, 3, 4]) client.sends('GET', `/customers/${id}`, quota(3_600))
  expect(accusations(world)).toEqual(['requests_after_quota: warning'])
})

test('requests of workers that need not have known are a warning at most', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const [one, other] = [client.begins('GET', '/customers/8'), client.begins('GET', '/customers/9')]
  world.passes(0.001)
  one.ends()
  other.ends()
  client.sends('GET', '/customers/1', quota(3_600))
  world.passes(1)
  client.sends('GET', '/customers/2', quota(3_599))
  expect(accusations(world)).toEqual(['requests_after_quota: warning'])
  expect(told(outcomeOf(rule, world)).findings[0]).toContain('too early, perhaps without knowing of the refusal: ')
})

test('a client that waits for midnight passes, and is open until it comes again', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', quota(3_600))
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 0, open: 1 })
  world.advances(3_600)
  // Another client has waited for nothing.
  world.client().sends('GET', '/customers/1')
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 0, open: 1 })
  client.sends('GET', '/customers/1')
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 1, open: 0 })
  expect(accusations(world)).toEqual([])
})

test('a limit of the minute is no case of it', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers/1', rate(30))
  client.sends('GET', '/customers/1')
  expect(told(outcomeOf(rule, world))).toEqual({ findings: [], passed: 0, open: 0 })
})

test('besides those that need not have known, the sentence counts as many as the evidence has', () => {
  const said = (again: number) => {
    const world = new ObservedWorld()
    const client = world.client()
    const [one, other] = [client.begins('GET', '/customers/8'), client.begins('GET', '/customers/9')]
    world.passes(0.001)
    one.ends()
    other.ends()
    client.sends('GET', '/customers/1', quota(3_600))
    world.passes(0.998)
    client.sends('GET', '/customers/2', quota(3_599))
    for (let time = 0; time < again; time += 1) client.sends('GET', '/customers/1')
    return told(outcomeOf(rule, world)).findings
  }
  expect(said(1)).toEqual([
    'warning: Besides 1 that may not have known of it, #5 came 59 min 59 s too early: #3 had said that the requests of the day were used up for another 1 h.',
  ])
  expect(said(2)).toEqual([
    'warning: Besides 1 that may not have known of it, 2 requests came after #3 had said that the requests of the day were used up for another 1 h. The first, #5, came 59 min 59 s too early.',
  ])
})
