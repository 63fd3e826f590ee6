import { describe, expect, test } from 'vitest'
import type { ExchangeDetailView } from '../../server/control/protocol/journal.ts'
import type { ForkBody, ForkedWorld } from '../../server/control/protocol/worlds.ts'
import { TEN_SECONDS_TO_MIDNIGHT, TestEmulator } from '../support/api.ts'
import { temporaryFolder } from '../support/cli.ts'
import { eventfulRun } from '../support/eventful-run.ts'
import { inspect, subscribe, subscribeInbox } from '../support/subscriber.ts'

async function recorded(options: { clock?: string } = {}): Promise<TestEmulator> {
  const emulator = await TestEmulator.start({ fixture: 'empty', ...options })
  await emulator.world.record()
  return emulator
}

const fork = async (emulator: TestEmulator, body: ForkBody = {}, world = emulator.world.id): Promise<ForkedWorld> =>
  (await emulator.control('POST', '/fork', body, world)).json

const exchange = async (emulator: TestEmulator, request_id: string, world = emulator.world.id) =>
  (await emulator.control('GET', `/requests/${request_id}?reveal=secrets`, undefined, world)).json as ExchangeDetailView

const replay = async (emulator: TestEmulator, request_id: string, world: string) =>
  (await emulator.control('POST', `/requests/${request_id}/replay?reveal=secrets`, {}, world))
    .json as ExchangeDetailView

/** What a client sees, without the identifier of the exchange. */
const answerOf = ({ status, at, response }: ExchangeDetailView) => ({
  status,
  at,
  body: response.body.text,
  headers: response.headers.filter(([name]) => name !== 'X-Request-ID'),
})

const idOfLast = async (emulator: TestEmulator): Promise<string> => (await emulator.lastExchange()).request_id

