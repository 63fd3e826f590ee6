import { expect, test } from 'vitest'
import { outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { told } from '../../../tests/support/said.ts'
import { moreScopesThanUsed } from './more-scopes-than-used.ts'

const KEY = 'svc_live_…C24l'

const holding = (...scopes: readonly string[]) => ({ standing: { keys: [{ tenant: 'pro', key: KEY, scopes }] } })

test('scopes of a key that nothing asked for are information, with the least key', () => {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers', { scope: 'customers:read' })
  client.sends('GET', '/calls', { scope: 'calls:read' })
  const asked = holding('calls:initiate', 'calls:read', 'customers:read', 'webhooks:manage')
  const outcome = outcomeOf(moreScopesThanUsed, world, asked)
  expect(told(outcome)).toEqual({
    findings: [
      'information: The key svc_live_…C24l has scopes that nothing asked for: calls:initiate, webhooks:manage. A key needs only: calls:read, customers:read.',
    ],
    passed: 0,
    open: 0,
  })
  expect(outcome.findings[0]?.provisional).toBe(true)
  saysTheSameInAnyBatching(moreScopesThanUsed, world, asked)
})

test('a key that is used for all that it may do passes, also by several clients', () => {
  const world = new ObservedWorld()
  world.client().sends('GET', '/customers', { scope: 'customers:read' })
  world.client({ product: 'axios/1.7' }).sends('GET', '/calls', { scope: 'calls:read' })
  const outcome = outcomeOf(moreScopesThanUsed, world, holding('calls:read', 'customers:read'))
  expect(told(outcome)).toEqual({ findings: [], passed: 1, open: 0 })
})

test('a key that was used for nothing that has a scope says so', () => {
  const world = new ObservedWorld()
  world.client().sends('GET', '/nowhere', { status: 404 })
  expect(told(outcomeOf(moreScopesThanUsed, world, holding('calls:read'))).findings).toEqual([
    'information: The key svc_live_…C24l has scopes that nothing asked for: calls:read. No request asked for any.',
  ])
})

test('keys that no world has issued push out none that is judged', () => {
  const world = new ObservedWorld()
  world.client().sends('GET', '/calls', { scope: 'calls:read' })
  for (let id = 0; id < 64; id += 1)
    world.client({ tenant: null, key: `${id}` }).sends('GET', '/calls', { status: 401 })
  expect(told(outcomeOf(moreScopesThanUsed, world, holding('calls:read'))).passed).toBe(1)
})

test('the same scope asked for with the key of another tenant does not count, nor is a key judged that nobody used', () => {
  const world = new ObservedWorld()
  world.client({ tenant: 'free' }).sends('GET', '/calls', { scope: 'calls:read' })
  expect(told(outcomeOf(moreScopesThanUsed, world, holding('calls:read')))).toEqual({
    findings: [],
    passed: 0,
    open: 0,
  })
  world.client({ tenant: 'pro' }).sends('GET', '/customers', { scope: 'customers:read' })
  expect(outcomeOf(moreScopesThanUsed, world, holding('calls:read', 'customers:read')).findings).toHaveLength(1)
})
