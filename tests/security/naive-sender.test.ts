import { once } from 'node:events'
import { Agent, type AgentOptions, request as httpRequest, type ServerResponse } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { isAcknowledged } from '../../server/domain/webhooks/acknowledged.ts'
import { checkWebhookUrl } from '../../server/domain/webhooks/webhook-url.ts'
import { InsideEmulator } from '../support/inside.ts'
import { startReceiver } from '../support/receivers.ts'
import { startTransport } from '../support/sending.ts'
import { subscribe } from '../support/subscriber.ts'
import { createAuthority, selfSigned } from '../support/tls.ts'

const { cert } = createAuthority()

/** The mutation checks of the sender: what the nearest thing at hand does in its place, and beside it what the sender does. */
describe('A sender without our defences', () => {
  it('follows a redirect with the body in hand (without C4)', async () => {
    await using second = await startReceiver()
    await using first = await startReceiver({
      respond: (_, response) => response.writeHead(307, { Location: `${second.url}/elsewhere` }).end(),
    })
    expect((await fetch(first.url, { method: 'POST', body: 'secret' })).status).toBe(200)
    expect(second.requests.map(({ body }) => body.toString())).toEqual(['secret'])

    const { status_code } = await startTransport({ ca: cert }).post(`${first.url}/`)
    expect([status_code, second.requests.length]).toEqual([307, 1])
  })

  it('unfolds what is compressed, all of it (without C5)', async () => {
    const unfolded = 5_000_000
    const bomb = gzipSync(Buffer.alloc(unfolded))
    await using receiver = await startReceiver({
      respond: (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
    })
    const response = await fetch(receiver.url, { method: 'POST', body: 'x' })
    expect((await response.arrayBuffer()).byteLength).toBe(unfolded)

    const { status_code, response_body } = await startTransport({ ca: cert }).post(`${receiver.url}/`)
    expect(status_code).toBe(200)
    expect((response_body ?? '').length).toBeLessThanOrEqual(bomb.length)
  })

  it('takes addresses that are no https URL as they are written (without C8)', () => {
    for (const url of ['https:crm.example.com', 'https:///crm.example.com', 'https://me:hunter2@crm.example.com/']) {
      expect(new URL(url)).toMatchObject({ protocol: 'https:', hostname: 'crm.example.com' })
      expect(checkWebhookUrl(url, { maxLength: 2_048, httpOnLoopback: false, privateHosts: true })).toBeTypeOf('string')
    }
  })

  it('hands its body to a certificate that nobody trusts (without C9)', async () => {
    await using receiver = await startReceiver({ identity: selfSigned() })
    const naive = httpsRequest(receiver.url, { method: 'POST', rejectUnauthorized: false })
    naive.end('secret')
    const [response] = await once(naive, 'response')
    response.resume()
    expect(receiver.requests.map(({ body }) => body.toString())).toEqual(['secret'])

    const { status_code, error } = await startTransport({ ca: cert }).post(`${receiver.url}/`)
    expect(status_code).toBeNull()
    expect(error).toMatch(/^tls_/)
    expect(receiver.requests).toHaveLength(1)
  })

  it('takes a redirect that leads to a page, and an answer that breaks off, for success (without C14)', async () => {
    await using page = await startReceiver()
    await using redirecting = await startReceiver({
      respond: (_, response) => response.writeHead(302, { Location: page.url }).end(),
    })
    await using broken = await startReceiver({
      respond: (_, response) => {
        response.writeHead(200, { 'Content-Length': 100 })
        response.write('half', () => response.destroy())
      },
    })
    const { post } = startTransport({ ca: cert })
    for (const { url } of [redirecting, broken]) {
      const naive = await fetch(url, { method: 'POST', body: 'x' })
      expect(naive.ok).toBe(true)
      await naive.text().catch(() => {})
      expect(isAcknowledged(await post(`${url}/`))).toBe(false)
    }
  })

  it('goes through the proxy of the environment (without C15)', async () => {
    await using proxy = await startReceiver()
    await using receiver = await startReceiver()
    const agent = new Agent({ proxyEnv: { HTTP_PROXY: proxy.url } } as AgentOptions)
    const naive = httpRequest(receiver.url, { method: 'POST', agent })
    naive.end('secret')
    const [response] = await once(naive, 'response')
    response.resume()
    agent.destroy()
    expect(proxy.requests.map(({ path, body }) => [path, body.toString()])).toEqual([[`${receiver.url}/`, 'secret']])
    expect(receiver.accepted).toBe(0)
  })
})

describe('Deliveries whose lanes are', () => {
  /** When the attempts of one event begin and end, at one receiver that hangs until something happened, and one that is healthy. */
  async function attempts({ until, laneOf }: { until: string; laneOf?: () => string }): Promise<string[]> {
    await using emulator = await InsideEmulator.start({ fixture: 'empty' })
    const { kernel, services } = emulator.emulator.defaultWorld.runtime
    const pro = await emulator.tenant('pro')
    const seen: string[] = []
    const waiting = Promise.withResolvers<void>()
    const note = (what: string) => {
      seen.push(what)
      if (what === until) waiting.resolve()
    }
    const hang = (_: unknown, response: ServerResponse) => void waiting.promise.then(() => response.end())
    await using hanging = await subscribe(emulator, pro, { host: 'hanging.example.com', respond: hang })
    await using _healthy = await subscribe(emulator, pro, { host: 'healthy.example.com' })
    const send = services.deliveries.sendNow.bind(services.deliveries)
    services.deliveries.sendNow = async (delivery, webhook, signal) => {
      const who = webhook.webhook_id === hanging.webhook_id ? 'hanging' : 'healthy'
      note(`${who} begins`)
      const attempted = await send(delivery, webhook, signal)
      note(`${who} ends`)
      return attempted
    }
    if (laneOf !== undefined) services.deliveries.lane = laneOf
    await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
    await kernel.settled()
    return seen
  }

  it('one for all wait for whoever hangs (without C10)', async () => {
    const [both, first, last] = [['hanging begins', 'healthy begins'], 'healthy ends', 'hanging ends']
    expect(await attempts({ until: first })).toEqual([...both, first, last])
    // Were it to hang until the healthy one has its own, nobody would ever end.
    const naive = await attempts({ until: 'hanging begins', laneOf: () => 'all' })
    expect(naive).toEqual(['hanging begins', 'hanging ends', 'healthy begins', 'healthy ends'])
  })

  it('one for each arrive while an earlier one is still under way (without C11)', async () => {
    await using emulator = await InsideEmulator.start({ fixture: 'empty' })
    emulator.emulator.defaultWorld.runtime.services.deliveries.lane = job => job.subject
    const open: ServerResponse[] = []
    const both = Promise.withResolvers<void>()
    const hold = (_: unknown, response: ServerResponse) => {
      if (open.push(response) === 2) both.resolve()
    }
    await using crm = await subscribe(emulator, await emulator.tenant('pro'), { respond: hold })
    for (let n = 0; n < 2; n++) await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
    // With a lane for each webhook the second would not come before the first was answered, which is never.
    await both.promise
    expect(crm.receiver.requests).toHaveLength(2)
    for (const response of open) response.end()
  })
})
