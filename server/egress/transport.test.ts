import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { destinationOf } from '../../tests/support/destination.ts'
import { startReceiver, startSocketReceiver, whenRequested } from '../../tests/support/receivers.ts'
import { startTransport } from '../../tests/support/sending.ts'
import { isAcknowledged } from '../domain/webhooks/acknowledged.ts'
import { RESPONSE_BODY_LIMIT } from './http-exchange.ts'

async function receive(respond?: NonNullable<Parameters<typeof startReceiver>[0]>['respond']) {
  const receiver = await startReceiver(respond && { respond })
  onTestFinished(() => receiver.close())
  return receiver
}

describe('a delivery arrives', () => {
  test('with exactly the bytes and headers that were given (threat C3)', async () => {
    const receiver = await receive()
    const body = Buffer.from('{"text":"日本語 🎉 \u2028 \u0000 é","n":1.10}')
    const headers = {
      'Content-Type': 'application/json',
      'X-Service-Signature': 'sha256=ab',
      'User-Agent': 'Service-Webhook/1.0',
    }
    await startTransport().post(`${receiver.url}/a%20b/c?x=1&y=%2F`, { headers, body })
    const [request] = receiver.requests
    expect(request!.body.equals(body)).toBe(true)
    expect(request).toMatchObject({ method: 'POST', path: '/a%20b/c?x=1&y=%2F' })
    const sent = request!.rawHeaders.filter((_, index) => index % 2 === 0)
    expect(sent.map(name => name.toLowerCase()).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'x-service-signature',
    ])
    expect(request!.headers).toMatchObject({
      host: `127.0.0.1:${receiver.port}`,
      'content-length': String(body.length),
      'content-type': 'application/json',
      'x-service-signature': 'sha256=ab',
      'user-agent': 'Service-Webhook/1.0',
    })
  })

  test('and the answer comes back with status, headers and body', async () => {
    const receiver = await receive((_, response) => {
      response.writeHead(202, { 'X-Receiver': 'crm', 'Set-Cookie': ['a=1', 'b=2'] }).end('受信しました')
    })
    const ticks = [1_000, 1_000.4136]
    const result = await startTransport({ stopwatch: () => ticks.shift()! }).post(`${receiver.url}/hook`)
    expect(result).toMatchObject({
      target: `${receiver.url}/hook`,
      status_code: 202,
      response_headers: { 'x-receiver': 'crm', 'set-cookie': 'a=1, b=2' },
      response_body: '受信しました',
      error: null,
      duration_ms: 0.414,
    })
  })

  test('on one connection when they follow each other, and side by side when they do not', async () => {
    const receiver = await receive()
    const { post } = startTransport()
    for (let attempt = 0; attempt < 20; attempt += 1) await post(receiver.url)
    expect(receiver.accepted).toBe(1)
    await Promise.all(Array.from({ length: 8 }, () => post(receiver.url)))
    expect(receiver.accepted).toBe(8)
    expect(receiver.requests).toHaveLength(28)
  })

  test('over a new connection when the receiver has closed the idle one (threat C15)', async () => {
    const receiver = await receive()
    const { post } = startTransport()
    await post(receiver.url)
    await receiver.hangUp()
    expect(await post(receiver.url)).toMatchObject({ status_code: 200, error: null })
    expect(receiver.requests).toHaveLength(2)
  })

  test('even at a receiver that closes every connection without saying so (threat C15)', async () => {
    const receiver = await startSocketReceiver({
      onConnection: socket => whenRequested(socket, () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')),
    })
    onTestFinished(() => receiver.close())
    const { post } = startTransport()
    for (let round = 0; round < 20; round += 1) {
      const results = await Promise.all(Array.from({ length: 8 }, () => post(receiver.url)))
      expect(results.every(isAcknowledged)).toBe(true)
    }
    expect(receiver.accepted).toBe(160)
  })

  test('on a connection of its own unless the receiver said that it keeps the last one', async () => {
    const answers = [
      'Keep-Alive: timeout=5',
      'Connection: keep-alive',
      'X-None: 1',
      'Connection: close',
      'Keep-Alive: timeout=1',
    ]
    const receiver = await startSocketReceiver({
      onConnection: socket => {
        const answer = () => {
          socket.write(`HTTP/1.1 200 OK\r\n${answers[asked] ?? 'X-None: 1'}\r\nContent-Length: 0\r\n\r\n`)
          asked += 1
          whenRequested(socket, answer)
        }
        whenRequested(socket, answer)
      },
    })
    onTestFinished(() => receiver.close())
    let asked = 0
    const { post } = startTransport()
    const accepted: number[] = []
    for (const _ of answers) {
      expect(await post(receiver.url)).toMatchObject({ status_code: 200, error: null })
      accepted.push(receiver.accepted)
    }
    // The last one announces that it is kept, but for a time that is too short to rely on.
    expect(accepted).toEqual([1, 1, 1, 2, 3])
    await post(receiver.url)
    expect(receiver.accepted).toBe(4)
  })

  test('past the proxies of the environment (threat C15)', async () => {
    const proxy = await receive()
    const receiver = await receive()
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy'])
      vi.stubEnv(name, proxy.url)
    vi.stubEnv('NO_PROXY', '')
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await startTransport().post(receiver.url)).toMatchObject({ status_code: 200 })
    expect(receiver.requests).toHaveLength(1)
    expect(proxy.accepted).toBe(0)
  })
})

