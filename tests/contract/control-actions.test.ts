import { describe, expect, test } from 'vitest'
import type { ActionOf, ActionView } from '../../server/control/protocol/actions.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { LimitsView } from '../../server/control/protocol/limits.ts'
import type { WebhookView } from '../../server/control/protocol/webhooks.ts'
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
    const data = (await actions(emulator)).data as ActionOf<'clock'>[]
    expect(data.map(({ kind, from, to, pace, pace_before }) => [kind, from, to, pace, pace_before])).toEqual([
      ['clock', '2026-03-10T15:00:00.000Z', '2026-03-10T15:00:00.000Z', 60, 'frozen'],
      ['clock', '2026-03-10T14:59:50.000Z', '2026-03-10T15:00:00.000Z', 'frozen', 'frozen'],
    ])
  })

  test('keep what an advance has brought about', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty', clock: '2026-03-10T14:59:50.000Z' })
    const { happened } = (await emulator.control('POST', '/clock/advance', { by: 'PT10S' })).json
    await emulator.control('PUT', '/clock', { pace: 60 })
    const data = (await actions(emulator, '?kind=clock')).data as ActionOf<'clock'>[]
    expect(data.map(action => action.happened)).toEqual([null, happened])
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

describe('actions', () => {
  test('say after which request they were done, as the clock may stand still between both', async () => {
    await using emulator = await TestEmulator.start()
    const send = () => emulator.api('GET', '/customers')
    await emulator.control('PUT', '/tenants/pro/limits', { day: { used: 0 } })
    await send()
    await emulator.control('PUT', '/tenants/pro/limits', { day: { used: 5 } })
    await send()
    await send()
    await emulator.control('PUT', '/snapshots/then')
    await emulator.advance({ by: 'PT10S' })
    const { data } = (await emulator.control('GET', '/actions')).json as Page<ActionView>
    expect(data.map(({ kind, after_seq }) => [kind, after_seq])).toEqual([
      ['clock', 3],
      ['snapshot', 3],
      ['limits', 1],
      ['limits', 0],
    ])
    await emulator.control('POST', '/snapshots/then/restore')
    const [restored] = ((await emulator.control('GET', '/actions')).json as Page<ActionView>).data
    expect(restored).toMatchObject({ kind: 'snapshot', after_seq: 3 })
  })

  const LIMITED = { used: 9_999, before: 0, limit: 10_000 }
  /** Each thing that is journalled, with what is told of it. */
  const DONE: [string, string, object | undefined, object][] = [
    [
      'PUT',
      '/tenants/pro/limits',
      { day: { used: 'limit-1' } },
      { kind: 'limits', tenant: 'pro', set: { day: LIMITED } },
    ],
    [
      'POST',
      '/faults',
      { match: { path: '/customers' }, effect: { status: 503 } },
      { kind: 'fault', done: 'created', fault_id: 1, match: { path: '/customers' }, effect: { status: 503 } },
    ],
    ['DELETE', '/faults/1', undefined, { kind: 'fault', done: 'deleted', fault_id: 1, effect: { status: 503 } }],
    ['DELETE', '/faults', undefined, { kind: 'fault', done: 'all_deleted', fault_id: null, match: null, effect: null }],
    ['PUT', '/snapshots/one', undefined, { kind: 'snapshot', done: 'saved', name: 'one' }],
    [
      'PUT',
      '/assumptions/customers.phonetic_key',
      { value: 'kana' },
      { kind: 'assumption', assumption: 'customers.phonetic_key', value: 'kana', before: 'name_kana' },
    ],
    [
      'DELETE',
      '/assumptions/customers.phonetic_key',
      undefined,
      { kind: 'assumption', value: 'name_kana', before: 'kana' },
    ],
    ['PUT', '/inbox/crm', { status: 500, body: 'no' }, { kind: 'inbox', name: 'crm', answers: { status: 500 } }],
    ['DELETE', '/inbox/crm', undefined, { kind: 'inbox', name: 'crm', answers: null }],
    [
      'POST',
      '/calls',
      { tenant: 'pro', phone_number: '+81312345678', external_id: 'crm-1' },
      { kind: 'call', tenant: 'pro', external_id: 'crm-1', to: null },
    ],
    [
      'PATCH',
      '/tenants/pro',
      { plan: 'max' },
      { kind: 'tenant', done: 'changed', tenant: 'pro', plan: 'max', open_api_enabled: true, before: { plan: 'pro' } },
    ],
    [
      'PATCH',
      '/tenants/pro',
      { name: 'Any', open_api_enabled: false, plan: 'max' },
      { kind: 'tenant', done: 'changed', name: 'Any', before: { open_api_enabled: true, name: expect.any(String) } },
    ],
    ['POST', '/tenants', { tenant: 'new', plan: null }, { kind: 'tenant', done: 'created', tenant: 'new', plan: null }],
    [
      'POST',
      '/certify',
      { url: 'https://inbox.ringback.test/any', secret: 'whsec_any' },
      { kind: 'certification', url: 'https://inbox.ringback.test/any', passed: false },
    ],
    ['POST', '/snapshots/one/restore', undefined, { kind: 'snapshot', done: 'restored', name: 'one' }],
    ['DELETE', '/snapshots/one', undefined, { kind: 'snapshot', done: 'deleted', name: 'one' }],
  ]

  test('of each kind are listed with what they did, and told to those who listen', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await using stream = await EventStream.open(emulator.url, { topics: 'action', world: emulator.world.id })
    await stream.ready()
    const read = new Set<unknown>()
    for (const [method, path, body, told] of DONE) {
      await emulator.control(method, path, body)
      const newest = (await emulator.control('GET', '/actions?limit=1')).json.data[0]
      expect([method, path, newest]).toEqual([method, path, expect.objectContaining(told)])
      const { data } = await stream.until(({ event, data }) => event === 'action' && !read.has(JSON.stringify(data)))
      expect(data).toEqual(newest)
      read.add(JSON.stringify(data))
    }
    // The restored snapshot knows of what was done before it was saved.
    const { data } = (await emulator.control('GET', '/actions')).json as Page<ActionView>
    expect(data.map(({ kind }) => kind)).toEqual(['snapshot', 'snapshot', 'fault', 'fault', 'fault', 'limits'])
  })

  test('that did the same have the same key, and others another', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const set = (used: number) => emulator.control('PUT', '/tenants/pro/limits', { day: { used } })
    for (const used of [5, 7, 7, 7]) await set(used)
    for (const by of ['PT10S', 'PT10S', 'PT11S']) await emulator.advance({ by })
    const { data } = (await emulator.control('GET', '/actions')).json as Page<ActionView>
    const keys = data.map(({ key }) => key)
    expect(keys.map(key => keys.indexOf(key))).toEqual([0, 1, 1, 3, 3, 5, 6])
  })

  test('that did nothing are not listed: limits without a count, what is refused, and what is not there', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await emulator.control('PUT', '/tenants/pro/limits', {})
    await emulator.attempt('PUT', '/tenants/unplanned/limits', { webhook_sends: { used: 'limit' } })
    await emulator.attempt('DELETE', '/faults/7')
    await emulator.attempt('PUT', '/assumptions/customers.phonetic_key', { value: 'none' })
    expect((await emulator.control('GET', '/actions')).json.data).toEqual([])
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
    return { retrying, last_attempt: outcomeOf(last_attempt) }
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

test('The newest attempt of a webhook may be one of a delivery that was cancelled, but a cancellation is none', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const { webhook_id } = await subscribeInbox(pro, 'crm')
  const last = async () =>
    outcomeOf(((await emulator.control('GET', '/webhooks')).json.data[0] as WebhookView).last_attempt)
  const trigger = async () => {
    await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
    await emulator.advance({ by: 'PT0S' })
  }
  await emulator.control('PUT', '/inbox/crm', { status: 500, times: 1 })
  await trigger()
  await emulator.advance({ by: 'PT1S' })
  await pro.put(`/webhooks/${webhook_id}`, { is_enabled: false })
  expect(await last()).toEqual({ delivered: false, status_code: 500, error: null })
  await pro.put(`/webhooks/${webhook_id}`, { is_enabled: true })
  await trigger()
  expect(await last()).toEqual({ delivered: true, status_code: 200, error: null })
  await emulator.control('PUT', '/inbox/crm', { status: 500 })
  await trigger()
  await emulator.control('PUT', '/inbox/crm', { status: 200 })
  await emulator.advance({ by: 'PT1S' })
  await trigger()
  await emulator.advance({ by: 'PT1S' })
  await pro.put(`/webhooks/${webhook_id}`, { is_enabled: false })
  expect(await last()).toEqual({ delivered: true, status_code: 200, error: null })
})

test('Of attempts at one instant of a frozen clock the newest is the one that came last, whatever it came to', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const { webhook_id } = await subscribeInbox(pro, 'crm')
  const last = async () => ((await emulator.control('GET', '/webhooks')).json.data[0] as WebhookView).last_attempt
  const test = async (status: number) => {
    await emulator.control('PUT', '/inbox/crm', { status })
    await pro.post(`/webhooks/${webhook_id}/test`, {})
    return outcomeOf(await last())
  }
  expect(await test(404)).toEqual({ delivered: false, status_code: 404, error: null })
  expect(await test(200)).toEqual({ delivered: true, status_code: 200, error: null })
  expect(await test(503)).toEqual({ delivered: false, status_code: 503, error: null })
  expect(await test(204)).toEqual({ delivered: true, status_code: 204, error: null })
})

test('A delivery that was acknowledged before and is refused now leaves its webhook with a failed attempt', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  await subscribeInbox(pro, 'crm')
  await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
  await emulator.advance({ by: 'PT0S' })
  const [{ delivery_id }] = (await emulator.control('GET', '/deliveries')).json.data
  await emulator.control('PUT', '/inbox/crm', { status: 500 })
  await emulator.control('POST', `/deliveries/${delivery_id}/redeliver`, {})
  await emulator.advance({ by: 'PT0S' })
  const [webhook] = (await emulator.control('GET', '/webhooks')).json.data as WebhookView[]
  expect(webhook?.last_attempt).toEqual({
    delivered: false,
    target: 'inbox',
    at: expect.any(String),
    duration_ms: expect.any(Number),
    status_code: 500,
    error: null,
  })
})

/** Without where it was sent. */
function outcomeOf(attempt: WebhookView['last_attempt']) {
  if (attempt === null) return null
  const { delivered, status_code, error } = attempt
  return { delivered, status_code, error }
}
