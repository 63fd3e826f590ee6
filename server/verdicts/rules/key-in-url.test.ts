import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { keyInUrl } from './key-in-url.ts'

const KEY = 'svc_live_…C24l'

test('a key in the address is an error, told once with all requests that had it', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers')
  client.sends('GET', '/customers', { key_in_url: KEY })
  client.sends('GET', '/calls', { key_in_url: KEY })
  expect(accusations(world)).toEqual(['key_in_url: error'])
  const outcome = outcomeOf(keyInUrl, world)
  expect(told(outcome)).toEqual({
    findings: ['error: 2 requests had the key svc_live_…C24l in their address. The first is #2.'],
    passed: 1,
    open: 0,
  })
  expect(evidenceOf(outcome)).toEqual([[2, 3]])
  saysTheSameInAnyBatching(keyInUrl, world)
})

test('another key in the address, and another client, are findings of their own', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers', { key_in_url: KEY })
  client.sends('GET', '/customers', { key_in_url: 'svc_test_…0000' })
  world.client().sends('GET', '/customers', { key_in_url: KEY })
  expect(evidenceOf(outcomeOf(keyInUrl, world))).toEqual([[1], [2], [3]])
})

test('who keeps the key out of the address passes with each request', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers')
  client.sends('GET', '/nowhere', { status: 404 })
  expect(told(outcomeOf(keyInUrl, world))).toEqual({ findings: [], passed: 2, open: 0 })
  expect(accusations(world)).toEqual([])
})

test('who sends nothing for a key has kept none out of the address', () => {
  const world = new ObservedWorld()
  world.client({ tenant: null, key: null }).sends('GET', '/customers', { status: 401 })
  expect(told(outcomeOf(keyInUrl, world))).toEqual({ findings: [], passed: 0, open: 0 })
})

test('ten thousand requests leave one finding, and as many keys as clients are told apart', () => {
  const world = new ObservedWorld()
  const client = world.client()
  for (let id = 0; id < 10_000; id += 1) client.sends('GET', '/customers', { key_in_url: KEY, takes: 0 })
  expect(evidenceOf(outcomeOf(keyInUrl, world))[0]).toHaveLength(12)
  for (let id = 0; id < 1_000; id += 1) client.sends('GET', '/', { key_in_url: `${id}` })
  expect(outcomeOf(keyInUrl, world).findings).toHaveLength(64)
})
