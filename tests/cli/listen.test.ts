import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { test as worldTest } from '../../server/harness/vitest.ts'
import { startEmulator, verifySignature } from '../../server/index.ts'
import { type CliProcess, ringback, temporaryFolder } from '../support/cli.ts'
import { linesOfFile } from '../support/cli-lines.ts'
import { startReceiver } from '../support/receivers.ts'

const runLine = linesOfFile()
const test = worldTest.extend({ worldOptions: { fixture: 'empty', clock: '2026-03-10T00:00:00Z' } })

interface Listening {
  webhook_id: number
  taken_up: boolean
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

test('a tenant that may have no webhooks is told so, with the way out', async ({ emulator, world }) => {
  const run = (tenant: string) => runLine(['listen', '--tenant', tenant, '--url', emulator.url, '--world', world.id])
  const free = await run('free')
  expect(free.code).toBe(1)
  expect(free.stderr).toMatch(
    /^ringback: The plan free of "free" has no webhooks\. Change it with PATCH .*\/tenants\/free\.\n$/,
  )
  expect((await run('disabled')).stderr).toMatch(/The Open API of "disabled" is disabled, .* Enable it with PATCH/)
  expect(await world.forwards.get()).toEqual([])
})

test('listen uses no limit of the tenant, and is no request of it (finding R15)', async ({ emulator, world }) => {
  const pro = world.tenant('pro')
  await pro.limits.set({ day: { used: 'limit' }, minute: { used: 'limit' }, burst: { used: 'limit' } })
  const before = await pro.limits.get()
  await using cli = ringback(['listen', '--url', emulator.url, '--world', world.id])
  await cli.wrote('stdout', /Its secret is whsec_\S+\./)
  cli.child.kill('SIGTERM')
  expect((await cli.ended).code).toBe(0)
  expect(await pro.limits.get()).toEqual(before)
  expect(await world.requests.list()).toEqual([])
})

/** Waits until a `listen` says what it listens with. */
async function listening(cli: CliProcess): Promise<Listening> {
  const [line] = await cli.wrote('stdout', /^\{"event":"listening".*\}\n/m)
  return JSON.parse(line) as Listening
}

test('restarted, listen has the webhook and the secret of the last time, also over a restart of the emulator (finding R15)', async () => {
  using folder = temporaryFolder()
  const start = () => startEmulator({ fixture: 'empty', dashboard: false, store: folder.path })
  const target = ['--forward-to', 'http://127.0.0.1:9/hooks']
  const listenTo = (url: string, ...more: string[]) => ringback(['listen', '--json', '--url', url, ...target, ...more])
  let first: Listening
  {
    await using emulator = await start()
    const { url } = emulator
    {
      await using cli = listenTo(url)
      first = await listening(cli)
      expect(first.taken_up).toBe(false)
      cli.child.kill('SIGTERM')
      await cli.ended
    }
    {
      await using cli = listenTo(url)
      expect(await listening(cli)).toEqual({ ...first, taken_up: true })
      // Ended so that it can take nothing away.
      cli.child.kill('SIGKILL')
      await cli.ended
    }
  }
  await using emulator = await start()
  const { url, world } = emulator
  expect(await world.forwards.get()).toHaveLength(1)
  {
    await using cli = listenTo(url)
    expect(await listening(cli)).toEqual({ ...first, taken_up: true })
    await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
    await cli.wrote('stdout', /"event":"delivery".*"verified":true/)
    cli.child.kill('SIGTERM')
    await cli.ended
    expect(await world.forwards.get()).toEqual([])
  }
  await using other = listenTo(url, '--tenant', 'max')
  expect(await listening(other)).toMatchObject({ taken_up: false, webhook_id: first.webhook_id + 1 })
})

test('listen signs with the secret that is given, and keeps it', async ({ emulator, world }) => {
  const lineOf = (...more: string[]) => ['listen', '--json', '--url', emulator.url, '--world', world.id, ...more]
  const secret = 'whsec_0123456789abcdefMINE'
  for (const flags of [['--secret', secret], []]) {
    await using cli = ringback(lineOf(...flags))
    expect(await listening(cli)).toMatchObject({ secret })
    await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
    await cli.wrote('stdout', /"event":"delivery".*"verified":true/)
    cli.child.kill('SIGTERM')
    await cli.ended
  }
  const { code, stderr } = await runLine(lineOf('--secret', 'geheim'))
  expect([code, stderr]).toEqual([
    1,
    'ringback: secret: Must be whsec_ and 16 to 150 letters, digits or characters of + / = _ -; got "geheim".\n',
  ])
})

test('two that listen alike have a webhook each, and the end of one leaves the other', async ({ emulator, world }) => {
  const run = () => ringback(['listen', '--json', '--url', emulator.url, '--world', world.id])
  await using first = run()
  const one = await listening(first)
  await using second = run()
  const other = await listening(second)
  expect(other.webhook_id).not.toBe(one.webhook_id)
  first.child.kill('SIGTERM')
  await first.ended
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await second.wrote('stdout', /"event":"delivery".*"verified":true/)
  expect(first.stdout).not.toContain('"event":"delivery"')
  await using third = run()
  expect(await listening(third)).toMatchObject({ webhook_id: one.webhook_id, secret: one.secret })
})

test('a world that was reset meanwhile keeps listen from ending with an error no more than a webhook deleted by hand', async ({
  emulator,
  world,
}) => {
  for (const takeAway of [(id: number) => world.webhooks.remove(id), () => world.reset()]) {
    await using cli = ringback(['listen', '--json', '--url', emulator.url, '--world', world.id])
    await takeAway((await listening(cli)).webhook_id)
    cli.child.kill('SIGTERM')
    expect(await cli.ended).toMatchObject({ code: 0, stderr: '' })
    expect(await world.forwards.get()).toEqual([])
  }
})
