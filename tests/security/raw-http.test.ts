import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, type Chain, echoBody, startChain } from '../support/http-chain.ts'
import { chainWithout } from '../support/http-mutants.ts'
import { openSocket, parseResponses, readToEnd, sendRaw } from '../support/raw-socket.ts'

const MAX_BYTES = 1_000
const routes = () => [answer('/control/ok', () => ({ ok: true })), echoBody('/control/echo', { maxBytes: MAX_BYTES })]

let chain: Chain
let bare: Chain
beforeAll(async () => {
  chain = await startChain({ routes: routes() })
  bare = await (await chainWithout('parser_errors', 'missing_host')).startChain({ routes: routes() })
})
afterAll(async () => {
  await chain[Symbol.asyncDispose]()
  await bare[Symbol.asyncDispose]()
})

const GET = 'GET /control/ok HTTP/1.1\r\nHost: localhost\r\n'
const POST = 'POST /control/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

const BROKEN: [title: string, bytes: string, status: number][] = [
  [
    'Transfer-Encoding and Content-Length',
    `${POST}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['Content-Length twice, different', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  ['a Content-Length that is no number', `${POST}Content-Length: 2x\r\n\r\n{}`, 400],
  ['a negative Content-Length', `${POST}Content-Length: -1\r\n\r\n`, 400],
  ['lines that end in LF alone', `${GET.replaceAll('\r\n', '\n')}\n`, 400],
  ['a folded header', `${GET}X-Long: a\r\n b\r\n\r\n`, 400],
  ['a space before the colon', `${GET}X-Name : a\r\n\r\n`, 400],
  ['a NUL in a header', `${GET}X-Name: a\u0000b\r\n\r\n`, 400],
  ['a carriage return in a header', `${GET}X-Name: a\rb\r\n\r\n`, 400],
  ['a header without a name', `${GET}: a\r\n\r\n`, 400],
  ['a chunk size that is no number', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
  ['an unknown method', 'FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['a lower-case method', 'get / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['a version that is none', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n', 400],
  ['a target with a space', 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['a TLS handshake', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', 400],
  ['nothing that HTTP knows', 'EHLO localhost\r\n', 400],
  ['headers over 16 KiB', `${GET}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['a target over 16 KiB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431],
  ['headers without end', GET + 'X-Many: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(2_000), 431],
  [
    'chunk extensions over 16 KiB',
    `${POST}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    413,
  ],
  ['an expectation that is not 100-continue', `${GET}Expect: 200-ok\r\nConnection: close\r\n\r\n`, 417],
]

describe('A request that HTTP cannot read gets the envelope, an identifier, and its connection closed', () => {
  it.each(BROKEN)('%s (threat E2) (threat E15)', async (_, bytes, status) => {
    const responses = await sendRaw(Buffer.from(bytes, 'latin1'), chain)
    expect(responses).toHaveLength(1)
    expect(responses[0]).toMatchObject({
      status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': expect.stringMatching(/^req-\d+$/),
        connection: 'close',
      },
    })
    expect(JSON.parse(responses[0]?.body ?? '')).toEqual({
      error: { code: 'malformed_request', message: expect.any(String), details: null },
    })
  })

  it.each(BROKEN)('%s would get neither without our answer (without E2) (without E15)', async (_, bytes) => {
    const responses = await sendRaw(Buffer.from(bytes, 'latin1'), bare)
    expect(responses.at(-1)?.headers['x-request-id']).toBeUndefined()
  })

  it('a missing Host would get neither from Node (without E2)', async () => {
    const [response] = await sendRaw('GET /control/ok HTTP/1.1\r\nConnection: close\r\n\r\n', bare)
    expect(response).toMatchObject({ status: 400, body: '' })
    expect(response?.headers).not.toHaveProperty('x-request-id')
  })

  it('after the answers to the whole requests before it (threat E2)', async () => {
    const responses = await sendRaw(`${GET}\r\n${GET}\r\nFOO / HTTP/1.1\r\n\r\n`, chain)
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 400])
  })

  it('once, however much more the client sends (threat E2)', async () => {
    const socket = await openSocket(chain)
    socket.write('FOO / HTTP/1.1\r\n\r\n')
    const received = readToEnd(socket)
    for (let index = 0; index < 20; index += 1) socket.write('more\r\n'.repeat(1_000))
    socket.end()
    expect(parseResponses(await received)).toHaveLength(1)
  })

  it('as the answer of a request whose body turns out broken while it is being read', async () => {
    const socket = await openSocket(chain)
    const received = readToEnd(socket)
    socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`)
    socket.write('not a chunk\r\n')
    expect(parseResponses(await received)).toMatchObject([{ status: 400 }])
    expect(chain.defects).toEqual([])
  })
})

