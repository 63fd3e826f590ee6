import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { FaultBody, FaultView } from '../../server/control/protocol/faults.ts'
import { TestEmulator, type TestTenant } from '../support/api.ts'

const start = () => TestEmulator.start({ fixture: 'empty' })

async function lay(emulator: TestEmulator, fault: FaultBody): Promise<FaultView> {
  const reply = await emulator.control('POST', '/faults', fault)
  expect(reply.status).toBe(201)
  return reply.json
}

/** Every byte of an answer, and whether the connection broke before it was whole. */
function rawAnswer(emulator: TestEmulator, tenant: TestTenant, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(emulator.port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', chunk => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    socket.on('error', error => ((error as NodeJS.ErrnoException).code === 'ECONNRESET' ? undefined : reject(error)))
    socket.write(
      `GET /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tenant.key()}\r\nConnection: close\r\n\r\n`,
    )
  })
}

describe('a fault with a status', () => {
  test('answers in the place of the endpoint with the envelope and all headers, and uses no limit', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await emulator.assume('limits.rejected_counts', 'yes')
    const fault = await lay(emulator, { effect: { status: 503 } })
    const reply = await pro.post('/customers', pro.customer())
    expect([reply.status, reply.json.error.code]).toEqual([503, 'service_unavailable'])
    expect(reply.headers.get('X-RateLimit-Remaining')).toBe('300')
    expect(await pro.limits()).toMatchObject({ minute: { used: 0 }, burst: { used: 0 }, day: { used: 0 } })
    await emulator.control('DELETE', `/faults/${fault.id}`)
    expect((await pro.get('/customers')).json.pagination.total).toBe(0)
  })

  test('is in the journal with its id, a trace row of its own and a sentence', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const fault = await lay(emulator, { effect: { status: 500 } })
    await pro.get('/reports/summary')
    const exchange = await emulator.lastExchange()
    expect(exchange.fault).toBe(fault.id)
    expect(exchange.trace[0]).toMatchObject({ gate: 'fault', outcome: 'rejected', status: 500, code: 'server_error' })
    // The gates behind it are asked for the trace: without the fault the missing range would have been refused.
    expect(exchange.trace.at(-1)).toMatchObject({ gate: 'validation', outcome: 'would_reject', status: 422 })
    expect(exchange.explanation).toContain(`Fault ${fault.id}`)
    expect((await emulator.control('GET', '/faults')).json.data).toMatchObject([{ id: fault.id, fired: 1 }])
  })

  test('of the contract brings the details and headers that the contract gives it', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty', clock: '2026-03-10T03:00:03.500Z' })
    const pro = await emulator.tenant('pro')
    await lay(emulator, { effect: { code: 'rate_limit_exceeded' }, times: 1 })
    await lay(emulator, { effect: { code: 'quota_exceeded' }, times: 1 })
    const quota = await pro.get('/customers')
    expect(quota.json.error.details).toEqual({ retry_after: 43_197, type: 'daily', quota: 10_000, used: 10_000 })
    expect(quota.headers.get('X-Quota-Used')).toBe('10000')
    const rate = await pro.get('/customers')
    expect([rate.status, rate.json.error.details, rate.headers.get('Retry-After')]).toEqual([
      429,
      { retry_after: 7 },
      '7',
    ])
  })

  test.each([
    [{ status: 429, retry_after: 2 }, { retry_after: 2 }],
    [{ status: 503, retry_after: 0 }, null],
    [
      { code: 'quota_exceeded', retry_after: 5 },
      { retry_after: 5, type: 'daily', quota: 10_000, used: 10_000 },
    ],
  ])('%o says how long to wait, on 429 also in its details', async (effect, details) => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await lay(emulator, { effect })
    const reply = await pro.get('/customers')
    expect([reply.headers.get('Retry-After'), reply.json.error.details]).toEqual([String(effect.retry_after), details])
  })

  test.each([
    [{ status: 502 }, 502, 'bad_gateway'],
    [{ status: 418, code: 'teapot' }, 418, 'teapot'],
    [{ status: 404 }, 404, 'not_found'],
    [{ status: 409 }, 409, 'duplicate_external_id'],
    [{ code: 'service_unavailable' }, 503, 'service_unavailable'],
  ])('%o answers %i %s', async (effect, status, code) => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await lay(emulator, { effect })
    const response = await fetch(`${emulator.url}/api/v1/customers`, {
      headers: { Authorization: `Bearer ${pro.key()}` },
    })
    const body = (await response.json()) as { error: object }
    expect([response.status, body.error]).toEqual([status, expect.objectContaining({ code })])
    expect(Object.keys(body.error)).toEqual(['code', 'message', 'details'])
    expect(response.headers.get('X-Request-ID')).toBeTruthy()
  })
})

