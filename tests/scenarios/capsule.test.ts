import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { ExchangeDetailView } from '../../server/control/protocol/journal.ts'
import type { OpenedCapsule } from '../../server/control/protocol/snapshots.ts'
import { TestEmulator } from '../support/api.ts'
import { ringback } from '../support/cli.ts'
import { eventfulRun } from '../support/eventful-run.ts'

async function start(): Promise<TestEmulator> {
  const emulator = await TestEmulator.start({ fixture: 'empty' })
  await emulator.world.record()
  return emulator
}

const capsuleOf = async (emulator: TestEmulator, query = '', world = emulator.world.id) =>
  (await emulator.control('GET', `/capsule${query}`, undefined, world)).bytes

async function open(
  url: string,
  bytes: Buffer,
  query = '',
): Promise<{ status: number; json: OpenedCapsule & { error: { code: string } } }> {
  const response = await fetch(`${url}/control/capsules${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  return { status: response.status, json: (await response.json()) as never }
}

async function replay(url: string, world_id: string, request_id: string): Promise<ExchangeDetailView> {
  const response = await fetch(`${url}/control/worlds/${world_id}/requests/${request_id}/replay?reveal=secrets`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  return (await response.json()) as ExchangeDetailView
}

describe('a capsule', () => {
  test('opens each exchange of a run where it was: replayed, it gives the same status and the same bytes', async () => {
    await using here = await start()
    await eventfulRun(here)
    const rows = (await here.control('GET', '/requests?limit=200')).json.data as {
      request_id: string
      status: number
    }[]
    expect(rows.length).toBe(18)
    await using there = await TestEmulator.start({ fixture: 'empty' })
    for (const { request_id } of rows) {
      const { json: opened } = await open(there.url, await capsuleOf(here, `?request_id=${request_id}&reveal=secrets`))
      expect(opened).toMatchObject({ request_id, rewound: true, redacted: false, pace: 'frozen' })
      const first = (await here.control('GET', `/requests/${request_id}?reveal=secrets`)).json as ExchangeDetailView
      const again = await replay(there.url, opened.world_id, request_id)
      const headers = ({ response }: ExchangeDetailView) => response.headers.filter(([name]) => name !== 'X-Request-ID')
      expect([again.status, again.response.body, again.at]).toEqual([first.status, first.response.body, first.at])
      expect(headers(again)).toEqual(headers(first))
      expect(again.assumptions).toEqual(first.assumptions)
    }
  })

  test('opened in a fresh process gives the failing request the same status and bytes, without any secret in the file', async () => {
    await using here = await start()
    const secret = await eventfulRun(here)
    const keys = (await here.view).tenants.flatMap(({ keys }) => keys.map(({ key }) => key as string))
    const rows = (await here.control('GET', '/requests?status=4xx&limit=200')).json.data as { request_id: string }[]
    await using process = ringback([
      'start',
      '--json',
      '--port',
      '0',
      '--store',
      'memory',
      '--no-dashboard',
      '--fixture',
      'empty',
    ])
    const { url } = await process.ready()
    const { version } = await here.handle.health()
    for (const { request_id } of rows) {
      const capsule = await capsuleOf(here, `?request_id=${request_id}`)
      for (const value of [secret, ...keys]) expect(capsule.includes(value)).toBe(false)
      const { json: opened } = await open(url, capsule)
      expect(opened).toMatchObject({ request_id, rewound: true, redacted: true, taken_by: version })
      const first = (await here.control('GET', `/requests/${request_id}?reveal=secrets`)).json as ExchangeDetailView
      const again = await replay(url, opened.world_id, request_id)
      expect([again.status, again.response.body]).toEqual([first.status, first.response.body])
    }
  }, 60_000)

  test('without a wish is of the newest exchange that failed', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await pro.get('/customers/404')
    const failed = (await emulator.lastExchange()).request_id
    await pro.get('/customers')
    expect((await open(emulator.url, await capsuleOf(emulator))).json.request_id).toBe(failed)
  })

  test('of a run without a failure is of the newest exchange, of a world without exchanges of none', async () => {
    await using emulator = await start()
    expect((await open(emulator.url, await capsuleOf(emulator))).json).toMatchObject({
      request_id: null,
      rewound: false,
    })
    const pro = await emulator.tenant('pro')
    await pro.get('/customers')
    const { request_id } = await emulator.lastExchange()
    expect((await open(emulator.url, await capsuleOf(emulator))).json.request_id).toBe(request_id)
  })

  test('holds the journal up to its exchange, with what each has caused by then', async () => {
    await using emulator = await start()
    await eventfulRun(emulator)
    const rows = (await emulator.control('GET', '/requests?limit=200')).json.data as {
      request_id: string
      status: number
    }[]
    const middle = rows[8]?.request_id ?? ''
    const { json: opened } = await open(emulator.url, await capsuleOf(emulator, `?request_id=${middle}`))
    const journal = (await emulator.control('GET', '/requests?limit=200', undefined, opened.world_id)).json.data
    expect(journal.map((row: { request_id: string }) => row.request_id)).toEqual(
      rows.slice(8).map(row => row.request_id),
    )
    for (const { request_id } of journal)
      expect((await emulator.tryControl('GET', `/worlds/${opened.world_id}/requests/${request_id}`)).status).toBe(200)
  })

  test('of a world that does not record holds the state of now, and says so', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await pro.get('/customers/404')
    await pro.post('/customers', pro.customer())
    const { json: opened } = await open(emulator.url, await capsuleOf(emulator))
    expect(opened.rewound).toBe(false)
    const there = await emulator.tenant('pro', opened.world_id)
    expect((await there.get('/customers')).json.pagination.total).toBe(1)
  })

  test('can be had from the moment at which recording was switched on, until it is switched off', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    const ask = async () => {
      await pro.post('/customers', pro.customer())
      return (await emulator.lastExchange()).request_id as string
    }
    const before = await ask()
    expect((await emulator.control('PUT', '/recording', { recording: true })).json).toEqual({
      recording: true,
      oldest: null,
    })
    const during = await ask()
    const { oldest } = (await emulator.control('GET', '/recording')).json
    expect(oldest).toMatchObject({ request: '#2', request_id: during })
    const rewound = async (id: string) =>
      (await open(emulator.url, await capsuleOf(emulator, `?request_id=${id}`))).json.rewound
    expect([await rewound(before), await rewound(during)]).toEqual([false, true])
    await emulator.control('PUT', '/recording', { recording: false })
    await ask()
    expect(await rewound(during)).toBe(false)
    expect((await emulator.control('GET', '/recording')).json).toEqual({ recording: false, oldest: null })
  })
})

describe('the world of a capsule', () => {
  test('has an id and keys of its own, also where the world that it was taken of still is', async () => {
    await using emulator = await start()
    await eventfulRun(emulator)
    const { status, json } = await open(emulator.url, await capsuleOf(emulator), '?world_id=failed')
    expect([status, json.world_id]).toEqual([201, 'failed'])
    const [there, here] = [await emulator.tenant('pro', 'failed'), await emulator.tenant('pro')]
    expect(there.key()).not.toBe(here.key())
    await there.post('/customers', there.customer())
    expect((await there.get('/customers')).json.pagination.total).toBe(1)
    expect((await here.get('/customers')).json.pagination.total).toBe(0)
    const again = await open(emulator.url, await capsuleOf(emulator), '?world_id=failed')
    expect([again.status, again.json.error.code]).toEqual([409, 'world_exists'])
  })

  test('has signatures that hold, made with the secret that stands in for the real one', async () => {
    await using emulator = await start()
    const max = await emulator.tenant('max')
    await max.post('/webhooks', { url: 'https://inbox.ringback.test/crm', events: ['call.completed', 'call.missed'] })
    await max.post('/calls/initiate', max.call())
    await emulator.advance({ by: 'PT5M' })
    await max.get('/nowhere')
    const { json: opened } = await open(emulator.url, await capsuleOf(emulator))
    const [delivery] = (await emulator.control('GET', '/deliveries', undefined, opened.world_id)).json.data
    const explained = (
      await emulator.control('GET', `/deliveries/${delivery.delivery_id}/signature`, undefined, opened.world_id)
    ).json
    expect(explained.secret).toMatch(/^whsec_x{32}$/)
    const [message] = (await emulator.control('GET', '/inbox/crm', undefined, opened.world_id)).json.data
    expect(message.headers['X-Service-Signature']).toBe(explained.header)
    const { secret, header } = explained
    const checked = await emulator.control(
      'POST',
      '/signature/check',
      { secret, header, body_base64: message.body.base64 },
      opened.world_id,
    )
    expect(checked.json.valid).toBe(true)
  })

  test('registers webhooks with stand-ins for secrets, as the journal in the capsule has them', async () => {
    await using emulator = await start()
    const max = await emulator.tenant('max')
    const { secret } = (await max.post('/webhooks', { url: 'https://a.example.com', events: ['call.missed'] })).json
      .data
    const { request_id } = await emulator.lastExchange()
    const { json: opened } = await open(emulator.url, await capsuleOf(emulator))
    const path = `/requests/${request_id}?reveal=secrets`
    const recorded = (await emulator.control('GET', path, undefined, opened.world_id)).json as ExchangeDetailView
    const again = await replay(emulator.url, opened.world_id, request_id)
    expect(again.response.body).toEqual(recorded.response.body)
    expect(JSON.parse(again.response.body.text ?? '').data.secret).toBe(`whsec_${'x'.repeat(secret.length - 6)}`)
  })

  test('goes on from there: the clock moves, and what was due is delivered', async () => {
    await using emulator = await start()
    const max = await emulator.tenant('max')
    await max.post('/webhooks', { url: 'https://inbox.ringback.test/crm', events: ['call.completed', 'call.missed'] })
    await max.post('/calls/initiate', max.call())
    await max.get('/nowhere')
    await emulator.advance({ by: 'PT5M' })
    const { json: opened } = await open(emulator.url, await capsuleOf(emulator))
    expect(opened.now).toBe('2026-03-10T03:00:00.000Z')
    expect((await emulator.control('GET', '/inbox/crm', undefined, opened.world_id)).json.data).toEqual([])
    await emulator.advance({ by: 'PT5M' }, opened.world_id)
    const messages = async (world: string) =>
      (await emulator.control('GET', '/inbox/crm', undefined, world)).json.data.map(
        ({ received_at, body }: { received_at: string; body: object }) => [received_at, body],
      )
    expect(await messages(opened.world_id)).toEqual(await messages('default'))
  })
})

describe('what is no capsule is refused', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('{"capsule":true}')],
  ])('%s', async (_, bytes) => {
    await using emulator = await start()
    const { status, json } = await open(emulator.url, bytes)
    expect([status, json.error.code]).toEqual([422, 'not_a_snapshot'])
    expect(await emulator.handle.worlds()).toHaveLength(1)
  })

  test('one of a newer version, and an id that is none', async () => {
    await using emulator = await start()
    const db = new Database(await capsuleOf(emulator))
    db.exec("UPDATE meta SET value = '2' WHERE name = 'capsule.version'")
    const newer = await open(emulator.url, db.serialize())
    db.close()
    expect([newer.status, newer.json.error.code]).toEqual([409, 'newer_schema'])
    const odd = await open(emulator.url, await capsuleOf(emulator), '?world_id=..%2Fx')
    expect([odd.status, odd.json.error.code]).toEqual([422, 'invalid_request'])
    expect((await emulator.attempt('GET', '/capsule?request_id=none')).status).toBe(404)
    expect(await emulator.handle.worlds()).toHaveLength(1)
  })

  test('a snapshot opens too, in a world of its own', async () => {
    await using emulator = await start()
    await emulator.control('PUT', '/snapshots/one')
    const { status, json } = await open(emulator.url, (await emulator.control('GET', '/snapshots/one/file')).bytes)
    expect(status).toBe(201)
    expect(json).toMatchObject({ request_id: null, rewound: false, redacted: true, taken_by: null, taken_at: null })
  })
})
