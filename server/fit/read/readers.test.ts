import { describe, expect, test } from 'vitest'
import { NothingToJudge } from '../nothing.ts'
import { fitOf } from '../report.ts'
import { UnreadableSource } from '../source.ts'
import { type CsvPreset, readCsv } from './csv.ts'
import { readHar } from './har.ts'
import { readRecording } from './recording.ts'
import { readSketch } from './sketch.ts'

const entry = (url: string, { at = '2026-03-10T01:00:00.000Z', status = 200, method = 'GET', body = '' } = {}) => ({
  startedDateTime: at,
  request: {
    method,
    url,
    headers: [
      { name: 'Authorization', value: 'Bearer svc_live_x' },
      { name: 'User-Agent', value: 'axios/1.7 node' },
    ],
    ...(body === '' ? {} : { postData: { mimeType: 'application/json', text: body } }),
  },
  response: { status },
})
const withKey = (key: string, url = `${API}/customers`, scheme = 'Bearer') => {
  const { request, ...rest } = entry(url)
  return { ...rest, request: { ...request, headers: [{ name: 'authorization', value: `${scheme} ${key}` }] } }
}
const har = (...entries: object[]) => JSON.stringify({ log: { version: '1.2', entries } })
const API = 'https://api.example.com/api/v1'

describe('a HAR', () => {
  test('is read for the service with the most requests; what was left out is counted', () => {
    const text = har(
      entry(`${API}/customers?page=1`),
      entry(`${API}/customers/7`, { status: 404 }),
      entry('https://cdn.example.com/app.js'),
      entry('https://api.example.com/login', { method: 'POST' }),
      entry('http://localhost:4010/api/v1/calls'),
      entry(`${API}/customers`, { method: 'OPTIONS', status: 204 }),
    )
    const { rows, leftOut } = readHar(text, { name: 'monday.har' })
    expect(rows.map(({ kind, status }) => [kind.label, status])).toEqual([
      ['GET /customers', 200],
      ['GET /customers/{customerId}', 404],
    ])
    expect(leftOut).toMatchObject({ other_host: 2, not_api: 1, preflight: 1 })
    expect(readHar(text, { name: 'x', base: 'http://localhost:4010' }).rows).toHaveLength(1)
  })

  test('tells keys apart by their ends, and judges them as one tenant unless one is wanted', () => {
    const [long, other] = ['svc_live_aaaaaaaaaaaaaaaaaaaaaa1111', 'svc_live_aaaaaaaaaaaaaaaaaaaaaa2222']
    const text = har(withKey(long), withKey(other), withKey(other), withKey('short-secret'))
    const read = (tenant?: string) => readRecording(text, { form: 'har', name: 'x.har', tenant })
    const { source } = fitOf(read())
    expect(source).toMatchObject({ rows: 4, told_by: 'key', judged: null, test_traffic: false })
    expect(source.clients).toEqual([
      { name: 'svc_live_…2222', requests: 2 },
      { name: 'svc_live_…1111', requests: 1 },
      { name: '…ret', requests: 1 },
    ])
    expect(JSON.stringify(source)).not.toContain('aaaa')
    const one = fitOf(read('svc_live_…2222')).source
    expect(one).toMatchObject({ rows: 2, judged: 'svc_live_…2222', left_out: { other_clients: 2 } })
    expect(one.clients).toHaveLength(3)
    expect(() => read('nobody')).toThrow(
      'x.har has no key "nobody"; it has "svc_live_…2222", "svc_live_…1111", "…ret".',
    )
  })

  test('never names a key by itself, however short it is, and gives no two keys one name', () => {
    const basic = (credentials: string) => withKey(credentials, `${API}/customers`, 'Basic')
    const { rows } = readHar(har(basic('dXNlcjpw'), basic('YWJjOmRw'), withKey('abc'), basic('dXNlcjpw')), {
      name: 'x.har',
    })
    expect(rows.map(({ client }) => client)).toEqual(['…pw', '…Rw', '…', '…pw'])
    const alike = readHar(
      har(withKey('aaaaaaaaaaaa1234'), withKey('bbbbbbbbbbbb1234'), withKey('xyz'), withKey('abc')),
      { name: 'x.har' },
    )
    expect(alike.rows.map(({ client }) => client)).toEqual(['…1234', '…1234 (2)', '…', '… (2)'])
  })

  test('tells the same request by method, path, parameters in any order and body', () => {
    const { rows } = readHar(
      har(
        entry(`${API}/calls?from=1&to=2`),
        entry(`${API}/calls?to=2&from=1`),
        entry(`${API}/calls/initiate`, { method: 'POST', body: '{"a":1}' }),
        entry(`${API}/calls/initiate`, { method: 'POST', body: '{"a":2}' }),
      ),
      { name: 'x' },
    )
    const [one, other, first, second] = rows.map(({ fingerprint }) => fingerprint)
    expect(one).toBe(other)
    expect(first).not.toBe(second)
  })

  test('as browsers write it, has 0 for what got no answer, and offsets in its times', () => {
    const { rows } = readHar(har(entry(`${API}/calls`, { status: 0, at: '2026-03-10T10:00:00.123+09:00' })), {
      name: 'x',
    })
    expect(rows[0]).toMatchObject({ at: Date.UTC(2026, 2, 10, 1, 0, 0, 123), status: undefined })
  })

  test('as mitmproxy writes it, has instants to the microsecond and what proxies add', () => {
    const flow = {
      startedDateTime: '2026-03-10T01:00:00.123456+00:00',
      time: 12.5,
      request: {
        method: 'POST',
        url: `${API}/calls/initiate`,
        httpVersion: 'HTTP/2.0',
        cookies: [],
        headers: [{ name: 'authorization', value: 'Bearer svc_live_x' }],
        queryString: [],
        headersSize: 120,
        bodySize: 7,
        postData: { mimeType: 'application/json', text: '{"a":1}', params: [] },
      },
      response: { status: 200, statusText: '', httpVersion: 'HTTP/2.0', headers: [], content: { size: 2, text: '{}' } },
      cache: {},
      timings: { connect: -1, ssl: -1, send: 1, wait: 10, receive: 1 },
      serverIPAddress: '192.0.2.1',
    }
    const archive = {
      log: { version: '1.2', creator: { name: 'mitmproxy', version: '11' }, pages: [], entries: [flow] },
    }
    const { rows } = readHar(JSON.stringify(archive), { name: 'flows.har' })
    expect(rows.map(({ at, kind, status }) => [at, kind.label, status])).toEqual([
      [Date.UTC(2026, 2, 10, 1, 0, 0, 123), 'POST /calls/initiate', 200],
    ])
  })

  test.each([
    ['{', 'is not JSON'],
    ['{"log":{}}', 'has no log.entries'],
    [har({ startedDateTime: 'today', request: {} }), 'entry 1: startedDateTime'],
    [har({ startedDateTime: '2026-03-10T01:00:00Z', request: { method: 'GET', url: 'x' } }), 'entry 1: request has no'],
  ])('%s is refused', (text, message) => {
    expect(() => readHar(text, { name: 'x.har' })).toThrow(message)
    expect(() => readHar(text, { name: 'x.har' })).toThrow(UnreadableSource)
  })
})

