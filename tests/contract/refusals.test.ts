import { request } from 'undici'
import { beforeEach, describe, expect, test } from 'vitest'
import { TestEmulator } from '../support/api.ts'
import { sendRaw } from '../support/raw-socket.ts'

const LISTED = 'http://localhost:5173'

let emulator: TestEmulator
beforeEach(async () => {
  emulator = await TestEmulator.start({
    fixture: 'empty',
    clock: '2027-05-06T07:08:09.000Z',
    corsOrigins: [LISTED],
  })
  return () => emulator[Symbol.asyncDispose]()
})

/** What every answer of the emulated API says to somebody whose key nobody has looked at. */
const OF_NOBODY = {
  date: 'Thu, 06 May 2027 07:08:09 GMT',
  'x-ratelimit-limit': '300',
  'x-ratelimit-remaining': '300',
  'x-ratelimit-reset': String(Date.parse('2027-05-06T07:09:00Z') / 1_000),
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

const refused = [
  ['the Host of a container', { host: 'ringback:4010' }, 403],
  ['a page of another site', { origin: 'https://evil.example' }, 403],
  ['a request across sites', { 'sec-fetch-site': 'cross-site' }, 403],
] as const

describe('answers that come before there is an exchange have the headers of all answers (finding T7)', () => {
  test.each(refused)('%s', async (_, headers, status) => {
    const key = (await emulator.tenant('max')).key()
    const { statusCode, headers: got } = await request(`${emulator.url}/api/v1/customers`, {
      headers: { ...headers, authorization: `Bearer ${key}` },
    })
    expect([statusCode, got]).toEqual([status, expect.objectContaining(OF_NOBODY)])
  })

  test('the preflight of a page that may ask', async () => {
    const { statusCode, headers } = await request(`${emulator.url}/api/v1/customers`, {
      method: 'OPTIONS',
      headers: { origin: LISTED, 'access-control-request-method': 'POST' },
    })
    expect([statusCode, headers]).toEqual([204, expect.objectContaining(OF_NOBODY)])
  })

  test('what the parser of HTTP gives up on', async () => {
    const [reply] = await sendRaw('GET /api/v1/customers HTTP/1.1\r\nHost localhost\r\n\r\n', emulator)
    expect([reply?.status, reply?.headers]).toEqual([400, expect.objectContaining(OF_NOBODY)])
  })

  test('without the limits where auth.rate_headers_when_unknown leaves them out', async () => {
    await emulator.assume('auth.rate_headers_when_unknown', 'omit')
    const { headers } = await request(`${emulator.url}/api/v1/customers`, { headers: { host: 'ringback:4010' } })
    expect(headers.date).toBe(OF_NOBODY.date)
    expect(Object.keys(headers).filter(name => name.startsWith('x-ratelimit'))).toEqual([])
  })

  test('but not on the control API, whose time is real', async () => {
    const { statusCode, headers } = await request(`${emulator.url}/control/health`, {
      headers: { host: 'ringback:4010' },
    })
    expect([statusCode, headers['x-ratelimit-limit']]).toEqual([403, undefined])
    expect(headers.date).not.toBe(OF_NOBODY.date)
  })
})

test('a request that misses /api/v1 gets its path back without the key that is in it', async () => {
  const { statusCode, body } = await request(`${emulator.url}/customers/svc_live_4f0Q9aZr7TnX2LmB81ydKeWcUV`)
  const answer = await body.text()
  expect([statusCode, answer]).toEqual([404, expect.stringContaining('got /customers/svc_live_')])
  expect(answer).not.toContain('4f0Q9aZr7TnX2LmB')
})
