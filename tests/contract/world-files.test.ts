import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorldFile } from '../../server/contract/world-file/world-file.ts'
import { verifySignature } from '../../server/index.ts'
import { TestEmulator } from '../support/api.ts'

let emulator: TestEmulator
const made: string[] = []
beforeAll(async () => {
  emulator = await TestEmulator.startOwn({ fixture: 'empty' })
})
afterAll(() => emulator[Symbol.asyncDispose]())

const CLOCK = '2026-03-10T09:00:00+09:00'
const KEY = 'svc_live_ringbackAcme0001CrmKey00000'
const SECRET = 'whsec_ringback0123456789'
const acme = { tenant: 'acme', plan: 'pro', staff: [{ staff_id: 501, name: 'A. Sato' }], projects: 1 } as const

/** Asks for a world made of a file. */
async function load(file: Partial<WorldFile> & object, more: object = {}) {
  const reply = await emulator.tryControl('POST', '/worlds', { from: { version: 1, clock: CLOCK, ...file }, ...more })
  if (reply.status === 201) made.push(reply.json.world_id)
  return reply
}
async function loaded(file: Partial<WorldFile> & object, more: object = {}) {
  const reply = await load(file, more)
  expect(reply.json.error, JSON.stringify(reply.json)).toBeUndefined()
  const world: string = reply.json.world_id
  const get = async (path: string) => (await emulator.control('GET', path, undefined, world)).json
  return { world, view: reply.json, get, acme: () => emulator.tenant('acme', world) }
}
const refused = async (file: object) => {
  const { status, json } = await load(file)
  expect([status, json.error?.code]).toEqual([422, 'invalid_world_file'])
  return json.error.details as Record<string, string[]>
}