describe('rows and access logs', () => {
  const AT = Date.UTC(2026, 2, 10, 1)
  test.each<[CsvPreset, string]>([
    ['columns', 'at,method,path,status,key\n2026-03-10T10:00:00+09:00,get,"/api/v1/calls?from=1,2",404,a'],
    ['columns', `at,method,path,status\n${AT},GET,/api/v1/calls,404\n`],
    [
      'nginx-combined',
      '192.0.2.1 - - [10/Mar/2026:10:00:00 +0900] "GET /api/v1/calls HTTP/1.1" 404 12 "-" "axios/1.7 node"\n- broken line',
    ],
    [
      'alb',
      'https 2026-03-10T01:00:00.000000Z app/lb/1 192.0.2.1:5000 10.0.0.1:80 0.000 0.001 0.000 404 404 34 366 "GET https://api.example.com:443/api/v1/calls?page=2 HTTP/1.1" "axios/1.7" - -',
    ],
    [
      'caddy-json',
      '{"level":"info","ts":1773104400.0,"request":{"remote_ip":"192.0.2.1","method":"GET","host":"api","uri":"/api/v1/calls","headers":{"User-Agent":["axios/1.7"]}},"status":404}',
    ],
  ])('%s', (preset, text) => {
    const { rows } = readCsv(text, { name: 'x', preset })
    expect(rows.map(({ at, kind, status }) => [at, kind.label, status])).toEqual([[AT, 'GET /calls', 404]])
  })

  test.each<[CsvPreset, string, string]>([
    [
      'columns',
      'time,method,path\n1,GET,/x',
      'x has no column at in its first line (time,method,path): the columns are',
    ],
    ['columns', 'a,b\n', 'x has no column at and no method and no path in its first line (a,b)'],
    ['columns', 'at,method,path\nyesterday,GET,/api/v1/calls', 'row 1: the time is not an instant'],
    ['caddy-json', 'not json', 'row 1 is not JSON'],
  ])('%s: %s is refused', (preset, text, message) => {
    expect(() => readCsv(text, { name: 'x', preset })).toThrow(message)
  })
})