describe('a fork', () => {
  test('before each request of a run gives it the same answer, with a key of its own, and so does a fork of the fork', async () => {
    await using emulator = await recorded()
    await eventfulRun(emulator)
    const rows = (await emulator.control('GET', '/requests?limit=200')).json.data as ExchangeDetailView[]
    expect(rows.length).toBe(18)
    const statuses = new Set<number>()
    for (const { request_id, seq } of rows) {
      const first = answerOf(await exchange(emulator, request_id))
      statuses.add(first.status)
      const forked = await fork(emulator, { at: `#${seq}` })
      expect(forked).toMatchObject({
        pace: 'frozen',
        now: first.at,
        forked_from: { world_id: emulator.world.id, request_id, at: first.at },
      })
      const second = await fork(emulator, { at: request_id }, forked.world_id).catch(() => undefined)
      // The fork itself has recorded nothing yet.
      expect(second).toBeUndefined()
      const again = await replay(emulator, request_id, forked.world_id)
      expect(answerOf(again)).toEqual(first)
      const nested = await fork(emulator, { at: again.request_id }, forked.world_id)
      expect(answerOf(await replay(emulator, again.request_id, nested.world_id))).toEqual(first)
      for (const { world_id } of [forked, nested]) await emulator.tryControl('DELETE', `/worlds/${world_id}`)
    }
    expect([...statuses].sort()).toEqual([200, 201, 204, 401, 409, 422, 429, 503])
  })

  test('gives an initiation the same call, whose steps come at the same instants', async () => {
    await using emulator = await recorded()
    const max = await emulator.tenant('max')
    // No magic number: chance decides.
    const body = max.call({ phone_number: '03-9999-8765', external_id: 'crm-1' })
    const first = await max.post('/calls/initiate', body)
    const at = await idOfLast(emulator)
    await emulator.advance({ by: 'PT1H' })
    const forked = await fork(emulator, { at })
    const there = await emulator.tenant('max', forked.world_id)
    expect(there.key()).not.toBe(max.key())
    expect((await there.post('/calls/initiate', body)).json).toEqual(first.json)
    await emulator.advance({ by: 'PT1H' }, forked.world_id)
    const path = `/calls/${first.json.data.call_id}`
    // The fork has asked for it once more.
    const { request_id: _, nths: __, ...call } = (await emulator.control('GET', path)).json
    expect((await emulator.control('GET', path, undefined, forked.world_id)).json).toMatchObject(call)
    expect(call.steps.length).toBeGreaterThan(1)
    // What happens in the fork does not happen in the world.
    await there.post('/customers', there.customer())
    expect((await max.get('/customers')).json.pagination.total).toBe(0)
  })

  test('stands at the edge of a quota where the world stood: one request is left, and midnight resets it', async () => {
    await using emulator = await recorded({ clock: TEN_SECONDS_TO_MIDNIGHT })
    const pro = await emulator.tenant('pro')
    await pro.setLimits({ day: { used: 'limit-1' } })
    await pro.get('/customers')
    const at = await idOfLast(emulator)
    expect((await pro.get('/customers')).status).toBe(429)
    await emulator.advance({ by: 'P1D' })
    const forked = await fork(emulator, { at })
    const there = await emulator.tenant('pro', forked.world_id)
    expect((await there.limits()).day).toMatchObject({ used: 9_999, remaining: 1 })
    const statuses = async () => [(await there.get('/customers')).status, (await there.get('/customers')).status]
    expect(await statuses()).toEqual([200, 429])
    await emulator.advance({ to: 'next-tokyo-midnight' }, forked.world_id)
    expect(await statuses()).toEqual([200, 200])
  })

  test('has the retries that were under way, with the same deliveries, and makes them at the same instants', async () => {
    await using emulator = await recorded()
    const max = await emulator.tenant('max')
    await subscribeInbox(max, 'crm')
    await emulator.control('PUT', '/inbox/crm', { status: 500 })
    await emulator.control('POST', '/events', { tenant: 'max', event: 'call.missed' })
    await emulator.advance({ by: 'PT10S' })
    await max.get('/customers')
    const at = await idOfLast(emulator)
    const [before] = await inspect(emulator).deliveries()
    await emulator.advance({ by: 'P3D' })
    const [ended] = await inspect(emulator).deliveries()
    expect([before?.attempt_count, before?.status, ended?.attempt_count, ended?.status]).toEqual([
      2,
      'pending',
      8,
      'failed',
    ])
    const { world_id } = await fork(emulator, { at })
    expect(await inspect(emulator, world_id).deliveries()).toEqual([before])
    await emulator.advance({ by: 'P3D' }, world_id)
    expect(await inspect(emulator, world_id).deliveries()).toEqual([ended])
    const instants = async (world: string) =>
      (await inspect(emulator, world).delivery(ended?.delivery_id as string)).attempts.map(row => row.started_at)
    expect(await instants(world_id)).toEqual(await instants(emulator.world.id))
  })

  test('at an instant has everything that happened by then, and nothing that came later', async () => {
    await using emulator = await recorded()
    const max = await emulator.tenant('max')
    await max.post('/calls/initiate', max.call())
    const { call_id } = (await emulator.control('GET', '/calls')).json.data[0]
    await emulator.advance({ by: 'PT5M' })
    await max.post('/customers', max.customer())
    const { steps } = (await emulator.control('GET', `/calls/${call_id}`)).json as {
      steps: { at: string; to: string }[]
    }
    expect(steps.length).toBe(3)
    for (const [index, { at }] of steps.entries()) {
      for (const [offset, made] of [
        [-1, index],
        [0, index + 1],
        [1, index + 1],
      ] as const) {
        const instant = new Date(Date.parse(at) + offset).toISOString()
        const { world_id, now, forked_from } = await fork(emulator, { at: instant })
        const call = (await emulator.control('GET', `/calls/${call_id}`, undefined, world_id)).json
        expect([now, forked_from.request_id, call.steps]).toEqual([instant, null, steps.slice(0, made)])
        expect(call.pending_steps.length).toBe(3 - made)
        expect((await emulator.control('GET', '/requests', undefined, world_id)).json.data).toHaveLength(1)
        await emulator.tryControl('DELETE', `/worlds/${world_id}`)
      }
    }
  })

  test('at an instant is, row by row, the world as it was when that instant was over', async () => {
    await using emulator = await recorded()
    const max = await emulator.tenant('max')
    await subscribeInbox(max, 'crm')
    await emulator.control('PUT', '/inbox/crm', { status: 500 })
    // Keys are its own, SQLite's counters are not taken back, and `meta` says that it is a fork.
    const stateOf = async (world?: string) => {
      const { keys: _, sqlite_sequence: __, meta: ___, ...rest } = await emulator.rows(world)
      return rest
    }
    const states: { now: string; rows: unknown }[] = []
    for (const by of ['PT1S', 'PT7S', 'PT30S', 'PT10M', 'P2D']) {
      await max.post('/calls/initiate', max.call({ external_id: by }))
      await max.post('/customers', max.customer())
      await max.setLimits({ day: { used: 'limit-1' } })
      await max.get('/customers')
      await max.get('/customers')
      states.push({ now: (await emulator.control('GET', '/clock')).json.now, rows: await stateOf() })
      await emulator.advance({ by })
    }
    for (const { now, rows } of states) {
      const { world_id } = await fork(emulator, { at: now })
      expect(await stateOf(world_id)).toEqual(rows)
      await emulator.tryControl('DELETE', `/worlds/${world_id}`)
    }
  })

  test('delivers to inboxes only and without forwards, unless they are kept', async () => {
    await using emulator = await recorded()
    await using crm = await subscribe(emulator, await emulator.tenant('pro'))
    const sent = async (body: ForkBody) => {
      const { world_id } = await fork(emulator, body)
      await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' }, world_id)
      await emulator.advance({ by: 'PT0S' }, world_id)
      const [delivery] = await inspect(emulator, world_id).deliveries()
      const forwards = (await emulator.control('GET', '/forwards', undefined, world_id)).json.data
      await emulator.control('POST', '/reset', {}, world_id)
      const afterReset = (await emulator.control('GET', '/forwards', undefined, world_id)).json.data
      return [delivery?.status, forwards.length, afterReset.length]
    }
    expect(await sent({})).toEqual(['pending', 0, 0])
    expect(crm.receiver.requests).toHaveLength(0)
    expect(await sent({ forwards: 'keep' })).toEqual(['delivered', 1, 0])
    expect(crm.receiver.requests).toHaveLength(1)
  })

  test('needs no recording for the present, is named, listed and deleted like any world, and forgets its origin with a reset', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await pro.get('/customers')
    const forked = await fork(emulator, { world_id: 'what-if', seed: 7 })
    expect([forked.world_id, forked.seed]).toEqual(['what-if', 7])
    const { world_id, ...from } = forked.forked_from
    expect([world_id, from]).toEqual([emulator.world.id, { request_id: null, at: forked.now }])
    const taken = await emulator.attempt('POST', '/fork', { world_id: 'what-if' })
    expect([taken.status, taken.json.error.code]).toEqual([409, 'world_exists'])
    expect((await emulator.control('GET', '', undefined, 'what-if')).json.forked_from).toEqual(forked.forked_from)
    const { request_id } = await emulator.lastExchange()
    expect((await replay(emulator, request_id, 'what-if')).status).toBe(200)
    await emulator.control('POST', '/reset', {}, 'what-if')
    expect((await emulator.control('GET', '', undefined, 'what-if')).json.forked_from).toBeUndefined()
    expect((await emulator.tryControl('DELETE', '/worlds/what-if')).status).toBe(204)
  })

  test('of a world in a folder is a file beside it, and is there after a restart, recording as its origin did', async () => {
    using folder = temporaryFolder()
    const options = { fixture: 'empty', store: folder.path } as const
    let answer: unknown
    {
      await using emulator = await TestEmulator.startOwn({ ...options, recording: true })
      const pro = await emulator.tenant('pro')
      const { customer_id } = (await pro.post('/customers', pro.customer())).json.data
      await pro.put(`/customers/${customer_id}`, { name: '後で' })
      answer = answerOf(await exchange(emulator, await idOfLast(emulator)))
      await fork(emulator, { at: '#2', world_id: 'what-if' })
    }
    await using emulator = await TestEmulator.startOwn(options)
    const { request_id } = (await emulator.control('GET', '/requests', undefined, 'what-if')).json.data[0]
    expect(answerOf(await replay(emulator, request_id, 'what-if'))).toEqual(answer)
    const again = await fork(emulator, { at: '#3' }, 'what-if')
    expect(again.forked_from).toMatchObject({ world_id: 'what-if' })
    for (const world of ['default', 'what-if'])
      expect((await emulator.control('GET', '/recording', undefined, world)).json.recording).toBe(true)
  })

  test('is possible from the start in a world that is made to record, and only there', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    for (const recording of [true, false]) {
      const world = await emulator.handle.createWorld({ fixture: 'empty', recording })
      await world.tenant('pro').fetch('/customers')
      const { status } = await emulator.tryControl('POST', `/worlds/${world.id}/fork`, { at: '#1' })
      expect([recording, status]).toEqual([recording, recording ? 201 : 404])
      await world.remove()
    }
  })

  test('has new values for keys that somebody had issued, which it shows once; the old ones stay keys of the world', async () => {
    await using emulator = await recorded()
    const acme = await emulator.world.createTenant({ tenant: 'acme', plan: 'pro' })
    await using forked = await emulator.world.fork()
    const there = forked.tenant('acme')
    expect(there.key).toMatch(/^svc_live_ringback/)
    expect(there.key).not.toBe(acme.key)
    const ask = async (tenant: typeof acme) => (await tenant.fetch('/customers')).headers.get('X-Request-ID')
    await ask(there)
    expect(await forked.requests.list()).toHaveLength(1)
    await ask(acme)
    expect([(await forked.requests.list()).length, (await emulator.world.requests.list()).length]).toEqual([1, 1])
    await forked.refresh()
    expect(forked.view.tenants.find(({ tenant }) => tenant === 'acme')?.keys[0]?.key).toBeUndefined()
  })
})