describe('HTTP that is unusual and right is served', () => {
  it('HTTP/1.0 with a Host', async () => {
    const [response] = await sendRaw('GET /control/ok HTTP/1.0\r\nHost: localhost\r\n\r\n', chain)
    expect(response).toMatchObject({ status: 200, body: '{"ok":true}' })
  })

  it('chunks with small extensions, and a trailer (threat E15)', async () => {
    const [response] = await sendRaw(
      `${POST}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n1;a=b\r\n{\r\n1\r\n}\r\n0\r\nX-Trailer: a\r\n\r\n`,
      chain,
    )
    expect(JSON.parse(response?.body ?? '')).toMatchObject({ kind: 'body', parsed: { ok: true } })
  })

  it('an Upgrade that nobody offers is an ordinary request (threat A6)', async () => {
    const [response] = await sendRaw(
      'GET /control/ok HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
      chain,
    )
    expect(response?.status).toBe(200)
  })

  it('one byte at a time', async () => {
    const socket = await openSocket(chain)
    socket.setNoDelay(true)
    const received = readToEnd(socket)
    for (const byte of `${POST}Connection: close\r\nContent-Length: 2\r\n\r\n{}`)
      await new Promise(resolve => socket.write(byte, resolve))
    expect(parseResponses(await received)).toMatchObject([{ status: 200 }])
  })
})

describe('A body', () => {
  const body = (bytes: string, headers = '') =>
    `${POST}${headers}Connection: close\r\nContent-Length: ${Buffer.byteLength(bytes)}\r\n\r\n${bytes}`
  const echo = async (bytes: string) => JSON.parse((await sendRaw(bytes, chain)).at(-1)?.body ?? '')

  it('of exactly the limit is read, one byte more is not (threat E6)', async () => {
    expect(await echo(body('x'.repeat(MAX_BYTES)))).toMatchObject({ kind: 'body', bytes: MAX_BYTES })
    expect(await echo(body('x'.repeat(MAX_BYTES + 1)))).toEqual({ kind: 'too_large', maxBytes: MAX_BYTES })
    const chunked = (size: number) =>
      `${POST}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`
    expect(await echo(chunked(MAX_BYTES))).toMatchObject({ kind: 'body', bytes: MAX_BYTES })
    expect(await echo(chunked(MAX_BYTES + 1))).toEqual({ kind: 'too_large', maxBytes: MAX_BYTES })
  })

  it('over the limit is refused before it is sent, when its length says so (threat E6)', async () => {
    const [response] = await sendRaw(`${POST}Connection: close\r\nContent-Length: 5000000000\r\n\r\n`, chain)
    expect(JSON.parse(response?.body ?? '')).toMatchObject({ kind: 'too_large' })
  })

  it('over the limit leaves the connection usable, since the rest is thrown away', async () => {
    const socket = await openSocket(chain)
    const received = readToEnd(socket)
    socket.write(`${POST}Content-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`)
    socket.write(`${GET}Connection: close\r\n\r\n`)
    expect(parseResponses(await received).map(({ status, body: text }) => [status, JSON.parse(text).kind])).toEqual([
      [200, 'too_large'],
      [200, undefined],
    ])
  })

  it('over the limit would be kept without the limit (without E6)', async () => {
    const mutant = await chainWithout('body_limit')
    await using unlimited = await mutant.startChain({
      routes: [mutant.echoBody('/control/echo', { maxBytes: MAX_BYTES })],
    })
    const [response] = await sendRaw(body('x'.repeat(50_000)), unlimited)
    expect(JSON.parse(response?.body ?? '')).toMatchObject({ kind: 'body', bytes: 50_000 })
  })

  it('in a content coding is not read, and would be without the check (without E6)', async () => {
    for (const coding of ['gzip', 'br', 'deflate', 'identity, gzip', 'x']) {
      expect(await echo(body('{}', `Content-Encoding: ${coding}\r\n`))).toEqual({ kind: 'encoded', encoding: coding })
    }
    expect(await echo(body('{}', 'Content-Encoding: Identity\r\n'))).toMatchObject({ kind: 'body' })
    expect(await echo(`${POST}Connection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`)).toEqual({
      kind: 'encoded',
      encoding: 'gzip, chunked',
    })
    const mutant = await chainWithout('encoding')
    await using lenient = await mutant.startChain({
      routes: [mutant.echoBody('/control/echo', { maxBytes: MAX_BYTES })],
    })
    const [response] = await sendRaw(body('{}', 'Content-Encoding: gzip\r\n'), lenient)
    expect(JSON.parse(response?.body ?? '')).toMatchObject({ kind: 'body' })
  })

  it('that breaks off is aborted, and no defect', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    await using aborted = await startChain({
      routes: [echoBody('/control/echo', { maxBytes: MAX_BYTES, onOutcome: resolve })],
    })
    const socket = await openSocket(aborted)
    socket.write(`${POST}Content-Length: 100\r\n\r\n{"half":`, () => socket.resetAndDestroy())
    expect(await promise).toBe('aborted')
    expect(aborted.defects).toEqual([])
  })

  it('is asked for with 100 Continue only once it is wanted', async () => {
    const socket = await openSocket(chain)
    const received = readToEnd(socket)
    socket.write(`${POST}Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n`)
    await once(socket, 'data')
    socket.write('{}')
    expect(parseResponses(await received).map(({ status }) => status)).toEqual([100, 200])

    for (const refused of [
      `${POST.replace('localhost', 'evil.com')}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
      `${POST}Expect: 100-continue\r\nContent-Length: 5000\r\n\r\n`,
    ]) {
      const responses = await sendRaw(refused, chain)
      expect(responses).toHaveLength(1)
      expect(responses[0]?.status).not.toBe(100)
    }
  })
})
