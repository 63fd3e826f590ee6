import { expect, test } from 'vitest'
import type { ExchangeDetailView } from '../../server/control/protocol/journal.ts'
import type { WorldView } from '../../server/control/protocol/worlds.ts'
import { curlOf } from './exchange-curl.ts'

const text = (body: string) => ({ text: body, base64: btoa(body), bytes: body.length })

const exchange = (change: Partial<ExchangeDetailView> = {}): ExchangeDetailView => ({
  request_id: 'req_1',
  seq: 1,
  nth: 1,
  at: '2026-03-10T14:59:50.000Z',
  tenant: 'pro',
  key_id: 'key_1',
  product: null,
  method: 'POST',
  path: '/customers',
  query: '',
  endpoint: 'createCustomer',
  status: 201,
  code: null,
  duration_ms: 1,
  origin: 'client',
  fault: null,
  broken_off: null,
  answered: 'whole',
  unanswered: null,
  left_ms: null,
  held_ms: null,
  waiting_ms: null,
  connection: 1,
  real: { began_us: 0, ended_us: 400 },
  request: {
    headers: [
      ['Host', '127.0.0.1:4010'],
      ['Authorization', 'Bearer svc_live_…9f2c'],
      ['Content-Type', 'application/json'],
      ['Content-Length', '20'],
    ],
    body: text(`{"name":"O'Neill"}`),
  },
  response: { headers: [], body: text('') },
  trace: [],
  explanation: '',
  explanation_parts: [],
  assumptions: [],
  caused: { calls: [], events: [] },
  redacted: false,
  ...change,
})

const key = {
  key_id: 'key_1',
  label: 'live',
  mode: 'live' as const,
  scopes: [],
  created_at: '',
  revoked_at: null,
  masked: 'svc_live_…9f2c',
}
const world = (keys: WorldView['tenants'][0]['keys']): WorldView => ({
  world_id: 'default',
  now: '2026-03-10T14:59:50.000Z',
  pace: 'frozen',
  seed: 1,
  fixture: 'standard',
  base_url: 'http://127.0.0.1:4010/api/v1',
  control_url: '',
  tenants: [{ tenant: 'pro', name: '', plan: 'pro', open_api_enabled: true, staff_ids: [], project_ids: [], keys }],
})

test('A request can be sent again from a shell, quotes and all, with the key of the fixture', () => {
  expect(curlOf(exchange(), world([{ ...key, key: 'svc_live_secret' }]))).toBe(
    [
      `curl -i -X POST 'http://127.0.0.1:4010/api/v1/customers'`,
      `-H 'Authorization: Bearer svc_live_secret'`,
      `-H 'Content-Type: application/json'`,
      `--data-raw '{"name":"O'\\''Neill"}'`,
    ].join(' \\\n  '),
  )
})

test('What was sent again from here is copied as a request of its own', () => {
  const { request } = exchange()
  const headers: typeof request.headers = [...request.headers, ['X-Ringback-Replay-Of', 'req_0']]
  const replayed = exchange({ origin: 'replay', request: { ...request, headers } })
  expect(curlOf(replayed, world([key]))).toBe(curlOf(exchange(), world([key])))
})

test('A key that is not known in plain text is left to the shell', () => {
  expect(curlOf(exchange(), world([key]))).toContain('-H "Authorization: Bearer $RINGBACK_API_KEY"')
})

test('A key that is no key of the world is copied as it is kept, with a comment that says so; every other command has none', () => {
  const wrong = curlOf(exchange({ key_id: null }), world([key]))
  expect(wrong).toMatch(/^# Only the ends of a key or secret are kept: .*\ncurl -i -X POST /)
  expect(wrong).toContain(`-H 'Authorization: Bearer svc_live_…9f2c'`)
  const query = 'token=svc_live_…9f2c'
  expect(curlOf(exchange({ query }), world([key]))).toMatch(/^# Only/)
  expect(curlOf(exchange(), world([key]))).toMatch(/^curl/)
})

test('The query is part of the address', () => {
  const list = exchange({ method: 'GET', path: '/calls', query: 'from=2026-03-01&to=2026-03-10' })
  expect(curlOf(list, world([key]))).toContain(`'http://127.0.0.1:4010/api/v1/calls?from=2026-03-01&to=2026-03-10'`)
})