describe('a fork that is not possible', () => {
  const refused = async (emulator: TestEmulator, body: object) => {
    const { status, json } = await emulator.attempt('POST', '/fork', body)
    return [status, json.error.code, json.error.details]
  }

  test('says how recording is switched on, and after a restore that it goes on and has nothing yet', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const why = async () => (await emulator.attempt('POST', '/fork', { at: '#1' })).json.error.message
    const pro = await emulator.tenant('pro')
    await pro.get('/customers')
    expect(await why()).toMatch(
      /^World "default" cannot be forked there\. It does not record\. Switch that on with "ringback /,
    )
    // Also of an instant that is to come: no other would do.
    const future = { at: '2099-01-01T00:00:00Z' }
    expect(await refused(emulator, future)).toEqual([404, 'not_recorded', { oldest: null }])
    await emulator.world.record()
    expect(await refused(emulator, future)).toEqual([422, 'invalid_request', null])
    await emulator.world.snapshots.take('base')
    await emulator.world.snapshots.restore('base')
    expect((await emulator.control('GET', '/recording')).json).toEqual({ recording: true, oldest: null })
    expect(await why()).toMatch(/cannot be forked there\. It records, but no request has come since that began/)
    await pro.get('/customers')
    expect(await why()).toMatch(/The first request before which it can be forked is #2\.$/)
  })

  test('answers 404 not_recorded with the first request before which it is', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await pro.get('/customers')
    const { request_id, at } = await emulator.lastExchange()
    expect(await refused(emulator, { at: '#1' })).toEqual([404, 'not_recorded', { oldest: null }])
    await emulator.advance({ by: 'PT1S' })
    await emulator.world.record()
    await pro.get('/customers')
    for (const place of ['#1', request_id, at])
      expect(await refused(emulator, { at: place })).toEqual([404, 'not_recorded', { oldest: '#2' }])
    await emulator.control('POST', '/reset')
    expect(await refused(emulator, { at: '#2' })).toEqual([404, 'not_found', null])
    expect((await emulator.control('GET', '/recording')).json).toEqual({ recording: true, oldest: null })
  })

  test.each([
    ['#0', 422],
    ['#-1', 422],
    ['#1e3', 422],
    ['#2', 404],
    ['#9999999999', 404],
    ['#99999999999999999999', 422],
    ['', 422],
    ['now', 422],
    ["#1'; DROP TABLE undo;--", 422],
    ['2026-03-10T03:00:00', 422],
    ['2026-03-10T03:00:00.001Z', 422],
    ['2199-01-01T00:00:00Z', 422],
    ['00000001-0000-4000-8000-000000000000', 404],
    ['x'.repeat(101), 422],
    [1, 422],
    [{ seq: 1 }, 422],
    [null, 422],
  ])('refuses %j with %d, and leaves no world behind', async (at, status) => {
    await using emulator = await recorded()
    await (await emulator.tenant('pro')).get('/customers')
    const worlds = async () => (await emulator.tryControl('GET', '/worlds')).json.data.length
    const before = await worlds()
    const answer = await emulator.attempt('POST', '/fork', { at })
    expect([answer.status, await worlds()]).toEqual([status, before])
  })
})
