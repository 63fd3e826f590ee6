import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_PREFIX } from '../../server/contract/constants.ts'
import { ENDPOINTS } from '../../server/contract/endpoints.ts'
import { fullPath } from '../../server/control/route.ts'
import { CONTROL_ROUTES } from '../../server/control/routes/all.ts'
import { SECURITY_HEADERS } from '../../server/http/page-policy.ts'
import { TestEmulator } from '../support/api.ts'
import { type RawResponse, sendRaw } from '../support/raw-socket.ts'

interface Route {
  readonly method: string
  readonly path: string
}
const concrete = (path: string) => path.replace('{world}', 'default').replace(/\{\w+\}/g, '1')
const API: Route[] = ENDPOINTS.map(({ method, path }) => ({ method, path: API_PREFIX + concrete(path) }))
// A stream does not end; its headers have tests of their own.
const OWN: Route[] = CONTROL_ROUTES.map(route => ({ method: route.method, path: concrete(fullPath(route)) }))
  .filter(({ path }) => !path.endsWith('/stream'))
  .concat(['/', '/requests', '/assets/a.js', '/nowhere', '/control/nowhere'].map(path => ({ method: 'GET', path })))
const LISTED = 'http://localhost:5173'

let closed: TestEmulator
let open: TestEmulator
beforeAll(async () => {
  closed = await TestEmulator.start({ fixture: 'empty', dashboard: true })
  open = await TestEmulator.start({ fixture: 'empty', dashboard: true, corsOrigins: [LISTED] })
})
afterAll(async () => {
  await closed[Symbol.asyncDispose]()
  await open[Symbol.asyncDispose]()
})

async function ask({ method, path }: Route, emulator: TestEmulator, ...lines: string[]): Promise<RawResponse> {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines, 'Content-Type: application/json']
  if (method !== 'GET') head.push('Content-Length: 0')
  const [response] = await sendRaw(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n`, { port: emulator.port })
  if (response === undefined) throw new Error(`${method} ${path} was not answered.`)
  return response
}
const corsIn = ({ headers }: RawResponse) => Object.keys(headers).filter(name => name.startsWith('access-control-'))
const preflight = (path: string, emulator: TestEmulator, origin: string) =>
  ask(
    { method: 'OPTIONS', path },
    emulator,
    `Origin: ${origin}`,
    'Access-Control-Request-Method: POST',
    'Access-Control-Request-Private-Network: true',
  )

describe('CORS', () => {
  it('no answer of any route has a header of CORS, preflights included (threat A5)', async () => {
    for (const route of [...API, ...OWN]) {
      // The page itself, a stranger, and a client that is no browser.
      for (const lines of [[], ['Origin: http://localhost'], [`Origin: ${LISTED}`]])
        expect([route, lines, corsIn(await ask(route, closed, ...lines))]).toEqual([route, lines, []])
      for (const origin of ['http://localhost', LISTED])
        expect([route, origin, corsIn(await preflight(route.path, closed, origin))]).toEqual([route, origin, []])
    }
  })

  it('a listed origin gets them on /api/v1 alone, so the scan would see them (without A5)', async () => {
    for (const { path } of API) {
      const answer = await preflight(path, open, LISTED)
      expect(answer).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': LISTED } })
      for (const never of ['access-control-allow-credentials', 'access-control-allow-private-network'])
        expect(answer.headers).not.toHaveProperty(never)
      expect(Object.values(answer.headers)).not.toContain('*')
      expect(corsIn(await preflight(path, open, 'http://evil.com'))).toEqual([])
    }
    for (const { path } of OWN) {
      const answer = await preflight(path, open, LISTED)
      expect([path, answer.status, corsIn(answer)]).toEqual([path, 403, []])
    }
  })
})

describe('The protective headers', () => {
  it('every answer of the dashboard and the control API has the protective headers (threat A7)', async () => {
    for (const route of OWN) {
      for (const lines of [[], ['Origin: http://evil.com']]) {
        const { headers } = await ask(route, closed, ...lines)
        for (const [name, value] of Object.entries(SECURITY_HEADERS))
          expect([route, name, headers[name.toLowerCase()]]).toEqual([route, name, value])
        expect(headers['content-security-policy']).toMatch(/default-src 'none'/)
        expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
      }
    }
  })

  it('the emulated API keeps the wire of its contract: it has none of them', async () => {
    for (const route of API) {
      const { headers } = await ask(route, closed)
      for (const name of Object.keys(SECURITY_HEADERS)) expect(headers).not.toHaveProperty(name.toLowerCase())
    }
  })
})