describe('what has no request', () => {
  const read = (form: 'har' | 'sketch' | CsvPreset, text: string) => () =>
    fitOf(readRecording(text, { form, name: 'x', tenant: 'nobody' }))
  test.each<[Parameters<typeof read>[0], string, string]>([
    ['columns', 'at,method,path\n', 'Looked for: rows with paths from /api/v1 on. Found: 0 rows.'],
    ['columns', '', 'Found: 0 rows.'],
    [
      'nginx-combined',
      'junk\nmore junk',
      "Looked for: lines of nginx's combined access log with paths from /api/v1 on. Found: 2 lines, 2 without a request of that form.",
    ],
    ['har', har(), 'Looked for: requests to one host, with paths from /api/v1 on. Found: 0 entries.'],
    [
      'har',
      har(entry('https://api.example.com/v1/calls?token=secret')),
      'Found: 1 entry, 1 not from /api/v1 on (GET /v1/calls).',
    ],
    ['sketch', '{}', 'Looked for: staff with calls_per_staff_hour, polls or sync. Found: nothing that sends one.'],
  ])('gets no verdict: %s %s', (form, text, message) => {
    expect(read(form, text)).toThrow(NothingToJudge)
    expect(read(form, text)).toThrow(`x has no request to judge, so nothing is said about plans. `)
    expect(read(form, text)).toThrow(message)
  })
})

describe('a sketch', () => {
  const TEAM = {
    staff: 40,
    hours: '09:00-18:00',
    days: 'mon-fri',
    calls_per_staff_hour: 12,
    polls: [{ path: '/calls', every: 'PT1M' }],
    sync: [{ customers: 12_000, bulk: 500, at: '02:00' }],
    webhooks: 1,
    events_per_call: 1,
  }

  test('is a week of that team: calls within the hours, polls around the clock, the sync in bulk', () => {
    const { rows, events } = readSketch(TEAM, { name: 'team' })
    const count = (label: string) => rows.filter(({ kind }) => kind.label === label).length
    expect(count('GET /calls')).toBe(7 * 24 * 60)
    expect(count('POST /customers/bulk')).toBe(5 * 24)
    const calls = rows.filter(({ kind }) => kind.label === 'POST /calls/initiate')
    // 21,600 are expected; four standard deviations.
    expect(Math.abs(calls.length - 21_600)).toBeLessThan(4 * Math.sqrt(21_600))
    expect(calls.every(({ at }) => new Date(at).getUTCHours() < 9)).toBe(true)
    expect(calls.every(({ at }) => [1, 2, 3, 4, 5].includes(new Date(at).getUTCDay()))).toBe(true)
    expect(events).toHaveLength(calls.length)
  })

  test('is the same for a seed, and another for another', () => {
    const instants = (seed: number) => readSketch({ ...TEAM, seed }, { name: 'team' }).rows.map(({ at }) => at)
    expect(instants(1)).toEqual(instants(1))
    expect(instants(1)).not.toEqual(instants(2))
  })

  test.each([
    [{ stuff: 1 }, 'stuff is unknown'],
    [{ staff: -1 }, 'staff is a number'],
    [{ polls: [{ path: '/calls' }] }, 'polls is a list of'],
    [{ polls: [{ path: 'calls', every: 'PT1M' }] }, 'begins with a slash'],
    [{ polls: [{ path: '/calls', every: 'PT0.1S' }] }, 'from PT1S'],
    [{ sync: [{ customers: 1, at: '2:00' }] }, 'written as 09:00'],
    [{ sync: [{ customers: 1, bulk: 501, at: '02:00' }] }, 'at most 500'],
    [{ staff: 1, calls_per_staff_hour: 1, days: 'fri-mon' }, 'written as mon-fri'],
    [{ staff: 1, calls_per_staff_hour: 1, hours: '18:00-09:00' }, 'written as 09:00-18:00'],
    [[], 'a sketch is a JSON object'],
  ])('%j is refused', (sketch, message) => {
    expect(() => readSketch(sketch as object, { name: 'team.json' })).toThrow(message)
  })
})
