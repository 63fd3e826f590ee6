import { request } from 'undici'
import { describe, expect, test } from 'vitest'
import type { WorldView } from '../../server/control/protocol/worlds.ts'
import { TestEmulator, TOKYO_NOON } from '../support/api.ts'
import { drawer } from '../support/drawer.ts'
import { startEmulatorProcess } from '../support/emulator-process.ts'

/** Worlds that are driven at once, and worlds that live in one process: the long tier sets more. */
const DRIVEN = Number(process.env.RINGBACK_WORLDS_DRIVEN ?? 16)
const WORLDS = Number(process.env.RINGBACK_WORLDS ?? 200)
/** What a process takes without them, and what each adds: 1,000 live within 1.2 GB. */
const [BASE_MB, EACH_MB] = [200, 1]
const many = WORLDS.toLocaleString('en')
const STEPS = 24
const idOf = (index: number) => `world-of-${index}`

/** What one world is put through: requests of its own with marks of its own, and jumps of its clock. */
async function drive(emulator: TestEmulator, index: number): Promise<{ requests: number; customers: number }> {
  const world = idOf(index)
  const draw = drawer(index)
  const max = await emulator.tenant('max', world)
  let [requests, customers] = [0, 0]
  const ask = async (method: string, path: string, body?: unknown) => {
    requests++
    const { statusCode: status, body: answer } = await request(`${emulator.url}/api/v1${path}`, {
      method: method as 'GET',
      headers: { Authorization: `Bearer ${max.key()}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    })
    return { status, text: await answer.text() }
  }
  await ask('POST', '/webhooks', { url: 'https://inbox.ringback.test/crm', events: ['call.completed', 'call.missed'] })
  for (let step = 0; step < STEPS; step++) {
    const mark = `mark-${index}-${step}`
    const what = draw(0, 4)
    if (what === 0) await emulator.advance({ by: `PT${draw(1, 90_000)}S` }, world)
    else if (what === 1) await emulator.advance({ to: 'next-tokyo-midnight' }, world)
    else if (what === 2) {
      if ((await ask('POST', '/customers', max.customer({ name: mark, external_id: mark }))).status === 201) customers++
    } else if (what === 3) await ask('POST', '/calls/initiate', max.call({ external_id: mark }))
    else {
      const { text } = await ask('GET', '/customers')
      expect([...text.matchAll(/mark-(\d+)-/g)].filter(([, other]) => other !== String(index))).toEqual([])
    }
  }
  await emulator.advance({ by: 'P2D' }, world)
  return { requests, customers }
}

const create = (emulator: TestEmulator, index: number) =>
  emulator.tryControl('POST', '/worlds', { world_id: idOf(index), fixture: 'empty', clock: TOKYO_NOON })

/** A world's rows, without the address that the client used. */
const rowsOf = async (emulator: TestEmulator, index: number) =>
  JSON.stringify(await emulator.rows(idOf(index))).replaceAll(`:${emulator.port}`, ':4010')

describe(`${DRIVEN} worlds driven in parallel, their clocks jumping`, () => {
  test('never see an id, a counter or an event of another, and go as each would have gone alone', async () => {
    await using together = await TestEmulator.start({ fixture: 'empty' })
    const all = Array.from({ length: DRIVEN }, (_, index) => index)
    for (const index of all) await create(together, index)
    const driven = await Promise.all(all.map(index => drive(together, index)))

    const owners = new Map<string, number>()
    for (const index of all) {
      const get = async (path: string) => (await together.control('GET', path, undefined, idOf(index))).json.data
      const journal = await get('/requests?limit=200')
      expect(journal).toHaveLength(driven[index]?.requests ?? 0)
      const [calls, events, deliveries, messages] = [
        await get('/calls?limit=200'),
        await get('/events?limit=200'),
        await get('/deliveries?limit=200'),
        await get('/inbox/crm?limit=200'),
      ]
      expect(events.length).toBe(calls.length)
      expect(messages.length).toBe(deliveries.length)
      const ids = [
        ...journal.map((row: { request_id: string }) => row.request_id),
        ...calls.map((row: { call_id: string }) => row.call_id),
        ...events.map((row: { event_id: string }) => row.event_id),
        ...deliveries.map((row: { delivery_id: string }) => row.delivery_id),
      ]
      for (const id of ids) {
        expect(owners.get(id) ?? index).toBe(index)
        owners.set(id, index)
      }
      const marks = [...JSON.stringify([calls, events, messages]).matchAll(/mark-(\d+)-/g)].map(([, other]) => other)
      expect(new Set(marks)).toEqual(new Set(calls.length === 0 ? [] : [String(index)]))
      const max = await together.tenant('max', idOf(index))
      expect((await max.get('/customers')).json.pagination.total).toBe(driven[index]?.customers)
      // After two days of rest nothing is used but by the request just made.
      expect(await max.limits()).toMatchObject({ day: { used: 1 }, minute: { used: 1 } })
    }
    expect(owners.size).toBeGreaterThan(DRIVEN * 10)
    expect((await together.control('GET', '/requests')).json.data).toEqual([])

    await using alone = await TestEmulator.start({ fixture: 'empty' })
    for (const index of [0, Math.floor(DRIVEN / 3), DRIVEN - 1]) {
      await create(alone, index)
      await drive(alone, index)
      const max = await alone.tenant('max', idOf(index))
      await max.get('/customers')
      expect(await rowsOf(together, index)).toBe(await rowsOf(alone, index))
    }
  }, 120_000)
})

describe(`${many} worlds`, () => {
  test(`live in one process within ${BASE_MB} MB and ${EACH_MB} MB for each, and each is opened by its own keys`, async () => {
    await using emulator = await startEmulatorProcess({ clock: TOKYO_NOON, fixture: 'standard' })
    const before = await emulator.memory()
    const ask = async (path: string, options: Parameters<typeof request>[1] = {}) => {
      const { statusCode: status, headers, body } = await request(emulator.url + path, options)
      return { status, json: await body.json(), remaining: headers['x-ratelimit-remaining'] }
    }
    const names = Array.from({ length: WORLDS }, (_, index) => `w${index}`)
    const keys = new Map<string, string>()
    const started = performance.now()
    const create = async (world_id: string) => {
      const body = JSON.stringify({ world_id, clock: TOKYO_NOON })
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body } as const
      const view = (await ask('/control/worlds', init)).json as WorldView
      keys.set(world_id, view.tenants.find(({ tenant }) => tenant === 'max')?.keys[0]?.key ?? '')
    }
    for (let index = 0; index < names.length; index += 10) await Promise.all(names.slice(index, index + 10).map(create))
    const perWorld = (performance.now() - started) / names.length
    expect(new Set(keys.values()).size).toBe(WORLDS)

    for (const [world_id, key] of keys) {
      const { status, remaining } = await ask('/api/v1/customers', { headers: { Authorization: `Bearer ${key}` } })
      expect([world_id, status, remaining]).toEqual([world_id, 200, '999'])
    }
    const { json } = await ask('/control/health')
    expect(json).toMatchObject({ status: 'ok', worlds: WORLDS + 1 })
    const memory = await emulator.memory()
    const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`
    process.stdout.write(
      `${many} worlds of the fixture standard: ${megabytes(memory)} resident, ${megabytes(before)} of them before the first; ${perWorld.toFixed(1)} ms each over HTTP\n`,
    )
    expect(memory).toBeLessThan((BASE_MB + WORLDS * EACH_MB) * 1_000_000)
  }, 180_000)
})
