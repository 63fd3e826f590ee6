import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../server/world/world.ts'
import { dumpOf } from '../support/dump.ts'
import { InsideEmulator } from '../support/inside.ts'

let emulator: InsideEmulator
beforeAll(async () => {
  emulator = await InsideEmulator.start({ fixture: 'empty' })
})
afterAll(() => emulator[Symbol.asyncDispose]())

/** What a world file holds. Ids of faults and scripts are counted anew, and so are those of jobs. */
const HELD =
  'tenants staff projects keys customers calls call_scripts webhooks inboxes forwards faults assumptions clock'
/** What a file without secrets makes anew. Of a key that somebody issued, only the hash is known, so that is always made anew, with its id. */
const MADE_ANEW = ['hash', 'masked', 'plaintext', 'secret']
const ISSUED = [...MADE_ANEW, 'key_id']
/** Among all that happened in a world nothing of a file has a place: it was there before. */
const PLACES = ['nth', 'ai_ready_nth']
const PLACE_OF_STEP = /(?<=,"(?:script|hand)"),\d+(?=\])/g

function rowsOf(world: World, { without = [] }: { without?: readonly string[] } = {}) {
  const dump = dumpOf(world)
  const rows = HELD.split(' ').map(table => {
    const own = (dump[table] ?? []).map(text =>
      JSON.parse(text)
        .filter(([name]: [string]) => !(text.includes('"label","issued') ? ISSUED : without).includes(name))
        .filter(([name]: [string]) => !PLACES.includes(name))
        .map(([name, value]: [string, unknown]) => [
          name,
          name === 'steps' && table === 'calls' ? String(value).replace(PLACE_OF_STEP, '') : value,
        ]),
    )
    return [table, own.map(row => JSON.stringify(row)).sort()] as const
  })
  const jobs = (dump.jobs ?? []).map(text =>
    JSON.parse(text).filter(([name]: [string]) => name !== 'id' && name !== 'payload'),
  )
  return { ...Object.fromEntries(rows), jobs: jobs.map(row => JSON.stringify(row)).sort() }
}

const worldOf = (id: string) => emulator.emulator.world(id) as World

/** A world in which everything that a file can hold is other than in its fixture. */
async function livedIn(world_id: string, start: object): Promise<string> {
  await emulator.tryControl('DELETE', `/worlds/${world_id}`)
  await emulator.tryControl('POST', '/worlds', { world_id, clock: '2026-03-10T03:00:00Z', ...start })
  const control = async (method: string, path: string, body?: unknown) =>
    (await emulator.control(method, path, body, world_id)).json
  await control('POST', '/tenants', { tenant: 'acme', plan: null, name: 'Acme' })
  await control('PATCH', '/tenants/neighbour', { plan: 'pro', name: 'Renamed' })
  await control('POST', '/tenants/acme/keys', { mode: 'live', scopes: ['calls:read'], label: 'issued to the CRM' })
  await control('POST', '/clock/advance', { by: 'PT1H' })
  await control('PUT', '/assumptions/customers.update_project_id', { value: 'ignore' })
  const max = await emulator.tenant('max', world_id)
  const pro = await emulator.tenant('pro', world_id)
  const [project_id] = max.view.project_ids
  const [staff_id] = max.view.staff_ids
  const customer = { project_id, name: '田中', tel1: '+81312345678', name_kana: 'タナカ', external_id: 'crm-9' }
  expect((await max.post('/customers', customer)).status).toBe(201)
  const [first] = (await max.get('/customers')).json.data
  await max.ask('PUT', `/customers/${first.customer_id}`, { body: { name: 'Changed' } })
  const hook = { url: 'https://inbox.ringback.test/crm', events: ['call.completed'], label: 'crm' }
  await max.post('/webhooks', { ...hook, filters: { call_status: ['connected'] } })
  await pro.post('/webhooks', hook)
  for (const [tenant, ending] of [
    ['max', '0001'],
    ['pro', '0002'],
    ['max', '0003'],
  ] as const)
    await control('POST', '/calls', { tenant, phone_number: `+8190000${ending}` })
  await max.post('/calls/initiate', {
    staff_id,
    project_id,
    phone_number: '+81900010001',
    external_id: 'a',
    metadata: { a: [1] },
  })
  await control('POST', '/clock/advance', { by: 'PT20S' })
  await control('POST', '/calls', { tenant: 'max', phone_number: '+81900020001' })
  await control('POST', '/clock/advance', { by: 'PT5S' })
  await control('POST', '/call-scripts', {
    match: { tenant: 'acme' },
    steps: [{ after: 'PT1S', to: 'busy' }],
    times: 3,
  })
  await control('POST', '/faults', {
    match: { path: '/reports/*' },
    effect: { status: 503 },
    ttl: 'PT2H',
    probability: 0.5,
  })
  await control('PUT', '/inbox/crm', { status: 500, times: 2 })
  await control('PUT', '/forwards', [{ from: 'https://crm.example.com', to: 'http://127.0.0.1:3000' }])
  await control('PUT', '/verdicts/rules/one_by_one', { severity: 'error', from: 50 })
  await control('PUT', '/tenants/acme/limits', { day: { used: 7 } })
  await control('PUT', '/assumptions/customers.phonetic_key', { value: 'kana' })
  return world_id
}

