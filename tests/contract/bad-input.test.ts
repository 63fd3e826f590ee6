import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'

const MIB = 1024 * 1024

describe('bad input gets the envelope, the identifier and the rate headers', () => {
  let emulator: TestEmulator
  let pro: TestTenant
  beforeAll(async () => {
    emulator = await TestEmulator.start({ fixture: 'empty' })
    pro = await emulator.tenant('pro')
  })
  afterAll(() => emulator[Symbol.asyncDispose]())
  beforeEach(() => pro.setLimits({ minute: { used: 0 }, burst: { used: 0 } }))

  const send = (raw: string | Buffer, type: string | null = 'application/json', path = '/customers', method = 'POST') =>
    pro.ask(method, path, { raw, headers: type === null ? {} : { 'Content-Type': type } })
  const codeOf = (reply: { status: number; json: { error: { code: string } } }) =>
    `${reply.status} ${reply.json.error.code}`

  test.each([
    ['text', 'hello'],
    ['a broken object', '{"name":'],
    ['a trailing comma', '{"name":"x",}'],
    ['two values', '{} {}'],
    ['single quotes', "{'name':'x'}"],
    ['NaN', '{"project_id":NaN}'],
    ['a byte order mark', '\ufeff{}'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong encoding', Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])],
    ['65 levels of nesting', `{"metadata":${'['.repeat(65)}${']'.repeat(65)}}`],
    ['100,000 levels of nesting', '['.repeat(100_000)],
  ])('%s is 400 malformed_request', async (_, raw) => {
    expect(codeOf(await send(raw))).toBe('400 malformed_request')
  })

  test.each([
    ['no content type', null],
    ['text/plain', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['another charset', 'application/json; charset=shift_jis'],
    ['a charset that does not exist', 'application/json; charset=bogus'],
    ['another kind of JSON', 'application/vnd.api+json'],
  ])('a body with %s is 415 unsupported_media_type (threat E5)', async (_, type) => {
    expect(codeOf(await send(Buffer.from('{}'), type))).toBe('415 unsupported_media_type')
  })

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    '%s is taken',
    async type => {
      expect((await send(JSON.stringify(pro.customer()), type)).status).toBe(201)
    },
  )

  test.each([
    ['an empty body', ''],
    ['null', 'null'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['a lone surrogate', '{"name":"\\ud800","project_id":1,"tel1":"+81901234567"}'],
    ['a NUL character', '{"name":"a\\u0000b"}'],
    ['an integer that no double holds', '{"project_id":9007199254740993}'],
    ['a number beyond all doubles', '{"project_id":1e400}'],
  ])('%s is 422 validation_error', async (_, raw) => {
    expect(codeOf(await send(raw))).toBe('422 validation_error')
  })

  test('__proto__ and constructor are unknown fields, and no prototype changes (threat E7)', async () => {
    const reply = await send('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    expect(codeOf(reply)).toBe('422 validation_error')
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('of equal keys the last one counts (threat E7)', async () => {
    const fields = JSON.stringify(pro.customer()).slice(1)
    expect((await send(`{"name":"first",${fields}`)).json.data.name).toBe('山田 太郎')
  })

  test.each([
    ['/customers', MIB],
    ['/customers/bulk', 5 * MIB],
  ])('a body over the limit of %s is 413 payload_too_large (threat E6)', async (path, limit) => {
    const pad = (bytes: number) => `{"x":"${'a'.repeat(bytes - 8)}"}`
    expect(codeOf(await send(pad(limit + 1), 'application/json', path))).toBe('413 payload_too_large')
    expect(codeOf(await send(pad(limit), 'application/json', path))).toBe('422 validation_error')
  })

  test('a compressed body is 415 (threat E6)', async () => {
    const reply = await pro.ask('POST', '/customers', {
      raw: '{}',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    })
    expect(codeOf(reply)).toBe('415 unsupported_media_type')
  })

  const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
  const TABLE: [string, string[]][] = [
    ['/customers', ['GET', 'POST']],
    ['/customers/bulk', ['POST']],
    ['/customers/1', ['GET', 'PUT']],
    ['/calls/initiate', ['POST']],
    ['/calls', ['GET']],
    ['/calls/x', ['GET']],
    ['/reports/summary', ['GET']],
    ['/reports/calls', ['GET']],
    ['/reports/users', ['GET']],
    ['/webhooks', ['GET', 'POST']],
    ['/webhooks/1', ['PUT', 'DELETE']],
    ['/webhooks/1/test', ['POST']],
  ]
  const wrong = TABLE.flatMap(([path, allowed]) =>
    METHODS.filter(method => !allowed.includes(method)).map(method => ({ method, path, allowed })),
  )
  test.each(wrong)(
    '$method $path is 405 method_not_allowed with Allow (threat E4)',
    async ({ method, path, allowed }) => {
      const reply = await pro.ask(method, path)
      expect(codeOf(reply)).toBe('405 method_not_allowed')
      const allow = reply.headers.get('Allow')?.split(', ') ?? []
      for (const name of allowed) expect(allow).toContain(name)
      expect(allow).not.toContain(method)
    },
  )

  test('the trace of a misspelt word says as what it was read, and which is near; an id is no misspelt word', async () => {
    const explained = async (path: string): Promise<string> => {
      const reply = await pro.ask('POST', path)
      expect(codeOf(reply)).toBe('405 method_not_allowed')
      return (await emulator.control('GET', `/requests/${reply.headers.get('X-Request-ID')}`)).json.explanation
    }
    expect(await explained('/calls/initiat')).toContain(
      'The path was read as /calls/{callId}; near it is POST /calls/initiate.',
    )
    for (const path of ['/calls/x', '/customers/12', '/calls']) expect(await explained(path)).not.toContain('near')
  })

  test.each([
    '/',
    '/nowhere',
    '/Customers',
    '/customers/',
    '/customers/1/2',
    '//customers',
    '/customers%2F1',
    '/reports',
    '/calls/x/y',
  ])('%s is 404 not_found (threat E4)', async path => {
    expect(codeOf(await pro.get(path))).toBe('404 not_found')
  })

  test('HEAD is GET without a body (threat E4)', async () => {
    const reply = await pro.ask('HEAD', '/customers')
    expect([reply.status, reply.bytes.length]).toEqual([200, 0])
    expect(reply.headers.get('X-RateLimit-Limit')).toBe('300')
  })

  test('OPTIONS names the methods of a path, without CORS headers, and uses no slot', async () => {
    const reply = await emulator.api('OPTIONS', '/customers')
    expect([reply.status, reply.bytes.length]).toEqual([204, 0])
    expect(reply.headers.get('Allow')).toMatch(/GET.*POST/)
    expect([...reply.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
    expect((await pro.limits()).minute.used).toBe(0)
  })

  test('OPTIONS counts for nobody, with a key and beside a fault as well', async () => {
    const before = await pro.limits()
    const fault = await emulator.control('POST', '/faults', { match: { path: '/webhooks' }, effect: { status: 503 } })
    const reply = await pro.ask('OPTIONS', '/customers')
    await emulator.control('DELETE', `/faults/${fault.json.id}`)
    expect(reply.status).toBe(204)
    expect(await pro.limits()).toEqual(before)
  })

  test('the register decides status and code of what the contract leaves open', async () => {
    await emulator.assume('errors.validation', { status: 400, code: 'invalid_request' })
    expect((await pro.post('/customers', {})).json.error.code).toBe('invalid_request')
    await emulator.control('DELETE', '/assumptions/errors.validation')
  })
})

describe('authentication', () => {
  let emulator: TestEmulator
  let pro: TestTenant
  beforeAll(async () => {
    emulator = await TestEmulator.start({ fixture: 'empty' })
    pro = await emulator.tenant('pro')
  })
  afterAll(() => emulator[Symbol.asyncDispose]())
  const ask = (authorization: string) =>
    emulator.api('GET', '/customers', { headers: { Authorization: authorization } })

  test('live keys start with svc_live_, test keys with svc_test_', () => {
    expect(pro.key('live')).toMatch(/^svc_live_/)
    expect(pro.key('test')).toMatch(/^svc_test_/)
  })

  test.each(['Bearer', 'bearer', 'BEARER'])('the scheme %s is taken, in any case (threat E13)', async scheme => {
    expect((await ask(`${scheme} ${pro.key()}`)).status).toBe(200)
  })

  test.each([
    ['nothing', () => ''],
    ['the key alone', () => pro.key()],
    ['another scheme', () => `Basic ${pro.key()}`],
    ['two spaces', () => `Bearer  ${pro.key()}`],
    ['the key in upper case', () => `Bearer ${pro.key().toUpperCase()}`],
    ['the key cut short', () => `Bearer ${pro.key().slice(0, -1)}`],
    ['more after the key', () => `Bearer ${pro.key()} x`],
    ['an unknown key', () => 'Bearer svc_live_00000000000000000000000000000000'],
    ['a very long key', () => `Bearer ${'x'.repeat(8_000)}`],
  ])('%s is 401, always with the same bytes (threat E13)', async (_, authorization) => {
    const [reply, none] = [await ask(authorization()), await emulator.api('GET', '/customers')]
    expect([reply.status, reply.json.error.code]).toEqual([401, 'unauthorized'])
    expect(reply.bytes).toEqual(none.bytes)
  })

  test('two Authorization headers are 401, even when both are right (threat E13)', async () => {
    const { default: http } = await import('node:http')
    const { port } = new URL(emulator.url)
    const status = await new Promise(resolve => {
      const request = http.request({ port, host: '127.0.0.1', path: '/api/v1/customers' }, response =>
        resolve(response.statusCode),
      )
      request.setHeader('Authorization', [`Bearer ${pro.key()}`, `Bearer ${pro.key()}`] as never)
      request.end()
    })
    expect(status).toBe(401)
  })

  test('a key that lacks the scope is 403 insufficient_scope', async () => {
    const reply = await pro.ask('POST', '/customers', { label: 'reader', body: pro.customer() })
    expect([reply.status, reply.json.error.code]).toEqual([403, 'insufficient_scope'])
  })

  test('every response has an identifier of its own', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => pro.get('/customers')))
    const ids = replies.map(reply => reply.headers.get('X-Request-ID'))
    expect(new Set(ids).size).toBe(50)
    expect(ids).not.toContain(null)
  })
})