describe('a world file', () => {
  test('is all that a world begins with: tenants, data, clock, limits and what is set up', async () => {
    const { world, view, get, ...own } = await loaded(
      {
        seed: 7,
        tenants: [
          {
            ...acme,
            name: 'Acme',
            projects: [{ project_id: 71, name: 'Renewals' }],
            keys: [{ label: 'live', mode: 'live', scopes: ['*'] }],
            customers: [{ external_id: 'crm-1', name: '田中', tel1: '+81312345678', project_id: 71 }],
            calls: [{ external_id: 'crm-1', status: 'connected', started_at: '-P3D', duration_seconds: 61 }],
            webhooks: [
              { label: 'crm', url: 'https://inbox.ringback.test/crm', events: ['call.completed'], secret: SECRET },
            ],
            limits: { day: { used: 'limit-1' } },
          },
        ],
        call_scripts: [{ match: { tenant: 'acme' }, steps: [{ after: 'PT3S', to: 'busy' }] }],
        faults: [{ match: { tenant: 'acme', path: '/reports/*' }, effect: { status: 503 }, times: 1 }],
        forwards: [{ from: 'https://crm.example.com', to: 'http://127.0.0.1:3000' }],
        inbox: { crm: { status: 500, times: 2 } },
        assumptions: { 'customers.phonetic_key': 'kana' },
      },
      { from_name: 'ringback.world.json' },
    )
    expect(view).toMatchObject({
      seed: 7,
      pace: 'frozen',
      now: '2026-03-10T00:00:00.000Z',
      fixture: 'ringback.world.json',
    })
    expect(view.tenants).toMatchObject([{ tenant: 'acme', name: 'Acme', staff_ids: [501], project_ids: [71] }])
    expect((await get('/tenants/acme/limits')).day).toMatchObject({ used: 9_999, remaining: 1 })
    const { data } = (await (await own.acme()).get('/calls?from=2026-03-01&to=2026-03-10')).json
    expect(data).toMatchObject([{ external_id: 'crm-1', started_at: '2026-03-07T00:00:00.000Z', duration_seconds: 61 }])
    expect((await get('/calls')).data).toMatchObject([{ phone_number: '813****5678', staff_id: 501, project_id: 71 }])
    expect((await get('/call-scripts')).data).toHaveLength(1)
    expect((await get('/faults')).data).toMatchObject([{ effect: { status: 503 }, times: 1, fired: 0 }])
    expect((await get('/forwards')).data).toEqual([{ from: 'https://crm.example.com', to: 'http://127.0.0.1:3000' }])
    expect((await get('/inbox')).data).toMatchObject([{ name: 'crm', behaviour: { status: 500, times: 2 } }])
    expect(await get('/assumptions/customers.phonetic_key')).toMatchObject({ value: 'kana', changed: true })
    expect(world).not.toBe('default')
  })

  test('adds to a fixture, changes its tenants, and keeps what it does not name', async () => {
    const { view, get } = await loaded({
      extends: 'standard',
      tenants: [{ tenant: 'pro', plan: 'free', staff: 7, customers: [{ customer_id: 1_001, name: 'Renamed' }] }, acme],
    })
    const slugs = view.tenants.map(({ tenant }: { tenant: string }) => tenant)
    expect(slugs).toEqual(['free', 'pro', 'max', 'unplanned', 'disabled', 'neighbour', 'acme'])
    const [, pro] = view.tenants
    expect([pro.plan, pro.staff_ids.length, pro.keys.length]).toEqual(['free', 7, 3])
    expect((await get('/calls?tenant=pro')).data.length).toBeGreaterThan(10)
  }, 20_000)

  test('names instants by the clock: absolute, relative, or after midnight in Tokyo', async () => {
    const at = ['2026-03-01T00:00:00Z', '-P3DT1H', 'tokyo-midnight-PT1S', 'tokyo-midnight', 'now-PT5M']
    const { get } = await loaded({
      tenants: [{ ...acme, calls: at.map(started_at => ({ status: 'busy', started_at })) }],
    })
    const starts = (await get('/calls')).data.map(({ started_at }: { started_at: string }) => started_at).sort()
    expect(starts).toEqual([
      ...['2026-03-01T00:00:00.000Z', '2026-03-06T23:00:00.000Z', '2026-03-09T14:59:59.000Z'],
      ...['2026-03-09T15:00:00.000Z', '2026-03-09T23:55:00.000Z'],
    ])
  })

  test('makes up rows by a pattern: so many, in those bounds, with those outcomes, the same for a seed', async () => {
    const tenant = {
      ...acme,
      customers: [{ count: 120 }],
      calls: [{ count: 300, between: ['-P30D', '-P10D'], status: { connected: 0.7, missed_call: 0.3 } }],
    } as const
    const rows = async () => {
      const { world } = await loaded({ seed: 3, tenants: [tenant] })
      const read = (path: string) => emulator.control('GET', `/tenants/acme${path}`, undefined, world)
      return [(await read('/customers')).json, (await read('/calls?from=2026-02-08&to=2026-03-01')).json]
    }
    const [customers, calls] = await rows()
    expect([customers.pagination.total, calls.pagination.total]).toEqual([120, 300])
    const statuses: string[] = calls.data.map(({ status }: { status: string }) => status)
    expect(new Set(statuses)).toEqual(new Set(['connected', 'missed_call']))
    expect(statuses.filter(status => status === 'connected').length / statuses.length).toBeGreaterThan(0.5)
    expect((await rows())[0]).toEqual(customers)
  })

  test('makes rows together on request: calls of people who are in one at a time, to customers who were there before', async () => {
    const byValue = { name: 'By value', tel1: '+81312345678', project_id: 71 }
    const team = { ...acme, staff: 2, projects: [{ project_id: 71 }], customers: [{ count: 20 }, byValue] } as const
    const { world, get } = await loaded({
      patterns: 'together',
      tenants: [
        { ...team, calls: [{ count: 60 }] },
        { ...acme, tenant: 'beta', staff: 1, calls: [{ count: 20 }] },
      ],
    })
    const customers = (await emulator.control('GET', '/tenants/acme/customers', undefined, world)).json
    expect([
      customers.pagination.total,
      customers.data.some(({ name }: { name: string }) => name === 'By value'),
    ]).toEqual([21, true])
    const calls: { staff_id: number; started_at: string; ended_at: string; tenant: string }[] = (
      await get('/calls?limit=200')
    ).data.reverse()
    expect(Object.keys(Object.groupBy(calls, ({ tenant }) => tenant))).toEqual(['acme', 'beta'])
    expect(calls.map(({ started_at }) => started_at)).toEqual(calls.map(({ started_at }) => started_at).sort())
    const free = new Map<number, string>()
    for (const { staff_id, started_at, ended_at } of calls) {
      expect(started_at > (free.get(staff_id) ?? '')).toBe(true)
      free.set(staff_id, ended_at)
    }
    expect(free.size).toBe(3)
  })

  test('is what a reset leads back to, with its keys and secrets by value', async () => {
    const file = {
      version: 1,
      clock: CLOCK,
      tenants: [{ ...acme, keys: [{ label: 'crm', mode: 'live', scopes: ['*'], key: KEY }] }],
    }
    const { world } = await loaded({})
    await emulator.control('POST', '/reset', { from: file }, world)
    const ask = (key: string) => emulator.api('GET', '/customers', { key })
    expect((await ask(KEY)).status).toBe(200)
    await emulator.control('POST', '/clock/advance', { by: 'P1D' }, world)
    await emulator.control('POST', '/reset', {}, world)
    expect((await emulator.control('GET', '/clock', undefined, world)).json.now).toBe('2026-03-10T00:00:00.000Z')
    expect((await ask(KEY)).status).toBe(200)
    await emulator.tryControl('DELETE', `/worlds/${world}`)
  })
})