describe('a fault hits', () => {
  test('only requests that match its method, path and tenant', async () => {
    await using emulator = await start()
    const [pro, max] = [await emulator.tenant('pro'), await emulator.tenant('max')]
    await lay(emulator, { match: { method: 'get', path: '/customers/*', tenant: 'pro' }, effect: { status: 503 } })
    const asked = await Promise.all([
      pro.get('/customers/1'),
      pro.get('/customers'),
      max.get('/customers/1'),
      pro.put('/customers/1', {}),
      emulator.api('GET', '/customers/1'),
    ])
    expect(asked.map(reply => reply.status)).toEqual([503, 200, 404, 404, 401])
  })

  test.each([
    ['/customers/{id}', '/customers/7', true],
    ['/customers/{id}', '/customers/7/8', false],
    ['/api/v1/customers', '/customers', true],
    ['/customers', '/customers/bulk', false],
    ['/webhooks*', '/webhooks/3/test', true],
    ['*', '/anything', true],
    ['/customers.', '/customers7', false],
  ])('the pattern %s on %s: %s', async (path, asked, hit) => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await lay(emulator, { match: { path }, effect: { status: 503 } })
    expect((await pro.get(asked)).status === 503).toBe(hit)
  })

  test('as many requests as its times say, and then no more', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await lay(emulator, { effect: { status: 503 }, times: 2 })
    const statuses = []
    for (let index = 0; index < 4; index++) statuses.push((await pro.get('/customers')).status)
    expect(statuses).toEqual([503, 503, 200, 200])
  })

  test('until its time on the emulated clock is over', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const fault = await lay(emulator, { effect: { status: 503 }, ttl: 'PT1H' })
    expect(fault.expires_at).toBe('2026-03-10T04:00:00.000Z')
    await emulator.advance({ by: 'PT59M59.999S' })
    expect((await pro.get('/customers')).status).toBe(503)
    await emulator.advance({ by: 'PT0.001S' })
    expect((await pro.get('/customers')).status).toBe(200)
  })

  test('the same victims for the same seed, others for another, about as often as its probability says (threat G4)', async () => {
    const victims = async (seed: number) => {
      await using emulator = await TestEmulator.startOwn({ fixture: 'empty', seed })
      const max = await emulator.tenant('max')
      await lay(emulator, { effect: { status: 503 }, probability: 0.3 })
      let hits = ''
      for (let index = 0; index < 200; index++) hits += (await max.get('/customers')).status === 503 ? 'x' : '.'
      return hits
    }
    const [first, again, other] = [await victims(1), await victims(1), await victims(2)]
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    const hits = first.replaceAll('.', '').length
    expect(hits).toBeGreaterThan(35)
    expect(hits).toBeLessThan(85)
  })

  test('before an older fault that matches too', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await lay(emulator, { effect: { status: 500 } })
    await lay(emulator, { effect: { status: 503 }, times: 1 })
    expect([(await pro.get('/customers')).status, (await pro.get('/customers')).status]).toEqual([503, 500])
  })

  test('only what the service has answered with its outcome, and is spent on nothing else', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const match = { method: 'POST', path: '/calls/initiate', outcome: 'success' } as const
    const fault = await lay(emulator, { match, effect: { drop: true }, times: 1 })
    const refused = await pro.post('/calls/initiate', pro.call({ staff_id: 999_999 }))
    expect([refused.status, (await emulator.lastExchange()).fault]).toEqual([422, null])
    await expect(pro.post('/calls/initiate', pro.call({ external_id: 'lost' }))).rejects.toThrow('fetch failed')
    const exchange = await emulator.lastExchange()
    expect([exchange.status, exchange.fault, exchange.answered]).toEqual([200, fault.id, 'cut'])
    expect(exchange.trace[0]).toMatchObject({ gate: 'fault', outcome: 'passed' })
    expect((await pro.post('/calls/initiate', pro.call({ external_id: 'lost' }))).status).toBe(409)
    expect((await emulator.control('GET', '/faults')).json.data).toMatchObject([{ match, fired: 1 }])
  })

  test('errors alone when it asks for that outcome', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await lay(emulator, { match: { outcome: 'error' }, effect: { drop: true } })
    expect((await pro.get('/customers')).status).toBe(200)
    await expect(pro.get('/customers/1')).rejects.toThrow('fetch failed')
  })

  test('in place of an older one on the wire when its outcome comes, and only one of them is spent', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const older = await lay(emulator, { effect: { latency: 'PT0.001S' }, times: 1 })
    const asking = await lay(emulator, { match: { outcome: 'success' }, effect: { drop: true }, times: 1 })
    const fired = async () => (await emulator.control('GET', '/faults')).json.data.map((row: FaultView) => row.fired)
    await expect(pro.get('/customers')).rejects.toThrow('fetch failed')
    const hit = await emulator.lastExchange()
    expect([hit.fault, hit.trace.filter(({ gate }: { gate: string }) => gate === 'fault').length]).toEqual([
      asking.id,
      1,
    ])
    expect(await fired()).toEqual([1, 0])
    expect((await pro.get('/customers')).status).toBe(200)
    expect((await emulator.lastExchange()).fault).toBe(older.id)
  })

  test('in place of the service before those that ask for its outcome', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await lay(emulator, { effect: { status: 503 }, times: 1 })
    await lay(emulator, { match: { outcome: 'error' }, effect: { drop: true } })
    expect((await pro.get('/customers')).status).toBe(503)
    expect((await pro.get('/customers')).status).toBe(200)
  })

  test('nothing in another world', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    await emulator.tryControl('POST', '/worlds', { world_id: 'other', fixture: 'empty' })
    await lay(emulator, { effect: { status: 503 } })
    const other = await emulator.tenant('pro', 'other')
    expect((await other.get('/customers')).status).toBe(200)
  })
})

