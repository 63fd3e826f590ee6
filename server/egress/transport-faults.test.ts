import type { Socket } from 'node:net'
import { setInterval as every } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startSocketReceiver, whenRequested } from '../../tests/support/receivers.ts'
import { startTransport } from '../../tests/support/sending.ts'
import { createAuthority } from '../../tests/support/tls.ts'
import { isAcknowledged } from '../domain/webhooks/acknowledged.ts'

const authority = createAuthority()
const identity = authority.issue()

/** An https receiver that does something unusual once a request has arrived. */
async function receiverThat(misbehaves: (socket: Socket) => void) {
  const receiver = await startSocketReceiver({
    identity,
    onConnection: socket => whenRequested(socket, () => misbehaves(socket)),
  })
  onTestFinished(() => receiver.close())
  return receiver
}
const sender = () => startTransport({ ca: authority.cert })

/** Sends a head, and then a piece again and again until the other end hangs up. */
async function drip(socket: Socket, { head = '', piece }: { head?: string; piece: string }): Promise<void> {
  socket.write(head)
  for await (const _ of every(100)) {
    if (socket.destroyed) return
    socket.write(piece)
  }
}

const HEAD = 'HTTP/1.1 200 OK\r\n'

describe('a fault of the receiver becomes an error that names it', () => {
  const faults: [title: string, misbehaves: (socket: Socket) => void, error: RegExp, status: number | null][] = [
    ['an empty reply', socket => socket.end(), /^connection_closed: .* without an answer$/, null],
    ['garbage', socket => socket.end('\u0016\u0003rubbish\r\n\r\n'), /^bad_response: /, null],
    ['a status line of another protocol', socket => socket.end('ICY 200 OK\r\n\r\n'), /^bad_response: /, null],
    ['a broken header', socket => socket.end(`${HEAD}Bad Header\u0000: x\r\n\r\n`), /^bad_response: /, null],
    [
      'two lengths',
      socket => socket.end(`${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`),
      /^bad_response: /,
      null,
    ],
    [
      'a switch of protocols nobody asked for',
      socket => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      /^bad_response: /,
      null,
    ],
    [
      'headers of 30 KB',
      socket => socket.end(`${HEAD}X-Large: ${'x'.repeat(30_000)}\r\n\r\n`),
      /^bad_response: .*[Hh]eaders/,
      null,
    ],
    ['endless headers', socket => endless(socket, `${HEAD}`, 'X-More: more\r\n'), /^bad_response: .*[Hh]eaders/, null],
    [
      'a broken chunk',
      socket => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n`),
      /^bad_response: /,
      200,
    ],
    [
      'a body that breaks off',
      socket => socket.end(`${HEAD}Content-Length: 100\r\n\r\nhello`),
      /^connection_closed: .* before its answer was complete$/,
      200,
    ],
  ]
  test.each(faults)('%s', async (_, misbehaves, error, status) => {
    const receiver = await receiverThat(misbehaves)
    const result = await sender().post(receiver.url)
    expect(result.error).toMatch(error)
    expect(result.status_code).toBe(status)
    expect(isAcknowledged(result)).toBe(false)
    expect(receiver.accepted).toBe(1)
  })

  test('a reset, before the answer and in it', async () => {
    const receiver = await startSocketReceiver({
      onConnection: socket =>
        whenRequested(socket, head => {
          if (head.startsWith('POST /early')) return void socket.resetAndDestroy()
          socket.write(`${HEAD}Content-Length: 100\r\n\r\nhello`, () => setImmediate(() => socket.resetAndDestroy()))
        }),
    })
    onTestFinished(() => receiver.close())
    const { post } = sender()
    const where = `127.0.0.1:${receiver.port}`
    expect((await post(`${receiver.url}/early`)).error).toBe(
      `connection_reset: ${where} reset the connection without an answer`,
    )
    expect(await post(`${receiver.url}/late`)).toMatchObject({
      status_code: 200,
      error: `connection_reset: ${where} reset the connection before its answer was complete`,
    })
  })

  test('and what had come until then is kept beside it', async () => {
    const receiver = await receiverThat(socket => socket.end(`${HEAD}X-A: b\r\nContent-Length: 100\r\n\r\nhello`))
    expect(await sender().post(receiver.url)).toMatchObject({
      status_code: 200,
      response_headers: { 'x-a': 'b', 'content-length': '100' },
      response_body: 'hello',
    })
  })

  test('nothing listens', async () => {
    const receiver = await receiverThat(() => {})
    await receiver.close()
    expect((await sender().post(receiver.url)).error).toBe(
      `connection_refused: nothing listens at 127.0.0.1:${receiver.port}`,
    )
    // A name with two addresses fails twice, but gives one text.
    expect((await sender().post(`https://localhost:${receiver.port}`)).error).toBe(
      `connection_refused: nothing listens at localhost:${receiver.port}`,
    )
  })

  test('every text is the same in the next run', async () => {
    for (const [, misbehaves] of faults.slice(1, 7)) {
      const receiver = await receiverThat(misbehaves)
      const { post } = sender()
      expect((await post(receiver.url)).error).toBe((await post(receiver.url)).error)
    }
  })
})

