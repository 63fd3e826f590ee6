import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { test as worldTest } from '../../server/harness/vitest.ts'
import { verifySignature } from '../../server/index.ts'
import { ringback } from '../support/cli.ts'
import { startReceiver } from '../support/receivers.ts'

const test = worldTest.extend({ worldOptions: { fixture: 'empty', clock: '2026-03-10T00:00:00Z' } })

interface Listening {
  webhook_id: number
  secret: string
}

test('listen registers a webhook, sends each delivery on as it is, and prints both arrows', async ({
  emulator,
  world,
}) => {
  await using receiver = await startReceiver({
    respond: (_, response) => response.writeHead(202).end('thanks'),
  })
  await using cli = ringback([
    'listen',
    '--forward-to',
    `${receiver.url}/hooks?a=1`,
    '--url',
    emulator.url,
    '--world',
    world.id,
  ])
  const [, secret = ''] = await cli.wrote('stdout', /Its secret is (whsec_\S+)\./)
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  const delivery = await world.deliveries.waitFor({ status: 'delivered' })
  expect(delivery.attempts).toMatchObject([{ status_code: 202, response_body: 'thanks' }])
  const [request] = receiver.requests
  expect(request).toMatchObject({ method: 'POST', path: '/hooks?a=1', body: Buffer.from(delivery.body.text) })
  const header = String(request?.headers['x-service-signature'])
  expect(verifySignature({ secret, header, body: request?.body ?? Buffer.of() })).toBe(true)
  expect(request?.headers['x-service-delivery']).toBe(delivery.delivery_id)
  await cli.wrote(
    'stdout',
    new RegExp(
      `--> call\\.missed {2}${delivery.delivery_id} {2}signature valid\n<-- 202 {2}${delivery.delivery_id} {2}${receiver.url}/hooks`,
    ),
  )
})

test('listen takes its webhook and its forward away again when it is stopped', async ({ emulator, world }) => {
  await world.forwards.set([{ from: 'https://other.example', to: 'http://127.0.0.1:1' }])
  await using cli = ringback([
    'listen',
    '--json',
    '--tenant',
    'max',
    '--events',
    'call.missed',
    '--url',
    emulator.url,
    '--world',
    world.id,
  ])
  const [line] = await cli.wrote('stdout', /^\{.*\}\n/)
  const { webhook_id } = JSON.parse(line) as Listening
  expect(await world.forwards.get()).toHaveLength(2)
  const webhooks = async () =>
    (
      (await (await world.tenant('max').fetch('/webhooks')).json()) as {
        data: { webhook_id: number; events: string[] }[]
      }
    ).data
  expect(await webhooks()).toMatchObject([{ webhook_id, events: ['call.missed'] }])
  cli.child.kill('SIGTERM')
  expect((await cli.ended).code).toBe(0)
  expect(await webhooks()).toEqual([])
  expect(await world.forwards.get()).toEqual([{ from: 'https://other.example', to: 'http://127.0.0.1:1' }])
})

test('a receiver that is not there is answered for with 502, and the log says why', async ({ emulator, world }) => {
  const gone = createServer()
  await new Promise<void>(resolve => gone.listen(0, '127.0.0.1', resolve))
  const { port } = gone.address() as AddressInfo
  await new Promise(resolve => gone.close(resolve))
  await using cli = ringback([
    'listen',
    '--forward-to',
    `http://127.0.0.1:${port}`,
    '--url',
    emulator.url,
    '--world',
    world.id,
  ])
  await cli.wrote('stdout', /Ctrl\+C/)
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  expect(await world.deliveries.waitFor()).toMatchObject({ status: 'pending', last_status_code: 502 })
  await cli.wrote('stdout', /<-- 502 .* does not answer: ECONNREFUSED/)
})

test('a tenant that may have no webhooks is told so', async ({ emulator, world }) => {
  const { code, stderr } = await ringback(['listen', '--tenant', 'free', '--url', emulator.url, '--world', world.id])
    .ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/The webhook of free was not registered \(403\): This endpoint is not available/)
  expect(await world.forwards.get()).toEqual([])
})
