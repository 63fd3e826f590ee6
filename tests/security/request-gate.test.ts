import { connect } from 'node:net'
import fc from 'fast-check'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, type Chain, echoBody, startChain } from '../support/http-chain.ts'
import { chainWithout } from '../support/http-mutants.ts'
import { sendRaw } from '../support/raw-socket.ts'

let state = 0
const routes = () => [
  answer('/', () => 'page'),
  answer('/control/worlds', ctx => {
    if (ctx.method !== 'GET') state += 1
    return { worlds: state }
  }),
  answer('/control/stream', () => 'stream'),
  answer('/api/v1/customers', ctx => {
    if (ctx.method !== 'GET') state += 1
    return { data: [] }
  }),
  echoBody('/control/echo', { maxBytes: 1_000 }),
]
const PATHS = [
  '/',
  '/control/worlds',
  '/control/stream',
  '/api/v1/customers',
  '/control/echo',
  '/nowhere',
  '/api/v1/nowhere',
]

let chain: Chain
let open: Chain
beforeAll(async () => {
  chain = await startChain({
    routes: routes(),
    gate: { corsOrigins: ['http://localhost:5173'], allowedHosts: ['ringback.ci'] },
  })
  const ungated = await chainWithout('target', 'host', 'origin', 'fetch_site', 'content_type')
  open = await ungated.startChain({ routes: routes() })
})
afterAll(async () => {
  await chain[Symbol.asyncDispose]()
  await open[Symbol.asyncDispose]()
})

const HOST_LINES: [string, string][] = [
  ['another name', 'Host: evil.com'],
  ['a name that resolves to loopback', 'Host: 127.0.0.1.nip.io'],
  ['credentials', 'Host: evil.com:x@127.0.0.1'],
  ['a list', 'Host: 127.0.0.1, evil.com'],
  ['0.0.0.0', 'Host: 0.0.0.0'],
  ['a short address', 'Host: 127.1'],
  ['an open bracket', 'Host: [::1'],
  ['a port that is none', 'Host: localhost:99999'],
  ['a trailing dot', 'Host: localhost.'],
  ['nothing', 'Host:'],
  ['a space', 'Host: a b'],
  ['two lines', 'Host: localhost\r\nHost: localhost'],
  ['two lines, the second foreign', 'Host: localhost\r\nHost: evil.com'],
  ['no line', 'X-Nothing: here'],
]