describe('on the wire', () => {
  test('latency holds the answer back in real time and leaves the clock of the world alone', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await lay(emulator, { effect: { latency: 'PT0.15S' } })
    const started = performance.now()
    const reply = await pro.get('/customers')
    expect(performance.now() - started).toBeGreaterThan(140)
    expect([reply.status, reply.headers.get('Date')]).toEqual([200, 'Tue, 10 Mar 2026 03:00:00 GMT'])
    const { data } = (await emulator.control('GET', '/requests')).json
    const detail = (await emulator.control('GET', `/requests/${data[0].request_id}`)).json
    expect(detail.explanation).toBe(`Every check passed. Fault ${data[0].fault} held the answer back.`)
  })

  test('drop ends the connection without an answer, after the request has been done', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const fault = await lay(emulator, { effect: { drop: true }, times: 1 })
    await expect(pro.post('/calls/initiate', pro.call({ external_id: 'lost' }))).rejects.toThrow('fetch failed')
    // A client that asks again finds what the first request has left.
    expect((await pro.post('/calls/initiate', pro.call({ external_id: 'lost' }))).status).toBe(409)
    const [, lost] = (await emulator.control('GET', '/requests')).json.data
    const detail = (await emulator.control('GET', `/requests/${lost.request_id}`)).json
    expect([lost.status, detail.fault]).toEqual([200, fault.id])
    expect(detail.explanation).toBe(`Every check passed. Fault ${fault.id} kept the answer from arriving.`)
  })

  test('drop with a status ends the connection before the request has been done', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await lay(emulator, { effect: { status: 503, drop: true }, times: 1 })
    await expect(pro.post('/calls/initiate', pro.call({ external_id: 'lost' }))).rejects.toThrow('fetch failed')
    expect((await pro.post('/calls/initiate', pro.call({ external_id: 'lost' }))).status).toBe(200)
  })

  test.each([0, 7])('truncate announces the whole body, sends %i bytes of it and ends the connection', async bytes => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const whole = await rawAnswer(emulator, pro, '/customers')
    await lay(emulator, { effect: { truncate: bytes } })
    const cut = await rawAnswer(emulator, pro, '/customers')
    const [head, body] = cut.split('\r\n\r\n') as [string, string]
    const [, wholeBody] = whole.split('\r\n\r\n') as [string, string]
    expect(body).toBe(wholeBody.slice(0, bytes))
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(wholeBody)}`)
    expect(head).toContain('X-Request-ID')
  })

  test('truncate cuts an answer off even where all its bytes would fit', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await lay(emulator, { effect: { truncate: 1_000_000 } })
    await expect(pro.get('/customers')).rejects.toThrow()
  })
})

describe('a fault that makes no sense is refused with the way out', () => {
  test.each([
    [{ effect: {} }, 'effect: Must have at least one of status, code'],
    [{ effect: { code: 'no_such_code' } }, 'Add the status to send it with'],
    [{ effect: { retry_after: 2 } }, 'Add the status that it is sent with'],
    [{ effect: { status: 200 } }, 'effect.status'],
    [{ effect: { latency: '2s' } }, 'PT2S'],
    [{ effect: { latency: 'PT1H' } }, 'at most PT5M'],
    [{ effect: { drop: true, truncate: 3 } }, 'leave one of them out'],
    [{ effect: { drop: false } }, 'does nothing'],
    [{ effect: { status: 503 }, ttl: '-PT1S' }, 'ttl'],
    [{ effect: { status: 503 }, probability: 0 }, 'probability'],
    [{ effect: { status: 503 }, times: 0 }, 'times'],
    [{ effect: { status: 503 }, match: { path: 'customers' } }, 'match.path'],
    [{ effect: { status: 503 }, match: { outcome: 'success' } }, 'in its place'],
    [{ effect: { delay: 'PT1S' }, match: { outcome: 'success' } }, 'no outcome'],
    [{ effect: { drop: true }, match: { outcome: 'refused' } }, 'match.outcome'],
  ])('%o', async (fault, message) => {
    await using emulator = await start()
    const reply = await emulator.attempt('POST', '/faults', fault)
    expect([reply.status, reply.json.error.message]).toEqual([422, expect.stringContaining(message)])
  })

  test('a tenant that is not there gets 404, as does a fault that is not there', async () => {
    await using emulator = await start()
    const body = { match: { tenant: 'nobody' }, effect: { status: 503 } }
    expect((await emulator.attempt('POST', '/faults', body)).status).toBe(404)
    expect((await emulator.attempt('DELETE', '/faults/7')).status).toBe(404)
    await lay(emulator, { effect: { status: 503 } })
    await emulator.control('DELETE', '/faults')
    expect((await emulator.control('GET', '/faults')).json.data).toEqual([])
  })
})

describe('whom a fault can hit', () => {
  test('a fault for a webhook is of the tenant whose webhook it is, in its view and in what was done', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await pro.post('/webhooks', {
      url: 'https://inbox.ringback.test/crm',
      events: ['call.completed'],
    })
    const [{ webhook_id }] = (await emulator.control('GET', '/webhooks')).json.data
    const effect = { duplicate: 1 }
    const fault = await lay(emulator, { match: { webhook_id }, effect })
    expect([fault.match, fault.tenant]).toEqual([{ webhook_id }, 'pro'])
    expect([
      (await lay(emulator, { effect })).tenant,
      (await lay(emulator, { match: { tenant: 'max' }, effect })).tenant,
    ]).toEqual([null, 'max'])
    const actions = await emulator.control('GET', '/actions?kind=fault')
    expect(actions.json.data.map(({ match }: { match: { tenant?: string } }) => match?.tenant)).toEqual([
      'max',
      undefined,
      'pro',
    ])
    const other = await emulator.attempt('POST', '/faults', {
      match: { webhook_id, tenant: 'free' },
      effect,
    })
    expect([other.status, other.json.error.message]).toEqual([422, expect.stringContaining('is a webhook of pro')])
  })

  test('a fault for what the contract does not have is laid down with a warning, and hits that', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const fault = await lay(emulator, { match: { path: '/custmers' }, effect: { status: 503 } })
    expect(fault.warning).toBe(
      'The contract has no /custmers: only requests that it does not know are hit. Did you mean /customers?',
    )
    expect([(await pro.get('/customers')).status, (await pro.get('/custmers')).status]).toEqual([200, 503])
    expect((await lay(emulator, { match: { path: '/customers/*' }, effect: { status: 503 } })).warning).toBeNull()
  })
})
