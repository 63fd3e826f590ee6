import { beforeEach, describe, expect, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { EventControl } from '../support/event-control.ts'
import { inspect, subscribeInbox } from '../support/subscriber.ts'

let emulator: TestEmulator
let pro: TestTenant
let attempt: EventControl['attempt']
let trigger: EventControl['trigger']
let triggered: EventControl['triggered']
let inbox: EventControl['inbox']
let settled: EventControl['settled']
beforeEach(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty' })
  ;({ attempt, trigger, triggered, inbox, settled } = new EventControl(emulator))
  pro = await emulator.tenant('pro')
  return () => emulator[Symbol.asyncDispose]()
})

describe('POST /events', () => {
  test('triggers an event of a sample that looks like a call of the tenant', async () => {
    await subscribeInbox(pro, 'crm')
    const reply = await trigger({ event: 'call.missed' })
    expect(reply.status).toBe(201)
    expect(reply.json).toEqual({
      event_id: expect.stringMatching(/^evt_[0-9a-f]{24}$/),
      event: 'call.missed',
      tenant: 'pro',
      call_id: null,
      external_id: null,
      phone_number: null,
      occurred_at: '2026-03-10T03:00:00.000Z',
      nth: expect.any(Number),
      origin: 'trigger',
      assumptions: expect.arrayContaining(['webhooks.payload']),
      deliveries: [
        {
          delivery_id: expect.any(String),
          webhook_id: expect.any(Number),
          status: 'pending',
          cancelled_by: null,
          attempt_count: 0,
          last_status_code: null,
          last_error: null,
          fault: null,
          forged: null,
        },
      ],
      unsubscribed: [],
      payload: {
        event: 'call.missed',
        event_id: reply.json.event_id,
        occurred_at: '2026-03-10T03:00:00.000Z',
        data: {
          call_id: 'call_sample',
          call_type: 'inbound',
          status: 'missed_call',
          phone_number: '815****0000',
          staff_id: pro.staff,
          project_id: pro.project,
          started_at: '2026-03-10T02:59:40.000Z',
          ended_at: '2026-03-10T03:00:00.000Z',
          duration_seconds: 20,
          external_id: null,
        },
      },
    })
    await settled()
    const { data } = await inbox('crm')
    expect(data).toHaveLength(1)
    expect(JSON.parse(data[0]?.body.text ?? '')).toEqual(reply.json.payload)
    expect(data[0]).toMatchObject({ verified: true, event: 'call.missed' })
  })

  test('with a call id the payload is of that call', async () => {
    const { data: call } = (await pro.post('/calls/initiate', pro.call({ external_id: 'crm-1' }))).json
    await emulator.advance({ by: 'PT2M' })
    const event = await triggered({ call_id: call.call_id })
    expect(event).toMatchObject({ call_id: call.call_id, external_id: 'crm-1' })
    expect(event.payload).toMatchObject({
      external_id: 'crm-1',
      data: { call_id: call.call_id, status: 'connected', duration_seconds: 70, phone_number: '031****0001' },
    })
  })

  test('an event and its deliveries name the number of their call as lists show it', async () => {
    await subscribeInbox(pro, 'crm')
    await pro.post('/calls/initiate', pro.call())
    await emulator.advance({ by: 'PT2M' })
    const [event] = (await emulator.control('GET', '/events')).json.data
    const [delivery] = (await emulator.control('GET', '/deliveries')).json.data
    expect([event.phone_number, delivery.phone_number]).toEqual(['031****0001', '031****0001'])
    expect(delivery.call_id).toBe(event.call_id)
  })

  test('an event names the webhooks that it met and that did not subscribe to it, and none of before or after at its instant', async () => {
    const other = { events: ['call.completed'] }
    const gone = await subscribeInbox(pro, 'gone', other)
    await pro.ask('DELETE', `/webhooks/${gone.webhook_id}`)
    await subscribeInbox(pro, 'crm')
    const unsubscribed = await subscribeInbox(pro, 'unsubscribed', other)
    const event = await triggered({ event: 'call.missed' })
    await subscribeInbox(pro, 'late', other)
    expect(event.deliveries).toHaveLength(1)
    const { json } = await emulator.control('GET', `/events/${event.event_id}`)
    expect(json.unsubscribed).toEqual([unsubscribed.webhook_id])
  })

  test("another tenant's call cannot be told of", async () => {
    const max = await emulator.tenant('max')
    const { data: call } = (await max.post('/calls/initiate', max.call())).json
    expect((await trigger({ call_id: call.call_id })).status).toBe(422)
  })

  test('data overrides fields of the payload by path, nested or not', async () => {
    const event = await triggered({
      data: {
        external_id: 'crm-7',
        occurred_at: '2026-03-01T00:00:00Z',
        'data.status': 'busy',
        data: { staff_id: 42, ended_at: null },
      },
    })
    expect(event).toMatchObject({ external_id: 'crm-7', occurred_at: '2026-03-10T03:00:00.000Z' })
    expect(event.payload).toMatchObject({
      external_id: 'crm-7',
      occurred_at: '2026-03-01T00:00:00Z',
      data: { status: 'busy', staff_id: 42, ended_at: null, external_id: 'crm-7' },
    })
  })

  test('filters see what the payload says after the overrides', async () => {
    await subscribeInbox(pro, 'crm', { filters: { call_status: ['busy'] } })
    expect((await triggered()).deliveries).toEqual([])
    expect((await triggered({ data: { 'data.status': 'busy' } })).deliveries).toHaveLength(1)
    expect(await inspect(emulator).ledger()).toMatchObject([{ reason: 'filtered', fact: 'delivery_suppressed' }])
  })

  test('event and event id can be chosen, and row, payload and header agree', async () => {
    await subscribeInbox(pro, 'crm', { events: ['call.missed'] })
    const event = await triggered({ data: { event: 'call.missed', event_id: 'evt_mine' } })
    expect(event).toMatchObject({ event: 'call.missed', event_id: 'evt_mine' })
    expect(event.payload).toMatchObject({ event: 'call.missed', event_id: 'evt_mine' })
    await settled()
    expect((await inbox('crm')).data).toMatchObject([{ event: 'call.missed', verified: true }])
    expect((await emulator.control('GET', '/events/evt_mine')).json).toEqual({
      ...event,
      deliveries: [{ ...event.deliveries[0], status: 'delivered', attempt_count: 1, last_status_code: 200 }],
    })
    const again = await trigger({ data: { event_id: 'evt_mine' } })
    expect([again.status, again.json.error.code]).toEqual([409, 'event_exists'])
  })

  test.each([
    ['data.nothing', { 'data.nothing': 1 }],
    ['data.staff_id.x', { data: { staff_id: { x: 1 } } }],
    ['constructor', { constructor: 'x' }],
    ['event', { event: 'webhook.test' }],
    ['event', { event: 7 }],
    ['event_id', { event_id: 7 }],
    ['event_id', { event_id: '' }],
    ['occurred_at', { occurred_at: 'now' }],
    ['external_id', { external_id: 7 }],
    ['data.status', { 'data.status': 'ended' }],
    ['data.staff_id', { 'data.staff_id': '42' }],
    ['data.duration_seconds', { 'data.duration_seconds': -1 }],
    ['data.started_at', { 'data.started_at': null }],
  ])('an override that %s cannot have is 422, and nothing happens: %j', async (path, data) => {
    const reply = await trigger({ data })
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.json.error.details)).toEqual([path])
    expect((await emulator.control('GET', '/events')).json.data).toEqual([])
  })

  test('an unknown path is told which there are', async () => {
    const { message } = (await trigger({ data: { 'data.nothing': 1 } })).json.error
    expect(message).toContain('data.phone_number')
    expect(message).toContain('external_id')
  })

  test('webhook.test cannot be triggered: only the test endpoint sends it', async () => {
    expect((await trigger({ event: 'webhook.test' })).status).toBe(422)
  })

  test('an event over the daily send limit answers with the entry of the ledger (threat C13)', async () => {
    await subscribeInbox(pro, 'crm')
    await pro.setLimits({ webhook_sends: { used: 'limit' } })
    const reply = await trigger({ data: { external_id: 'crm-9' } })
    expect([reply.status, reply.json]).toEqual([
      201,
      {
        event: null,
        suppressed: {
          id: expect.any(Number),
          at: '2026-03-10T03:00:00.000Z',
          nth: expect.any(Number),
          fact: 'delivery_suppressed',
          reason: 'daily_send_limit',
          tenant: 'pro',
          event: 'call.completed',
          event_id: null,
          call_id: null,
          external_id: 'crm-9',
          webhook_id: null,
          delivery_id: null,
          delivered_at: null,
          assumptions: [],
        },
      },
    ])
  })

  test.each([
    ['free', 'plan'],
    ['disabled', 'open_api_disabled'],
  ])('an event of the tenant %s is suppressed for %s', async (tenant, reason) => {
    expect((await trigger({ tenant })).json).toMatchObject({ event: null, suppressed: { tenant, reason } })
  })
})

