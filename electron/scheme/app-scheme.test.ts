import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DASHBOARD_POLICY } from '../../server/http/page-policy.ts'
import { codePoint } from '../../tests/support/code-points.ts'
import { createAppHandler } from './app-scheme.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'ringback-scheme-'))
const directory = path.join(folder, 'renderer')
const SECRET = 'a secret outside of the dashboard'

let emulator: http.Server
let target: string | undefined
const seen: http.IncomingMessage[] = []

beforeAll(async () => {
  mkdirSync(path.join(directory, 'assets'), { recursive: true })
  writeFileSync(path.join(directory, 'index.html'), '<!doctype html><title>Dashboard</title>')
  writeFileSync(path.join(directory, 'assets/main.js'), 'export {}')
  writeFileSync(path.join(folder, 'secret.txt'), SECRET)
  symlinkSync(path.join(folder, 'secret.txt'), path.join(directory, 'assets/link.txt'))
  symlinkSync(folder, path.join(directory, 'assets/up'))
  emulator = http.createServer((request, response) => {
    seen.push(request)
    if (request.url === '/control/drop') return request.socket.destroy()
    if (request.url === '/control/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return response.write('event: clock\ndata: {}\n\n')
    }
    if (request.method === 'DELETE') return response.writeHead(204).end()
    const body: Buffer[] = []
    request.on('data', (chunk: Buffer) => body.push(chunk))
    request.on('end', () => {
      response.writeHead(422, { 'x-request-id': 'req_1', 'content-type': 'application/json', connection: 'close' })
      response.end(JSON.stringify({ url: request.url, body: Buffer.concat(body).toString('utf8') }))
    })
  })
  await new Promise<void>(resolve => emulator.listen(0, '127.0.0.1', resolve))
  target = `http://127.0.0.1:${(emulator.address() as AddressInfo).port}`
})

afterAll(() => {
  emulator.closeAllConnections()
  emulator.close()
  rmSync(folder, { recursive: true })
})

/** The URL reaches the handler as written: Node's own constructor folds `..` away. */
function ask(url: string, init?: RequestInit): Promise<Response> {
  const handler = createAppHandler({ directory, emulatorUrl: () => target })
  return handler(Object.defineProperty(new Request(new URL(url), init), 'url', { value: url }))
}

test('a built file is served with its media type, and nothing may guess another', async () => {
  const response = await ask('app://ringback/assets/main.js')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await response.text()).toBe('export {}')
})

test.each(['/', '/requests/req_1?q=a', '/w/my%20world/assumptions/webhooks.reach'])(
  'the screen %s is the document of the dashboard, with the content security policy',
  async path => {
    const response = await ask(`app://ringback${path}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<title>Dashboard</title>')
    expect(response.headers.get('content-security-policy')).toBe(DASHBOARD_POLICY)
    expect(response.headers.get('cache-control')).toBe('no-store')
  },
)

test('the content security policy lets nothing in but the own files, and no inline script (threat B4)', () => {
  expect(DASHBOARD_POLICY).toMatch(/^default-src 'none';/)
  expect(DASHBOARD_POLICY).toContain("script-src 'self'")
  expect(DASHBOARD_POLICY).toContain("connect-src 'self'")
  expect(DASHBOARD_POLICY).not.toMatch(/unsafe|https?:|\*/)
})

test.each([
  'app://ringback/../secret.txt',
  'app://ringback/%2e%2e/secret.txt',
  'app://ringback/..%2fsecret.txt',
  'app://ringback/assets/..%2f..%2fsecret.txt',
  'app://ringback/%252e%252e%252fsecret.txt',
  'app://ringback/..%5csecret.txt',
  'app://ringback/..\\secret.txt',
  'app://ringback/assets/%00/../../secret.txt',
  'app://ringback/%zz/secret.txt',
  'app://ringback/assets/link.txt',
  'app://ringback/assets/up/secret.txt',
  'app://ringback/assets/none.js',
  'app://elsewhere/index.html',
])('%s is not found', async url => {
  const response = await ask(url)
  expect(response.status).toBe(404)
  expect(await response.text()).not.toContain(SECRET)
})

test('of 1,000 paths made of climbing, encoded and odd segments none leads out of the folder (threat B4)', async () => {
  const segment = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2E.',
      '..%2f',
      '%5c..',
      'assets',
      'up',
      'link.txt',
      'secret.txt',
      '',
      '~',
      '%00',
    ),
    fc.string({ unit: codePoint, maxLength: 8 }).map(text => encodeURIComponent(text.toWellFormed())),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { maxLength: 8 }), async segments => {
      const response = await ask(`app://ringback/${segments.join('/')}`)
      expect([200, 404]).toContain(response.status)
      expect(await response.text()).not.toContain(SECRET)
    }),
    { numRuns: 1_000 },
  )
})

test('the dashboard is only read', async () => {
  const response = await ask('app://ringback/index.html', { method: 'POST', body: 'x' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
})

test.each(['/api/v1/customers?page=2', '/control/worlds/a%20b/clock'])(
  '%s is answered by the emulator: same path, query, status and headers',
  async path => {
    const response = await ask(`app://ringback${path}`)
    expect(response.status).toBe(422)
    expect(response.headers.get('x-request-id')).toBe('req_1')
    expect(await response.json()).toEqual({ url: path, body: '' })
  },
)

test('a body goes to the emulator byte for byte, with the key and without what the browser says about itself', async () => {
  const body = '{"name":"田中 😀"}'
  const response = await ask('app://ringback/api/v1/customers', {
    method: 'POST',
    body,
    headers: { authorization: 'Bearer svc_live_x', 'content-type': 'application/json', origin: 'app://ringback' },
  })
  expect(await response.json()).toEqual({ url: '/api/v1/customers', body })
  const request = seen.at(-1)!
  expect(request.headers.authorization).toBe('Bearer svc_live_x')
  expect(request.headers.host).toBe(target!.slice('http://'.length))
  expect(request.headers.origin).toBeUndefined()
  expect(Object.keys(request.headers).filter(name => name.startsWith('sec-'))).toEqual([])
})

test('an answer without a body stays without one', async () => {
  const response = await ask('app://ringback/control/requests', { method: 'DELETE' })
  expect(response.status).toBe(204)
  expect(response.body).toBeNull()
})

test('server-sent events arrive while the stream is open, and leaving it closes the connection', async () => {
  const response = await ask('app://ringback/control/stream')
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  expect(Buffer.from(value!).toString('utf8')).toBe('event: clock\ndata: {}\n\n')
  const closed = new Promise(resolve => seen.at(-1)!.once('close', resolve))
  await reader.cancel()
  await closed
})

test.each(['null', 'https://evil.example', 'http://127.0.0.1:4010', 'app://elsewhere'])(
  'a page at %s does not reach the emulator through the app',
  async origin => {
    const before = seen.length
    const response = await ask('app://ringback/control/worlds', { method: 'POST', body: '{}', headers: { origin } })
    expect(response.status).toBe(403)
    expect(seen).toHaveLength(before)
  },
)

test('a connection that is cut, and an emulator that does not run, are network errors as in a browser', async () => {
  expect((await ask('app://ringback/control/drop')).type).toBe('error')
  const handler = createAppHandler({ directory, emulatorUrl: () => undefined })
  expect((await handler(new Request('app://ringback/control/health'))).type).toBe('error')
})
