import { describe, expect, test } from 'vitest'
import type { ExchangeDetailView, ReplayBody } from '../../server/control/protocol/journal.ts'
import { TestEmulator } from '../support/api.ts'

const start = () => TestEmulator.start({ fixture: 'empty' })

const lastId = async (emulator: TestEmulator) =>
  (await emulator.control('GET', '/requests?limit=1')).json.data[0].request_id as string

async function replay(emulator: TestEmulator, request_id: string, change: ReplayBody = {}) {
  const reply = await emulator.control('POST', `/requests/${request_id}/replay`, change)
  expect(reply.status).toBe(201)
  return reply.json as ExchangeDetailView
}

describe('a replay', () => {
  test('sends the same bytes with the same key, and is an exchange of its own', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const raw = '{ "name" : "山田 太郎",\n "tel1":"+819012345678", "project_id": ID }'.replace(
      'ID',
      String(pro.project),
    )
    await pro.ask('POST', '/customers', { raw, headers: { 'Content-Type': 'application/json', 'X-Mine': 'a' } })
    const first = await emulator.lastExchange()
    const again = await replay(emulator, first.request_id)
    expect(again.request_id).not.toBe(first.request_id)
    expect([again.status, again.tenant, again.key_id]).toEqual([201, 'pro', first.key_id])
    expect(again.request.body).toEqual(first.request.body)
    expect(again.request.headers).toEqual([...first.request.headers, ['X-Ringback-Replay-Of', first.request_id]])
    expect(JSON.parse(again.response.body.text ?? '').data.customer_id).toBe(
      JSON.parse(first.response.body.text).data.customer_id + 1,
    )
    expect((await pro.limits()).day.used).toBe(2)
    expect(await lastId(emulator)).toBe(again.request_id)
  })

  test('of a replay names the exchange that it repeats, once', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await pro.get('/customers')
    const second = await replay(emulator, await lastId(emulator))
    const third = await replay(emulator, second.request_id)
    const marks = third.request.headers.filter(([name]) => name === 'X-Ringback-Replay-Of')
    expect(marks).toEqual([['X-Ringback-Replay-Of', second.request_id]])
  })

  test('takes another body, with its length, and headers; a header of null is left out', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await pro.post('/customers', { name: '' })
    const id = await lastId(emulator)
    expect((await replay(emulator, id)).status).toBe(422)
    const body = JSON.stringify(pro.customer({ name: '鈴木' }))
    const changed = await replay(emulator, id, { body, headers: { 'x-extra': '1', 'User-Agent': null } })
    expect([changed.status, changed.request.body.text]).toEqual([201, body])
    const headers = new Map(changed.request.headers.map(([name, value]) => [name.toLowerCase(), value]))
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(body)))
    expect([headers.get('x-extra'), headers.has('user-agent')]).toEqual(['1', false])
    expect((await replay(emulator, id, { body, headers: { 'content-type': null } })).status).toBe(415)
    expect((await replay(emulator, id, { body, headers: { 'CONTENT-TYPE': 'text/plain' } })).status).toBe(415)
  })

  test('takes a body that is not a text as JSON', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await pro.post('/customers', { name: '' })
    const body = pro.customer({ name: '鈴木' })
    const changed = await replay(emulator, await lastId(emulator), { body })
    expect([changed.status, changed.request.body.text]).toEqual([201, JSON.stringify(body)])
  })

  test('is found by its path, with the prefix of the API or without', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await pro.get('/customers')
    const id = await lastId(emulator)
    await pro.get('/calls')
    for (const path of ['/api/v1/customers', '/customers'])
      expect((await emulator.control('GET', `/requests?path=${path}`)).json.data).toMatchObject([{ request_id: id }])
  })

  test('asks with another key, or with none, when Authorization says so', async () => {
    await using emulator = await start()
    const [pro, max] = [await emulator.tenant('pro'), await emulator.tenant('max')]
    await pro.get('/customers')
    const id = await lastId(emulator)
    const other = await replay(emulator, id, { headers: { authorization: `Bearer ${max.key()}` } })
    expect([other.status, other.tenant]).toEqual([200, 'max'])
    expect(other.request.headers.find(([name]) => name === 'authorization')?.[1]).toBe(
      `Bearer svc_live_…${max.key().slice(-4)}`,
    )
    expect((await replay(emulator, id, { headers: { Authorization: null } })).status).toBe(401)
    expect((await replay(emulator, id, { headers: { Authorization: 'Bearer svc_live_none' } })).status).toBe(401)
  })

  test('with a key that no world has is refused for that key again, and not for having none', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const { key_id } = (await emulator.control('GET', '/tenants/pro')).json.keys[0]
    await emulator.control('DELETE', `/tenants/pro/keys/${key_id}`)
    expect((await pro.get('/customers')).status).toBe(401)
    const first = await emulator.lastExchange()
    const again = await replay(emulator, first.request_id)
    expect([first.key_id, again.key_id, again.status]).toEqual([null, null, 401])
    expect(again.explanation).toBe(first.explanation)
    expect(again.explanation).toContain('No valid key of any world has this value')
    // Of the key no more is kept than its ends, which are those of one that was revoked.
    const { keys } = (await emulator.control('GET', '/tenants/pro')).json
    const { label, masked, revoked_at } = keys.find((key: { key_id: string }) => key.key_id === key_id)
    expect(again.explanation).toContain(
      `It looks like ${masked}, the key "${label}" of pro (${key_id}), which was revoked at ${revoked_at}.`,
    )
    const mistyped = await replay(emulator, first.request_id, { headers: { Authorization: 'Bearer svc_live_none' } })
    expect(mistyped.explanation).not.toContain('looks like')
    expect(again.request.headers).toContainEqual(
      first.request.headers.find(([name]: [string, string]) => name === 'Authorization'),
    )
  })

  test('gets the answers of now: a key that was revoked since gets 401, a duplicate 409, a fault strikes', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await pro.post('/calls/initiate', pro.call({ external_id: 'one' }))
    const id = await lastId(emulator)
    expect((await replay(emulator, id)).code).toBe('duplicate_external_id')
    const fault = (await emulator.control('POST', '/faults', { effect: { status: 503 }, times: 1 })).json
    expect(await replay(emulator, id)).toMatchObject({ status: 503, fault: fault.id })
    await emulator.control('DELETE', `/tenants/pro/keys/${(await emulator.lastExchange()).key_id}`)
    expect((await replay(emulator, id)).status).toBe(401)
  })

  test.each([
    ['dropped', { drop: true }, 'kept the answer from arriving'],
    ['truncated', { truncate: 5 }, 'cut the answer off'],
  ])(
    'is %s by a fault as its request would be, and says that it has no connection',
    async (broken_off, effect, said) => {
      await using emulator = await start()
      const pro = await emulator.tenant('pro')
      await pro.get('/customers')
      const id = await lastId(emulator)
      const fault = (await emulator.control('POST', '/faults', { effect, times: 1 })).json
      const again = await replay(emulator, id)
      expect(again).toMatchObject({ status: 200, broken_off, answered: 'cut', connection: null })
      expect(again.explanation).toBe(
        `Every check passed. Fault ${fault.id} ${said}. A replay has no connection that could end: this is what a client would have met.`,
      )
      const listed = (await emulator.control('GET', '/requests?origin=replay&answered=cut')).json.data
      expect(listed).toMatchObject([{ request_id: again.request_id }])
      const { entries } = (await emulator.control('GET', '/requests.har?origin=replay')).json.log
      expect(entries[0].connection).toBeUndefined()
    },
  )

  test('of a request that was refused for its body is refused again for the same reason', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const json = { 'Content-Type': 'application/json' }
    const refused = [
      { raw: 'x'.repeat(1024 * 1024 + 1), headers: json, status: 413 },
      { raw: '{}', headers: { ...json, 'Content-Encoding': 'gzip' }, status: 415 },
      { raw: '{', headers: json, status: 400 },
      { raw: Buffer.from([0x7b, 0xff, 0x7d]), headers: json, status: 400 },
    ]
    for (const { raw, headers, status } of refused) {
      expect((await pro.ask('POST', '/customers', { raw, headers })).status).toBe(status)
      expect((await replay(emulator, await lastId(emulator))).status).toBe(status)
    }
  })

  test('waits for an endpoint that waits for the outside', async () => {
    await using emulator = await start()
    const max = await emulator.tenant('max')
    const { data } = (await max.post('/webhooks', { url: 'https://inbox.ringback.test/x', events: ['call.missed'] }))
      .json
    await max.post(`/webhooks/${data.webhook_id}/test`, undefined)
    const again = await replay(emulator, await lastId(emulator))
    expect([again.status, JSON.parse(again.response.body.text ?? '').data.success]).toEqual([200, true])
    expect((await emulator.control('GET', '/inbox/x')).json.data).toHaveLength(2)
  })

  test('of a request that is not there is 404', async () => {
    await using emulator = await start()
    const missing = `/worlds/${emulator.world.id}/requests/00000000-0000-4000-8000-000000000001/replay`
    expect((await emulator.tryControl('POST', missing, {})).status).toBe(404)
  })
})
