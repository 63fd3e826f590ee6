import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_PREFIX } from '../../server/contract/constants.ts'
import { ENDPOINTS } from '../../server/contract/endpoints.ts'
import { fullPath } from '../../server/control/route.ts'
import { CONTROL_ROUTES } from '../../server/control/routes/all.ts'
import { InsideEmulator } from '../support/inside.ts'
import { sendRaw } from '../support/raw-socket.ts'

interface Route {
  readonly method: string
  readonly path: string
}

const concrete = (path: string) => path.replace('{world}', 'default').replace(/\{\w+\}/g, '1')
const CONTROL: Route[] = CONTROL_ROUTES.map(route => ({ method: route.method, path: concrete(fullPath(route)) }))
const API: Route[] = ENDPOINTS.map(({ method, path }) => ({ method, path: API_PREFIX + concrete(path) }))
const REST: Route[] = ['/', '/requests', '/assets/a.js', '/nowhere', '/control/nowhere', '/api/v1/nowhere'].map(
  path => ({ method: 'GET', path }),
)
const EVERY: Route[] = [...CONTROL, ...API, ...REST]
/** Held open by nature, so it is not asked for an ordinary answer. */
const isStream = ({ path }: Route) => path.endsWith('/stream')

const FORGED = [
  'Host: evil.com',
  'Host: 127.0.0.1.nip.io',
  'Host: evil.com:x@127.0.0.1',
  'Host: 127.0.0.1, evil.com',
  'Host: [::1',
  'Host: localhost\r\nHost: localhost',
  'X-None: 1',
]

let test: InsideEmulator
beforeAll(async () => {
  test = await InsideEmulator.start({ fixture: 'empty' })
})
afterAll(() => test[Symbol.asyncDispose]())

/** Of all rows of the default world. */
const state = () => createHash('sha256').update(test.emulator.defaultWorld.runtime.store.serialize()).digest('hex')
/** The body is announced and never sent, so an answer proves that nobody waited for it. */
const ask = async ({ method, path }: Route, lines: string) => {
  const body = method === 'GET' || method === 'HEAD' ? '' : 'Content-Length: 2\r\n'
  const [response] = await sendRaw(`${method} ${path} HTTP/1.1\r\n${lines}\r\n${body}Connection: close\r\n\r\n`, {
    port: test.emulator.port,
  })
  return response
}

describe('Every route of the running emulator', () => {
  it('is known here: the control API, the emulated API and the paths beside them', () => {
    expect(CONTROL.length).toBeGreaterThan(15)
    expect(API).toHaveLength(16)
  })

  it.each(FORGED)('refuses %j with 403 and changes nothing (threat A1) (threat A11)', async line => {
    const before = state()
    for (const route of EVERY) {
      const response = await ask(route, `${line}\r\nContent-Type: application/json`)
      expect([route, response?.status]).toEqual([route, 403])
      expect(response?.headers).toHaveProperty('x-request-id')
      expect(JSON.parse(response?.body ?? '')).toMatchObject({ error: { code: 'host_not_allowed', details: null } })
    }
    expect(state()).toBe(before)
  })

  it.each(['http://evil.com', 'null', 'file://', 'http://localhost:3000'])(
    'refuses a page of %s and changes nothing (threat A3) (threat A11)',
    async origin => {
      const before = state()
      for (const route of EVERY) {
        const response = await ask(route, `Host: localhost\r\nOrigin: ${origin}\r\nContent-Type: application/json`)
        expect([route, response?.status]).toEqual([route, 403])
        expect(Object.keys(response?.headers ?? {}).filter(name => name.startsWith('access-control'))).toEqual([])
      }
      expect(state()).toBe(before)
    },
  )

  it('of the control API that changes something takes JSON only (threat A3)', async () => {
    const before = state()
    for (const route of CONTROL.filter(({ method }) => method !== 'GET')) {
      for (const type of ['', 'Content-Type: text/plain', 'Content-Type: application/x-www-form-urlencoded']) {
        const response = await ask(route, `Host: localhost${type && `\r\n${type}`}`)
        expect([route, type, response?.status]).toEqual([route, type, 415])
      }
    }
    expect(state()).toBe(before)
  })

  it('that reads changes nothing, asked once or twice, by GET or HEAD (threat A4)', async () => {
    const before = state()
    for (const route of CONTROL.filter(({ method }) => method === 'GET')) {
      if (isStream(route)) continue
      for (const method of ['GET', 'HEAD', 'GET']) {
        const response = await ask({ ...route, method }, 'Host: localhost')
        expect([method, route.path, (response?.status ?? 500) < 500]).toEqual([method, route.path, true])
      }
    }
    expect(state()).toBe(before)
    expect(test.defects).toEqual([])
  })
})
