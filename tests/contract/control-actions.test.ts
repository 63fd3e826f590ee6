import { describe, expect, test } from 'vitest'
import type { ActionView, LimitsView, Page, WebhookView } from '../../server/control/protocol.ts'
import { TestEmulator } from '../support/api.ts'
import { EventStream } from '../support/event-stream.ts'
import { subscribeInbox } from '../support/subscriber.ts'

describe('moves of the clock (finding D7)', () => {
  const actions = async (emulator: TestEmulator, query = '') =>
    (await emulator.control('GET', `/actions${query}`)).json as Page<ActionView>

  test('are remembered with where they led from and to, and with the pace; what changes nothing is not', async () => {
    await using emulator = await TestEmulator.start({ clock: '2026-03-10T14:59:50.000Z' })
    await emulator.advance({ by: 'PT10S' })
    await emulator.advance({ by: 'PT0S' })
    await emulator.control('PUT', '/clock', { pace: 'frozen' })
    await emulator.control('PUT', '/clock', { pace: 60 })
    const { data } = await actions(emulator)
    expect(data.map(({ kind, from, to, pace, pace_before }) => [kind, from, to, pace, pace_before])).toEqual([
      ['clock', '2026-03-10T15:00:00.000Z', '2026-03-10T15:00:00.000Z', 60, 'frozen'],
      ['clock', '2026-03-10T14:59:50.000Z', '2026-03-10T15:00:00.000Z', 'frozen', 'frozen'],
    ])
  })

  test('are gone with the world that they were made in', async () => {
    await using emulator = await TestEmulator.start()
    await emulator.advance({ by: 'PT10S' })
    await emulator.control('POST', '/reset')
    expect((await actions(emulator)).data).toEqual([])
  })

  test('are told to those who listen, as they are listed', async () => {
    await using emulator = await TestEmulator.start()
    await using stream = await EventStream.open(emulator.url, { topics: 'action', world: emulator.world.id })
    await stream.ready()
    await emulator.advance({ by: 'PT10S' })
    const told = await stream.until(({ event }) => event === 'action')
    expect((await actions(emulator)).data).toEqual([told.data])
  })
})

test('A count that is meant for one window is not written into the next: 409 names the current one (finding D9)', async () => {
  await using emulator = await TestEmulator.start({ clock: '2026-03-10T14:59:50.000Z' })
  const limits = async () => (await emulator.control('GET', '/tenants/pro/limits')).json as LimitsView
  const { resets_at } = (await limits()).day
  const set = (used: number) =>
    emulator.attempt('PUT', '/tenants/pro/limits', {
      minute: { used: 7 },
      day: { used, resets_at },
    })
  expect((await set(4_321)).json.day.used).toBe(4_321)
  await emulator.advance({ to: 'next-tokyo-midnight' })
  const refused = await set(1_234)
  expect([refused.status, refused.json.error.code]).toEqual([409, 'window_over'])
  expect(refused.json.error.message).toContain('2026-03-11T15:00:00.000Z')
  const after = await limits()
  expect([after.day.used, after.minute.used]).toEqual([0, 0])
})

test('A webhook tells what its newest attempts came to, and how many deliveries are being retried (finding D3)', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  await subscribeInbox(pro, 'crm')
  const state = async () => {
    const { retrying, last_attempt } = (await emulator.control('GET', '/webhooks')).json.data[0] as WebhookView
    return { retrying, last_attempt }
  }
  const trigger = async () => {
    await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
    await emulator.advance({ by: 'PT0S' })
  }
  expect(await state()).toEqual({ retrying: null, last_attempt: null })
  await emulator.control('PUT', '/inbox/crm', { status: 500 })
  await trigger()
  await trigger()
  const failed = { status_code: 500, error: null }
  expect(await state()).toEqual({
    retrying: { deliveries: 2, ...failed },
    last_attempt: { delivered: false, ...failed },
  })
  await emulator.control('PUT', '/inbox/crm', { status: 200 })
  await emulator.advance({ by: 'P4D' })
  expect(await state()).toEqual({
    retrying: null,
    last_attempt: { delivered: true, status_code: 200, error: null },
  })
})
