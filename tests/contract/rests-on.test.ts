import { beforeEach, describe, expect, test } from 'vitest'
import type { AssumptionView } from '../../server/control/protocol/assumptions.ts'
import type { CallDetailView } from '../../server/control/protocol/calls.ts'
import type { DeliveryDetailView } from '../../server/control/protocol/deliveries.ts'
import type { EventDetailView } from '../../server/control/protocol/events.ts'
import { TestEmulator, type TestTenant } from '../support/api.ts'

const URL = 'https://inbox.ringback.test/crm'

describe('what rests on an assumption says so (finding T2)', () => {
  let emulator: TestEmulator
  let pro: TestTenant
  beforeEach(async () => {
    emulator = await TestEmulator.start({ fixture: 'empty' })
    pro = await emulator.tenant('pro')
    return () => emulator[Symbol.asyncDispose]()
  })
  const subscribe = (change: Record<string, unknown> = {}) =>
    pro.post('/webhooks', { url: URL, events: ['call.completed', 'call.missed'], ...change })
  const first = async (list: string) => (await emulator.control('GET', list)).json.data[0]
  const one = async (list: string, id: string) => {
    const row = await first(list)
    return (await emulator.control('GET', `${list}/${row[id]}`)).json
  }
  const reliance = async (id: string) => (await emulator.control('GET', `/assumptions/${id}`)).json as AssumptionView

  test('a call lists what its script rests on, and an answer that shows the call lists it too', async () => {
    await pro.post('/calls/initiate', pro.call())
    expect((await emulator.lastExchange()).assumptions).toEqual(
      expect.arrayContaining(['calls.magic_numbers', 'time.precision']),
    )
    await emulator.advance({ by: 'PT2M' })
    const call = (await one('/calls', 'call_id')) as CallDetailView
    const own = ['calls.ai_delay', 'calls.magic_numbers', 'calls.started_at']
    expect(call.assumptions).toEqual([...own, 'webhooks.status_to_event'])
    await pro.get(`/calls/${call.call_id}`)
    expect((await emulator.lastExchange()).assumptions).toEqual(expect.arrayContaining(own))
  })

  test('a call that is ended by hand lists what decided its event, and its script only where that took a step', async () => {
    const endedAfter = async (advance: string) => {
      await pro.post('/calls/initiate', pro.call())
      await emulator.advance({ by: advance })
      const { call_id } = await first('/calls')
      await emulator.control('POST', `/calls/${call_id}/steps`, { to: 'busy' })
      return (await emulator.control('GET', `/calls/${call_id}`)).json.assumptions
    }
    expect(await endedAfter('PT0.5S')).toEqual(['webhooks.status_to_event'])
    expect(await endedAfter('PT5S')).toEqual(['calls.magic_numbers', 'webhooks.status_to_event'])
  })

  test('an event lists what made it, its payload and its call', async () => {
    await subscribe({ filters: { project_ids: [pro.project] } })
    await pro.post('/calls/initiate', pro.call())
    await emulator.advance({ by: 'PT2M' })
    const event = (await one('/events', 'event_id')) as EventDetailView
    expect(event.assumptions).toEqual([
      'calls.ai_delay',
      'calls.magic_numbers',
      'calls.started_at',
      'time.precision',
      'webhooks.filter_semantics',
      'webhooks.payload',
      'webhooks.payload_bytes',
      'webhooks.status_to_event',
      'wire.unset_fields',
    ])
    const delivery = (await one('/deliveries', 'delivery_id')) as DeliveryDetailView
    expect(delivery.assumptions).toEqual(['webhooks.filter_semantics', 'webhooks.success', 'webhooks.timeout'])
  })

  test('a delivery lists what decided where it went, what counts as received, and when it is tried again', async () => {
    await subscribe({ url: 'https://127.0.0.1:9/crm' })
    await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
    await emulator.advance({ by: 'PT1S' })
    const delivery = (await one('/deliveries', 'delivery_id')) as DeliveryDetailView
    expect(delivery).toMatchObject({ status: 'pending', attempt_count: 1 })
    expect(delivery.assumptions).toEqual([
      'webhooks.reach',
      'webhooks.retries_count',
      'webhooks.retry_schedule',
      'webhooks.success',
      'webhooks.timeout',
    ])
  })

  test('the ledger lists why something was not sent', async () => {
    await subscribe({ filters: { project_ids: [] } })
    await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
    expect(await first('/ledger')).toMatchObject({ reason: 'filtered', assumptions: ['webhooks.filter_semantics'] })
    await emulator.control('POST', '/events', { tenant: 'free', event: 'call.missed' })
    expect(await first('/ledger')).toMatchObject({ reason: 'plan', assumptions: ['limits.free_webhook_sends'] })
  })

  test('the register counts requests, calls, events and deliveries', async () => {
    await subscribe()
    await pro.post('/calls/initiate', pro.call())
    await emulator.advance({ by: 'PT2M' })
    expect(await reliance('calls.started_at')).toMatchObject({
      relied_on: 2,
      relied_on_by: { requests: 0, calls: 1, events: 1, deliveries: 0, ledger: 0 },
    })
    for (const id of ['webhooks.payload', 'webhooks.status_to_event'])
      expect(await reliance(id)).toMatchObject({ relied_on: 1, relied_on_by: { events: 1 } })
    expect(await reliance('webhooks.success')).toMatchObject({ relied_on: 1, relied_on_by: { deliveries: 1 } })
    const { webhook_id } = (await pro.get('/webhooks')).json.data[0]
    await pro.post(`/webhooks/${webhook_id}/test`, {})
    expect(await reliance('webhooks.success')).toMatchObject({ relied_on_by: { requests: 1, deliveries: 2 } })
  })

  test('each list finds what the register counts, and nothing else', async () => {
    await subscribe({ filters: { project_ids: [pro.project] } })
    await pro.post('/calls/initiate', pro.call())
    await emulator.advance({ by: 'PT2M' })
    await emulator.control('POST', '/events', { tenant: 'free', event: 'call.missed' })
    const register = (await emulator.control('GET', '/assumptions')).json.data as AssumptionView[]
    const kinds = ['requests', 'calls', 'events', 'deliveries', 'ledger'] as const
    for (const kind of kinds) expect(register.some(({ relied_on_by }) => relied_on_by[kind] > 0)).toBe(true)
    for (const { id, relied_on_by } of register) {
      for (const kind of kinds) {
        const { data } = (await emulator.control('GET', `/${kind}?assumption=${id}`)).json
        expect(data, `${kind} ${id}`).toHaveLength(relied_on_by[kind])
      }
    }
  })

  test('an answer that shows a null lists how a field without a value is shown, and no other does', async () => {
    await pro.post('/customers', pro.customer())
    expect((await emulator.lastExchange()).assumptions).toContain('wire.unset_fields')
    await pro.post('/customers', pro.customer({ external_id: 'crm-1', name_kana: 'ヤマダ' }))
    expect((await emulator.lastExchange()).assumptions).not.toContain('wire.unset_fields')
  })
})