describe('a delivery is acknowledged', () => {
  test.each([
    [200, true],
    [201, true],
    [204, true],
    [299, true],
    [300, false],
    [304, false],
    [400, false],
    [404, false],
    [410, false],
    [429, false],
    [500, false],
    [503, false],
    [599, false],
  ])('with status %i: %s (threat C14)', async (status, isDelivered) => {
    const receiver = await receive((_, response) => response.writeHead(status).end())
    const result = await startTransport().post(receiver.url)
    expect(result).toMatchObject({ status_code: status, error: null })
    expect(isAcknowledged(result)).toBe(isDelivered)
  })

  test.each([301, 302, 303, 307, 308])('never by following a redirect: %i (threat C4)', async status => {
    const elsewhere = await receive()
    const receiver = await receive((_, response) => response.writeHead(status, { Location: elsewhere.url }).end())
    const result = await startTransport().post(receiver.url)
    expect(result).toMatchObject({ status_code: status, error: null, response_headers: { location: elsewhere.url } })
    expect(isAcknowledged(result)).toBe(false)
    expect(elsewhere.accepted).toBe(0)
  })
})

describe('of the body of an answer', () => {
  test('everything is kept up to the limit, and the connection stays', async () => {
    const text = 'x'.repeat(RESPONSE_BODY_LIMIT)
    const receiver = await receive((_, response) => response.end(text))
    const { post } = startTransport()
    expect(await post(receiver.url)).toMatchObject({ status_code: 200, response_body: text, error: null })
  })

  test('what is beyond the limit is discarded with the connection, and it still counts as an answer', async () => {
    const hungUp = Promise.withResolvers<void>()
    const receiver = await receive((_, response) => {
      response.socket!.once('close', () => hungUp.resolve())
      response.writeHead(200, { 'Content-Length': RESPONSE_BODY_LIMIT + 10 }).write('x'.repeat(RESPONSE_BODY_LIMIT + 1))
    })
    const result = await startTransport().post(receiver.url)
    expect(result).toMatchObject({ status_code: 200, response_body: 'x'.repeat(RESPONSE_BODY_LIMIT), error: null })
    expect(isAcknowledged(result)).toBe(true)
    await hungUp.promise
  })

  test('nothing is decompressed (threat C5)', async () => {
    const compressed = gzipSync('compressed')
    const receiver = await receive((_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(compressed),
    )
    const result = await startTransport().post(receiver.url)
    expect(result.response_headers).toMatchObject({ 'content-encoding': 'gzip' })
    expect(result.response_body).toBe(compressed.toString('utf8'))
    expect(receiver.requests[0]!.headers).not.toHaveProperty('accept-encoding')
  })

  test('a name of a header that means something to JavaScript is only a name', async () => {
    const receiver = await startSocketReceiver({
      onConnection: socket =>
        whenRequested(socket, () =>
          socket.end('HTTP/1.1 200 OK\r\n__proto__: x\r\nconstructor: y\r\nContent-Length: 0\r\n\r\n'),
        ),
    })
    onTestFinished(() => receiver.close())
    const { response_headers } = await startTransport().post(receiver.url)
    expect(Object.getPrototypeOf(response_headers)).toBe(Object.prototype)
    expect(JSON.parse(JSON.stringify(response_headers))).toMatchObject({ constructor: 'y', 'content-length': '0' })
  })
})

describe('an attempt ends early', () => {
  test('when its signal says so, and the receiver sees the connection go', async () => {
    const stop = new AbortController()
    const hungUp = Promise.withResolvers<void>()
    const receiver = await receive((_, response) => {
      response.socket!.once('close', () => hungUp.resolve())
      stop.abort()
    })
    const result = await startTransport().post(receiver.url, { signal: stop.signal })
    expect(result).toMatchObject({ status_code: null, error: 'cancelled: the attempt was stopped' })
    await hungUp.promise
  })

  test('without any connection when the signal was given before', async () => {
    const receiver = await receive()
    const result = await startTransport().post(receiver.url, { signal: AbortSignal.abort() })
    expect(result).toMatchObject({ status_code: null, error: 'cancelled: the attempt was stopped' })
    expect(receiver.accepted).toBe(0)
  })

  test('without its request leaving, when the signal comes while a connection is being made', async () => {
    const stop = new AbortController()
    const looked = Promise.withResolvers<readonly string[]>()
    const receiver = await receive()
    const { post, close } = startTransport({
      lookup: () => {
        stop.abort()
        return looked.promise
      },
    })
    const result = await post(`http://crm.example.com:${receiver.port}`, { signal: stop.signal })
    expect(result.error).toBe('cancelled: the attempt was stopped')
    looked.resolve(['127.0.0.1'])
    // A second delivery over the same transport arrives; the first one never does.
    await post(receiver.url, { body: Buffer.from('second') })
    await close()
    expect(receiver.requests.map(request => request.body.toString())).toEqual(['second'])
  })

  test('when the transport is closed, and none begins after that', async () => {
    const asked = Promise.withResolvers<void>()
    const receiver = await receive(() => asked.resolve())
    const { post, close } = startTransport()
    const underWay = post(receiver.url)
    await asked.promise
    await close()
    expect((await underWay).error).toBe('transport_closed: the emulator is shutting down')
    expect((await post(receiver.url)).error).toBe('transport_closed: the emulator is shutting down')
    expect(receiver.accepted).toBe(1)
  })
})

test('a delivery that the policy refuses is answered with the reason and goes nowhere', async () => {
  const { send } = startTransport()
  const result = await send({
    destination: { kind: 'refused', url: 'https://8.8.8.8/', reason: 'public', message: '8.8.8.8 is a public host.' },
    headers: {},
    body: Buffer.from('{}'),
    timeout: { connect_seconds: 1, total_seconds: 1 },
  })
  expect(result).toEqual({
    target: 'https://8.8.8.8/',
    status_code: null,
    response_headers: null,
    response_body: null,
    error: 'refused_by_policy: 8.8.8.8 is a public host.',
    duration_ms: 0,
  })
})

test('headers that cannot be sent give an error, not an exception', async () => {
  const receiver = await receive()
  const result = await startTransport().post(receiver.url, { headers: { 'X-Bad': 'a\r\nb' } })
  expect(result.error).toMatch(/^network_error: /)
  expect(receiver.requests).toEqual([])
})

test('one transport serves many rules without mixing their connections', async () => {
  const receiver = await receive()
  const { send, post } = startTransport({ lookup: async () => ['127.0.0.1'] })
  const url = `http://crm.example.com:${receiver.port}/`
  expect(await post(url)).toMatchObject({ status_code: 200 })
  const result = await send({
    destination: destinationOf(url, { ownPorts: [receiver.port] }),
    headers: {},
    body: Buffer.from('{}'),
    timeout: { connect_seconds: 5, total_seconds: 10 },
  })
  expect(result.error).toContain('refused_by_policy: ')
  expect(receiver.requests).toHaveLength(1)
})