describe('GET /events', () => {
  test('lists newest first and filters by tenant, kind, call and external id', async () => {
    const a = await triggered({ data: { external_id: 'a' } })
    const b = await triggered({ event: 'call.missed' })
    const c = await triggered({ tenant: 'max' })
    const ids = async (query: string) =>
      (await emulator.control('GET', `/events?${query}`)).json.data.map((row: { event_id: string }) => row.event_id)
    expect(await ids('')).toEqual([c.event_id, b.event_id, a.event_id])
    expect(await ids('tenant=pro')).toEqual([b.event_id, a.event_id])
    expect(await ids('event=call.missed')).toEqual([b.event_id])
    expect(await ids('external_id=a')).toEqual([a.event_id])
    expect(await ids('call_id=call_none')).toEqual([])
    const first = (await emulator.control('GET', '/events?limit=2')).json
    expect(await ids(`cursor=${first.next_cursor}`)).toEqual([a.event_id])
  })

  test('an unknown event is 404', async () => {
    expect((await attempt('GET', '/events/evt_none')).status).toBe(404)
  })

  test('wait holds the answer until the event happens', async () => {
    const held = emulator.control('GET', '/events?external_id=late&wait=30s')
    await triggered()
    const late = await triggered({ data: { external_id: 'late' } })
    expect((await held).json.data).toMatchObject([{ event_id: late.event_id }])
  })
})

