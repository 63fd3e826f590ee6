import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import type { Standing } from '../observations.ts'
import { twoWebhooksOneUrl } from './two-webhooks-one-url.ts'

type Webhook = Standing['webhooks'][number]
const NOTHING = { findings: [], passed: 0, open: 0 }

function webhook(webhook_id: number, says: Partial<Webhook> = {}): Webhook {
  return {
    webhook_id,
    tenant: 'pro',
    url: 'https://crm.example.com/hooks',
    events: ['call.completed', 'call.missed'],
    filters: null,
    enabled: true,
    of_the_run: true,
    ...says,
  }
}

function registered(): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  for (let at = 0; at < 2; at++) client.sends('POST', '/webhooks', { status: 201 })
  client.sends('PUT', '/webhooks/1', { status: 422 })
  client.sends('GET', '/webhooks')
  return world
}

const saying = (second: Partial<Webhook>, first: Partial<Webhook> = {}) =>
  told(outcomeOf(twoWebhooksOneUrl, registered(), { standing: { webhooks: [webhook(1, first), webhook(2, second)] } }))

test('two webhooks that send the same events to one address are a warning', () => {
  const standing = { webhooks: [webhook(1), webhook(2, { events: ['call.missed'] })] }
  const outcome = outcomeOf(twoWebhooksOneUrl, registered(), { standing })
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: ['warning: Webhooks 1 and 2 both send call.missed to one address.'],
  })
  expect(evidenceOf(outcome)).toEqual([[2]])
  expect(outcome.findings[0]?.provisional).toBe(true)
  const ended = { ...standing, ended: true }
  expect(outcomeOf(twoWebhooksOneUrl, registered(), { standing: ended }).findings[0]?.provisional).toBeUndefined()
  expect(accusations(registered(), standing)).toEqual(['two_webhooks_one_url: warning'])
  saysTheSameInAnyBatching(twoWebhooksOneUrl, registered(), { standing })
})

test('an address is the same however it is written', () => {
  expect(saying({ url: 'https://CRM.example.com:443/hooks' }).findings).toHaveLength(1)
})

test.each<[what: string, second: Partial<Webhook>, passed: number]>([
  ['other events', { events: ['call.other'] }, 1],
  ['another address', { url: 'https://crm.example.com/other' }, 2],
  ['another tenant', { tenant: 'max' }, 1],
  ['a webhook that is off', { enabled: false }, 1],
])('%s is no second webhook', (_, second, passed) => {
  expect(saying(second)).toEqual({ ...NOTHING, passed })
})

test.each<[first: Webhook['filters'], second: Webhook['filters'], times: number]>([
  [null, { project_ids: [1] }, 1],
  [{ call_status: ['busy'] }, null, 1],
  [{ project_ids: [1, 2] }, { project_ids: [2, 3] }, 1],
  [{ project_ids: [1] }, { project_ids: [2] }, 0],
  [{ call_status: ['busy'] }, { call_status: ['failed'] }, 0],
  [{ project_ids: [1], call_status: ['busy'] }, { project_ids: [1], call_status: ['failed'] }, 0],
  [{ project_ids: [1], call_status: ['busy'] }, { project_ids: [1], call_status: ['busy'] }, 1],
  [{ project_ids: [] }, { project_ids: [1] }, 0],
])('filters %o and %o let through the same calls %d times', (first, second, times) => {
  expect(saying({ filters: second }, { filters: first }).findings).toHaveLength(times)
})

test('what a fixture has set up is nobody’s mistake, but what is registered beside it is', () => {
  const alone = { of_the_run: false }
  expect(saying(alone, alone)).toEqual(NOTHING)
  expect(saying({}, alone).findings).toHaveLength(1)
  const third = { webhooks: [webhook(1, alone), webhook(2, alone), webhook(3, { events: ['call.other'] })] }
  expect(told(outcomeOf(twoWebhooksOneUrl, registered(), { standing: third }))).toEqual({ ...NOTHING, passed: 1 })
})

test('without a registration in this run there is nothing to say', () => {
  const standing = { webhooks: [webhook(1), webhook(2)] }
  expect(told(outcomeOf(twoWebhooksOneUrl, new ObservedWorld(), { standing }))).toEqual(NOTHING)
})
