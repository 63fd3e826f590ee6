import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { EventDetailView, InboxView, WebhookView } from '../../server/control/protocol.ts'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { startReferenceReceiver } from '../support/receivers/reference-receiver.ts'
import { startReceiver } from '../support/receivers.ts'
import { inspect, subscribe, subscribeInbox } from '../support/subscriber.ts'

let emulator: TestEmulator
let pro: TestTenant
beforeEach(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty' })
  pro = await emulator.tenant('pro')
  return () => emulator[Symbol.asyncDispose]()
})
const WORLD = '/worlds/default'
const attempt = (method: string, path: string, body?: unknown) => emulator.tryControl(method, WORLD + path, body)
const trigger = (body: Record<string, unknown> = {}) =>
  attempt('POST', '/events', { tenant: 'pro', event: 'call.completed', ...body })
const triggered = async (body: Record<string, unknown> = {}) => (await trigger(body)).json as EventDetailView
const inbox = async (name: string, query = '') =>
  (await emulator.control('GET', `/inbox/${name}?${query}`)).json as InboxView
const settled = () => emulator.emulator.defaultWorld.life.kernel.settled()

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
      occurred_at: '2026-03-10T03:00:00.000Z',
      origin: 'trigger',
      deliveries: [{ delivery_id: expect.any(String), webhook_id: expect.any(Number), status: expect.any(String) }],
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
      deliveries: [{ ...event.deliveries[0], status: 'delivered' }],
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

  test('an event over the daily send limit answers with the entry of the ledger', async () => {
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
          fact: 'delivery_suppressed',
          reason: 'daily_send_limit',
          tenant: 'pro',
          event: 'call.completed',
          event_id: null,
          call_id: null,
          external_id: 'crm-9',
          webhook_id: null,
          delivery_id: null,
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

describe('GET /webhooks', () => {
  test('wait holds the answer until a webhook is registered', async () => {
    const held = emulator.control('GET', '/webhooks?tenant=max&wait=30s')
    await subscribeInbox(pro, 'pro')
    const { webhook_id } = await subscribeInbox(await emulator.tenant('max'), 'late')
    expect((await held).json.data).toMatchObject([{ webhook_id, tenant: 'max' }])
  })

  test('shows the webhooks of all tenants with the state of their deliveries, deleted ones too', async () => {
    await using crm = await subscribe(emulator, pro, {
      respond: (request, response) => {
        response.statusCode = request.body.includes('"bad"') ? 500 : 200
        response.end()
      },
    })
    const max = await emulator.tenant('max')
    const { webhook_id: gone } = await subscribeInbox(max, 'max')
    await triggered()
    await triggered({ data: { external_id: 'bad' } })
    await emulator.advance({ by: 'PT1S' })
    await max.ask('DELETE', `/webhooks/${gone}`)
    const { data } = (await emulator.control('GET', '/webhooks')).json as { data: WebhookView[] }
    expect(data).toMatchObject([
      { webhook_id: gone, tenant: 'max', deleted_at: '2026-03-10T03:00:01.000Z', last_delivery_at: null },
      {
        webhook_id: crm.webhook_id,
        tenant: 'pro',
        url: crm.url,
        is_enabled: true,
        deleted_at: null,
        deliveries: { pending: 1, delivered: 1, failed: 0, cancelled: 0 },
        last_delivery_at: '2026-03-10T03:00:00.000Z',
      },
    ])
    expect((await emulator.control('GET', '/webhooks?tenant=max')).json.data).toHaveLength(1)
    expect(JSON.stringify(data)).not.toContain('whsec_')
  })
})

describe('deliveries', () => {
  test('filters by event, webhook, status, tenant, external id and kind', async () => {
    const { webhook_id } = await subscribeInbox(pro, 'a', { events: ['call.completed'] })
    await subscribeInbox(pro, 'b')
    const event = await triggered({ data: { external_id: 'crm-1' } })
    await triggered({ event: 'call.missed' })
    await settled()
    const { deliveries } = inspect(emulator)
    expect(await deliveries()).toHaveLength(3)
    expect(await deliveries(`event_id=${event.event_id}`)).toHaveLength(2)
    expect(await deliveries(`webhook_id=${webhook_id}`)).toHaveLength(1)
    expect(await deliveries('status=delivered')).toHaveLength(3)
    expect(await deliveries('status=pending,failed')).toEqual([])
    expect(await deliveries('tenant=max')).toEqual([])
    expect(await deliveries('external_id=crm-1')).toHaveLength(2)
    expect(await deliveries('call_id=call_none')).toEqual([])
    expect(await deliveries('event=call.missed&status=delivered')).toHaveLength(1)
    expect((await attempt('GET', '/deliveries?status=lost')).status).toBe(422)
    expect((await attempt('GET', '/deliveries?webhook_id=x')).status).toBe(422)
  })

  test('wait holds the answer until a delivery has the status', async () => {
    await using crm = await subscribe(emulator, pro)
    const held = emulator.control('GET', '/deliveries?status=delivered&external_id=crm-1&wait=30s')
    await triggered({ data: { external_id: 'crm-1' } })
    expect((await held).json.data).toMatchObject([
      { webhook_id: crm.webhook_id, attempt_count: 1, status: 'delivered' },
    ])
  })

  test('one shows what was sent and what came back, attempt by attempt', async () => {
    await using crm = await subscribe(emulator, pro, {
      respond: (_, response) => response.writeHead(503, { 'X-Reason': 'tired' }).end('later'),
    })
    const event = await triggered()
    await settled()
    const delivery_id = event.deliveries[0]?.delivery_id ?? ''
    const detail = await inspect(emulator).delivery(delivery_id)
    const [request] = crm.receiver.requests
    expect(detail).toMatchObject({
      delivery_id,
      event_id: event.event_id,
      status: 'pending',
      attempt_count: 1,
      next_attempt_at: '2026-03-10T03:00:05.000Z',
      last_status_code: 503,
      last_error: null,
      body: { text: request?.body.toString(), base64: request?.body.toString('base64') },
      last_response: { status_code: 503, body: 'later' },
      attempts: [
        {
          attempt: 1,
          trigger: 'scheduled',
          started_at: '2026-03-10T03:00:00.000Z',
          target: `${crm.receiver.url}/hooks`,
          status_code: 503,
          response_body: 'later',
          error: null,
        },
      ],
    })
    const sent = Object.fromEntries(
      Object.entries(detail.request_headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    expect(request?.headers).toMatchObject(sent)
    expect(detail.attempts[0]?.request_headers).toEqual(detail.request_headers)
    expect(detail.last_response?.headers['x-reason']).toBe('tired')
  })

  test('redelivery is a further attempt now, with the same id and the same bytes', async () => {
    await using crm = await subscribe(emulator, pro)
    const event = await triggered()
    await settled()
    const delivery_id = event.deliveries[0]?.delivery_id ?? ''
    const reply = await attempt('POST', `/deliveries/${delivery_id}/redeliver?wait=30s`)
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({ status: 'delivered', attempt_count: 2 })
    expect(reply.json.attempts[1]).toMatchObject({ trigger: 'manual', status_code: 200 })
    const [first, second] = crm.receiver.requests
    expect(crm.receiver.requests).toHaveLength(2)
    expect(second?.body.equals(first?.body as Buffer)).toBe(true)
    expect(second?.headers['x-service-delivery']).toBe(first?.headers['x-service-delivery'])
    expect((await pro.limits()).webhook_sends.used).toBe(1)
  })

  test('a manual attempt that fails leaves the schedule as it was, one that succeeds ends it', async () => {
    const answers = [500, 500, 200]
    await using crm = await subscribe(emulator, pro, {
      respond: (_, response) => response.writeHead(answers.shift() ?? 500).end(),
    })
    const event = await triggered()
    await settled()
    const delivery_id = event.deliveries[0]?.delivery_id ?? ''
    const redeliver = () => attempt('POST', `/deliveries/${delivery_id}/redeliver?wait=30s`)
    expect((await redeliver()).json).toMatchObject({
      status: 'pending',
      attempt_count: 2,
      next_attempt_at: '2026-03-10T03:00:05.000Z',
    })
    expect((await redeliver()).json).toMatchObject({ status: 'delivered', attempt_count: 3, next_attempt_at: null })
    await emulator.advance({ by: 'P2D' })
    expect(crm.receiver.requests).toHaveLength(3)
  })

  test('redelivery to a deleted webhook is 409', async () => {
    const { webhook_id } = await subscribeInbox(pro, 'crm')
    const event = await triggered()
    await settled()
    await pro.ask('DELETE', `/webhooks/${webhook_id}`)
    const reply = await attempt('POST', `/deliveries/${event.deliveries[0]?.delivery_id}/redeliver`)
    expect([reply.status, reply.json.error.code]).toEqual([409, 'webhook_deleted'])
    expect((await inbox('crm')).data).toHaveLength(1)
  })

  test('the signature is explained with the key, the bytes and the digest', async () => {
    const { secret } = await subscribeInbox(pro, 'crm')
    const event = await triggered()
    const { json } = await attempt('GET', `/deliveries/${event.deliveries[0]?.delivery_id}/signature`)
    const body = Buffer.from(JSON.stringify(event.payload))
    const digest = createHmac('sha256', secret).update(body).digest('hex')
    expect(json).toMatchObject({
      secret,
      digest_hex: digest,
      header: `sha256=${digest}`,
      signed_bytes: { length: body.length, text: body.toString(), hex: body.toString('hex') },
    })
  })

  test('an unknown delivery is 404', async () => {
    for (const path of ['', '/signature']) expect((await attempt('GET', `/deliveries/none${path}`)).status).toBe(404)
    expect((await attempt('POST', '/deliveries/none/redeliver')).status).toBe(404)
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

  test('wait holds the answer until there is an entry', async () => {
    const held = inspect(emulator).ledger('reason=plan&wait=30s')
    await triggered({ tenant: 'free' })
    expect(await held).toMatchObject([{ reason: 'plan', tenant: 'free' }])
  })
})

describe('inboxes', () => {
  test('keep what they get, in order, with the verdict on the signature', async () => {
    await subscribeInbox(pro, 'crm')
    for (const external_id of ['a', 'b', 'c']) await triggered({ data: { external_id } })
    await settled()
    const view = await inbox('crm', 'limit=2')
    expect(view).toMatchObject({ name: 'crm', url: 'https://inbox.ringback.test/crm', behaviour: {} })
    const ids = view.data.map(message => JSON.parse(message.body.text).external_id)
    expect(ids).toEqual(['a', 'b'])
    for (const message of view.data)
      expect(message).toMatchObject({ method: 'POST', verified: true, answered_status: 200, event: 'call.completed' })
    const rest = await inbox('crm', `cursor=${view.next_cursor}`)
    expect(rest.data.map(message => JSON.parse(message.body.text).external_id)).toEqual(['c'])
    expect(rest.next_cursor).toBeNull()
  })

  test('wait with the last id holds the answer until the next message', async () => {
    await subscribeInbox(pro, 'crm')
    await triggered()
    await settled()
    const last = (await inbox('crm')).data[0]?.id
    const held = inbox('crm', `cursor=${last}&wait=30s`)
    await triggered({ data: { external_id: 'next' } })
    expect((await held).data).toHaveLength(1)
  })

  test('tell of a message at once, before its attempt is over', async () => {
    await emulator.assume('webhooks.timeout', { connect_seconds: 1, total_seconds: 3 })
    await subscribeInbox(pro, 'crm')
    await emulator.control('PUT', '/inbox/crm', { status: 500 })
    await triggered()
    await settled()
    await emulator.control('PUT', '/inbox/crm', { hang: true })
    const held = inbox('crm', `cursor=${(await inbox('crm')).data[0]?.id}&wait=10s`)
    await emulator.control('GET', '/clock')
    const advance = emulator.advance({ to: 'next-job' })
    expect((await held).data).toHaveLength(1)
    expect(await inspect(emulator).deliveries()).toMatchObject([{ status: 'pending', attempt_count: 1 }])
    await advance
    expect(await inspect(emulator).deliveries()).toMatchObject([{ status: 'pending', attempt_count: 2 }])
  })

  test('answer as they are told, as often as they are told', async () => {
    await subscribeInbox(pro, 'crm')
    const reply = await attempt('PUT', '/inbox/crm', { status: 503, body: 'later', times: 2 })
    expect([reply.status, reply.json.behaviour]).toEqual([200, { status: 503, body: 'later', times: 2 }])
    await triggered()
    await emulator.advance({ by: 'PT1H' })
    const { data, behaviour } = await inbox('crm')
    expect(data.map(message => message.answered_status)).toEqual([503, 503, 200])
    expect(new Set(data.map(message => message.delivery_id)).size).toBe(1)
    expect(behaviour).toEqual({})
    const [delivery] = await inspect(emulator).deliveries()
    const { attempts } = await inspect(emulator).delivery(delivery?.delivery_id ?? '')
    expect(attempts.map(attempt => [attempt.target, attempt.status_code, attempt.response_body])).toEqual([
      ['inbox', 503, 'later'],
      ['inbox', 503, 'later'],
      ['inbox', 200, ''],
    ])
  })

  test('one that hangs keeps the message and gives no answer', async () => {
    await emulator.assume('webhooks.timeout', { connect_seconds: 0.1, total_seconds: 0.2 })
    await subscribeInbox(pro, 'crm')
    await emulator.control('PUT', '/inbox/crm', { hang: true })
    await triggered()
    await settled()
    expect((await inbox('crm')).data).toMatchObject([{ verified: true, answered_status: null }])
    expect(await inspect(emulator).deliveries()).toMatchObject([
      { status: 'pending', last_status_code: null, last_error: expect.stringMatching(/^total_timeout/) },
    ])
  })

  test('are listed by name, and forget everything when told to', async () => {
    await subscribeInbox(pro, 'crm')
    await emulator.control('PUT', '/inbox/other', { status: 410 })
    await triggered()
    await settled()
    const names = async () => (await emulator.control('GET', '/inbox')).json.data
    expect(await names()).toMatchObject([
      { name: 'crm', messages: 1, unverified: 0, last_received_at: '2026-03-10T03:00:00.000Z', behaviour: {} },
      { name: 'other', messages: 0, last_received_at: null, behaviour: { status: 410 } },
    ])
    for (const name of ['crm', 'other']) expect((await attempt('DELETE', `/inbox/${name}`)).status).toBe(204)
    expect(await names()).toEqual([])
    expect((await inbox('crm')).data).toEqual([])
  })

  test.each([
    ['status', { status: 99 }],
    ['status', { status: 600 }],
    ['delay', { delay: '2s' }],
    ['delay', { delay: '-PT2S' }],
    ['times', { times: 0 }],
    ['hang', { hang: 'yes' }],
    ['speed', { speed: 1 }],
  ])('an invalid %s is 422', async (field, body) => {
    const reply = await attempt('PUT', '/inbox/crm', body)
    expect(reply.status).toBe(422)
    expect(reply.json.error.message).toContain(field)
  })

  test('a name that no inbox can have is 404', async () => {
    expect((await attempt('GET', '/inbox/a%20b')).status).toBe(404)
    expect((await attempt('PUT', '/inbox/a%20b', {})).status).toBe(404)
  })
})

describe('forwards', () => {
  const rules = [
    { from: 'https://crm.example.com', to: 'http://127.0.0.1:3000' },
    { from: 'https://other.example.com/base', to: 'https://localhost:8443/x' },
  ]

  test('are replaced as a whole, and what GET answers can be put back', async () => {
    expect((await attempt('PUT', '/forwards', rules)).json).toEqual({ data: rules, next_cursor: null })
    const read = (await attempt('GET', '/forwards')).json
    expect((await attempt('PUT', '/forwards', [rules[0]])).json.data).toEqual([rules[0]])
    expect((await attempt('PUT', '/forwards', read)).json).toEqual(read)
    expect((await attempt('PUT', '/forwards', [])).json.data).toEqual([])
  })

  test.each([
    ['no https source', [{ from: 'http://crm.example.com', to: 'http://127.0.0.1:3000' }]],
    ['a public target', [{ from: 'https://crm.example.com', to: 'http://8.8.8.8' }]],
    ['one source twice', [rules[0], { ...rules[0], from: 'https://crm.example.com/' }]],
    ['nothing', undefined],
    ['no rules', { rules }],
  ])('a list with %s is 422 and changes nothing', async (_, body) => {
    await emulator.control('PUT', '/forwards', rules)
    expect((await attempt('PUT', '/forwards', body)).status).toBe(422)
    expect((await attempt('GET', '/forwards')).json.data).toEqual(rules)
  })
})

describe('POST /signature/check', () => {
  const body = '{"event":"call.completed","name":"山田"}'
  const sign = (secret: string, text: string | Buffer = body) => createHmac('sha256', secret).update(text).digest('hex')
  const secret = 'whsec_0123456789abcdef0123456789abcdef'
  const check = (given: Record<string, unknown>) => attempt('POST', '/signature/check', { secret, ...given })

  test('a genuine signature is valid, for text and for bytes', async () => {
    const header = `sha256=${sign(secret)}`
    expect((await check({ header, body })).json).toEqual({ valid: true, expected: header, mistakes: [] })
    const body_base64 = Buffer.from(body).toString('base64')
    expect((await check({ header, body_base64 })).json.valid).toBe(true)
  })

  test('a mistake is named with what to do', async () => {
    const { json } = await check({ header: `sha256=${sign(secret.slice('whsec_'.length))}`, body })
    expect(json.valid).toBe(false)
    expect(json.mistakes).toEqual([
      {
        id: 'prefix_stripped',
        title: expect.stringMatching(/./),
        fix: expect.stringMatching(/./),
        text: 'prefix_stripped',
        figures: {},
        detail: null,
      },
    ])
  })

  test("the secret of another webhook of the world is recognised, the right one's own is not called another", async () => {
    const own = await subscribeInbox(pro, 'own')
    const other = await subscribeInbox(await emulator.tenant('max'), 'other')
    const foreign = await check({ secret: own.secret, header: `sha256=${sign(other.secret)}`, body })
    expect(foreign.json.mistakes.map((mistake: { id: string }) => mistake.id)).toEqual(['other_secret'])
    const right = await check({ secret: own.secret, header: `sha256=${sign(own.secret)}`, body })
    expect(right.json.valid).toBe(true)
  })

  test.each([
    ['no body', {}],
    ['two bodies', { body, body_base64: 'e30=' }],
    ['broken base64', { body_base64: '%%%' }],
    ['no secret', { secret: undefined, body }],
  ])('%s is 422', async (_, given) => {
    expect((await check({ header: 'sha256=00', ...given })).status).toBe(422)
  })
})

describe('POST /certify', () => {
  test('passes a receiver that is built as the documentation says, at its own address too', async () => {
    const secret = 'whsec_0123456789abcdef0123456789abcdef'
    const receiver = await startReferenceReceiver({ secret })
    onTestFinished(() => receiver.close())
    const { json } = await attempt('POST', '/certify', { url: `${receiver.url}/hooks`, secret })
    expect(json.cases.filter((row: { passed: boolean }) => !row.passed)).toEqual([])
    expect(json).toMatchObject({ passed: true, score: { passed: json.cases.length, total: json.cases.length } })
  })

  test('scores a receiver over HTTP, and finds one that accepts everything', async () => {
    await using careless = await startReceiver()
    await emulator.control('PUT', '/forwards', [{ from: 'https://crm.example.com', to: careless.url }])
    const { status, json } = await attempt('POST', '/certify', {
      url: 'https://crm.example.com/hooks',
      secret: 'whsec_0123456789abcdef0123456789abcdef',
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({ url: 'https://crm.example.com/hooks', passed: false })
    expect(json.score.total).toBe(json.cases.length)
    const byOutcome = (passed: boolean) => json.cases.filter((row: { passed: boolean }) => row.passed === passed)
    expect(byOutcome(true).length).toBeGreaterThan(0)
    expect(byOutcome(false).length).toBeGreaterThan(0)
    for (const row of byOutcome(false)) expect(row.fix).toEqual(expect.any(String))
    expect(careless.requests.length).toBeGreaterThan(json.cases.length)
  })

  test('runs do not repeat delivery ids', async () => {
    await using careless = await startReceiver()
    await emulator.control('PUT', '/forwards', [{ from: 'https://crm.example.com', to: careless.url }])
    const ids = async () => {
      const before = careless.requests.length
      await attempt('POST', '/certify', { url: 'https://crm.example.com/hooks', secret: 'whsec_x' })
      return new Set(careless.requests.slice(before).map(request => request.headers['x-service-delivery']))
    }
    const [first, second] = [await ids(), await ids()]
    expect([...first].filter(id => id !== undefined && second.has(id))).toEqual([])
  })

  test('an address that nothing is ever sent to is 422 with the way out', async () => {
    const reply = await attempt('POST', '/certify', { url: 'https://8.8.8.8/', secret: 'whsec_x' })
    expect(reply.status).toBe(422)
    expect(reply.json.error.message).toContain('--forward')
  })
})