describe('Every path refuses a Host that is not allowed, before it reads the body', () => {
  it.each(HOST_LINES)('%s', async (_, line) => {
    for (const path of PATHS) {
      // The body is announced and never sent: an answer proves that nobody waited for it.
      const bytes = `POST ${path} HTTP/1.1\r\n${line}\r\nContent-Type: application/json\r\nContent-Length: 10\r\nConnection: close\r\n\r\n`
      const [response] = await sendRaw(bytes, chain)
      expect(response).toMatchObject({
        status: 403,
        headers: { 'x-request-id': expect.stringMatching(/^req-/), 'content-type': 'application/json; charset=utf-8' },
      })
      expect(JSON.parse(response?.body ?? '')).toMatchObject({
        error: { code: 'host_not_allowed', message: expect.stringContaining('--allow-host'), details: null },
      })
    }
  })

  it.each(HOST_LINES)('%s passes without the gate (without A1) (without A11)', async (_, line) => {
    const [response] = await sendRaw(`GET /control/worlds HTTP/1.1\r\n${line}\r\nConnection: close\r\n\r\n`, open)
    expect(response?.status).toBe(200)
  })

  it('HTTP/1.0 without a Host (threat A1)', async () => {
    const [response] = await sendRaw('GET /control/worlds HTTP/1.0\r\n\r\n', chain)
    expect(response?.status).toBe(403)
  })

  it('a target that names a host of its own, and CONNECT (threat A1)', async () => {
    for (const target of [
      'GET http://evil.com/control/worlds',
      'GET http://localhost/control/worlds',
      'OPTIONS *',
      'CONNECT evil.com:443',
      'CONNECT localhost:80',
    ]) {
      const [response] = await sendRaw(`${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, chain)
      expect(response).toMatchObject({ status: 403, headers: { 'x-request-id': expect.any(String) } })
      expect(response?.body).toContain('target_not_allowed')
    }
  })

  it('while the names of this machine are answered, on both families', async () => {
    for (const host of chain.listeners.hosts) {
      for (const name of ['localhost', '127.0.0.1:4010', '[::1]', 'RINGBACK.ci:80']) {
        const [response] = await sendRaw(`GET /control/worlds HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`, {
          port: chain.port,
          host,
        })
        expect(response?.status).toBe(200)
      }
    }
  })

  it('forged through an HTTP client (threat A10)', async () => {
    const { statusCode, body } = await request(`${chain.url}/control/worlds`, { headers: { host: 'evil.com' } })
    expect(statusCode).toBe(403)
    expect(await body.json()).toMatchObject({ error: { code: 'host_not_allowed' } })
  })
})

describe('A page of another origin changes nothing and reads nothing', () => {
  const ORIGINS = [
    'null',
    'file://',
    'http://evil.com',
    'http://localhost:3000',
    'http://localhost:5173',
    'https://localhost',
    'x',
  ]
  const TYPES = [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    '',
  ]
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

  it('origin × type × method × path (threat A3) (threat A10)', async () => {
    const before = state
    for (const origin of ORIGINS) {
      for (const type of TYPES) {
        for (const method of METHODS) {
          for (const path of ['/control/worlds', '/control/stream', '/control/echo', '/']) {
            const response = await request(chain.url + path, {
              method,
              headers: { origin, ...(type && { 'content-type': type }) },
            })
            expect([origin, path, response.statusCode]).toEqual([origin, path, 403])
            expect(Object.keys(response.headers).filter(name => name.startsWith('access-control'))).toEqual([])
            await response.body.dump()
          }
        }
      }
    }
    expect(state).toBe(before)
  })

  it('would, were there no gate (without A3) (without A10)', async () => {
    const before = state
    const response = await request(`${open.url}/control/worlds`, {
      method: 'POST',
      headers: { origin: 'http://evil.com', 'content-type': 'text/plain' },
    })
    await response.body.dump()
    expect([response.statusCode, state]).toEqual([200, before + 1])
  })

  it('without an Origin either, when the browser says that the site is another (threat A3)', async () => {
    for (const [site, status] of [
      ['cross-site', 403],
      ['same-site', 403],
      ['same-origin', 200],
      ['none', 200],
    ] as const) {
      const response = await request(`${chain.url}/control/worlds`, { headers: { 'sec-fetch-site': site } })
      expect([site, response.statusCode]).toEqual([site, status])
      await response.body.dump()
    }
  })
})

describe('CORS', () => {
  const listed = 'http://localhost:5173'

  it('lets a listed origin call /api/v1: preflight without a key, then the request', async () => {
    const preflight = await request(`${chain.url}/api/v1/customers`, {
      method: 'OPTIONS',
      headers: { origin: listed, 'access-control-request-method': 'POST', 'sec-fetch-site': 'same-site' },
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-allow-methods': 'POST, GET, PUT, DELETE',
      vary: 'Origin',
    })
    const response = await request(`${chain.url}/api/v1/customers`, { headers: { origin: listed } })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-expose-headers': expect.stringContaining('X-RateLimit-Remaining'),
    })
    for (const { headers } of [preflight, response]) {
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
      expect(headers).not.toHaveProperty('access-control-allow-private-network')
    }
    await response.body.dump()
  })

  it('answers no preflight that the gate refuses', async () => {
    for (const line of ['Host: evil.com', 'Host: localhost\r\nHost: localhost']) {
      const [response] = await sendRaw(
        `OPTIONS /api/v1/customers HTTP/1.1\r\n${line}\r\nOrigin: ${listed}\r\nAccess-Control-Request-Method: POST\r\nConnection: close\r\n\r\n`,
        chain,
      )
      expect(response?.status).toBe(403)
      expect(response?.headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  it('is absent for everybody else, and everywhere when no origin is listed (threat A5)', async () => {
    for (const target of [`${chain.url}/api/v1/customers`, `${open.url}/api/v1/customers`]) {
      const response = await request(target)
      expect(Object.keys(response.headers).filter(name => name.startsWith('access-control'))).toEqual([])
      await response.body.dump()
    }
    const unlisted = await request(`${open.url}/api/v1/customers`, { headers: { origin: 'http://evil.com' } })
    expect(unlisted.headers).not.toHaveProperty('access-control-allow-origin')
    await unlisted.body.dump()
  })
})

describe('Headers of the dashboard and the control API', () => {
  const PROTECTIVE = [
    'cross-origin-resource-policy',
    'x-content-type-options',
    'x-frame-options',
    'referrer-policy',
    'content-security-policy',
  ]

  it('are on every answer, refusals and missing paths included, and not on /api/v1 (threat A7)', async () => {
    for (const [path, headers] of [
      ['/', {}],
      ['/control/worlds', {}],
      ['/nowhere', {}],
      ['/control/worlds', { host: 'evil.com' }],
    ] as const) {
      const response = await request(chain.url + path, { headers })
      for (const name of PROTECTIVE) expect(response.headers).toHaveProperty(name)
      await response.body.dump()
    }
    const api = await request(`${chain.url}/api/v1/customers`)
    for (const name of PROTECTIVE) expect(api.headers).not.toHaveProperty(name)
    await api.body.dump()
  })

  it('come from the chain and nothing else (without A7)', async () => {
    await using bare = await (await chainWithout('security_headers')).startChain()
    const response = await request(bare.url)
    for (const name of PROTECTIVE) expect(response.headers).not.toHaveProperty(name)
    await response.body.dump()
  })
})

describe('Random bytes in Host and Origin', () => {
  /** The long tier sets more. */
  const RUNS = Number(process.env.RINGBACK_HOST_RUNS ?? 1_500)
  // Line ends would start other headers; everything else is sent as it comes, in one header or both.
  const bytes = fc
    .uint8Array({ maxLength: 60 })
    .map(array => Buffer.from(array.filter(byte => byte !== 10 && byte !== 13)))
  const nearly = fc
    .tuple(
      fc.constantFrom('localhost', '127.0.0.1', '[::1]', 'http://localhost'),
      fc.string({ maxLength: 8, unit: 'binary-ascii' }),
    )
    .map(([name, noise]) => Buffer.from((name + noise).replace(/[\r\n]/g, ''), 'latin1'))
  const value = fc.oneof(bytes, nearly)

  it('never end the process, never give a 5xx, never pass unless they are an allowed name (threat A2)', {
    timeout: 20 * 60_000,
  }, async () => {
    const allowed = /^(?:localhost|127\.0\.0\.1|\[::1\]|ringback\.ci)(?::\d{1,5})?$/i
    await fc.assert(
      fc.asyncProperty(value, fc.option(value), async (host, origin) => {
        const lines = [Buffer.from('GET /control/worlds HTTP/1.1\r\nConnection: close\r\nHost: '), host]
        if (origin) lines.push(Buffer.from('\r\nOrigin: '), origin)
        const [response] = await sendRaw(Buffer.concat([...lines, Buffer.from('\r\n\r\n')]), chain)
        expect([200, 400, 403]).toContain(response?.status)
        expect(response?.headers).toHaveProperty('x-request-id')
        expect(JSON.parse(response?.body ?? '')).toBeTypeOf('object')
        if (response?.status === 200) expect(host.toString('latin1').trim()).toMatch(allowed)
      }),
      { numRuns: RUNS },
    )
    expect(chain.defects).toEqual([])
  })

  it('nor do connections that are cut in the middle of them (threat A2)', { timeout: 20 * 60_000 }, async () => {
    const cut = (bytes: Buffer) =>
      new Promise<void>(resolve => {
        const socket = connect(chain.port, '127.0.0.1', () => socket.write(bytes, () => socket.resetAndDestroy()))
        socket.on('error', () => {})
        socket.on('close', () => resolve())
      })
    await fc.assert(
      fc.asyncProperty(value, host =>
        cut(Buffer.concat([Buffer.from('POST /control/echo HTTP/1.1\r\nContent-Length: 9\r\nHost: '), host])),
      ),
      { numRuns: Math.ceil(RUNS / 8) },
    )
    const { statusCode, body } = await request(`${chain.url}/control/worlds`)
    await body.dump()
    expect([statusCode, chain.defects]).toEqual([200, []])
  })
})
