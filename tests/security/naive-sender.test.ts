import { once } from 'node:events'
import { request as httpsRequest } from 'node:https'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { checkWebhookUrl } from '../../server/domain/webhooks/webhook-url.ts'
import { startReceiver } from '../support/receivers.ts'
import { startTransport } from '../support/sending.ts'
import { createAuthority, selfSigned } from '../support/tls.ts'

const { cert } = createAuthority()

/** The mutation checks of the sender: what the nearest thing at hand does in its place, and beside it what the sender does. */
describe('A sender without our defences', () => {
  it('follows a redirect with the body in hand', async () => {
    await using second = await startReceiver()
    await using first = await startReceiver({
      respond: (_, response) => response.writeHead(307, { Location: `${second.url}/elsewhere` }).end(),
    })
    expect((await fetch(first.url, { method: 'POST', body: 'secret' })).status).toBe(200)
    expect(second.requests.map(({ body }) => body.toString())).toEqual(['secret'])

    const { status_code } = await startTransport({ ca: cert }).post(`${first.url}/`)
    expect([status_code, second.requests.length]).toEqual([307, 1])
  })

  it('unfolds what is compressed, all of it', async () => {
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

  it('takes addresses that are no https URL as they are written', () => {
    for (const url of ['https:crm.example.com', 'https:///crm.example.com', 'https://me:hunter2@crm.example.com/']) {
      expect(new URL(url)).toMatchObject({ protocol: 'https:', hostname: 'crm.example.com' })
      expect(checkWebhookUrl(url, { maxLength: 2_048, httpOnLoopback: false })).toBeTypeOf('string')
    }
  })

  it('hands its body to a certificate that nobody trusts', async () => {
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
})
