import { expect } from 'vitest'
import { explainFailure } from '../../server/harness/explain-failure.ts'
import { test as worldTest } from '../../server/harness/vitest.ts'

const test = worldTest.extend({ worldOptions: { fixture: 'empty', clock: '2026-03-10T03:00:00Z' } })

test('a receiver of a test verifies what comes, answers as it is told, and counts a repeated delivery once', async ({
  world,
  receiver,
}) => {
  receiver.answers(500)
  await world.events.trigger({ tenant: 'pro', event: 'call.missed', data: { external_id: 'crm-1' } })
  const first = await receiver.waitFor({ event: 'call.missed' })
  expect(first).toMatchObject({ event: 'call.missed', verified: true, repeated: false, status: 500 })
  expect(first.payload.data.external_id).toBe('crm-1')
  receiver.answers(({ verified }) => (verified ? 204 : 401))
  await world.clock.advance({ by: 'PT1M' })
  expect(receiver.requests.map(({ status, repeated }) => [status, repeated])).toEqual([
    [500, false],
    [204, true],
  ])
  expect(receiver.deliveries.map(({ delivery_id }) => delivery_id)).toEqual([first.delivery_id])
})

test('a receiver refuses what is forged, and does not count it', async ({ world, receiver }) => {
  await world.faults.add({ match: { event: 'call.missed' }, effect: { forge: 'wrong_secret' }, times: 1 })
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1S' })
  expect(receiver.requests.map(({ verified, status }) => [verified, status]).sort()).toEqual([
    [false, 401],
    [true, 204],
  ])
  expect(receiver.deliveries).toHaveLength(1)
})

test('a receiver takes its webhook, its forward and its server away', async ({ world }) => {
  const receiver = await world.receiver({ tenant: 'max', events: ['call.missed'], path: '/in' })
  expect((await world.webhooks.get(receiver.webhook_id)).url).toBe(receiver.url)
  expect(receiver.url).toMatch(/^https:\/\/receiver-\d+\.example\/in$/)
  expect(await world.forwards.get()).toHaveLength(1)
  await receiver[Symbol.asyncDispose]()
  expect(await world.forwards.get()).toEqual([])
  expect((await world.webhooks.get(receiver.webhook_id)).deleted_at).not.toBeNull()
})

test('a red test is told of an answer that was lost that it was, and no status that its client has not seen', async ({
  world,
}) => {
  await world.faults.add({ effect: { drop: true }, times: 1 })
  await expect(world.tenant('pro').fetch('/customers')).rejects.toThrow()
  expect(await explainFailure(world)).toMatch(/ {2}#1 GET \/customers · answer lost$/)
})

test('a red test is told the newest requests with check and reason, and what nobody acknowledged', async ({
  world,
  receiver,
}) => {
  const pro = world.tenant('pro')
  expect(await explainFailure(world)).toBe(`World ${world.id} was asked nothing.`)
  await pro.limits.set({ day: { used: 'limit-1' } })
  for (let index = 0; index < 2; index++) await pro.fetch('/customers')
  receiver.answers(500)
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await receiver.waitFor()
  const text = await explainFailure(world)
  expect(text).toMatch(/#1 GET \/customers · 200\n/)
  expect(text).toMatch(
    /#2 GET \/customers · 429 quota_exceeded · Refused by the check quota\. The tenant has used 10000 of its 10000/,
  )
  expect(text).toMatch(/call\.missed to https:\/\/receiver-\d+\.example\/hooks · pending after 1 attempts \(500\)/)
})