async function roundTrip(world_id: string, reveal: boolean) {
  const path = `/worlds/${world_id}/world-file${reveal ? '?reveal=secrets' : ''}`
  const text = (await emulator.tryControl('GET', path)).bytes.toString()
  const without = reveal ? [] : MADE_ANEW
  const before = rowsOf(worldOf(world_id), { without })
  const counters = (await emulator.control('GET', '/tenants/acme/limits', undefined, world_id)).json
  const { fixture } = (await emulator.control('GET', '', undefined, world_id)).json
  await emulator.tryControl('DELETE', `/worlds/${world_id}`)
  const again = await emulator.tryControl('POST', '/worlds', {
    world_id,
    from: JSON.parse(text),
    from_name: fixture,
    pin: true,
  })
  expect(again.status, again.bytes.toString()).toBe(201)
  expect(rowsOf(worldOf(world_id), { without })).toEqual(before)
  expect((await emulator.control('GET', '/tenants/acme/limits', undefined, world_id)).json).toEqual(counters)
  const other = (await emulator.tryControl('GET', path)).bytes.toString()
  // The key that somebody had issued is one that Ringback has made now, and can be shown.
  expect(other.replace(/("issued to.*"key": )"svc_\w+"/, '$1"derived"')).toBe(text)
  await emulator.tryControl('DELETE', `/worlds/${world_id}`)
  return text
}

test.each([
  ['a fixture', { fixture: 'standard' }, true],
  ['a fixture', { fixture: 'standard' }, false],
  [
    'a world file',
    {
      from: {
        version: 1,
        tenants: ['pro', 'max', 'neighbour'].map(tenant => ({
          tenant,
          plan: 'max',
          customers: [{ count: 60 }],
          calls: [{ count: 5 }],
        })),
      },
    },
    true,
  ],
])(
  'a world of %s that has lived becomes a file, which becomes the same rows and the same file (%#)',
  async (_, start, reveal) => {
    const text = await roundTrip(await livedIn('lived', start), reveal)
    expect(text.includes('svc_live_ringback')).toBe(reveal)
    expect(text.includes('whsec_ringback')).toBe(reveal)
  },
)

test('only what differs from the fixture is in the file', async () => {
  await emulator.tryControl('POST', '/worlds', {
    world_id: 'plain',
    fixture: 'standard',
    seed: 4,
    clock: '2026-03-10T03:00:00Z',
  })
  await emulator.control('PATCH', '/tenants/pro', { plan: 'free' }, 'plain')
  const { json } = await emulator.tryControl('GET', '/worlds/plain/world-file')
  expect(json).toEqual({
    ...{ $schema: './node_modules/ringback/world.schema.json', version: 1, extends: 'standard', seed: 4 },
    ...{ clock: '2026-03-10T03:00:00.000Z', pace: 'frozen', tenants: [{ tenant: 'pro', plan: 'free' }] },
  })
})
