import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { InsideEmulator } from '../support/inside.ts'
import { JudgedWorld } from '../support/judged-world.ts'
import { type ReceivedRequest, startReceiver } from '../support/receivers.ts'

let inside: InsideEmulator
beforeAll(async () => {
  inside = await InsideEmulator.start()
})
afterAll(() => inside.emulator.close())

const HOOK = 'https://crm.example.com/hooks'

/** A receiver that a forward leads to, with a webhook on answered calls, and a client that places them. */
async function subscribed(respond: (request: ReceivedRequest, response: ServerResponse) => void) {
  const receiver = await startReceiver({ respond })
  const forwards = [{ from: 'https://crm.example.com', to: receiver.url }]
  const world = await JudgedWorld.create(inside, { forwards })
  const tenant = await world.tenant('max')
  const send = world.clientOf(tenant)
  await send('POST', '/webhooks', { url: HOOK, events: ['call.completed'] })
  return {
    world,
    send,
    call: async () => {
      await send('POST', '/calls/initiate', tenant.call({ external_id: `c-${receiver.requests.length}` }))
      await world.advance('PT5M')
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await receiver.close()
    },
  }
}
const status = (code: number) => (_: ReceivedRequest, response: ServerResponse) => response.writeHead(code).end()

test('a receiver that acknowledges what it gets is not blamed', async () => {
  await using set = await subscribed(status(204))
  for (let time = 0; time < 3; time++) await set.call()
  expect(set.world.blamed).toEqual({})
  expect(set.world.stateOf('redirects')).toBe('passed')
})

test('a receiver that redirects is blamed', async () => {
  await using set = await subscribed((_, response) => response.writeHead(302, { Location: '/elsewhere' }).end())
  await set.call()
  expect(set.world.blamed).toEqual({ redirects: ['error'] })
})

test('two servers that one address leads to, one after the other, are two receivers', async () => {
  const redirect = (_: ReceivedRequest, response: ServerResponse) =>
    response.writeHead(302, { Location: '/elsewhere' }).end()
  await using set = await subscribed(redirect)
  await set.call()
  const next = await startReceiver({ respond: redirect })
  await set.world.control('PUT', '/forwards', { data: [{ from: 'https://crm.example.com', to: next.url }] })
  await set.call()
  await next.close()
  expect(set.world.blamed).toEqual({ redirects: ['error', 'error'] })
})

test('a receiver that refuses what it has acknowledged before is blamed', async () => {
  const seen = new Set<string>()
  await using set = await subscribed(({ headers }, response) => {
    const id = String(headers['x-service-delivery'])
    response.writeHead(seen.has(id) ? 409 : 200).end()
    seen.add(id)
  })
  await set.call()
  await set.call()
  const { data } = (await set.world.control('GET', '/deliveries')).json
  await set.world.control('POST', `/deliveries/${data[0].delivery_id}/redeliver`)
  await set.world.advance('PT1S')
  await set.call()
  expect(set.world.blamed).toEqual({ refuses_repeat: ['error'] })
})

test('a receiver that acknowledges a forgery is blamed, one that refuses it is not', async () => {
  const forge = (world: JudgedWorld) =>
    world.control('POST', '/faults', { match: { event: 'call.completed' }, effect: { forge: 'no_header' }, times: 1 })
  await using naive = await subscribed(status(200))
  await forge(naive.world)
  await naive.call()
  expect(naive.world.blamed).toEqual({ accepts_forged: ['error'] })
  await using careful = await subscribed(({ headers }, response) =>
    response.writeHead(headers['x-service-signature'] === undefined ? 401 : 200).end(),
  )
  await forge(careful.world)
  await careful.call()
  expect([careful.world.blamed, careful.world.stateOf('accepts_forged')]).toEqual([{}, 'passed'])
})

test('a client that polls although its webhook works is blamed', async () => {
  await using set = await subscribed(status(200))
  await set.call()
  for (let time = 0; time < 10; time++) await set.send('GET', '/calls?from=2026-03-10&to=2026-03-10')
  expect(set.world.blamed).toEqual({ polls_while_subscribed: ['warning'] })
})

test('an inbox, a test of a webhook and a delivery that a fault hit are no work of a receiver', async () => {
  await using set = await subscribed(status(302))
  const { send, world } = set
  await send('POST', '/webhooks', { url: 'https://inbox.ringback.test/crm', events: ['call.completed'] })
  await world.control('PUT', '/inbox/crm', { status: 302 })
  await world.control('POST', '/faults', { match: { event: 'call.completed' }, effect: { delay: 'PT1S' } })
  await set.call()
  const { data } = (await send('GET', '/webhooks')).json
  const tested = (await send('POST', `/webhooks/${data[0].webhook_id}/test`)).json.data
  await world.control('POST', `/deliveries/${tested.delivery_id}/redeliver`)
  await world.advance('PT1S')
  expect([world.blamed, world.stateOf('redirects')]).toEqual([{}, 'not_met'])
})

test('two webhooks of the run that lead to one address for the same events are a warning', async () => {
  await using set = await subscribed(status(200))
  await set.send('POST', '/webhooks', { url: HOOK, events: ['call.completed', 'call.missed'] })
  expect(set.world.blamed).toEqual({ two_webhooks_one_url: ['warning'] })
})

test('a client that never lists the calls whose events were not sent is blamed an hour after midnight', async () => {
  await using set = await subscribed(status(200))
  const { world } = set
  await world.control('PUT', '/tenants/max/limits', { webhook_sends: { used: 'limit' } })
  await set.call()
  await world.control('POST', '/clock/advance', { to: 'next-tokyo-midnight' })
  expect(world.blamed).toEqual({})
  await world.advance('PT1H')
  expect(world.blamed).toEqual({ loss_not_reconciled: ['warning'] })
  await set.send('GET', '/calls?from=2026-03-10&to=2026-03-11')
  expect([world.blamed, world.stateOf('loss_not_reconciled')]).toEqual([{}, 'passed'])
})