describe('keys and secrets of a file', () => {
  const withKey = { tenants: [{ ...acme, keys: [{ label: 'crm', mode: 'live', scopes: ['*'], key: KEY }] }] } as const

  test('open one world: a further world of the file has keys of its own, unless it asks for those', async () => {
    const pinned = await loaded(withKey, { pin: true })
    const keyOf = (view: { tenants: { keys: { key: string }[] }[] }) => view.tenants[0]?.keys[0]?.key
    expect(keyOf(pinned.view)).toBe(KEY)
    const other = await loaded(withKey)
    expect(keyOf(other.view)).toMatch(/^svc_live_ringback[A-Za-z0-9]{24}$/)
    expect(keyOf(other.view)).not.toBe(KEY)
    const refusal = await load(withKey, { pin: true })
    expect([refusal.status, refusal.json.error.code]).toEqual([409, 'key_in_use'])
    expect(refusal.json.error.message).toContain(pinned.world)
    const reset = await emulator.tryControl('POST', `/worlds/${other.world}/reset`, {
      from: { version: 1, ...withKey },
    })
    expect([reset.status, reset.json.error.code]).toEqual([409, 'key_in_use'])
    expect((await emulator.control('GET', '', undefined, other.world)).json).toEqual(other.view)
    await emulator.tryControl('DELETE', `/worlds/${pinned.world}`)
    expect((await load(withKey, { pin: true })).status).toBe(201)
  })

  test('are taken by one of two worlds that ask for them at the same time', async () => {
    const key = `${KEY}2`
    const file = { tenants: [{ ...acme, keys: [{ label: 'crm', mode: 'live', scopes: ['*'], key }] }] } as const
    const replies = await Promise.all([load(file, { pin: true }), load(file, { pin: true })])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('a receiver that was written before verifies what is signed with the secret of the file', async () => {
    const { world } = await loaded({
      tenants: [
        { ...acme, webhooks: [{ url: 'https://inbox.ringback.test/crm', events: ['call.missed'], secret: SECRET }] },
      ],
    })
    await emulator.control('POST', '/events', { tenant: 'acme', event: 'call.missed' }, world)
    const [message] = (await emulator.control('GET', '/inbox/crm?wait=10s', undefined, world)).json.data
    const body = Buffer.from(message.body.base64, 'base64')
    expect(verifySignature({ secret: SECRET, header: message.headers['X-Service-Signature'], body })).toBe(true)
    expect(message.verified).toBe(true)
  })

  test.each([
    [
      'a key',
      { tenants: [{ ...acme, keys: [{ label: 'a', mode: 'live', scopes: [], key: 'svc_live_4f9aK2mQ8xW1zR7c' }] }] },
    ],
    [
      'a secret',
      {
        tenants: [{ ...acme, webhooks: [{ url: 'https://a.example', events: [], secret: 'whsec_4f9aK2mQ8xW1zR7c' }] }],
      },
    ],
    ['a name', { tenants: [{ ...acme, name: 'see svc_test_4f9aK2mQ8xW1zR7c' }] }],
    ['a field', { tenants: [{ ...acme, svc_live_4f9aK2mQ8xW1zR7c: 1 }] }],
  ])('what looks real is refused in %s, and not repeated', async (_, file) => {
    const details = await refused(file)
    expect(Object.values(details).flat()).toEqual([expect.stringMatching(/^Looks like a real key or secret/)])
    expect(JSON.stringify(details)).not.toContain('4f9aK2mQ8xW1zR7c')
  })

  test.each([
    ['svc_live_ringback1234567', 'fewer than 16'],
    ['svc_test_ringbackAcme0001CrmKey00000', 'another mode'],
    ['ringback', 'no prefix'],
    ['svc_live_ringback-Acme-0001', 'other characters'],
  ])('%s is no key for a file: %s', async key => {
    const details = await refused({
      tenants: [{ ...acme, keys: [{ label: 'crm', mode: 'live', scopes: ['*'], key }] }],
    })
    expect(details['tenants.0.keys.0.key']?.[0]).toMatch(/^Must be svc_live_ followed by 16/)
  })
})

describe('what the API would refuse, a file is refused for', () => {
  const tenant = (more: object) => ({ tenants: [{ ...acme, projects: [{ project_id: 71 }], ...more }] })
  const customer = { name: 'A', tel1: '+81312345678', project_id: 71 }
  const call = { phone_number: '090-1234-5678', started_at: '-P1D' }
  const webhook = { url: 'https://crm.example.com', events: ['call.missed'] }

  test.each<[path: string, says: RegExp, file: object]>([
    ['tenants.0.limit', /^Unknown\. Did you mean limits\?$/, tenant({ limit: {} })],
    ['tenant', /^Unknown\. Did you mean tenants\?$/, { tenant: [] }],
    ['assumptions.calls.ordr', /^Unknown\. Did you mean calls\.order\?$/, { assumptions: { 'calls.ordr': 'x' } }],
    ['version', /^Must be one of 1/, { version: 2 }],
    ['extends', /^Must be one of "standard"/, { extends: 'huge' }],
    ['clock', /^Must be live, or/, { clock: 'yesterday' }],
    ['tenants.0.plan', /^Is required/, { tenants: [{ tenant: 'acme' }] }],
    ['tenants.1.tenant', /^There are two/, { tenants: [acme, acme] }],
    ['tenants.0.customers.0.tel1', /international format/, tenant({ customers: [{ ...customer, tel1: '03' }] })],
    ['tenants.0.customers.0.name', /^Is required/, tenant({ customers: [{ ...customer, name: undefined }] })],
    ['tenants.0.customers.0.project_id', /project/, tenant({ customers: [{ ...customer, project_id: 72 }] })],
    [
      'tenants.0.customers.0.created_at',
      /later than the clock/,
      tenant({ customers: [{ ...customer, created_at: 'P1D' }] }),
    ],
    ['tenants.0.calls.0.phone_number', /^Must be 7 to 20/, tenant({ calls: [{ ...call, phone_number: 'x' }] })],
    ['tenants.0.calls.0.staff_id', /no such staff/, tenant({ calls: [{ ...call, staff_id: 1 }] })],
    [
      'tenants.0.calls.1.external_id',
      /^Another call/,
      tenant({
        calls: [
          { ...call, external_id: 'a' },
          { ...call, external_id: 'a' },
        ],
      }),
    ],
    ['tenants.0.calls.0.started_at', /later than the clock/, tenant({ calls: [{ ...call, started_at: 'PT1S' }] })],
    [
      'tenants.0.calls.0.duration_seconds',
      /ended by the clock/,
      tenant({ calls: [{ ...call, duration_seconds: 90_000 }] }),
    ],
    [
      'tenants.0.calls.0.connected_at',
      /never answered/,
      tenant({ calls: [{ ...call, status: 'busy', connected_at: '-P1D' }] }),
    ],
    ['tenants.0.calls.0.between', /^Must begin before/, tenant({ calls: [{ count: 1, between: ['-P1D', '-P2D'] }] })],
    ['patterns', /^Must be one of "each", "together"/, { patterns: 'apart' }],
    [
      'tenants.0.calls.0.between',
      /only have a count/,
      { patterns: 'together', ...tenant({ calls: [{ count: 1, between: ['-P2D', '-P1D'] }] }) },
    ],
    [
      'tenants.0.customers.1',
      /one count for the customers/,
      { patterns: 'together', ...tenant({ customers: [{ count: 1 }, { count: 2 }] }) },
    ],
    [
      'tenants.0.customers.0',
      /^The fixture has customers of this tenant/,
      { patterns: 'together', extends: 'standard', tenants: [{ tenant: 'pro', customers: [{ count: 1 }] }] },
    ],
    ['tenants.0.calls.0.status', /weight over 0/, tenant({ calls: [{ count: 1, status: { busy: 0 } }] })],
    ['tenants.0.webhooks.0.url', /^Webhook URL must/, tenant({ webhooks: [{ ...webhook, url: 'ftp://a' }] })],
    ['tenants.0.webhooks', /^The plan free has no webhooks/, tenant({ plan: 'free', webhooks: [webhook] })],
    [
      'tenants.0.webhooks.0.filters.project_ids.0',
      /no project 9/,
      tenant({ webhooks: [{ ...webhook, filters: { project_ids: [9] } }] }),
    ],
    [
      'tenants.0.limits.webhook_sends.used',
      /has no limit/,
      tenant({ plan: null, limits: { webhook_sends: { used: 'limit' } } }),
    ],
    [
      'call_scripts.0',
      /cannot be ended here/,
      { call_scripts: [{ match: {}, steps: [{ after: 'PT1S', to: 'ended' }] }] },
    ],
    ['faults.0', /does nothing/, { faults: [{ effect: { drop: false } }] }],
    [
      'faults.0.match.tenant',
      /no tenant "nobody"/,
      { faults: [{ match: { tenant: 'nobody' }, effect: { status: 500 } }] },
    ],
    ['forwards', /local address/, { forwards: [{ from: 'https://a.example', to: 'http://8.8.8.8' }] }],
    [
      'forwards.0',
      /variable of the environment/,
      { forwards: [{ from: 'https://a.example', to: `http://127.0.0.1:${'$'}{PORT}` }] },
    ],
    ['inbox.a/b', /name of an inbox/, { inbox: { 'a/b': {} } }],
    ['verdicts.rules.double_cal', /no such rule/, { verdicts: { rules: { double_cal: 'off' } } }],
  ])('%s %s', async (path, says, file) => {
    const before = (await emulator.tryControl('GET', '/worlds')).json.data.length
    expect((await refused(file))[path]?.[0]).toMatch(says)
    expect((await emulator.tryControl('GET', '/worlds')).json.data).toHaveLength(before)
  })

  test('a reset to a file that is refused leaves the world as it is', async () => {
    const { world, view } = await loaded({ tenants: [acme] })
    const reply = await emulator.tryControl('POST', `/worlds/${world}/reset`, { from: { version: 1, tenantz: [] } })
    expect([reply.status, reply.json.error.details]).toEqual([422, { tenantz: ['Unknown. Did you mean tenants?'] }])
    expect((await emulator.control('GET', '', undefined, world)).json).toEqual(view)
  })

  test('a path is refused by the control API, which reads no files for others', async () => {
    const { status, json } = await emulator.tryControl('POST', '/worlds', { from: '/etc/passwd' })
    expect([status, json.error.code]).toEqual([422, 'invalid_request'])
  })
})

test('the schema of world files is served for editors, and knows every assumption', async () => {
  const { status, json } = await emulator.tryControl('GET', '/world-file.schema.json')
  expect(status).toBe(200)
  expect(json.properties.tenants.items.properties.plan).toEqual({ enum: ['free', 'pro', 'max', null] })
  expect(Object.keys(json.properties.assumptions.properties)).toContain('calls.order')
})

test('20,000 customers and 100,000 calls load in at most eight times the processor time of as many bare rows', async () => {
  const tenants = [
    { ...acme, staff: 40, customers: [{ count: 20_000 }], calls: [{ count: 100_000, between: ['-P180D', '-P1D'] }] },
  ] as const
  // Machines differ by half and more: this one is measured by what SQLite itself takes on it.
  const bare = await processorMs(() => insertBareRows(120_000))
  let id = ''
  const taken = await processorMs(async () => {
    id = (await loaded({ tenants })).world
  })
  expect(taken).toBeLessThan(8 * bare)
  const { pagination } = (await emulator.control('GET', '/tenants/acme/customers', undefined, id)).json
  expect(pagination.total).toBe(20_000)
})

async function processorMs(work: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return process.cpuUsage(before).user / 1_000
}

/** Rows about as wide as a call, with an index about as long as its id, in memory. */
function insertBareRows(count: number): void {
  const database = new Database(':memory:')
  database.exec('CREATE TABLE rows (a TEXT, b TEXT, c TEXT, d INTEGER, e INTEGER, f TEXT, g TEXT, h INTEGER)')
  database.exec('CREATE INDEX by_a ON rows (a); CREATE INDEX by_d ON rows (d, e)')
  const insert = database.prepare('INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  database.transaction(() => {
    for (let row = 0; row < count; row++)
      insert.run(
        `call-${(row * 7_919) % count}`,
        'outbound',
        '+81312345678',
        row,
        row * 2,
        'connected',
        '{"team":"a"}',
        1,
      )
  })()
  database.close()
}
