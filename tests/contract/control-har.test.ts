import { get } from 'node:http'
import { expect, test } from 'vitest'
import { TestEmulator } from '../support/api.ts'

interface Named {
  name: string
  value: string
}
const headerOf = (list: Named[], name: string) => list.find(row => row.name.toLowerCase() === name.toLowerCase())?.value

test('the journal exports as HAR 1.2, oldest first, with bodies as they were and the key masked', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const created = await pro.post('/customers', pro.customer())
  await emulator.advance({ by: 'PT1M' })
  await pro.get('/customers?name=%E5%B1%B1&page=1')
  const id = (await pro.post('/webhooks', { url: 'https://inbox.ringback.test/x', events: ['call.missed'] })).json.data
  await pro.ask('DELETE', `/webhooks/${id.webhook_id}`)
  const reply = await emulator.control('GET', '/requests.har')
  expect(reply.headers.get('Content-Disposition')).toBe(`attachment; filename="${emulator.world.id}.har"`)
  const { log } = reply.json
  expect([log.version, log.creator.name, log.entries.length]).toEqual(['1.2', 'Ringback', 4])
  const [post, get, , remove] = log.entries
  expect([post.startedDateTime, get.startedDateTime]).toEqual(['2026-03-10T03:00:00.000Z', '2026-03-10T03:01:00.000Z'])
  expect(post.request).toMatchObject({
    method: 'POST',
    url: `${emulator.url}/api/v1/customers`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    postData: { mimeType: 'application/json', text: JSON.stringify(pro.customer()) },
  })
  expect(headerOf(post.request.headers, 'Authorization')).toBe(`Bearer svc_live_…${pro.key().slice(-4)}`)
  expect(post.response).toMatchObject({ status: 201, statusText: 'Created', redirectURL: '' })
  expect(post.response.content).toMatchObject({ size: created.bytes.length, text: created.bytes.toString() })
  expect(headerOf(post.response.headers, 'X-Request-ID')).toBe(post._request_id)
  expect(get.request.queryString).toEqual([
    { name: 'name', value: '山' },
    { name: 'page', value: '1' },
  ])
  expect(remove.response.content).toEqual({ size: 0, mimeType: '' })
  for (const { time, timings } of log.entries) expect(timings.send + timings.wait + timings.receive).toBe(time)
})

test('an archive has the filters of the list, and says when older exchanges are left out', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  for (const path of ['/customers', '/nowhere', '/customers']) await pro.get(path)
  const missed = (await emulator.control('GET', '/requests.har?status=4xx')).json.log
  expect([missed.entries.length, missed.comment]).toEqual([1, undefined])
  const newest = (await emulator.control('GET', '/requests.har?limit=2')).json.log
  expect(newest.entries.map((entry: { _code: string }) => entry._code)).toEqual(['not_found', null])
  expect(newest.comment).toContain('newest 2')
})

test('bytes that are no text are kept exactly', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const raw = Buffer.from([0x7b, 0xff, 0x00, 0x7d])
  await pro.ask('POST', '/customers', { raw, headers: { 'Content-Type': 'application/json' } })
  const [entry] = (await emulator.control('GET', '/requests.har')).json.log.entries
  expect(entry.request.postData).toEqual({
    mimeType: 'application/json',
    text: raw.toString('base64'),
    comment: 'base64',
  })
})

test('an answer that nobody got has status 0 and says why, with what had been decided beside it, and the time of the list', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const { key } = await emulator.world.tenant('pro')
  const faults = [
    { match: { path: '/customers/1' }, effect: { latency: 'PT60S' } },
    { match: { path: '/customers/2' }, effect: { drop: true } },
    { match: { path: '/customers' }, effect: { truncate: 5 } },
  ]
  for (const fault of faults) await emulator.control('POST', '/faults', fault)
  const ask = (path: string) => {
    const request = get(`${emulator.url}/api/v1${path}`, { headers: { Authorization: `Bearer ${key}` } }, response =>
      response.on('error', () => undefined).resume(),
    )
    return request.on('error', () => undefined)
  }
  const asking = ask('/customers/1')
  await emulator.control('GET', '/requests?wait=10s&path=/customers/1')
  asking.destroy()
  ask('/customers/2')
  ask('/customers')
  await emulator.control('GET', '/requests?wait=10s&answered=gone')
  await emulator.control('GET', '/requests?wait=10s&answered=lost')
  await emulator.control('GET', '/requests?wait=10s&answered=truncated')
  const { entries } = (await emulator.control('GET', '/requests.har')).json.log
  const rows = (await emulator.control('GET', '/requests')).json.data
  for (const { seq, left_ms } of rows) expect([seq, entries[seq - 1].time]).toEqual([seq, left_ms])
  const [left, lost] = ['/customers/1', '/customers/2'].map(path =>
    entries.find(({ request }: { request: { url: string } }) => request.url.endsWith(path)),
  )
  for (const [entry, reason] of [
    [left, 'client left'],
    [lost, 'answer lost'],
  ])
    expect(entry).toMatchObject({
      response: { status: 0, statusText: '', headers: [], content: { size: 0 }, bodySize: -1, _error: reason },
      _decided: { status: 404, statusText: 'Not Found', content: { mimeType: 'application/json; charset=utf-8' } },
    })
  const cut = entries.find(({ request }: { request: { url: string } }) => request.url.endsWith('/customers'))
  expect([cut.response.status, cut.response._error, cut._decided]).toEqual([200, 'answer cut', undefined])
})
