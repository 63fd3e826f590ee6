import { expect, test } from 'vitest'
import { InsideEmulator } from '../../../tests/support/inside.ts'
import { DAY } from '../../kernel/instant.ts'
import { EVENT_LIMIT, EventRetention } from './event-retention.ts'

const NOW = Date.parse('2026-03-10T03:00:00.000Z')

/** A world with this many events, each with a delivery of one attempt whose answer had this many characters. */
async function worldWith({ events, answer = 1_000, days = 0 }: { events: number; answer?: number; days?: number }) {
  const emulator = await InsideEmulator.start({ fixture: 'empty' })
  const max = await emulator.tenant('max')
  await max.post('/webhooks', { url: 'https://inbox.ringback.test/crm', events: ['call.completed', 'call.missed'] })
  const { store } = emulator.emulator.defaultWorld.runtime
  const counted = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${events})`
  store.db.exec(`
    ${counted} INSERT INTO events (event_seq, event_id, tenant_id, kind, occurred_at, origin, body)
      SELECT i, 'evt_' || i, 1, 'call.completed', ${NOW - days * DAY} + i, 'call', CAST('{}' AS BLOB) FROM n;
    ${counted} INSERT INTO deliveries (delivery_seq, delivery_id, event_seq, webhook_id, tenant_id, status, attempts, created_at, updated_at)
      SELECT i, 'delivery ' || i, i, 1, 1, 'delivered', 1, ${NOW}, ${NOW} FROM n;
    ${counted} INSERT INTO attempts (delivery_seq, attempt, cause, started_at, ended_at, target, request_headers, response_body, duration_ms)
      SELECT i, 1, 'scheduled', ${NOW}, ${NOW}, 'inbox', '{}', printf('%.*c', ${answer}, 'x'), 1 FROM n;`)
  const kept = () => store.db.prepare('SELECT event_seq FROM events ORDER BY event_seq').pluck().all() as number[]
  const counts = () =>
    ['events', 'deliveries', 'attempts'].map(table => store.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
  return { emulator, store, kept, counts, [Symbol.asyncDispose]: () => emulator[Symbol.asyncDispose]() }
}

test('events over their number leave, the oldest first, with their deliveries and attempts (finding S13)', async () => {
  await using world = await worldWith({ events: 100 })
  world.store.transaction(() => new EventRetention(world.store, { events: 40, bytes: 1e9, age: 1e12 }).run(NOW))
  expect(world.counts()).toEqual([40, 40, 40])
  expect(world.kept()[0]).toBe(61)
})

test('events that together have too many bytes leave, and what they had goes with them (finding S13)', async () => {
  await using world = await worldWith({ events: 100, answer: 10_000 })
  world.store.transaction(() => new EventRetention(world.store, { events: 1e9, bytes: 500_000, age: 1e12 }).run(NOW))
  const [events = 0] = world.counts() as number[]
  expect(events).toBeGreaterThan(35)
  expect(events).toBeLessThan(48)
  expect(world.counts()).toEqual([events, events, events])
})

test('events that are too old leave, but for the newest, from whose numbers those to come are counted (finding S13)', async () => {
  await using world = await worldWith({ events: 100, days: 200 })
  world.store.transaction(() => new EventRetention(world.store).run(NOW))
  expect(world.kept()).toEqual([100])
  expect(EVENT_LIMIT.age).toBe(180 * DAY)
})

test('what is pending stays, however old and however much there is (finding S13)', async () => {
  await using world = await worldWith({ events: 100, days: 200 })
  world.store.db.exec("UPDATE deliveries SET status = 'pending' WHERE event_seq IN (3, 50)")
  world.store.transaction(() => new EventRetention(world.store, { events: 5, bytes: 100, age: 1 }).run(NOW))
  expect(world.kept()).toEqual([3, 50, 100])
  expect(world.counts()).toEqual([3, 3, 3])
})

test('every event counts towards the next check, which comes after a twentieth of the limit (finding S13)', async () => {
  await using world = await worldWith({ events: 100 })
  const retention = new EventRetention(world.store, { events: 100, bytes: 1e9, age: 1e12 })
  world.store.transaction(() => retention.run(NOW))
  const event = world.store.db.prepare(
    `INSERT INTO events (event_id, tenant_id, kind, occurred_at, origin, body) VALUES (?, 1, 'call.completed', ${NOW}, 'call', x'7b7d')`,
  )
  const after = (count: number) => {
    for (let written = 0; written < count; written++)
      world.store.transaction(() => {
        event.run(`evt_further_${count}_${written}`)
        retention.wroteEvent(Buffer.from('{}'), NOW)
      })
    return world.counts()[0]
  }
  expect([after(4), after(1)]).toEqual([104, 100])
})

test('every attempt counts towards it with its bytes (finding S13)', async () => {
  await using world = await worldWith({ events: 100 })
  const retention = new EventRetention(world.store, { events: 1e9, bytes: 300_000, age: 1e12 })
  world.store.transaction(() => retention.run(NOW))
  expect(world.counts()[0]).toBe(100)
  const attempt = world.store.db.prepare(
    `INSERT INTO attempts (delivery_seq, attempt, cause, started_at, ended_at, target, request_headers, response_body, duration_ms)
      VALUES (100, ?, 'manual', ${NOW}, ${NOW}, 'inbox', '{}', ?, 1)`,
  )
  const answer = 'x'.repeat(10_000)
  for (let number = 2; number < 30; number++)
    world.store.transaction(() => {
      attempt.run(number, answer)
      retention.wroteAttempt([answer], NOW)
    })
  expect(world.counts()[0]).toBeLessThan(100)
  expect(world.kept()).toContain(100)
})

test('what a world writes of events is what it counts (finding S13)', async () => {
  await using emulator = await InsideEmulator.start({ fixture: 'empty' })
  const max = await emulator.tenant('max')
  await max.post('/webhooks', { url: 'https://inbox.ringback.test/crm', events: ['call.completed'] })
  const { retention } = emulator.emulator.defaultWorld.runtime
  const counted: string[] = []
  const { wroteEvent, wroteAttempt } = retention
  retention.wroteEvent = (...args) => {
    counted.push(`event of ${args[0].length} bytes`)
    wroteEvent.apply(retention, args)
  }
  retention.wroteAttempt = (...args) => {
    counted.push('attempt')
    wroteAttempt.apply(retention, args)
  }
  await emulator.control('POST', '/events', { tenant: 'max', event: 'call.completed' })
  await emulator.advance({ by: 'PT1S' })
  const [delivery] = (await emulator.control('GET', '/deliveries')).json.data
  const { body } = (await emulator.control('GET', `/deliveries/${delivery.delivery_id}`)).json
  expect(counted).toEqual([`event of ${Buffer.byteLength(body.text)} bytes`, 'attempt'])
})

test('a world that runs keeps itself inside the bounds (finding S13)', async () => {
  await using world = await worldWith({ events: EVENT_LIMIT.events + 20_000, answer: 10 })
  const max = await world.emulator.tenant('max')
  await max.post('/calls/initiate', max.call())
  await world.emulator.advance({ by: 'PT5M' })
  const [events = 0] = world.counts() as number[]
  expect(events).toBeLessThanOrEqual(EVENT_LIMIT.events + 1)
  expect(events).toBeGreaterThan(EVENT_LIMIT.events * 0.9)
  const newest = (await world.emulator.control('GET', '/deliveries?limit=1')).json.data
  expect(newest).toMatchObject([{ status: 'delivered' }])
})