describe('the time for an attempt ends', () => {
  const slow: [title: string, misbehaves: (socket: Socket) => unknown, status: number | null][] = [
    ['no answer at all', () => {}, null],
    ['headers that drip', socket => drip(socket, { head: HEAD, piece: 'X-Drip: 1\r\n' }), null],
    ['early hints for ever', socket => drip(socket, { piece: 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n' }), null],
    ['a body that drips', socket => drip(socket, { head: `${HEAD}Content-Length: 1000\r\n\r\n`, piece: '.' }), 200],
    [
      'chunks that drip',
      socket => drip(socket, { head: `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, piece: '1\r\n.\r\n' }),
      200,
    ],
    ['a body that stops', socket => socket.write(`${HEAD}Content-Length: 1000\r\n\r\nhello`), 200],
  ]
  test.each(slow)('with %s (threat C5)', async (_, misbehaves, status) => {
    const hungUp = Promise.withResolvers<void>()
    const receiver = await receiverThat(socket => {
      socket.once('close', () => hungUp.resolve())
      misbehaves(socket)
    })
    const result = await sender().post(receiver.url, { totalSeconds: 0.35 })
    const what = status === null ? 'did not answer' : 'began to answer but did not end'
    expect(result.error).toBe(`total_timeout: 127.0.0.1:${receiver.port} ${what} within 0.35 s`)
    expect(result.status_code).toBe(status)
    expect(isAcknowledged(result)).toBe(false)
    expect(result.duration_ms).toBeGreaterThanOrEqual(349)
    expect(result.duration_ms).toBeLessThan(10_000)
    await hungUp.promise
  })

  test('also while a name is being looked up', async () => {
    const { post } = startTransport({ lookup: () => new Promise(() => {}) })
    expect((await post('https://crm.example.com/', { connectSeconds: 0.1 })).error).toBe(
      'connect_timeout: no connection to crm.example.com:443 within 0.1 s',
    )
    expect((await post('https://crm.example.com/', { totalSeconds: 0.1 })).error).toBe(
      'total_timeout: crm.example.com:443 did not answer within 0.1 s',
    )
  })
})

describe('what is unusual but valid is an answer', () => {
  test('early hints before it', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n'
    const receiver = await receiverThat(socket =>
      socket.end(`${hints}${hints}HTTP/1.1 204 No Content\r\nX-Final: 1\r\n\r\n`),
    )
    const result = await sender().post(receiver.url)
    expect(result).toMatchObject({
      status_code: 204,
      response_headers: { 'x-final': '1' },
      response_body: '',
      error: null,
    })
    expect(result.response_headers).not.toHaveProperty('link')
  })

  test('a body that ends with the connection', async () => {
    const receiver = await receiverThat(socket => socket.end(`${HEAD}\r\nuntil the end`))
    expect(await sender().post(receiver.url)).toMatchObject({
      status_code: 200,
      response_body: 'until the end',
      error: null,
    })
  })

  test('headers just below the limit', async () => {
    const receiver = await receiverThat(socket =>
      socket.end(`${HEAD}X-Large: ${'x'.repeat(15_000)}\r\nContent-Length: 0\r\n\r\n`),
    )
    expect(await sender().post(receiver.url)).toMatchObject({ status_code: 200, error: null })
  })

  test('an endless body, which is cut (threat C5)', async () => {
    const receiver = await receiverThat(socket =>
      endless(socket, `${HEAD}Content-Length: 1073741824\r\n\r\n`, 'x'.repeat(16_384)),
    )
    const result = await sender().post(receiver.url)
    expect(result).toMatchObject({ status_code: 200, error: null })
    expect(result.response_body).toHaveLength(65_536)
  })
})

test('a hanging receiver does not delay the others (threat C10)', async () => {
  const hanging = await receiverThat(() => {})
  const healthy = await receiverThat(socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  const { post } = sender()
  const stop = new AbortController()
  const hung = post(hanging.url, { signal: stop.signal })
  const results = await Promise.all(Array.from({ length: 9 }, () => post(healthy.url)))
  expect(results.map(({ status_code }) => status_code)).toEqual(Array.from({ length: 9 }, () => 200))
  stop.abort()
  expect((await hung).error).toMatch(/^cancelled: /)
})

/** Writes a piece as often as the other end accepts it. */
function endless(socket: Socket, head: string, piece: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(piece)) {
      // until the buffer is full
    }
  }
  socket.write(head)
  socket.on('drain', write)
  write()
}