describe('the ledger', () => {
  test('filters by reason and tenant, newest first', async () => {
    const { webhook_id } = await subscribeInbox(pro, 'crm', { is_enabled: false })
    await subscribeInbox(pro, 'crm', { filters: { project_ids: [] } })
    await triggered({ data: { external_id: 'a' } })
    await triggered({ tenant: 'free' })
    const { ledger } = inspect(emulator)
    expect((await ledger()).map(entry => entry.reason)).toEqual(['plan', 'filtered', 'disabled'])
    expect((await ledger('reason=filtered,plan')).map(entry => entry.reason)).toEqual(['plan', 'filtered'])
    expect((await ledger('tenant=pro&reason=disabled')).map(entry => entry.reason)).toEqual(['disabled'])
    expect((await ledger(`webhook_id=${webhook_id}`)).map(entry => entry.reason)).toEqual(['disabled'])
    expect((await ledger('limit=1&tenant=pro')).map(entry => entry.reason)).toEqual(['filtered'])
    expect((await attempt('GET', '/ledger?reason=bored')).status).toBe(422)
  })

  test('is searched by why something was not delivered, in the words of lists in both languages, and in those of the API', async () => {
    await subscribeInbox(pro, 'crm', { is_enabled: false })
    await subscribeInbox(pro, 'other', { filters: { project_ids: [] } })
    await triggered()
    await triggered({ tenant: 'free' })
    const found = async (q: string) =>
      (await inspect(emulator).ledger(`q=${encodeURIComponent(q)}`)).map(entry => entry.reason)
    for (const q of ['disabled', 'Webhook が無効', '無効']) expect(await found(q), q).toEqual(['disabled'])
    for (const q of ['filtered out', '除外']) expect(await found(q), q).toEqual(['filtered'])
    expect(await found('plan')).toEqual(['plan'])
    expect(await found('deleted')).toEqual([])
  })

  test('names the event that one webhook did not get, and none where no event came to be', async () => {
    await subscribeInbox(pro, 'crm', { is_enabled: false })
    await subscribeInbox(pro, 'other', { filters: { call_status: ['busy'] } })
    const { event_id } = await triggered()
    await pro.setLimits({ webhook_sends: { used: 'limit' } })
    await subscribeInbox(pro, 'third')
    await trigger({})
    await triggered({ tenant: 'free' })
    const ids = (await inspect(emulator).ledger()).map(entry => [entry.reason, entry.event_id])
    expect(ids).toEqual([
      ['plan', null],
      ['daily_send_limit', null],
      ['filtered', event_id],
      ['disabled', event_id],
    ])
  })

  test('an entry is found by its event and the name of that, external_id, call, the number that it went to, and its webhook by URL or number', async () => {
    const { data: call } = (
      await pro.post('/calls/initiate', pro.call({ phone_number: '03-1234-5678', external_id: 'crm-1' }))
    ).json
    await emulator.advance({ by: 'PT2M' })
    await subscribeInbox(pro, 'crm', { is_enabled: false })
    await subscribeInbox(pro, 'other', { filters: { call_status: ['busy'] } })
    const { event_id } = await triggered({ call_id: call.call_id })
    await triggered({ data: { external_id: 'b' } })
    await triggered({ tenant: 'free' })
    const webhookOf = async (q: string) => (await inspect(emulator).ledger(`q=${encodeURIComponent(q)}`))[0]?.webhook_id
    const found = async (q: string) =>
      (await inspect(emulator).ledger(`q=${encodeURIComponent(q)}`)).map(entry => [entry.reason, entry.external_id])
    const ofCall = [
      ['filtered', 'crm-1'],
      ['disabled', 'crm-1'],
    ]
    for (const q of [event_id, 'CRM-1', call.call_id, '1234-5678', '+81-3-1234-5678', '031****5678'])
      expect(await found(q)).toEqual(ofCall)
    expect(await found('/other')).toEqual([
      ['filtered', 'b'],
      ['filtered', 'crm-1'],
    ])
    const other = await webhookOf('/other')
    expect(await found(`webhook ${other}`)).toEqual(await found('/other'))
    expect(await found('webhook 99')).toEqual([])
    expect(await found('032****5678')).toEqual([])
    expect(await found('Call.Completed')).toHaveLength(5)
    expect(await found('call.missed')).toEqual([])
    expect(await found('nobody')).toEqual([])
  })

  test('wait holds the answer until there is an entry', async () => {
    const held = inspect(emulator).ledger('reason=plan&wait=30s')
    await triggered({ tenant: 'free' })
    expect(await held).toMatchObject([{ reason: 'plan', tenant: 'free' }])
  })
})

