import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { TestEmulator } from '../support/api.ts'
import { inspect, subscribe } from '../support/subscriber.ts'

/** A webhook under test: its receiver has the request and answers when it is told to. What comes after is answered at once. */
async function underTest(fields: Readonly<Record<string, unknown>> = {}) {
  const emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const arrived = Promise.withResolvers<ServerResponse>()
  const crm = await subscribe(emulator, pro, {
    fields,
    respond: (_, response) => (crm.receiver.requests.length === 1 ? arrived.resolve(response) : response.end()),
  })
  const path = `/webhooks/${crm.webhook_id}`
  const asked = pro.ask('POST', `${path}/test`)
  const response = await arrived.promise
  const [delivery] = await inspect(emulator).deliveries()
  return {
    ...{ emulator, pro, crm, path, delivery_id: delivery?.delivery_id as string },
    answer: async (status: number) => {
      response.writeHead(status).end()
      return asked
    },
    delivery: async () => (await inspect(emulator).deliveries())[0],
    [Symbol.asyncDispose]: async () => {
      await crm[Symbol.asyncDispose]()
      await emulator[Symbol.asyncDispose]()
    },
  }
}

test('a test under way is not sent a second time when its webhook is switched on', async () => {
  await using on = await underTest({ is_enabled: false })
  await on.pro.ask('PUT', on.path, { body: { is_enabled: true } })
  expect((await on.answer(500)).json.data).toMatchObject({ success: false, status_code: 500 })
  await on.emulator.advance({ by: 'P2D' })
  expect(on.crm.receiver.requests).toHaveLength(1)
  expect(await on.delivery()).toMatchObject({ status: 'failed', attempt_count: 1 })
})

test('a test under way ends as its receiver says, though its webhook was deleted; the ledger tells of no cancelling', async () => {
  await using on = await underTest()
  await on.pro.ask('DELETE', on.path)
  expect((await on.answer(204)).json.data).toMatchObject({ success: true, status_code: 204 })
  expect(await on.delivery()).toMatchObject({ status: 'delivered', attempt_count: 1 })
  expect((await on.emulator.control('GET', '/ledger')).json.data).toEqual([])
})

test('a test that is sent again by hand while it is under way has two attempts, and stays delivered', async () => {
  await using on = await underTest()
  await on.emulator.control('POST', `/deliveries/${on.delivery_id}/redeliver`, {})
  await on.emulator.control('GET', '/deliveries?status=delivered&wait=10s')
  expect(await on.delivery()).toMatchObject({ status: 'delivered', attempt_count: 1 })
  const reply = await on.answer(500)
  expect([reply.status, reply.json.data.success]).toEqual([200, false])
  expect(await on.delivery()).toMatchObject({ status: 'delivered', attempt_count: 2 })
})