describe('what events came to', () => {
  test('narrows them: by the status of a genuine delivery, or none, and deliveries as events by an interval that may have no end', async () => {
    const bad = await subscribeInbox(pro, 'bad')
    await emulator.control('PUT', '/inbox/bad', { status: 500 })
    await subscribeInbox(pro, 'crm')
    const { event_id: first } = await triggered()
    await emulator.advance({ by: 'PT1H' })
    const { event_id: second } = await triggered()
    await emulator.control('DELETE', `/webhooks/${bad.webhook_id}`)
    const { event_id: third } = await triggered({ tenant: 'max' })
    const idsOf = async (list: string, query: string) =>
      (await emulator.control('GET', `/${list}?${query}`)).json.data.map((row: { event_id: string }) => row.event_id)
    expect(await idsOf('events', 'delivery_status=cancelled')).toEqual([second, first])
    expect(await idsOf('events', 'delivery_status=delivered,none')).toEqual([third, second, first])
    expect(await idsOf('events', 'delivery_status=none')).toEqual([third])
    expect(await idsOf('events', 'delivery_status=failed')).toEqual([])
    const begin = (await emulator.control('GET', `/events/${second}`)).json.occurred_at
    expect(await idsOf('events', `within=${begin}/..`)).toEqual([third, second])
    expect(new Set(await idsOf('deliveries', `within=${begin}/..`))).toEqual(new Set([second]))
    expect(new Set(await idsOf('deliveries', `within=2026-01-01T00:00:00Z/${begin}`))).toEqual(new Set([first]))
    expect((await attempt('GET', `/deliveries?within=../${begin}`)).status).toBe(422)
  })
})
